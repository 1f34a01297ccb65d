import { isItem } from '../../evm/asset.ts'
import { isDust } from '../../evm/worth.ts'
import type { Asset, Order } from '../actions/actions.ts'
import { type Detector, type Observation, toVouch } from './detector.ts'

const FOR_NOTHING = 90
const WITHOUT_A_PRICE = 40

export const oneSidedOrder: Detector = {
  id: 'one-sided-order',
  summary: 'A marketplace order takes assets of the signer for nothing, or NFTs for a price that cannot be checked.',
  why: 'UNSAFE 90 for nothing, for dust, or for items that the signer already owns; a refund of gas, or fees, above what gas costs too. WARNING 40 for NFTs sold to an unknown address: their worth is not known offline.',
  origin:
    'PTXPhish NFT-order class (NDSS 2025). For other orders Forta, which compares floor prices, reports a precision of 0.55.',
  examples: {
    attack: 'An order gives an NFT for nothing.',
    nearMiss: 'An NFT is bought for native currency.',
    evasion: 'The order pays dust, 999 base units of a token: that is nothing.',
  },
  reads: ['orders'],
  detect({ orders, isUnknown }): Observation[] {
    return orders.flatMap((order) => {
      // An account that pays anyone itself is both the signer and the market.
      const market = order.isOpen && order.authority === order.call.to ? order.authority : undefined
      const authority = order.beneficiaries.find((each) => each !== order.signer) ?? market
      if (order.gives.every(isDust) || authority === undefined) return []
      if (isForNothing(order) && order.isOpen && authority === order.call.to)
        return [
          {
            points: FOR_NOTHING,
            text: `The ${order.market} order gives ${assets(order.gives)} to anyone who fills it, and pays nothing of value.`,
            flip: 'use an order that pays the account that gives',
          },
        ]
      if (isForNothing(order))
        return [
          {
            subject: authority,
            points: FOR_NOTHING,
            text: `gets ${assets(order.gives)} through a ${order.market} order that pays nothing of value`,
            flip: 'use an order that pays the account that gives',
            // Anyone can fill it: the payment to a known address does not make it a fair one.
            ...(order.isOpen && { evenIfTrusted: true }),
          },
        ]
      if (!order.gives.some(isItem) || !isUnknown(order, authority)) return []
      return [
        {
          subject: authority,
          points: WITHOUT_A_PRICE,
          text: `gets ${assets(order.gives)} through a ${order.market} order, the price cannot be checked, and it is unknown`,
          flip: toVouch,
        },
      ]
    })
  },
}

/** Pays dust, or what the signer gives itself. */
export function isForNothing({ gives, receives }: Pick<Order, 'gives' | 'receives'>): boolean {
  const own = new Set(gives.flatMap(itemKeys))
  return receives.every((asset) => isDust(asset) || isOwned(asset, own))
}

function isOwned(asset: Asset, own: ReadonlySet<string>): boolean {
  const keys = itemKeys(asset)
  return keys.length > 0 && keys.every((key) => own.has(key))
}

function itemKeys(asset: Asset): string[] {
  const { token, ids } = asset
  return isItem(asset) ? ids.map((id) => `${token} ${id}`) : []
}

function assets(gives: readonly Asset[]): string {
  const items = gives.filter(isItem).length
  if (items === 0) return 'tokens'
  return items === 1 ? 'an item' : `${items} items`
}
