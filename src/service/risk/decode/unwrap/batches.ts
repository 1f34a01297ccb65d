import { argumentsAs } from '../arguments.ts'
import { type Step, selfOf, type Unwrap, type UnwrapTable } from './step.ts'

/** Of a Safe and of those who follow it. */
const CALL = 0
const DELEGATECALL = 1

interface Item {
  readonly target: string
  readonly value?: bigint
  readonly data: string
}

/** The contract delegatecalls itself: msg.sender and msg.value stay what they were. */
const ontoItself: Unwrap = (frame, args) => {
  const { calls } = argumentsAs<{ calls: readonly string[] }>(args)
  return { steps: calls.map((data) => ({ ...frame, data })) }
}

const calls: Unwrap = (frame, args) => {
  const { calls: items } = argumentsAs<{ calls: readonly Item[] }>(args)
  const actor = selfOf(frame)
  return { steps: items.map((item) => callOf(actor, item)) }
}

const columns: Unwrap = (frame, args) => {
  const { targets, values, data } = argumentsAs<{
    targets: readonly string[]
    values?: readonly bigint[]
    data: readonly string[]
  }>(args)
  const actor = selfOf(frame)
  const steps = targets.map((target, index) => callOf(actor, { target, value: values?.[index], data: data[index] }))
  const lengths = new Set([targets.length, values?.length ?? targets.length, data.length])
  return lengths.size === 1 ? { steps } : { steps, fault: 'its arrays differ in length' }
}

const single: Unwrap = (frame, args) => ({ steps: [callOf(selfOf(frame), argumentsAs<Item>(args))] })

const byOperation: Unwrap = (frame, args) => {
  const { operation, ...item } = argumentsAs<Item & { operation: number }>(args)
  const step = callOf(selfOf(frame), item)
  if (operation === DELEGATECALL) return { steps: [{ ...step, value: 0n, operation: 'delegatecall' }] }
  if (operation === CALL) return { steps: [step] }
  return { steps: [step], fault: `its operation ${operation} is neither a call nor a delegatecall` }
}

/** DSProxy: the actions of a user run as its own code. */
const asOwnCode: Unwrap = (frame, args) => {
  const step = callOf(selfOf(frame), argumentsAs<Item>(args))
  return { steps: [{ ...step, operation: 'delegatecall' }] }
}

/** ERC-725X: 0 call, 1 and 2 creation, 3 static call, 4 delegatecall. */
const erc725: Unwrap = (frame, args) => {
  const { operation, ...item } = argumentsAs<Item & { operation: bigint }>(args)
  const step = callOf(selfOf(frame), item)
  if (operation === 1n || operation === 2n) return { steps: [{ ...step, to: undefined }] }
  if (operation === 4n) return { steps: [{ ...step, value: 0n, operation: 'delegatecall' }] }
  return {
    steps: [step],
    ...(operation !== 0n && operation !== 3n && { fault: `its operation ${operation} is unknown` }),
  }
}

function callOf(actor: string, { target, value, data }: Partial<Item> & { readonly target: string }): Step {
  return { actor, to: target, value: value ?? 0n, operation: 'call', data: data ?? '0x' }
}

export const batchUnwraps: UnwrapTable = {
  '0xac9650d8': ontoItself,
  '0x5ae401dc': ontoItself,
  '0x1f0464d1': ontoItself,
  '0xd2423b51': ontoItself,
  '0x2c2abd1e': ontoItself,

  '0x252dba42': calls,
  '0xbce38bd7': calls,
  '0xc3077fa9': calls,
  '0x399542e9': calls,
  '0x82ad56cb': calls,
  '0x174dea71': calls,
  '0x3f707e6b': calls,
  '0x34fcd5be': calls,

  '0x47e1da2a': columns,
  '0x18dfb3c7': columns,
  '0x00004680': columns,
  '0x8f2a0bb0': columns,
  '0xe38335e5': columns,

  '0xb61d27f6': single,
  '0x0000189a': single,
  '0x01d5062a': single,
  '0x134008d3': single,

  '0x6a761202': byOperation,
  '0x468721a7': byOperation,
  '0x5229073f': byOperation,
  '0x7bb37428': byOperation,
  '0x541d63c8': byOperation,
  '0x51945447': byOperation,
  '0x1b0f7ba9': byOperation,
  '0x3f801f91': byOperation,

  '0x1cff79cd': asOwnCode,
  '0x44c028fe': erc725,
}
