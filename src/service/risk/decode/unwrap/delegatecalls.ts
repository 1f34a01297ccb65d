import { argumentsAs } from '../arguments.ts'
import { signedCall } from './governance.ts'
import { type InnerCall, joined, selfOf, type Unwrap, type Unwrapped, type UnwrapTable } from './inner-call.ts'

/** Accounts and executors that run code of another contract as their own. */

interface Item {
  readonly target: string
  readonly value?: bigint
  readonly data: string
}

function callOf(actor: string, { target, value, data }: Item): InnerCall {
  return { actor, to: target, value: value ?? 0n, operation: 'call', data }
}

function delegatecallOf(actor: string, { target, data }: Item): InnerCall {
  return { actor, to: target, value: 0n, operation: 'delegatecall', data }
}

/** DSProxy and its followers, Kernel 2. The registry of PRBProxy has a new proxy do it: the registry stands for that. */
const byDelegatecall: Unwrap = (frame, args) => ({
  calls: [delegatecallOf(selfOf(frame), argumentsAs<Item>(args))],
})

/** DSProxy creates a contract of the code and runs that by delegatecall with the data. */
const ofCode: Unwrap = (frame, args) => {
  const { code } = argumentsAs<{ code: string }>(args)
  return { calls: [{ actor: selfOf(frame), to: undefined, value: 0n, operation: 'delegatecall', data: code }] }
}

/** Instadapp's first version. */
const delegated: Unwrap = (frame, args) => {
  const { targets, data } = argumentsAs<{ targets: readonly string[]; data: readonly string[] }>(args)
  const calls = targets.map((target, index) => delegatecallOf(selfOf(frame), { target, data: data[index] ?? '0x' }))
  return targets.length === data.length ? { calls } : { calls, fault: 'its arrays differ in length' }
}

/** ERC-725X: 0 call, 1 and 2 creation, 3 static call, 4 delegatecall. */
function byOperation(actor: string, operation: bigint, item: Item): Unwrapped {
  if (operation === 1n || operation === 2n) return { calls: [{ ...callOf(actor, item), to: undefined }] }
  if (operation === 4n) return { calls: [delegatecallOf(actor, item)] }
  return {
    calls: [callOf(actor, item)],
    ...(operation !== 0n && operation !== 3n && { fault: `its operation ${operation} is unknown` }),
  }
}

const erc725: Unwrap = (frame, args) => {
  const { operation, ...item } = argumentsAs<Item & { operation: bigint }>(args)
  return byOperation(selfOf(frame), operation, item)
}

const erc725Batch: Unwrap = (frame, args) => {
  const { operations, targets, values, data } = argumentsAs<{
    operations: readonly bigint[]
    targets: readonly string[]
    values: readonly bigint[]
    data: readonly string[]
  }>(args)
  const each = targets.map((target, index) =>
    byOperation(selfOf(frame), operations[index] ?? 0n, {
      target,
      value: values[index] ?? 0n,
      data: data[index] ?? '0x',
    }),
  )
  const lengths = new Set([operations, targets, values, data].map(({ length }) => length))
  return joined(lengths.size === 1 ? each : [...each, { calls: [], fault: 'its arrays differ in length' }])
}

interface Cast {
  readonly params: { readonly calls: readonly (Item & { readonly operation: bigint })[] }
}

/** Avocado: 0 call, 1 delegatecall, 2 a call that takes a flash loan. */
function castBy(actor: string, { params }: Cast): Unwrapped {
  return joined(
    params.calls.map(({ operation, ...item }): Unwrapped => {
      if (operation === 1n) return { calls: [delegatecallOf(actor, item)] }
      const calls = [callOf(actor, item)]
      return operation === 0n || operation === 2n
        ? { calls }
        : { calls, fault: `its operation ${operation} is unknown` }
    }),
  )
}

const cast: Unwrap = (frame, args) => castBy(selfOf(frame), argumentsAs<Cast>(args))

/** Avocado: the forwarder has the account of the signer make the calls; the signer stands for the account. */
const forwardedCast: Unwrap = (_, args) => {
  const { from, ...params } = argumentsAs<Cast & { readonly from: string }>(args)
  return castBy(from, params)
}

/** Aave's executors. */
const timelocked: Unwrap = (frame, args) => {
  const { isDelegated, ...call } = argumentsAs<Parameters<typeof signedCall>[1] & { isDelegated: boolean }>(args)
  const step = signedCall(selfOf(frame), call)
  return { calls: [isDelegated ? { ...step, value: 0n, operation: 'delegatecall' } : step] }
}

export const delegatecallUnwraps: UnwrapTable = {
  '0x1cff79cd': byDelegatecall,
  '0x1f6a1eb9': ofCode,
  '0xb68df16d': byDelegatecall,
  '0x092af813': byDelegatecall,
  '0xd6325221': byDelegatecall,
  '0x46d2fbbb': byDelegatecall,
  '0x168ccd67': byDelegatecall,
  '0xe0e90acf': delegated,
  '0x44c028fe': erc725,
  '0x31858452': erc725Batch,
  '0x9428ae4e': cast,
  '0x4de992e8': cast,
  '0x4ad44688': forwardedCast,
  '0x8d8fe2e3': timelocked,
  '0x8902ab65': timelocked,
}
