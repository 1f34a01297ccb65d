import { argumentsAs } from '../arguments.ts'
import { type Step, selfOf, sliceBytes, type Unwrap, type UnwrapTable } from './step.ts'

/** operation (1), to (20), value (32), length of the data (32). */
const HEADER = 85

const ZERO_ADDRESS = /^0{40}$/

/** Safe's MultiSend: transactions packed without padding, one after the other. */
const packed: Unwrap = (frame, args) => {
  const digits = argumentsAs<{ transactions: string }>(args).transactions.slice(2)
  const self = selfOf(frame)
  const size = digits.length / 2
  const steps: Step[] = []
  for (let at = 0; at < size; ) {
    if (at + HEADER > size) return { steps, fault: 'its last packed transaction is incomplete' }
    const operation = sliceBytes(digits, at, at + 1)
    const to = sliceBytes(digits, at + 1, at + 21)
    const length = Number(`0x${sliceBytes(digits, at + 53, at + HEADER)}`)
    const end = at + HEADER + length
    steps.push({
      actor: self,
      // Later versions mean the Safe itself by nobody.
      to: ZERO_ADDRESS.test(to) ? self : `0x${to}`,
      value: BigInt(`0x${sliceBytes(digits, at + 21, at + 53)}`),
      operation: operation === '01' ? 'delegatecall' : 'call',
      data: `0x${sliceBytes(digits, at + HEADER, Math.min(end, size))}`,
    })
    if (operation !== '00' && operation !== '01') return { steps, fault: `its operation ${operation} is unknown` }
    if (end > size) return { steps, fault: 'its last packed transaction is incomplete' }
    at = end
  }
  return { steps }
}

export const multiSendUnwraps: UnwrapTable = { '0x8d80ff0a': packed }
