import { argumentsAs } from '../arguments.ts'
import { signedCall } from './governance.ts'
import {
  callOf,
  delegatecallOf,
  inColumns,
  joined,
  type NamedCall,
  selfOf,
  type Unwrap,
  type Unwrapped,
  type UnwrapTable,
} from './inner-call.ts'

/** Accounts and executors that run code of another contract as their own. */

/** DSProxy and its followers, Kernel 2. The registry of PRBProxy has a new proxy do it: the registry stands for that. */
const byDelegatecall: Unwrap = (frame, args) => ({
  calls: [delegatecallOf(selfOf(frame), argumentsAs<NamedCall>(args))],
})

/** DSProxy creates a contract of the code and runs that by delegatecall with the data. */
const ofCode: Unwrap = (frame, args) => {
  const { code } = argumentsAs<{ code: string }>(args)
  return { calls: [{ actor: selfOf(frame), to: undefined, value: 0n, operation: 'delegatecall', data: code }] }
}

/** Instadapp's first version. */
const delegated: Unwrap = (frame, args) => {
  const { targets, data } = argumentsAs<{ targets: readonly string[]; data: readonly string[] }>(args)
  const calls = targets.map((target, index) => delegatecallOf(selfOf(frame), { target, data: data[index] }))
  return inColumns(calls, [targets, data])
}

/** ERC-725X: 0 call, 1 and 2 creation, 3 static call, 4 delegatecall. */
function byOperation(actor: string, operation: bigint, item: NamedCall): Unwrapped {
  if (operation === 1n || operation === 2n) return { calls: [{ ...callOf(actor, item), to: undefined }] }
  if (operation === 4n) return { calls: [delegatecallOf(actor, item)] }
  return {
    calls: [callOf(actor, item)],
    ...(operation !== 0n && operation !== 3n && { fault: `its operation ${operation} is unknown` }),
  }
}

const erc725: Unwrap = (frame, args) => {
  const { operation, ...item } = argumentsAs<NamedCall & { operation: bigint }>(args)
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
    byOperation(selfOf(frame), operations[index] ?? 0n, { target, value: values[index], data: data[index] }),
  )
  return joined([...each, inColumns([], [operations, targets, values, data])])
}

interface Cast {
  readonly params: { readonly calls: readonly (NamedCall & { readonly operation: bigint })[] }
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
