import { selectorOf } from '../../../evm/words.ts'
import { argumentsAs } from '../arguments.ts'
import {
  callOf,
  type InnerCall,
  inColumns,
  type NamedCall,
  selfOf,
  sliceBytes,
  type Unwrap,
  type Unwrapped,
  type UnwrapTable,
} from './inner-call.ts'

interface Signed extends Required<NamedCall> {
  /** Signature of the called function; empty when the data starts with the selector. */
  readonly signature: string
}

/** Compound's timelock writes the function apart from its arguments. */
export function signedCall(actor: string, { target, value, signature, data }: Signed): InnerCall {
  const selector = signature === '' ? '0x' : selectorOf(signature)
  return callOf(actor, { target, value, data: selector + data.slice(2) })
}

const signed: Unwrap = (frame, args) => ({ calls: [signedCall(selfOf(frame), argumentsAs<Signed>(args))] })

const signedColumns: Unwrap = (frame, args) => {
  const { targets, values, functions, data } = argumentsAs<{
    targets: readonly string[]
    values: readonly bigint[]
    functions: readonly string[]
    data: readonly string[]
  }>(args)
  const calls = targets.map((target, index) =>
    signedCall(selfOf(frame), {
      target,
      value: values[index] ?? 0n,
      signature: functions[index] ?? '',
      data: data[index] ?? '0x',
    }),
  )
  return inColumns(calls, [targets, values, functions, data])
}

/** Bytes: target (20), data length (4). */
const SCRIPT_HEADER = 24
const CALLS_SCRIPT = '00000001'

/** Aragon's EVMScript 1: calls without value, packed. */
const script: Unwrap = (frame, args) => {
  const digits = argumentsAs<{ script: string }>(args).script.slice(2)
  if (digits === '') return { calls: [] }
  if (!digits.startsWith(CALLS_SCRIPT)) return { calls: [], fault: 'its script is of another kind' }
  return scriptCalls(selfOf(frame), digits.slice(CALLS_SCRIPT.length))
}

function scriptCalls(actor: string, digits: string): Unwrapped {
  const size = digits.length / 2
  const calls: InnerCall[] = []
  for (let at = 0; at < size; ) {
    if (at + SCRIPT_HEADER > size) return { calls, fault: 'the last call of its script is incomplete' }
    const end = at + SCRIPT_HEADER + Number(`0x${sliceBytes(digits, at + 20, at + SCRIPT_HEADER)}`)
    const data = `0x${sliceBytes(digits, at + SCRIPT_HEADER, Math.min(end, size))}`
    calls.push(callOf(actor, { target: `0x${sliceBytes(digits, at, at + 20)}`, data }))
    if (end > size) return { calls, fault: 'the last call of its script is incomplete' }
    at = end
  }
  return { calls }
}

export const governanceUnwraps: UnwrapTable = {
  '0xda95691a': signedColumns,
  '0x3a66f901': signed,
  '0x0825f38f': signed,
  '0xd948d468': script,
  '0xd5db2c80': script,
  '0xf4b00513': script,
}
