import { least } from '../../../shared/bigints.ts'
import { dataOf, quantityOf } from '../../../shared/json/evm-json.ts'
import { isRecord } from '../../../shared/json/json.ts'
import type { Log } from '../../evm/logs.ts'
import { isCodeCall } from '../../risk/trace/movements.ts'
import { readTrace } from '../../risk/trace/read-trace.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import { CALL_TRACER, type Capabilities, type NodeHead } from '../nodes/chain-node.ts'
import { isReply, type RpcReply, type RpcRequest } from '../rpc/json-rpc.ts'
import { readCallResult } from './call-result.ts'
import type { BlockEnvironment } from './environment.ts'
import { logsOf } from './events.ts'
import { revertReason } from './revert-reason.ts'
import { CALL_FAILED, didCallFail } from './safe-execution.ts'
import type { Overrides, SimulationSubject } from './simulated.ts'
import { codeOverrides, paid, valueSent, wireCall, withBalance } from './wire.ts'

/** What a first run of a subject shows: which tokens to measure. */
export interface DiscoveryRun {
  readonly status: 'ok' | 'reverted'
  readonly reason: string | undefined
  readonly trace: Trace | undefined
  readonly logs: readonly Log[]
  /** Gas of the whole run; absent when the method does not say. */
  readonly gasUsed: bigint | undefined
}

/** A run that a node did not make. */
export interface NoRun {
  /** A clause. */
  readonly failure: string
}

export function isRun(run: DiscoveryRun | NoRun): run is DiscoveryRun {
  return 'status' in run
}

/** A subject, and what its first run showed. */
export interface Tried {
  readonly subject: SimulationSubject
  readonly run: DiscoveryRun | NoRun
  /** The run had more native currency than the sender has. */
  readonly isFunded: boolean
}

/** Lists the events of the first run, by its trace or without one. @param trace of the node or of the caller */
export function discoveredLogs({ run }: Pick<Tried, 'run'>, trace: Trace | undefined): readonly Log[] {
  return trace ? logsOf(trace) : isRun(run) ? run.logs : []
}

/** A run to request. */
export interface Discovering {
  readonly request: RpcRequest
  /** The sender has more native currency than it really has. */
  readonly isFunded: boolean
}

interface DiscoveryInput {
  readonly head: NodeHead
  readonly can: Capabilities
  readonly environment: BlockEnvironment
}

/** Gas of a run with the real balance: that of nearly every transaction. More of it would cost more than many accounts have. */
const USUAL_GAS = 2n ** 22n

/** What a run starts with. */
interface Conditions {
  readonly environment: BlockEnvironment
  readonly stateOverrides: Overrides
}

/**
 * Makes the requests that run a subject, by the best method of the node: with the real balance of the sender, which contracts can
 * read, and, because what that is comes with the same trip, once more for a sender that cannot pay. Empty: the node has no
 * method.
 */
export function discoveryRequests(subject: SimulationSubject, input: DiscoveryInput): Discovering[] {
  // Who executes for a Safe pays nothing.
  const conditions = subject.execution ? [false] : [false, true]
  return conditions.flatMap((isFunded) => {
    const request = requestWith(subject, input, conditionsOf(subject, isFunded, input.environment))
    return request ? { request, isFunded } : []
  })
}

export function conditionsOf(subject: SimulationSubject, isFunded: boolean, environment: BlockEnvironment): Conditions {
  const overrides = codeOverrides(subject)
  const price = environment.gas * environment.gasPrice
  // About as much as an account has that cannot pay for the gas, and what it costs.
  if (isFunded)
    return {
      environment,
      stateOverrides: withBalance(overrides, senderOf(subject), valueSent(subject) + price + price / 2n),
    }
  // Who only acts through others pays for no gas.
  const gasPrice = subject.simulated === 'transaction' ? environment.gasPrice : 0n
  const usual = { ...environment, gasPrice, gas: least(environment.gas, USUAL_GAS) }
  return { environment: usual, stateOverrides: overrides }
}

function requestWith(
  subject: SimulationSubject,
  { head, can }: DiscoveryInput,
  conditions: Conditions,
): RpcRequest | undefined {
  const [first] = subject.calls
  const pin = { blockHash: head.hash }
  const { environment, stateOverrides } = conditions
  if (canTrace(subject, can)) return tracedRequest(subject, head, conditions, CALL_TRACER)
  if (can.simulate) {
    const block = { blockOverrides: environment.blockOverrides, stateOverrides, calls: subject.calls.map(wireCall) }
    const options = { blockStateCalls: [block], validation: false, traceTransfers: true }
    return { method: 'eth_simulateV1', params: [options, pin] }
  }
  if (!can.overrides || subject.calls.length > 1) return undefined
  return { method: 'eth_call', params: [wireCall(first), pin, stateOverrides] }
}

