import type { ActivityDetails, ActivityMove } from './activity.ts'
import { isItem, type Move } from './moves.ts'

/** What one rule says about an activity of one kind. */
export interface Part extends Omit<ActivityDetails, 'moves' | 'note'> {
  readonly moves?: readonly Move[]
  readonly notes?: readonly string[]
}

const MAX_MOVES = 12
const MAX_NOTES = 4

/** One activity of several parts: the first one names the other side, token and amount. */
export function detailsOf(
  address: string,
  parts: readonly Part[],
  worthOf: (move: Move) => number | undefined,
): ActivityDetails {
  const moves = parts.flatMap((part) => part.moves ?? [])
  const notes = [...new Set(parts.flatMap((part) => part.notes ?? []))]
  const shown = notes.slice(0, MAX_NOTES)
  if (notes.length > MAX_NOTES) shown.push(`${notes.length - MAX_NOTES} more changes`)
  if (moves.length > MAX_MOVES) shown.push(`${moves.length - MAX_MOVES} more transfers`)
  const { moves: _moves, notes: _notes, ...first } = parts[0] ?? {}
  const imitates = parts.find((part) => part.imitates !== undefined)
  return {
    ...(moves.length > 0 && { moves: largestFirst(moves, worthOf).map((move) => moveOf(address, move)) }),
    ...first,
    // The lookalike is what matters, whichever part names it.
    ...(imitates?.other !== undefined && { other: imitates.other, imitates: imitates.imitates }),
    ...(shown.length > 0 && { note: shown.join(', ') }),
  } as ActivityDetails
}

/** Those without a price keep their order and follow. */
function largestFirst(moves: readonly Move[], worthOf: (move: Move) => number | undefined): Move[] {
  const weighed = moves.map((move) => ({ move, worth: worthOf(move) ?? -1 }))
  return weighed
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MAX_MOVES)
    .map(({ move }) => move)
}

function moveOf(address: string, move: Move): ActivityMove {
  const isOut = move.from === address
  return {
    token: move.token,
    ...(isItem(move) && { tokenId: String(move.tokenId) }),
    amount: String(move.amount),
    direction: isOut ? 'out' : 'in',
    other: isOut ? move.to : move.from,
  }
}
