import { isZeroAddress, SELECTOR_LENGTH } from '../../../evm/words.ts'
import { argumentsAs } from '../arguments.ts'
import {
  callOf,
  delegatecallOf,
  type InnerCall,
  inColumns,
  joined,
  type NamedCall,
  selfOf,
  sliceBytes,
  type Unwrap,
  type Unwrapped,
  type UnwrapTable,
} from './inner-call.ts'

/** Operations of Safe and its followers. */
const CALL = 0
const DELEGATECALL = 1

/** The contract delegatecalls itself: msg.sender and msg.value stay the same. */
const multicall: Unwrap = (frame, args) => {
  const { calls } = argumentsAs<{ calls: readonly string[] }>(args)
  return { calls: calls.map((data) => ({ ...frame, data })) }
}

const calls: Unwrap = (frame, args) => {
  const { calls: items } = argumentsAs<{ calls: readonly NamedCall[] }>(args)
  const actor = selfOf(frame)
  return { calls: items.map((item) => callOf(actor, item)) }
}

const columns: Unwrap = (frame, args) => {
  const { targets, values, data } = argumentsAs<{
    targets: readonly string[]
    values?: readonly bigint[]
    data: readonly string[]
  }>(args)
  const actor = selfOf(frame)
  const calls = targets.map((target, index) => callOf(actor, { target, value: values?.[index], data: data[index] }))
  return inColumns(calls, [targets, values ?? targets, data])
}

const single: Unwrap = (frame, args) => ({ calls: [callOf(selfOf(frame), argumentsAs<NamedCall>(args))] })

interface CodedItem extends NamedCall {
  readonly operation: number
}

function byCode(actor: string, { operation, ...item }: CodedItem): Unwrapped {
  if (operation === DELEGATECALL) return { calls: [delegatecallOf(actor, item)] }
  const step = callOf(actor, item)
  if (operation === CALL) return { calls: [step] }
  return { calls: [step], fault: `its operation ${operation} is neither a call nor a delegatecall` }
}

const byOperation: Unwrap = (frame, args) => byCode(selfOf(frame), argumentsAs<CodedItem>(args))

const allByOperation: Unwrap = (frame, args) => {
  const { calls: items } = argumentsAs<{ calls: readonly CodedItem[] }>(args)
  return joined(items.map((item) => byCode(selfOf(frame), item)))
}

/** ERC-6551 has two more operations: create and create2. */
const byTokenOwner: Unwrap = (frame, args, work) => {
  const item = argumentsAs<CodedItem>(args)
  if (item.operation !== 2 && item.operation !== 3) return byOperation(frame, args, work)
  return { calls: [{ ...callOf(selfOf(frame), item), to: undefined }] }
}

interface SequenceItem extends NamedCall {
  readonly isDelegated: boolean
}

/** Sequence wallet; the zero address means the wallet itself. */
const sequence: Unwrap = (frame, args) => {
  const { calls: items } = argumentsAs<{ calls: readonly SequenceItem[] }>(args)
  const actor = selfOf(frame)
  return joined(
    items.map(({ isDelegated, target, ...item }) =>
      byCode(actor, {
        ...item,
        target: isZeroAddress(target) ? actor : target,
        operation: isDelegated ? DELEGATECALL : CALL,
      }),
    ),
  )
}

interface BatchedCall {
  readonly calls: readonly NamedCall[]
  readonly revertOnFailure: boolean
}

/** Calibur, also signed for a relayer; the zero address means the account itself. */
const batchedCall: Unwrap = (frame, args) => {
  const { batch, signed } = argumentsAs<{ batch?: BatchedCall; signed?: { batch: BatchedCall } }>(args)
  const { calls: items = [], revertOnFailure = false } = batch ?? signed?.batch ?? {}
  const self = selfOf(frame)
  const calls = items.map(({ target, ...item }) =>
    callOf(self, { ...item, target: isZeroAddress(target) ? self : target }),
  )
  return { calls: revertOnFailure ? calls : calls.map((call) => ({ ...call, mayFail: true })) }
}

/** Ambire: several signed batches of one account. */
const signedBatches: Unwrap = (frame, args) => {
  const { batches } = argumentsAs<{ batches: readonly { calls: readonly NamedCall[] }[] }>(args)
  return { calls: batches.flatMap(({ calls: items }) => items.map((item) => callOf(selfOf(frame), item))) }
}

