import { NATIVE } from '../../evm/asset.ts'
import type { Transfer } from '../actions/actions.ts'
import type { Detector } from './detector.ts'

const SEVERAL_ITEMS = 45
const SEVERAL_TOKENS = 60

export const bulkTransfer: Detector = {
  id: 'bulk-transfer',
  about: 'sender',
  summary: 'Several tokens or several NFTs leave one owner at once for an unknown recipient.',
  why: 'WARNING 60 for several tokens or collections, 45 for several items of one. Drainers empty a wallet with one signature.',
  origin: 'PTXPhish bulk-transfer class (NDSS 2025); NFT drains reported by Forta.',
  examples: {
    attack: 'Two tokens of one owner go to the same unknown address.',
    nearMiss: 'Two tokens go to two recipients.',
    evasion:
      'Each item leaves in a call of its own, inside a multicall of a Safe: calls of one transaction count together. Split over several transactions, it succeeds.',
  },
  reads: ['transfers'],
  detect({ transfers, byUnknown }) {
    // Fast path: nearly all transactions transfer one asset to each recipient.
    if (new Set(transfers.map(({ authority }) => authority)).size === transfers.length && !transfers.some(hasSeveral))
      return []
    return byUnknown(transfers).flatMap(([authority, moved]) => {
      const { tokens, items } = largestHaul(moved)
      if (tokens < 2 && items < 2) return []
      return {
        points: tokens > 1 ? SEVERAL_TOKENS : SEVERAL_ITEMS,
        subject: authority,
        text: `gets ${tokens > 1 ? `${tokens} tokens or collections` : `${items} items`} at once and is unknown`,
      }
    })
  },
}

function hasSeveral({ asset }: Transfer): boolean {
  return asset.ids.length > 1
}

interface Haul {
  readonly tokens: number
  readonly items: number
}

/** The largest total that leaves a single owner. */
function largestHaul(transfers: readonly Transfer[]): Haul {
  const given = transfers.filter(({ from, authority }) => from !== authority)
  const hauls = Map.groupBy(given, (transfer) => transfer.from)
    .values()
    .map((moved) => ({
      tokens: new Set(moved.flatMap(({ asset }) => (asset.token === NATIVE ? [] : asset.token))).size,
      items: new Set(moved.flatMap(itemsOf)).size,
    }))
  return hauls.reduce((most, haul) => (compare(haul, most) > 0 ? haul : most), { tokens: 0, items: 0 })
}

function compare(a: Haul, b: Haul): number {
  return a.tokens - b.tokens || a.items - b.items
}

/** An amount is not split for one recipient, so two different numbers of a token of unknown standard are two items. */
function itemsOf({ asset: { standard, token, ids, amount } }: Transfer): string[] {
  if (ids.length > 0) return ids.map((id) => `${token} ${id}`)
  return standard === 'erc20-or-erc721' ? [`${token} ${amount}`] : []
}
