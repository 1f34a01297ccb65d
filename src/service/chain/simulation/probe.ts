import { most } from '../../../shared/bigints.ts'
import { dataOf, quantity } from '../../../shared/json/evm-json.ts'
import { LENS_CODE, SPENDER_CODE } from '../contracts/lens-code.ts'
import type { NodeHead } from '../nodes/chain-node.ts'
import { isReply, type RpcReply, type RpcRequest, resultOf } from '../rpc/json-rpc.ts'
import { runAllAnswers, runAllCall, runAnswers, runAsDelegateCall, runCall, takeCall } from '../state/lens.ts'
import { type BlockEnvironment, fees } from './environment.ts'
import { type Question, readOf } from './questions.ts'
import type { Measured, NotMeasured } from './result.ts'
import { revertReason } from './revert-reason.ts'
import type { SimulationSubject } from './simulated.ts'
import { type PlannedTakes, takenBy } from './takes.ts'
import { codeOverrides, valueSent, withBalance } from './wire.ts'

/**
 * The run is an eth_call with code of ours as that of the account that acts: it reads, makes the call and reads again.
 * The called contract sees the true msg.sender and tx.origin; that the sender has code is all that differs.
 */
export interface ProbeRun {
  readonly subject: SimulationSubject
  readonly questions: readonly Question[]
  readonly head: NodeHead
  readonly balance: bigint | undefined
  /** When absent, the node uses its default environment. */
  readonly environment: BlockEnvironment | undefined
}

/** Makes the request; undefined for what one call cannot do: a creation, several calls. */
export function probeRequest({ subject, questions, head, balance, environment }: ProbeRun): RpcRequest | undefined {
  const [call, ...others] = subject.calls
  const { actor, caller, to, value, data } = call
  if (to === undefined || others.length > 0) return undefined
  const reads = questions.map(readOf)
  const code = codeOf(subject)
  const input = code === undefined ? runCall(reads, to, value, data) : runAsDelegateCall(reads, code, data)
  const held = heldBy(subject, balance)
  const price = environment ? environment.gas * environment.gasPrice : 0n
  const from = call.operation === 'delegatecall' ? caller : actor
  const overrides = { ...codeOverrides(subject), [actor]: { code: LENS_CODE } }
  // Gas is paid by the sender before the first read.
  const funded =
    from === actor
      ? withBalance(overrides, actor, held + price)
      : withBalance(withBalance(overrides, actor, held), from, price)
  const params = [
    { from, to: actor, data: input, ...(environment && { gas: quantity(environment.gas), ...fees(environment) }) },
    { blockHash: head.hash },
    funded,
  ]
  return { method: 'eth_call', params: environment ? [...params, environment.blockOverrides] : params }
}

/**
 * Requests the call, and then what spenders take: in another request, because it gives the spenders other code.
 * Undefined for what one call of the account cannot do.
 */
export function takesRequest(
  { subject, head, balance }: ProbeRun,
  takes: readonly PlannedTakes[],
): RpcRequest | undefined {
  const [{ actor, to, value, data, operation }, ...others] = subject.calls
  if (to === undefined || operation === 'delegatecall' || others.length > 0 || takes.length === 0) return undefined
  const calls = [
    { to, value, data },
    ...takes.map(({ spender, takes: each }) => ({ to: spender, value: 0n, data: takeCall(each) })),
  ]
  const spenders = takes.map(({ spender }) => [spender, { code: SPENDER_CODE }])
  const overrides = { ...codeOverrides(subject), ...Object.fromEntries(spenders), [actor]: { code: LENS_CODE } }
  const funded = withBalance(overrides, actor, heldBy(subject, balance))
  const call = { from: actor, to: actor, data: runAllCall(calls) }
  return { method: 'eth_call', params: [call, { blockHash: head.hash }, funded] }
}

/** Reads what the spenders took; nothing where the call itself failed. Never throws. */
export function readTakes(takes: readonly PlannedTakes[], reply: RpcReply | undefined): Measured['taken'] {
  const answers = runAllAnswers(resultOf(reply), takes.length + 1)
  const [, ...taken] = answers?.[0] === undefined ? [] : answers
  return takenBy(takes, taken)
}

function heldBy(subject: SimulationSubject, balance: bigint | undefined): bigint {
  return most(balance ?? 0n, valueSent(subject))
}

/** Code that runs as that of the actor: of a delegatecall, or of its own delegate (EIP-7702). */
function codeOf({ calls: [{ actor, to, operation }], delegations }: SimulationSubject): string | undefined {
  if (operation === 'delegatecall') return to
  const delegation = to === actor ? delegations.get(actor) : undefined
  return delegation !== undefined && delegation !== '0x' ? `0x${delegation.slice(8)}` : undefined
}

/** Reads the answer. Never throws. */
export function readProbe(
  { questions, head, environment }: ProbeRun,
  reply: RpcReply | undefined,
): Measured | NotMeasured {
  if (reply === undefined) return { failure: 'eth_call: no answer' }
  if (!isReply(reply)) return { failure: `eth_call: ${reply.failure.message}` }
  const answers = runAnswers(reply.result, questions.length)
  if (!answers) return { failure: 'eth_call: the answer is not that of the code that was sent' }
  const { before, succeeded, returned, afterwards: after } = answers
  return {
    succeeded,
    reason: succeeded ? undefined : revertReason(dataOf(returned), undefined),
    before,
    after,
    logs: undefined,
    fee: 0n,
    timestamp: BigInt(environment?.blockOverrides.time ?? head.timestamp),
    taken: new Map(),
  }
}
