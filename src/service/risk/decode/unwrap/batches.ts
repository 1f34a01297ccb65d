import { isZeroAddress, SELECTOR_LENGTH } from '../../../evm/words.ts'
import { argumentsAs } from '../arguments.ts'
import {
  callOf,
  type InnerCall,
  type NamedCall,
  selfOf,
  sliceBytes,
  type Unwrap,
  type UnwrapTable,
} from './inner-call.ts'

/** Gelato: a task may name only the function, and get its arguments later. */
const task: Unwrap = (frame, args) => {
  const item = argumentsAs<NamedCall>(args)
  return { calls: (item.data ?? '0x').length <= SELECTOR_LENGTH ? [] : [callOf(frame.to, item)] }
}

/** Bytes: operation (1), to (20), value (32), data length (32). */
const MULTI_SEND_HEADER = 85

/** Safe's MultiSend: packed transactions without padding. */
const multiSend: Unwrap = (frame, args) => {
  const digits = argumentsAs<{ transactions: string }>(args).transactions.slice(2)
  const self = selfOf(frame)
  const size = digits.length / 2
  const calls: InnerCall[] = []
  for (let at = 0; at < size; ) {
    if (at + MULTI_SEND_HEADER > size) return { calls, fault: 'its last packed transaction is incomplete' }
    const operation = sliceBytes(digits, at, at + 1)
    const to = `0x${sliceBytes(digits, at + 1, at + 21)}`
    const length = Number(`0x${sliceBytes(digits, at + 53, at + MULTI_SEND_HEADER)}`)
    const end = at + MULTI_SEND_HEADER + length
    calls.push({
      actor: self,
      // In later versions the zero address means the Safe itself.
      to: isZeroAddress(to) ? self : to,
      value: BigInt(`0x${sliceBytes(digits, at + 21, at + 53)}`),
      operation: operation === '01' ? 'delegatecall' : 'call',
      data: `0x${sliceBytes(digits, at + MULTI_SEND_HEADER, Math.min(end, size))}`,
    })
    if (operation !== '00' && operation !== '01') return { calls, fault: `its operation ${operation} is unknown` }
    if (end > size) return { calls, fault: 'its last packed transaction is incomplete' }
    at = end
  }
  return { calls }
}

export const batchUnwraps: UnwrapTable = { '0x8d80ff0a': multiSend, '0x3323b467': task }