export function canTrace({ calls }: SimulationSubject, can: Capabilities): boolean {
  return can.trace && calls.length === 1
}

/** @param tracer with its configuration */
export function tracedRequest(
  { calls: [call] }: SimulationSubject,
  { hash }: NodeHead,
  { environment, stateOverrides }: Conditions,
  tracer: object,
): RpcRequest {
  const options = { ...tracer, stateOverrides, blockOverrides: environment.blockOverrides }
  const params = [paid(wireCall(call), environment, environment.gas), { blockHash: hash }, options]
  return { method: 'debug_traceCall', params }
}

/** Finds who pays for the first call. */
export function senderOf({ calls: [first] }: SimulationSubject): string {
  return wireCall(first).from ?? first.actor
}

/** Reads the answer to a discovery request. Never throws. */
export function readDiscovery(
  subject: SimulationSubject,
  { method }: RpcRequest,
  reply: RpcReply | undefined,
): DiscoveryRun | NoRun {
  if (reply === undefined) return { failure: `${method}: no answer` }
  if (!isReply(reply)) {
    const { kind, message, data } = reply.failure
    if (kind !== 'reverted') return { failure: `${method}: ${message}` }
    return { status: 'reverted', reason: revertReason(dataOf(data), message), ...nothingSeen }
  }
  const run = readReply(subject, method, reply.result)
  if (!isRun(run) || run.status !== 'ok' || !didCallFail(subject, run.logs)) return run
  return { ...run, status: 'reverted', reason: CALL_FAILED }
}

function readReply(subject: SimulationSubject, method: string, result: unknown): DiscoveryRun | NoRun {
  if (method === 'debug_traceCall') return readTraced(subject, result)
  if (method === 'eth_simulateV1') return readSimulated(result)
  return { status: 'ok', reason: undefined, ...nothingSeen }
}

const nothingSeen = { trace: undefined, logs: [], gasUsed: undefined } as const

function readTraced(subject: SimulationSubject, result: unknown): DiscoveryRun | NoRun {
  const answered = isRecord(result) && isRecord(result.result) ? result.result : result
  if (!isRecord(answered)) return { failure: 'debug_traceCall: the answer is not a trace' }
  try {
    // anvil leaves out the list of events of a frame that has none.
    const trace = unwrapped(subject, { ...readTrace(answered), hasLogs: true })
    if (lacksOverrides(subject, trace, answered.output)) return { failure: 'debug_traceCall ignores state overrides' }
    const { error } = trace.root
    const gasUsed = quantityOf(answered.gasUsed)
    if (error !== undefined)
      return { status: 'reverted', reason: revertReason(dataOf(answered.output), error), trace, logs: [], gasUsed }
    return { status: 'ok', reason: undefined, trace, logs: logsOf(trace), gasUsed }
  } catch {
    return { failure: 'debug_traceCall: the answer is not a trace' }
  }
}

/** Hardhat ignores state overrides here: a delegatecall, or the code of a delegate, did not run. */
function lacksOverrides({ calls: [call], delegations }: SimulationSubject, { root }: Trace, output: unknown): boolean {
  if (call.operation === 'delegatecall') return !isCodeCall(root)
  const code = call.to === undefined ? undefined : delegations.get(call.to)
  const didNothing = root.calls.length === 0 && root.logs.length === 0 && (output === undefined || output === '0x')
  return code !== undefined && code !== '0x' && root.error === undefined && didNothing
}

/** A delegatecall of an account: without the frame of the code that stands for the account. */
function unwrapped({ calls: [{ operation, to, data }] }: SimulationSubject, trace: Trace): Trace {
  const [inner] = trace.root.calls
  if (operation !== 'delegatecall' || inner === undefined || !isCodeCall(inner)) return trace
  return inner.to === to && inner.input === data ? { ...trace, root: inner } : trace
}

function readSimulated(result: unknown): DiscoveryRun | NoRun {
  const failure = { failure: 'eth_simulateV1: the answer lacks the requested calls' }
  const [block] = Array.isArray(result) ? result : []
  if (!isRecord(block) || !Array.isArray(block.calls) || block.calls.length === 0) return failure
  const logs: Log[] = []
  let gasUsed = 0n
  for (const call of block.calls) {
    const outcome = readCallResult(call)
    if (!outcome) return failure
    gasUsed += outcome.gasUsed
    if (!outcome.succeeded) return { status: 'reverted', reason: outcome.reason, trace: undefined, logs: [], gasUsed }
    logs.push(...outcome.logs)
  }
  return { status: 'ok', reason: undefined, trace: undefined, logs, gasUsed }
}
