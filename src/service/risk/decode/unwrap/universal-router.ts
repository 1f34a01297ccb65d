import { lazily } from '../../../../shared/lazily.ts'
import { SELECTOR_LENGTH, word } from '../../../evm/words.ts'
import { type Arguments, argumentsAs, Layout } from '../arguments.ts'
import { commandSignatures, honestSignatures, type Signature } from '../signatures.ts'
import {
  type CallContext,
  callOf,
  callsWithin,
  type InnerCall,
  sliceBytes,
  type Unwrap,
  type Unwrapped,
  type UnwrapTable,
} from './inner-call.ts'

/** The highest bit allows a command to fail. The next is unused up to router 2.0, and chooses commands of others in 2.1. */
const MAY_FAIL = 0x80
const COMMAND_MASK = 0x7f

const plan: Unwrap = (frame, args) => {
  const { commands, inputs } = argumentsAs<{ commands: string; inputs: readonly string[] }>(args)
  const { calls, ...rest } = commandCalls(frame, commands, inputs, (byte) =>
    commandSignatures('universal-router', idOf(byte & COMMAND_MASK)),
  )
  const flagged = calls.map((call) =>
    (Number(call.command?.id) & MAY_FAIL) === 0 ? call : { ...call, mayFail: true as const },
  )
  return { ...rest, calls: flagged }
}

const v4Plan: Unwrap = (frame, args) => {
  const { actions, params } = argumentsAs<{ actions: string; params: readonly string[] }>(args)
  return commandCalls(frame, actions, params, (byte) => commandSignatures('v4-actions', idOf(byte)))
}

const unlockData = lazily(() => new Layout('bytes actions, bytes[] params'))

/** Position manager: the actions are encoded once more. */
const v4Positions: Unwrap = (frame, args, work) => {
  const { unlockData: data } = argumentsAs<{ unlockData: string }>(args)
  const inner = { layout: unlockData(), data, work, fault: 'its actions do not decode' }
  return callsWithin<Arguments>(inner, (plan) => v4Plan(frame, plan, work))
}

/** The caller of the router pays and stays the actor. */
function commandCalls(
  frame: CallContext,
  commands: string,
  inputs: readonly string[],
  candidatesOf: (byte: number) => readonly Signature[],
): Unwrapped {
  const digits = commands.slice(2)
  const count = digits.length / 2
  const calls = inputs.slice(0, count).map((data, index): InnerCall => {
    const byte = sliceBytes(digits, index, index + 1)
    return commandOf(frame, `0x${byte}`, data, candidatesOf(Number.parseInt(byte, 16)))
  })
  return count === inputs.length ? { calls } : { calls, fault: 'its commands and inputs differ in number' }
}

/** Seaport 1.5, where the first router version bought NFTs. */
const SEAPORT_ADDRESS = '0x00000000000000adc04c56bf30ac9d3c0aaf14dc'

const seaport: Unwrap = (frame, args) => {
  const { value, data } = argumentsAs<{ value: bigint; data: string }>(args)
  return { calls: [callOf(frame.to, { target: SEAPORT_ADDRESS, value, data })] }
}

/** The input is a whole call. Its contract is one that the router names, another on each chain. */
const positions =
  (...selectors: readonly string[]): Unwrap =>
  (frame, args) => {
    const { data } = argumentsAs<{ data: string }>(args)
    const id = data.slice(0, SELECTOR_LENGTH)
    const candidates = selectors.includes(id) ? commandSignatures('position-managers', id) : []
    return { calls: [commandOf(frame, id, `0x${data.slice(SELECTOR_LENGTH)}`, candidates)] }
  }

/** depositV3(…): the input is a struct of its arguments, in their order, and of one more. */
const DEPOSIT = '0x7b939232'
const STRUCT = `0x${word(32n)}`

const acrossDeposit: Unwrap = (frame, args) => {
  const { data } = argumentsAs<{ data: string }>(args)
  if (!data.startsWith(STRUCT)) return { calls: [], fault: 'its deposit does not decode' }
  return { calls: [commandOf(frame, DEPOSIT, `0x${data.slice(STRUCT.length)}`, honestSignatures(DEPOSIT) ?? [])] }
}

function commandOf(frame: CallContext, id: string, data: string, candidates: readonly Signature[]): InnerCall {
  return { ...frame, value: 0n, operation: 'command', data, command: { id, candidates } }
}

function idOf(byte: number): string {
  return `0x${byte.toString(16).padStart(2, '0')}`
}

export const universalRouterUnwraps: UnwrapTable = {
  '0x3593564c': plan,
  '0x24856bc3': plan,
  EXECUTE_SUB_PLAN: plan,
  '0xdd46508f': v4Positions,
  '0x4afe393c': v4Plan,
  V4_SWAP: v4Plan,
  SEAPORT: seaport,
  V3_POSITION_MANAGER_PERMIT: positions('0x7ac2ff7b'),
  V3_POSITION_MANAGER_CALL: positions('0x0c49ccbe', '0xfc6f7865', '0x42966c68'),
  V4_POSITION_MANAGER_CALL: positions('0xdd46508f'),
  V4_POSITIONS: v4Positions,
  ACROSS_V4_DEPOSIT_V3: acrossDeposit,
}