/** Gelato: a task may name only the function, and get its arguments later. */
const task: Unwrap = (frame, args) => {
  const item = argumentsAs<NamedCall>(args)
  return { calls: (item.data ?? '0x').length <= SELECTOR_LENGTH ? [] : [callOf(frame.to, item)] }
}

/** Ambire. */
const one: Unwrap = (frame, args) => ({ calls: [callOf(selfOf(frame), argumentsAs<{ call: NamedCall }>(args).call)] })

/** ERC-6900: the account calls itself, where a validation allows it. */
const ofItself: Unwrap = (frame, args) => {
  const { data } = argumentsAs<{ data: string }>(args)
  return { calls: [callOf(selfOf(frame), { target: selfOf(frame), data })] }
}

/** Kiln: the factory stakes what it is paid. */
const forwarded: Unwrap = (frame, args) => ({
  calls: [callOf(selfOf(frame), { ...argumentsAs<NamedCall>(args), value: frame.value })],
})

/** Socket: the gateway runs the code of a route on itself. 1inch: the router runs one of its functions after a permit for itself. */
const route: Unwrap = (frame, args) => ({ calls: [{ ...frame, data: argumentsAs<{ data: string }>(args).data }] })

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

export const batchUnwraps: UnwrapTable = {
  '0x8d80ff0a': multiSend,

  '0xac9650d8': multicall,
  '0x5ae401dc': multicall,
  '0x1f0464d1': multicall,
  '0xd2423b51': multicall,
  '0x2c2abd1e': multicall,
  '0x1e897afb': multicall,
  '0x81a5371f': multicall,
  '0xc3540448': multicall,
  '0x1028c2bd': route,
  '0x5816d723': route,

  '0x252dba42': calls,
  '0xbce38bd7': calls,
  '0xc3077fa9': calls,
  '0x399542e9': calls,
  '0x82ad56cb': calls,
  '0x174dea71': calls,
  '0x3f707e6b': calls,
  '0x34fcd5be': calls,
  '0x1a833ee3': calls,
  '0x69340beb': calls,
  '0xabc5345e': calls,
  '0x6171d1c9': calls,
  '0xc71bf324': calls,
  '0x9cba3021': calls,
  '0xea65ab82': calls,
  '0xfbd56e41': calls,
  '0x6769de82': calls,

  '0x99e1d016': batchedCall,
  '0xc3c16ee4': batchedCall,

  '0x224d8703': columns,
  '0x47e1da2a': columns,
  '0x18dfb3c7': columns,
  '0x00004680': columns,
  '0x8f2a0bb0': columns,
  '0xe38335e5': columns,
  '0x7d5e81e2': columns,
  '0x0f8a8836': columns,
  '0x160cbed7': columns,
  '0x2656227d': columns,

  '0xf6e715d0': single,
  '0xb61d27f6': single,
  '0x0000189a': single,
  '0x01d5062a': single,
  '0x134008d3': single,
  '0xc28bc2fa': single,
  '0xf801a698': single,
  '0xc6427474': single,
  '0x3f579f42': single,
  '0x9e5d4c49': single,
  '0xbf1cb383': single,
  '0x3628d042': single,
  '0xf2680c0f': ofItself,
  '0xe6a6332e': one,
  '0xc248978a': one,
  '0xad558ab9': single,
  '0x2b4fd060': single,

  '0x6a761202': byOperation,
  '0x468721a7': byOperation,
  '0x5229073f': byOperation,
  '0x7bb37428': byOperation,
  '0x541d63c8': byOperation,
  '0x51945447': byTokenOwner,
  '0x2351a877': byOperation,
  '0x14604b8c': byOperation,
  '0x43629a73': allByOperation,
  '0xe20dac00': allByOperation,
  '0x210f68ae': allByOperation,
  '0x7a9a1628': sequence,
  '0x61c2926c': sequence,
  '0xa2ea6766': signedBatches,
  '0xee072baf': byOperation,
  '0x6928e74b': byOperation,
  '0xc6fe8747': byOperation,
  '0xb0c19912': byOperation,
  '0x2b99e506': byOperation,
  '0x1b0f7ba9': byOperation,
  '0x3f801f91': byOperation,

  '0x3323b467': task,
  '0x608c54d4': forwarded,
}
