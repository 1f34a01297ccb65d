import { least } from '../../../shared/bigints.ts'
import { quantity, quantityOf } from '../../../shared/json/evm-json.ts'
import { isRecord } from '../../../shared/json/json.ts'
import { LENS_CODE, SPENDER_CODE } from '../contracts/lens-code.ts'
import { isReply, type RpcFailure, type RpcReply, type RpcRequest } from '../rpc/json-rpc.ts'
import { readAnswers, readCall, takeCall } from '../state/lens.ts'
import { type CallResult, readCallResult } from './call-result.ts'
import { type BlockEnvironment, nodeDefaultOverrides, readGas } from './environment.ts'
import type { ProbeRun } from './probe.ts'
import { readOf } from './questions.ts'
import type { Measured, NotMeasured } from './result.ts'
import { CALL_FAILED, didCallFail } from './safe-execution.ts'
import type { Overrides, SimulationSubject } from './simulated.ts'
import { type PlannedTakes, takenBy } from './takes.ts'
import { codeOverrides, paid, valueSent, type WireCall, wireCall, withBalance } from './wire.ts'

/**
 * The request is an eth_simulateV1: one block that reads, runs the subject and reads again, and one in which spenders
 * take what they may. The reader and the code that reads are at unpredictable addresses.
 */
export interface Sandwich extends Omit<ProbeRun, 'balance'> {
  readonly takes: readonly PlannedTakes[]
  readonly reader: string
  readonly lens: string
  /** Account that sends the first call. */
  readonly sender: { readonly address: string; readonly balance: bigint | undefined; readonly hasCode: boolean }
}

/** Pays for the gas of all that reads, at any price. */
const READER_BALANCE = 10n ** 24n
const TAKE_GAS = 2_500_000n

export function sandwichRequest(sandwich: Sandwich): RpcRequest {
  const { subject, environment, head, takes } = sandwich
  const reads = readCall(sandwich.questions.map(readOf))
  const read = readerCall(sandwich, sandwich.lens, reads, readGas(head))
  // All together within a block: a contract that burns gas must not fail the whole request.
  const takeGas = least(TAKE_GAS, head.gasLimit / BigInt(Math.max(1, takes.length)))
  const calls = subject.calls.map((call) => {
    return environment ? paid(wireCall(call), environment, gasOf(sandwich, environment)) : wireCall(call)
  })
  const first = {
    blockOverrides: environment?.blockOverrides ?? nodeDefaultOverrides(head),
    stateOverrides: {
      ...overridesOf(sandwich),
      [sandwich.lens]: { code: LENS_CODE },
      [sandwich.reader]: { balance: quantity(READER_BALANCE) },
    },
    calls: [read, ...calls, read],
  }
  const second = {
    blockOverrides: {},
    stateOverrides: Object.fromEntries(takes.map(({ spender }) => [spender, { code: SPENDER_CODE }])),
    calls: takes.map(({ spender, takes: each }) => readerCall(sandwich, spender, takeCall(each), takeGas)),
  }
  const options = {
    blockStateCalls: takes.length > 0 ? [first, second] : [first],
    validation: isValidated(sandwich),
    traceTransfers: true,
  }
  return { method: 'eth_simulateV1', params: [options, { blockHash: head.hash }] }
}

/** EIP-3607: a sender with code of its own is refused when the transaction is validated. */
function isValidated({ environment, subject, sender }: Sandwich): boolean {
  return environment !== undefined && subject.simulated === 'transaction' && !sender.hasCode
}

function readerCall({ reader, environment }: Sandwich, to: string, data: string, gas: bigint): WireCall {
  const call = { from: reader, to, data }
  return environment ? paid(call, environment, gas) : { ...call, gas: quantity(gas) }
}

function gasOf({ subject }: Sandwich, { gas }: BlockEnvironment): bigint {
  return gas / BigInt(subject.calls.length)
}

/**
 * The balance of the sender: what it has, and the price of the gas on top, so that a contract sees the real one; or the
 * value, if it has less.
 */
function overridesOf({ subject, sender, environment }: Sandwich): Overrides {
  const value = valueSent(subject)
  const held = sender.balance !== undefined && sender.balance > value ? sender.balance : value
  const price = environment ? environment.gas * environment.gasPrice : 0n
  const overrides = codeOverrides(subject)
  if (held === sender.balance && price === 0n) return overrides
  return withBalance(overrides, sender.address, held + price)
}

/** Reads the answer. Never throws. */
export function readSandwich(sandwich: Sandwich, reply: RpcReply | undefined): Measured | NotMeasured {
  if (reply === undefined) return { failure: 'eth_simulateV1: no answer' }
  if (!isReply(reply)) return { failure: `eth_simulateV1: ${refusalOf(sandwich.subject, reply.failure)}` }
  return (
    readBlocks(sandwich, reply.result) ?? {
      failure: 'eth_simulateV1: the answer lacks the requested calls',
    }
  )
}

/** JSON-RPC: invalid params. */
const INVALID_PARAMS = -32_602

/** anvil 1.7 takes no call without `to`, with any fees. */
function refusalOf({ calls }: SimulationSubject, { code, message }: RpcFailure): string {
  const isCreation = calls.some(({ to }) => to === undefined)
  return isCreation && code === INVALID_PARAMS ? 'the node does not simulate the creation of a contract' : message
}

function readBlocks(sandwich: Sandwich, result: unknown): Measured | undefined {
  const { subject, questions, environment } = sandwich
  const [block, next] = Array.isArray(result) ? result : []
  const results = isRecord(block) && callsOf(block, subject.calls.length + 2)
  const timestamp = isRecord(block) ? quantityOf(block.timestamp) : undefined
  if (!results || timestamp === undefined) return undefined
  const own = results.slice(1, -1)
  const before = readAnswers(results[0]?.returned, questions.length)
  const after = readAnswers(results.at(-1)?.returned, questions.length)
  if (!before || !after) return undefined
  const failed = own.find(({ succeeded }) => !succeeded)
  const logs = own.flatMap((call) => call.logs)
  const isUndone = didCallFail(subject, logs)
  const payers = subject.calls.map((call) => wireCall(call).from === sandwich.sender.address)
  const gas = own.reduce((sum, { gasUsed }, index) => (payers[index] ? sum + gasUsed : sum), 0n)
  return {
    succeeded: failed === undefined && !isUndone,
    reason: failed?.reason ?? (isUndone ? CALL_FAILED : undefined),
    before,
    after,
    logs,
    fee: gas * (environment?.gasPrice ?? 0n),
    timestamp,
    taken: takenIn(sandwich, next),
  }
}

function callsOf({ calls }: Record<string, unknown>, count: number): readonly CallResult[] | undefined {
  if (!Array.isArray(calls) || calls.length !== count) return undefined
  const results = calls.map(readCallResult)
  return results.every((each) => each !== undefined) ? results : undefined
}

function takenIn({ takes }: Sandwich, block: unknown): Measured['taken'] {
  const results = (isRecord(block) && callsOf(block, takes.length)) || []
  return takenBy(
    takes,
    results.map(({ returned }) => returned),
  )
}
