import type { MissingData } from '../../../api/text/missing.ts'
import { isRecord } from '../../../shared/json/json.ts'
import { ownedKey } from '../../evm/asset.ts'
import { type Log, type Movement, nativeEmitters } from '../../evm/logs.ts'
import { namedControlIn } from '../../risk/chain/control-events.ts'
import type { Block } from '../../risk/chain/observation.ts'
import type { SimulationEvidence } from '../../risk/chain/simulation.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { MinedTransaction } from '../blocks/block.ts'
import type { MinedSubject } from '../observer.ts'
import { readRawTrace } from '../traces.ts'
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
export function minedBlock({ header: { number, hash, timestamp } }: MinedTransaction): Block {
  return { number: BigInt(number), hash, timestamp }
}

/** Gives what the receipt does not say. */
export function unknownsOf({ mined, trace }: MinedSubject): MissingData[] {
  const { succeeded } = mined.receipt
  if (succeeded !== undefined || trace.root.logs.length > 0) return []
  return [{ code: 'outcome-unknown' }]
}
