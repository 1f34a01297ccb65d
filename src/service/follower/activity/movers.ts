import { isItem } from '../../evm/asset.ts'
import { addressAt, wordAt } from '../../evm/words.ts'
import { liveFrames } from '../../risk/trace/live-frames.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { Move } from './moves.ts'

/** Moves what the caller has: receiver, amount. */
const TRANSFER = '0xa9059cbb'
/**
 * Move what another has: owner, receiver, amount or id. transferFrom, safeTransferFrom of ERC-721 (two) and of ERC-1155 (one
 * and many).
 */
const transfersFrom: ReadonlySet<string> = new Set([
  '0x23b872dd',
  '0x42842e0e',
  '0xb88d4fde',
  '0xf242432a',
  '0x2eb2c2d6',
])

/**
 * Finds who made a token move what an account has, by the calls of the transaction: the account itself, also where it calls a
 * contract that does it; else who called the token. Undefined: the calls do not show it, or several did the same.
 */
export function moverOf(move: Move, { root }: Trace): string | undefined {
  const movers = new Set<string>()
  const exact = new Set<string>()
  for (const { frame, caller, exit } of liveFrames(root, (address) => address === move.from)) {
    if (frame.to !== move.token || frame.type !== 'CALL') continue
    const selector = frame.input.slice(0, 10)
    const data = `0x${frame.input.slice(10)}`
    const isTransfer = selector === TRANSFER && caller === move.from
    if (!isTransfer && !(transfersFrom.has(selector) && addressAt(data) === move.from)) continue
    const [receiver, amount] = isTransfer ? [addressAt(data), wordAt(data, 1)] : [addressAt(data, 1), wordAt(data, 2)]
    const mover = exit === undefined ? caller : move.from
    movers.add(mover)
    if (receiver === move.to && (isItem(move) || amount === move.amount)) exact.add(mover)
  }
  const [only, ...others] = exact.size > 0 ? exact : movers
  return others.length === 0 ? only : undefined
}
