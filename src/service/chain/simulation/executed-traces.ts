import type { MissingData } from '../../../api/text/missing.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { ChainNode } from '../nodes/chain-node.ts'
import type { MinedSubject } from '../observer.ts'
import type { RpcRequest } from '../rpc/json-rpc.ts'
import { BlockTraces, type RawTrace, type ReadTraces, type StepTraces } from '../traces.ts'
import { readExecutedTrace, unknownsOf } from './executed.ts'

/** What is known of the calls of a transaction: the trace of the node, or that of the receipt. */
export interface KnownTrace {
  readonly trace: Trace
  /** What it leaves open, one line each. */
  readonly missing: readonly MissingData[]
}

interface ReadingTraces {
  /** Other requests of the same trip. */
  readonly otherRequests: readonly RpcRequest[]
  /** Traces that this step has read already, maybe of another node. */
  readonly known: StepTraces | undefined
  /** End of the budget, in ms of `clock.elapsed()`. */
  readonly until: number
  readonly clock: Clock
}

/** Transactions of a block that are traced one by one. */
const MAX_TRACED = 8

/** Reads the traces of transactions of one block, where the receipt does not show all they do, together with other requests. */
export async function readExecutedTraces(
  { rpc, can, refusals }: ChainNode,
  transactions: readonly MinedSubject[],
  { otherRequests, known, until, clock }: ReadingTraces,
): Promise<ReadTraces<KnownTrace>> {
  const open = can.trace ? transactions.filter(({ trace }) => trace.incomplete) : []
  const header = transactions[0]?.mined.header ?? { hash: '', number: 0 }
  const started = clock.elapsed()
  const source = {
    refusals,
    send: (requests: readonly RpcRequest[], share = 1) => rpc.send(requests, started + share * (until - started)),
  }
  const { traces, replies } = await (known?.of(header) ?? new BlockTraces(header)).read(
    source,
    open.map(({ mined }) => mined.transaction),
    { most: MAX_TRACED, otherRequests },
  )
  const read = new Map(open.map((each, at) => [each, traces[at]]))
  return { traces: transactions.map((each) => knownTrace(each, read.get(each))), replies }
}

function knownTrace(subject: MinedSubject, raw: RawTrace | undefined): KnownTrace {
  const { trace } = subject
  if (!trace.incomplete) return { trace, missing: [] }
  if (raw === undefined) return { trace, missing: unknownsOf(subject) }
  const read = 'missing' in raw ? raw.missing : readExecutedTrace(subject, raw.trace)
  if (typeof read === 'object') return { trace: read, missing: [] }
  return { trace, missing: [{ code: 'no-trace', reason: read }, ...unknownsOf(subject)] }
}
