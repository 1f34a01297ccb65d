import { lazily } from '../../../../shared/lazily.ts'
import { isZeroAddress, SELECTOR_LENGTH } from '../../../evm/words.ts'
import { argumentsAs, Layout } from '../arguments.ts'
import {
  callOf,
  callsWithin,
  type InnerCall,
  type NamedCall,
  selfOf,
  sliceBytes,
  type Unwrap,
  type Unwrapped,
  type UnwrapTable,
} from './inner-call.ts'

/** Gelato: a task may name only the function, and get its arguments later. */
const task: Unwrap = (frame, args) => {
  const item = argumentsAs<NamedCall>(args)
  return { calls: (item.data ?? '0x').length <= SELECTOR_LENGTH ? [] : [callOf(frame.to, item)] }
}

/** How calls are packed side by side: a header whose last bytes are the length of the data that follows it. */
interface Packing {
  /** Bytes. */
  readonly header: number
  readonly lengthAt: number
  /** A clause. */
  readonly incomplete: string
  /** @param head digits of the header */
  readonly read: (head: string, data: string) => { readonly call: InnerCall; readonly fault?: string | undefined }
}

function packedCalls(digits: string, { header, lengthAt, incomplete, read }: Packing): Unwrapped {
  const size = digits.length / 2
  const calls: InnerCall[] = []
  for (let at = 0; at < size; ) {
    if (at + header > size) return { calls, fault: incomplete }
    const head = sliceBytes(digits, at, at + header)
    const end = at + header + Number(`0x${sliceBytes(head, lengthAt)}`)
    const { call, fault = end > size ? incomplete : undefined } = read(
      head,
      `0x${sliceBytes(digits, at + header, Math.min(end, size))}`,
    )
    calls.push(call)
    if (fault !== undefined) return { calls, fault }
    at = end
  }
  return { calls }
}

/** Safe's MultiSend. Bytes: operation (1), to (20), value (32), data length (32). */
const multiSend: Unwrap = (frame, args) => {
  const self = selfOf(frame)
  return packedCalls(argumentsAs<{ transactions: string }>(args).transactions.slice(2), {
    header: 85,
    lengthAt: 53,
    incomplete: 'its last packed transaction is incomplete',
    read: (head, data) => {
      const operation = sliceBytes(head, 0, 1)
      const to = `0x${sliceBytes(head, 1, 21)}`
      return {
        call: {
          actor: self,
          // In later versions the zero address means the Safe itself.
          to: isZeroAddress(to) ? self : to,
          value: BigInt(`0x${sliceBytes(head, 21, 53)}`),
          operation: operation === '01' ? 'delegatecall' : 'call',
          data,
        },
        fault: operation === '00' || operation === '01' ? undefined : `its operation ${operation} is unknown`,
      }
    },
  })
}

const CALLS_SCRIPT = '00000001'

/** Aragon's EVMScript 1: calls without value. Bytes: target (20), data length (4). */
const script: Unwrap = (frame, args) => {
  const digits = argumentsAs<{ script: string }>(args).script.slice(2)
  if (digits === '') return { calls: [] }
  if (!digits.startsWith(CALLS_SCRIPT)) return { calls: [], fault: 'its script is of another kind' }
  return packedCalls(digits.slice(CALLS_SCRIPT.length), {
    header: 24,
    lengthAt: 20,
    incomplete: 'the last call of its script is incomplete',
    read: (head, data) => ({ call: callOf(selfOf(frame), { target: `0x${sliceBytes(head, 0, 20)}`, data }) }),
  })
}

const bundle = lazily(
  () => new Layout('(address target, bytes data, uint256 value, bool skipRevert, bytes32 callbackHash)[] calls'),
)

/** Morpho calls the adapter back, which runs the bundle in the data for the initiator. */
const callback: Unwrap = (frame, args, work) => {
  const { data } = argumentsAs<{ data: string }>(args)
  if (data === '0x') return { calls: [] }
  return callsWithin<{ calls: readonly NamedCall[] }>(
    { layout: bundle(), data, work, fault: 'its callback is no bundle' },
    ({ calls }) => ({ calls: calls.map((item) => callOf(frame.actor, item)) }),
  )
}

export const batchUnwraps: UnwrapTable = {
  '0x8d80ff0a': multiSend,
  '0x3323b467': task,

  '0xd948d468': script,
  '0xd5db2c80': script,
  '0xf4b00513': script,

  '0xe2975912': callback,
  '0x5b866db6': callback,
  '0xca463673': callback,
  '0x4d5fcf68': callback,
}
