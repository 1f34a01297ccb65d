import type { ActivityNote } from '../../../api/text/notes.ts'
import { isItem, NATIVE, storedToken, tokenOfStored } from '../../evm/asset.ts'
import { type Activity, type ActivityDetails, type ActivityMove, MAX_MOVES } from './activity.ts'
import type { Knowledge } from './knowledge.ts'
import type { Move } from './moves.ts'

/** What one rule says about an activity of one kind. */
export interface ActivityPart extends Omit<ActivityDetails, 'moves'> {
  readonly moves?: readonly Move[]
}

/** The parts of activities, by the kind of these. */
export type PartsByKind = Readonly<Partial<Record<Activity['kind'], readonly ActivityPart[]>>>

const MAX_RIGHTS = 12
const MAX_NOTES = 4

/** Makes one activity of several parts: the first one names the other side, token and amount. */
export function detailsOf(address: string, parts: readonly ActivityPart[], knowledge: Knowledge): ActivityDetails {
  const moves = parts.flatMap((part) => part.moves ?? [])
  const notes = unique(parts.flatMap((part) => part.notes ?? []))
  const shown: ActivityNote[] = notes.slice(0, MAX_NOTES)
  if (notes.length > MAX_NOTES) shown.push({ code: 'more-changes', count: notes.length - MAX_NOTES })
  if (moves.length > MAX_MOVES) shown.push({ code: 'more-transfers', count: moves.length - MAX_MOVES })
  // Several transfers may use the same right.
  const hasRights = parts.some((part) => part.rights !== undefined)
  const rights = unique(parts.flatMap((part) => part.rights ?? []))
  const { moves: _moves, notes: _notes, ...first } = parts[0] ?? {}
  const imitates = parts.find((part) => part.imitates !== undefined)
  return {
    ...(moves.length > 0 && { moves: largestFirst(moves, knowledge).map((move) => moveOf(address, move)) }),
    ...first,
    ...(hasRights && { rights: rights.slice(0, MAX_RIGHTS) }),
    // The lookalike is what matters, whichever part names it.
    ...(imitates?.other !== undefined && { other: imitates.other, imitates: imitates.imitates }),
    ...(shown.length > 0 && { notes: shown }),
  } as ActivityDetails
}

/** Gives each value once, compared as JSON. */
export function unique<T>(all: readonly T[]): T[] {
  return Array.from(new Map(all.map((each) => [JSON.stringify(each), each])).values())
}

/** Junk must not push out what is real: without a price, listed tokens precede others. */
function largestFirst(moves: readonly Move[], { worthOf, isListed }: Knowledge): Move[] {
  const unpriced = ({ token }: Move) => (token === NATIVE || isListed(token) ? 0 : -1)
  const weighed = moves.map((move) => ({ move, weight: worthOf(move) ?? unpriced(move) }))
  return weighed
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_MOVES)
    .map(({ move }) => move)
}

/** Gives the details of a stored event. */
export function storedDetails({ content }: { readonly content: string }): ActivityDetails {
  return withTokens(JSON.parse(content), tokenOfStored)
}

/** Gives the column `content` of a chain event. */
export function contentOf(details: ActivityDetails): string {
  return JSON.stringify(withTokens(details, storedToken))
}

function withTokens(details: ActivityDetails, tokenOf: (token: string) => string): ActivityDetails {
  const moves = details.moves?.map((move) => ({ ...move, token: tokenOf(move.token) }))
  return moves === undefined ? details : { ...details, moves }
}

function moveOf(address: string, move: Move): ActivityMove {
  const isOut = move.from === address
  return {
    token: move.token,
    ...(isItem(move) && { tokenId: String(move.id) }),
    amount: String(move.amount),
    direction: isOut ? 'out' : 'in',
    other: isOut ? move.to : move.from,
  }
}
