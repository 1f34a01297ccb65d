import { type ChainEventKind, chainEventKinds } from '../../../api/vocabulary.ts'
import type { EventContent } from '../../alerts/delivery/messages/event-content.ts'
import { findAlertEvent } from '../../store/repositories/alert-events.ts'
import type { Db } from '../../store/schema/schema.ts'
import { storedDetails } from '../activity/details.ts'
import type { WatchedEvent } from './describe-events.ts'
import type { LastStep } from './sent-steps.ts'

type EventRow = WatchedEvent['row']

/** What no message says yet. */
export interface News {
  /** In the block that was reported, or in another one after a reorg. */
  readonly place: 'same block' | 'other block'
  readonly rows: readonly EventRow[]
}

/**
 * Gives what the messages that hold do not say: another monitored address, or a graver kind of one. An audit finds what
 * the block did not show, and a transaction that runs again after a reorg can do something else. Undefined: they say
 * all.
 */
export async function newsOf(db: Db, rows: readonly EventRow[], { holding }: LastStep): Promise<News | undefined> {
  const gravest = new Map<string, number>()
  const blocks = new Set<string>()
  for (const id of holding) {
    const event = await findAlertEvent(db, id)
    if (!event) continue
    const content: EventContent = JSON.parse(event.content)
    if (typeof content.blockHash === 'string') blocks.add(content.blockHash)
    for (const [address, gravity] of gravitiesIn(content))
      gravest.set(address, Math.min(gravity, gravest.get(address) ?? gravity))
  }
  const news = rows.filter((row) => gravityOf(row, rows) < (gravest.get(row.address) ?? Number.POSITIVE_INFINITY))
  const [first] = news
  if (first === undefined) return undefined
  // The message about a reported transaction has no block.
  return { place: blocks.size === 0 || blocks.has(first.block_hash) ? 'same block' : 'other block', rows: news }
}

/** The gravest that a message says of each monitored address (lower case). Of a reported transaction it says enough. */
function gravitiesIn({ blockHash, kind, monitored = [], activities = [] }: EventContent): Map<string, number> {
  const all = activities.map(({ address, kind: of, moves }) => {
    return { address: address.toLowerCase(), kind: of, isEmpty: moves.length === 0 }
  })
  // A message has a limited number of activities; the addresses are all there.
  const rest = kind === undefined || blockHash === null ? 0 : kindRank(kind as ChainEventKind)
  const gravities = new Map<string, number>()
  for (const { address } of monitored) {
    const key = address.toLowerCase()
    const own = all.filter((each) => each.address === key).map((each) => gravityAmong(each, all))
    gravities.set(key, own.length === 0 ? rest : Math.min(...own))
  }
  return gravities
}

/**
 * Gives the place of an event of a transaction among the kinds, 0 the gravest. A transaction that moves nothing and
 * revokes an allowance is a revocation.
 */
export function gravityOf(event: EventRow, all: readonly EventRow[]): number {
  return gravityAmong(shortOf(event), all.map(shortOf))
}

interface ShortEvent {
  readonly address: string
  readonly kind: ChainEventKind
  readonly isEmpty: boolean
}

function shortOf(event: EventRow): ShortEvent {
  const { moves = [] } = storedDetails(event)
  return { kind: event.kind, address: event.address, isEmpty: moves.length === 0 }
}

function gravityAmong({ kind, address, isEmpty }: ShortEvent, all: readonly ShortEvent[]): number {
  const isRevoking =
    kind === 'sent' && isEmpty && all.some((each) => each.kind === 'allowance-revoked' && each.address === address)
  return isRevoking ? chainEventKinds.length : kindRank(kind)
}

export function kindRank(kind: ChainEventKind): number {
  return chainEventKinds.indexOf(kind)
}
