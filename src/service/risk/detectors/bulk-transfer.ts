import type { Transfer } from '../actions/actions.ts'
import type { Detector } from './detector.ts'

const SEVERAL_ITEMS = 45
const SEVERAL_TOKENS = 60

export const bulkTransfer: Detector = {
  id: 'bulk-transfer',
  summary:
    'Several tokens, or several items of collections, leave one owner at once for a recipient that is a stranger.',
  why: 'Emptying a wallet in one signature is what a thief asks for: a warning, higher for several tokens or collections than for several items of one. A single transfer to a new recipient is no finding.',
  origin:
    'The bulk-transfer class of PTXPhish (NDSS 2025) and the NFT drains that Forta reports: several collections at once to a recipient seen for the first time.',
  detect({ transfers, ofStrangers, roleOf }) {
    // One asset of one number is by far the commonest transaction there is: nothing to look at.
    if (transfers.length === 1 && (transfers[0]?.asset.ids.length ?? 0) < 2) return []
    return ofStrangers(transfers).flatMap(([authority, moved]) => {
      const { tokens, items } = largestHaul(moved)
      if (tokens < 2 && items < 2) return []
      return {
        subCategory: 'maliciousInteraction',
        points: tokens > 1 ? SEVERAL_TOKENS : SEVERAL_ITEMS,
        hops: 0,
        subject: authority,
        role: roleOf(authority),
        text: `getting ${tokens > 1 ? `${tokens} tokens or collections` : `${items} items`} at once, and nothing is known about it`,
        source: 'call data',
        flip: 'an ALLOW entry for the address, a source that knows it, or an earlier transaction with it that was reported',
      }
    })
  },
}

interface Haul {
  readonly tokens: number
  readonly items: number
}

/** From the owner that gives the most. */
function largestHaul(transfers: readonly Transfer[]): Haul {
  const given = transfers.filter(({ from, authority }) => from !== authority)
  const hauls = Map.groupBy(given, (transfer) => transfer.from)
    .values()
    .map((moved) => ({
      tokens: new Set(moved.flatMap(({ asset }) => asset.token ?? [])).size,
      items: new Set(moved.flatMap(itemsOf)).size,
    }))
  return hauls.reduce((most, haul) => (compare(haul, most) > 0 ? haul : most), { tokens: 0, items: 0 })
}

function compare(a: Haul, b: Haul): number {
  return a.tokens - b.tokens || a.items - b.items
}

/** Nobody splits an amount of one token for one recipient, so two numbers of a token of unknown standard are two items. */
function itemsOf({ asset: { standard, token, ids, amount } }: Transfer): string[] {
  if (standard === 'native' || standard === 'erc20') return []
  if (ids.length > 0) return ids.map((id) => `${token} ${id}`)
  return standard === 'erc20-or-erc721' ? [`${token} ${amount}`] : []
}
