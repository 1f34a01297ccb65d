import { isItem } from '../../evm/asset.ts'
import { compared, type Known } from '../chain/worth.ts'
import type { ComparedOrder } from '../money/order-terms.ts'
import { type Unaccounted, unknownWorth } from './items.ts'

/**
 * Sides of orders of which the worth is not known: the first that fills an order takes all that it gives above its limit. A pool with
 * a minimum gives its price, and who fills an order now sees what it costs, but not what an item is worth that it gives.
 */
export function unaccountedOrders(orders: readonly ComparedOrder[], by: Known): Unaccounted[] {
  return orders.flatMap(({ action, gives, own, isOffer, worth }): Unaccounted[] => {
    // For nothing, or all of it to others: rules of their own say so.
    if (!(isOffer || gives.some(isItem)) || own.length === 0 || worth) return []
    const unknown = [...gives, ...own].filter((asset) => !compared([asset], [asset], by))
    return unknown.slice(0, 1).map((asset) => unknownWorth(asset, action.call, 'order'))
  })
}
