import { lazily } from '../../../../shared/lazily.ts'
import { isZeroAddress } from '../../../evm/words.ts'
import { argumentsAs, Layout } from '../arguments.ts'
import type { Work } from '../work.ts'
import {
  callOf,
  callsWithin,
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

/** ERC-7821 may append signed data after the calls. */
const batch = lazily(() => new Layout('(address target, uint256 value, bytes data)[] calls'))
const batches = lazily(() => new Layout('bytes[] batches'))

const TARGET = 20
const VALUE = 32

/** ERC-7821: mode of `execute` for several batches. */
const BATCHES = '78210002'

/**
 * ERC-7579 and ERC-7821. First byte of the mode: 00 one packed call · 01 a batch · fe a static call · ff a packed
 * delegatecall. Bytes 6 to 9 select a variant.
 */
function executionCalls(actor: string, mode: string, executionData: string, work: Work): Unwrapped {
  const data = executionData.slice(2)
  switch (mode.slice(2, 4)) {
    case '00':
    case 'fe':
      return onePacked(actor, data)
    case '01':
      return mode.slice(14, 22) === BATCHES ? severalBatches(actor, data, work) : oneBatch(actor, data, work)
    case 'ff':
      return delegatePacked(actor, data)
    default:
      return { calls: [], fault: `its mode ${mode} is unknown` }
  }
}

const byMode: Unwrap = (frame, args, work) => {
  const { mode, executionData } = argumentsAs<{ mode: string; executionData: string }>(args)
  return executionCalls(selfOf(frame), mode, executionData, work)
}

function onePacked(actor: string, data: string): Unwrapped {
  if (data.length < (TARGET + VALUE) * 2)
    return { calls: [], fault: 'its execution data is shorter than target and value' }
  const call = {
    target: targetOf(actor, `0x${sliceBytes(data, 0, TARGET)}`),
    value: BigInt(`0x${sliceBytes(data, TARGET, TARGET + VALUE)}`),
    data: `0x${sliceBytes(data, TARGET + VALUE)}`,
  }
  return { calls: [callOf(actor, call)] }
}

function delegatePacked(actor: string, data: string): Unwrapped {
  if (data.length < TARGET * 2) return { calls: [], fault: 'its execution data is shorter than the target' }
  const target = targetOf(actor, `0x${sliceBytes(data, 0, TARGET)}`)
  return { calls: [delegatecallOf(actor, { target, data: `0x${sliceBytes(data, TARGET)}` })] }
}

function oneBatch(actor: string, data: string, work: Work): Unwrapped {
  const reading = batch().read(data, work)
  const { calls } = argumentsAs<{ calls?: readonly NamedCall[] }>(
    reading.fault ? (reading.lenient ?? {}) : reading.args,
  )
  return {
    calls: (calls ?? []).map((call) => ({ ...callOf(actor, call), to: targetOf(actor, call.target) })),
    ...(reading.fault !== undefined && { fault: `its batch does not decode: ${reading.fault}` }),
  }
}

function severalBatches(actor: string, data: string, work: Work): Unwrapped {
  return callsWithin<{ batches: readonly string[] }>(
    { layout: batches(), data: `0x${data}`, work, fault: 'its batches do not decode' },
    (inner) => joined(inner.batches.map((one) => oneBatch(actor, one.slice(2), work))),
  )
}

/** In ERC-7821 the zero address means the account itself. */
function targetOf(actor: string, target: string): string {
  return isZeroAddress(target) ? actor : target
}

export interface UserOperation {
  readonly sender: string
  readonly initCode: string
  readonly callData: string
}

/** Length of 0x and the factory address. */
const FACTORY = 42

/** Instead of a factory: the sender is a delegated account (EIP-7702). */
const DELEGATED = '0x7702000000000000000000000000000000000000'

/** executeUserOp(PackedUserOperation,bytes32): the account executes the data after this selector. */
const EXECUTE_USER_OPERATION = '0x8dd7712f'

/** ERC-4337: the entry point creates each account if needed, then calls it. */
const operations: Unwrap = (frame, args) => {
  const { operations: all } = argumentsAs<{ operations: readonly UserOperation[] }>(args)
  return { calls: all.flatMap((operation) => userOperationCalls(frame.to, operation)) }
}

export function userOperationCalls(entryPoint: string, { sender, initCode, callData }: UserOperation): InnerCall[] {
  const from = (target: string, data: string) => callOf(entryPoint, { target, data })
  const factory = initCode.slice(0, FACTORY)
  const creates = factory.length === FACTORY && factory !== DELEGATED
  return [...(creates ? [from(factory, `0x${initCode.slice(FACTORY)}`)] : []), from(sender, accountCall(callData))]
}

function accountCall(callData: string): string {
  return callData.startsWith(EXECUTE_USER_OPERATION) ? `0x${callData.slice(EXECUTE_USER_OPERATION.length)}` : callData
}

const chain = lazily(
  () =>
    new Layout(
      '(address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature)[] delegations',
    ),
)

/** ERC-7710: the account at the root of each chain of delegations makes the calls; without a chain, the caller. */
const redeemed: Unwrap = (frame, args, work) => {
  const { contexts, modes, executions } = argumentsAs<{
    contexts: readonly string[]
    modes: readonly string[]
    executions: readonly string[]
  }>(args)
  const each = executions.map((execution, index): Unwrapped => {
    const mode = modes[index] ?? '0x'
    const context = contexts[index] ?? '0x'
    if (context === '0x') return executionCalls(frame.actor, mode, execution, work)
    return callsWithin<{ delegations: readonly { delegator: string }[] }>(
      { layout: chain(), data: context, work, fault: 'its delegations do not decode' },
      ({ delegations }) => executionCalls(delegations.at(-1)?.delegator ?? frame.actor, mode, execution, work),
    )
  })
  return joined([...each, inColumns([], [contexts, modes, executions])])
}

const SINGLE = '0x00'
const BATCH = '0x01'

/** Rhinestone: an owner of an account has the module execute on it. */
const onAccount =
  (mode: string): Unwrap =>
  (_, args, work) => {
    const { account, executionData } = argumentsAs<{ account: string; executionData: string }>(args)
    return executionCalls(account, mode, executionData, work)
  }

/** DSProxy creates a contract of the code and runs that by delegatecall with the data. */
const ofCode: Unwrap = (frame, args) => {
  const { code } = argumentsAs<{ code: string }>(args)
  return { calls: [{ actor: selfOf(frame), to: undefined, value: 0n, operation: 'delegatecall', data: code }] }
}

export const smartAccountUnwraps: UnwrapTable = {
  '0xcef6d209': redeemed,
  '0xd26cdce3': onAccount(SINGLE),
  '0xe5086003': onAccount(BATCH),
  '0x1f6a1eb9': ofCode,
  '0xe9ae5c53': byMode,
  '0xd691c964': byMode,
  '0x1fad948c': operations,
  '0x765e827f': operations,
}
