import { hashOf } from '../../../shared/json/evm-json.ts'
import { isRecord } from '../../../shared/json/json.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { blockRequest } from '../../chain/nodes/read-block.ts'
import { resultOf } from '../../chain/rpc/json-rpc.ts'
import { readRawTrace } from '../../chain/traces.ts'
import { liveFrames } from '../../risk/trace/live-frames.ts'
import { nativeMovementOf } from '../../risk/trace/movements.ts'
import type { AuditContext } from './audit.ts'

/** Native currency that a call inside of a transaction moves. Addresses in lower case. */
export interface InternalTransfer {
  readonly transaction: string
  readonly from: string
  readonly to: string
  /** Wei. */
  readonly amount: bigint
}

/** Transactions of a block that are traced one by one. */
const MAX_TRACED = 100

/**
 * Reads native currency that inner calls of a block's transactions move from and to some accounts (lower case). Undefined: the
 * node gives no traces of the block.
 */
export async function readInternalTransfers(
  { source, traces }: Pick<AuditContext, 'source' | 'traces'>,
  header: BlockHeader,
  accounts: ReadonlySet<string>,
): Promise<readonly InternalTransfer[] | undefined> {
  const [block] = await source.send([blockRequest(header.hash)])
  const hashes = hashesOf(resultOf(block))
  if (hashes === undefined) return undefined
  const transactions = hashes.map((hash, index) => ({ hash, index }))
  const read = await traces.of(header).read(source, transactions, { most: MAX_TRACED, isWholeBlock: true })
  const found: InternalTransfer[] = []
  for (const [index, each] of read.traces.entries()) {
    if ('missing' in each) return undefined
    found.push(...transfersIn(hashes[index] as string, each.trace, accounts))
  }
  return found
}

function transfersIn(transaction: string, json: unknown, accounts: ReadonlySet<string>): InternalTransfer[] {
  if (!names(json, accounts)) return []
  // The node may have failed on one transaction.
  const trace = readRawTrace(json)
  if (trace === undefined) return []
  const moved = Array.from(
    liveFrames(trace.root, () => false),
    ({ frame, depth }) => (depth === 0 ? undefined : nativeMovementOf(frame)),
  )
  return moved.flatMap((movement) => {
    if (!movement || (!accounts.has(movement.from) && !accounts.has(movement.to))) return []
    const { from, to, amount } = movement
    return [{ transaction, from, to, amount }]
  })
}

/** Whether an account is named anywhere in it: most transactions of a block need not be read. */
function names(json: unknown, accounts: ReadonlySet<string>): boolean {
  const pending = [json]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string' && next.length === 42 && accounts.has(next.toLowerCase())) return true
    if (Array.isArray(next) || isRecord(next)) for (const value of Object.values(next)) pending.push(value)
  }
  return false
}

function hashesOf(block: unknown): readonly string[] | undefined {
  if (!isRecord(block) || !Array.isArray(block.transactions)) return undefined
  const hashes = block.transactions.map(hashOf)
  return hashes.every((hash) => hash !== undefined) ? hashes : undefined
}
