import { isItem, NATIVE } from '../../evm/asset.ts'
import { isDust } from '../../evm/worth.ts'
import type { Asset, Order } from '../actions/actions.ts'
import { codeAgeOf } from '../chain/code-age.ts'
import type { Facts } from '../facts.ts'
import type { Detector, Observation } from './detector.ts'

const FOR_NOTHING = 90
const WITHOUT_A_PRICE = 40
const FOR_AN_UNKNOWN_COIN = 45

export const oneSidedOrder: Detector = {
  id: 'one-sided-order',
  about: 'sender',
  summary: 'A marketplace order takes assets of the signer for nothing, or NFTs for a price that cannot be checked.',
  why: 'UNSAFE 90 for nothing, for dust, or for items that the signer already owns; a refund of gas, or fees, above what gas costs too. WARNING 40 for NFTs sold to an unknown address: their worth is not known offline. WARNING 45 for what others fill for a token that no source knows.',
  origin:
    'PTXPhish NFT-order class (NDSS 2025). For other orders Forta, which compares floor prices, reports a precision of 0.55.',
  examples: {
    attack: 'An order gives an NFT for nothing.',
    nearMiss: 'An NFT is bought for native currency.',
    evasion: 'The order pays dust, 999 base units of a token: that is nothing.',
  },
  reads: ['orders', 'exchanges'],
  detect(facts): Observation[] {
    const { orders, isUnknown } = facts
    return [
      ...unknownCoins(facts),
      ...orders.flatMap((order): Observation[] => {
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
          },
        ]
      }),
    ]
  },
}

/** What others fill at its limit, for a coin of which no source knows anything: it may be worth nothing. */
function unknownCoins(facts: Facts): Observation[] {
  const { evidence, own } = facts
  const isOfNoSource = ({ token, on }: Asset) =>
    token !== NATIVE &&
    on === undefined &&
    !own.has(token) &&
    evidence.intelOn(token).length === 0 &&
    evidence.entriesOn(token).length === 0 &&
    evidence.priceOf(token) === undefined &&
    !codeAgeOf(token, evidence).isOld
  return facts.account.orders.flatMap(({ action, gives, receives, isOffer }) => {
    const given = gives.filter((asset) => isItem(asset) || !isOfNoSource(asset))
    const coin = receives.find(({ asset }) => !isItem(asset) && isOfNoSource(asset))?.asset
    if (
      !isOffer ||
      given.every(isDust) ||
      coin === undefined ||
      isForNothing({ gives, receives: receives.map(({ asset }) => asset) })
    )
      return []
    const market = action.kind === 'order' ? `the ${action.market} order` : 'the order'
    return [
      {
        subject: coin.token,
        points: FOR_AN_UNKNOWN_COIN,
        text: `is all that comes for ${assets(given)} through ${market}, and no source knows this token`,
        flip: 'import a token list that has it, or its price, or add an ALLOW entry for it',
      },
    ]
  })
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
