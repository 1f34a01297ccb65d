import type { MissingData } from '../../../api/text/missing.ts'
import { isRecord } from '../../../shared/json/json.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import { ownedKey } from '../../evm/asset.ts'
import { type Log, type Movement, nativeEmitters } from '../../evm/logs.ts'
import { namedControlIn } from '../../risk/chain/control-events.ts'
import type { ObservedBlock } from '../../risk/chain/observation.ts'
import type { SimulationEvidence } from '../../risk/chain/simulation.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { MinedTransaction } from '../blocks/block.ts'
import type { ChainNode } from '../nodes/chain-node.ts'
import type { MinedSubject } from '../observer.ts'
import type { RpcRequest } from '../rpc/json-rpc.ts'
import { BlockTraces, type RawTrace, type ReadTraces, readRawTrace, type StepTraces } from '../traces.ts'
import { standingApprovals } from './approvals.ts'
import { claimedBalances, minimumChanges } from './asset-changes.ts'
import { logsOf, movementsOfTrace } from './events.ts'
import { bounded, emptySimulation } from './result.ts'

/**
 * Reads the trace of a node, where it is that of the same execution: it starts with the same call, ends like it and has the same
 * events as the receipt. A clause where it is not.
 */
export function readExecutedTrace(subject: MinedSubject, raw: unknown): Trace | string {
  const read = isRecord(raw) ? readRawTrace(raw) : undefined
  if (read === undefined) return 'the answer of the node is not a trace'
  // anvil leaves out the list of events of a frame that has none.
  const trace = { ...read, hasLogs: true }
  return isSameExecution(trace, subject) ? trace : 'the trace of the node does not fit the receipt'
}

function isSameExecution(trace: Trace, { trace: known, mined }: MinedSubject): boolean {
  const { root } = trace
  const { succeeded } = mined.receipt
  const sameCall = root.from === known.root.from && root.to === known.root.to && root.value === known.root.value
  const sameEnd = succeeded === undefined || succeeded === (root.error === undefined)
  return sameCall && sameEnd && (trace.incomplete || textOf(logsOf(trace)) === textOf(logsOf(known)))
}

/** A trace has them in another order. What a chain itself logs is in receipts only. */
function textOf(logs: readonly Log[]): string {
  return logs
    .filter(({ address }) => !nativeEmitters.has(address))
    .map(({ address, topics, data }) => `${address} ${topics.join(' ')} ${data}`.toLowerCase())
    .sort()
    .join('\n')
}

/** Gives what a block has of a transaction, in the form of a simulation. @param trace of a node, or that of the receipt */
export function executedSimulation(subject: MinedSubject, trace: Trace): SimulationEvidence {
  const { owners, pretended } = subject
  const method = trace === subject.trace ? 'receipt' : 'trace'
  const base = { method, trace, isExecuted: true } as const
  if (trace.root.error !== undefined) return emptySimulation({ ...base, status: 'reverted', reason: undefined })
  const movements = movementsOfTrace(trace).filter(({ asset }) => !nativeEmitters.has(asset.token))
  const shown = shownByTrace(trace, movements, owners)
  const changes = shown.changes.filter(({ owner, token }) => !pretended.has(ownedKey(owner, { token })))
  const simulation = emptySimulation({ ...base, ...shown, status: 'ok', reason: undefined, changes, claims: changes })
  return bounded({ simulation, missing: [] }).simulation
}

/** Reads what a trace alone shows: changes by its movements, approvals and who gains control by its events. */
export function shownByTrace(
  trace: Trace,
  movements: readonly Movement[],
  owners: readonly string[],
): Pick<SimulationEvidence, 'changes' | 'claims' | 'approvals' | 'control'> {
  const changes = minimumChanges([claimedBalances(movements, owners)], owners)
  const readings = { questions: [], before: [], after: [] }
  const logs = logsOf(trace)
  const approvals = standingApprovals({ readings, timestamp: 0n, taken: new Map(), logs, owners })
  return { changes, claims: changes, approvals: [...approvals.values()], control: namedControlIn(logs) }
}

/** Gives the block of a transaction in the form of an observation. */
export function minedBlock({ header: { number, hash, timestamp } }: MinedTransaction): ObservedBlock {
  return { number: BigInt(number), hash, timestamp }
}

/** Gives what the receipt does not say. */
export function unknownsOf({ mined, trace }: MinedSubject): MissingData[] {
  const { succeeded } = mined.receipt
  if (succeeded !== undefined || trace.root.logs.length > 0) return []
  return [{ code: 'outcome-unknown' }]
}

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
