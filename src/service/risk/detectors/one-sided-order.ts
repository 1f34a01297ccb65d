import type { Asset, Order } from '../actions/actions.ts'
import type { Detector, Observation } from './detector.ts'

const FOR_NOTHING = 90
const WITHOUT_A_PRICE = 40

/** Less than this is nothing: a millionth of a coin in wei, a thousandth of the smallest decimals in use for a token. */
const DUST_WEI = 10n ** 12n
const DUST_UNITS = 1000n

export const oneSidedOrder: Detector = {
  id: 'one-sided-order',
  summary:
    'A marketplace order takes assets of the signer and gives nothing for them, or items for a price that cannot be checked.',
  why: 'An order for nothing, for dust, or for what the signer owns already is a gift to whoever wrote it: unsafe. Items sold to a stranger for some amount are only a warning, for what they are worth is not known here.',
  origin:
    'The NFT-order class of PTXPhish (NDSS 2025): every consideration item goes to a third party. Forta, which compares with floor prices, reports a precision of 0.55 for the rest.',
  detect({ orders, isStranger, roleOf }): Observation[] {
    return orders.flatMap((order) => {
      const authority = order.beneficiaries.find((each) => each !== order.signer)
      if (order.gives.every(isDust) || authority === undefined) return []
      const common = {
        subCategory: 'maliciousInteraction' as const,
        hops: 0,
        subject: authority,
        role: roleOf(authority),
        source: 'call data',
      }
      if (isForNothing(order))
        return [
          {
            ...common,
            points: FOR_NOTHING,
            text: `getting ${assets(order.gives)} through a ${order.market} order that gives nothing of worth for it`,
            flip: 'an order whose consideration reaches the one who gives',
          },
        ]
      if (!order.gives.some(isItem) || !isStranger(authority)) return []
      return [
        {
          ...common,
          points: WITHOUT_A_PRICE,
          text: `getting ${assets(order.gives)} through a ${order.market} order at a price that cannot be checked, and nothing is known about it`,
          flip: 'an ALLOW entry for the address, or a source that knows it',
        },
      ]
    })
  },
}

function isForNothing({ gives, receives }: Order): boolean {
  const own = new Set(gives.flatMap(itemKeys))
  return receives.every((asset) => isDust(asset) || isAmong(asset, own))
}

function isAmong(asset: Asset, own: ReadonlySet<string>): boolean {
  const keys = itemKeys(asset)
  return keys.length > 0 && keys.every((key) => own.has(key))
}

/** An amount that the call does not fix may be anything: not dust. */
function isDust({ standard, amount }: Asset): boolean {
  if (amount === undefined) return false
  if (standard === 'native') return amount < DUST_WEI
  if (standard === 'erc20') return amount < DUST_UNITS
  return amount === 0n
}

function isItem({ standard }: Asset): boolean {
  return standard === 'erc721' || standard === 'erc1155'
}

function itemKeys(asset: Asset): string[] {
  const { token, ids } = asset
  return isItem(asset) ? ids.map((id) => `${token} ${id}`) : []
}

function assets(gives: readonly Asset[]): string {
  const items = gives.filter(isItem).length
  if (items === 0) return 'an amount'
  return items === 1 ? 'an item' : `${items} items`
}
