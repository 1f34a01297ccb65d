import { ZERO_ADDRESS } from '../types.ts'
import type { CallFrame, FrameLog } from './trace.ts'

/** A transfer of an asset in a trace. */
export interface Movement {
  readonly standard: 'native' | 'erc20' | 'erc721' | 'erc1155'
  /** '' for the native currency, a token, or a token and an item id. */
  readonly asset: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** Transfer(address,address,uint256) of ERC-20 and ERC-721. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** TransferSingle(address,address,address,uint256,uint256) of ERC-1155. */
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'

/** TransferBatch(address,address,address,uint256[],uint256[]) of ERC-1155. */
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
/** Deposit(address,uint256) and Withdrawal(address,uint256) of wrapped native currency. */
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
/** Approval(address,address,uint256) of ERC-20 and ERC-721. */
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
/** ApprovalForAll(address,address,bool) of ERC-721 and ERC-1155. */
const APPROVAL_FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

/** The code runs in the storage of its caller. */
export function isCodeCall({ type }: CallFrame): boolean {
  return type === 'DELEGATECALL' || type === 'CALLCODE'
}

/** The native currency that a frame sends. */
export function nativeMovementOf(frame: CallFrame): Movement | undefined {
  if (frame.value === 0n || frame.to === undefined || frame.type === 'STATICCALL' || isCodeCall(frame)) return undefined
  return { standard: 'native', asset: '', from: frame.from, to: frame.to, amount: frame.value }
}

/** Token transfers by the events of a frame, without those of its inner calls. */
export function movementsIn({ logs }: Pick<CallFrame, 'logs'>): Movement[] {
  return logs.flatMap(movementsOf)
}

function movementsOf({ address, topics, data }: FrameLog): Movement[] {
  const [event, first = '', second = '', third] = topics
  const asset = address.toLowerCase()
  if (event === TRANSFER) {
    const parties = { from: addressIn(first), to: addressIn(second) }
    if (third !== undefined) return [{ standard: 'erc721', asset: `${asset} ${third}`, ...parties, amount: 1n }]
    return [{ standard: 'erc20', asset, ...parties, amount: wordOf(data, 0) }]
  }
  if (third === undefined) return []
  const parties = { standard: 'erc1155', from: addressIn(second), to: addressIn(third) } as const
  if (event === TRANSFER_SINGLE)
    return [{ asset: `${asset} 0x${data.slice(2, 66)}`, ...parties, amount: wordOf(data, 1) }]
  if (event !== TRANSFER_BATCH) return []
  const amounts = wordsAt(data, 1)
  return wordsAt(data, 0).map((id, index) => {
    return { asset: `${asset} 0x${id}`, ...parties, amount: BigInt(`0x${amounts[index] ?? '0'}`) }
  })
}

/** Native currency that a frame wraps or unwraps: other contracts have events of the same name, but no such payment. */
export function wrappingsIn({ logs, value, calls }: CallFrame): Movement[] {
  return logs.flatMap(({ address, topics: [event, owner = ''], data }) => {
    const asset = address.toLowerCase()
    const amount = wordOf(data, 0)
    const wrapped = { standard: 'erc20', asset, amount } as const
    if (event === DEPOSIT && amount === value) return [{ ...wrapped, from: ZERO_ADDRESS, to: addressIn(owner) }]
    if (event !== WITHDRAWAL || !calls.some((call) => call.value === amount && call.error === undefined)) return []
    return [{ ...wrapped, from: addressIn(owner), to: ZERO_ADDRESS }]
  })
}

/** An allowance by an event of a token. */
export interface Approval {
  readonly token: string
  /** Of ERC-721. */
  readonly id?: bigint
  readonly owner: string
  /** The spender or operator. */
  readonly spender: string
  /** Base units; 1 or 0 for items. */
  readonly amount: bigint
  /** An operator of every item. */
  readonly forAll: boolean
  /** The same frame moves the token out of the owner: what is left of an allowance that was used. */
  readonly isRemainder: boolean
}

/** Allowances by the events of a frame, without those of its inner calls. */
export function approvalsIn({ logs }: Pick<CallFrame, 'logs'>): Approval[] {
  if (!logs.some(({ topics: [event] }) => event === APPROVAL || event === APPROVAL_FOR_ALL)) return []
  const moved = new Set(
    logs.flatMap(({ address, topics: [event, from] }) => (event === TRANSFER ? `${address} ${from}` : [])),
  )
  return logs.flatMap(({ address, topics: [event, first = '', second = '', third], data }) => {
    if (event !== APPROVAL && event !== APPROVAL_FOR_ALL) return []
    const parties = { token: address.toLowerCase(), owner: addressIn(first), spender: addressIn(second) }
    const forAll = event === APPROVAL_FOR_ALL
    const isRemainder = !forAll && moved.has(`${address} ${first}`)
    if (third === undefined) return [{ ...parties, amount: wordOf(data, 0), forAll, isRemainder }]
    const amount = parties.spender === ZERO_ADDRESS ? 0n : 1n
    return [{ ...parties, id: BigInt(third), amount, forAll, isRemainder }]
  })
}

function addressIn(topic: string): string {
  return `0x${topic.slice(-40).toLowerCase()}`
}

/** 0 when the data is too short or not hex. */
function wordOf(data: string, index: number): bigint {
  const digits = data.slice(2 + 64 * index, 2 + 64 * (index + 1))
  return /^[0-9a-fA-F]{64}$/.test(digits) ? BigInt(`0x${digits}`) : 0n
}

/** Words of the dynamic array whose offset is this argument, as far as the data has them. */
function wordsAt(data: string, argument: number): string[] {
  const body = Number(wordOf(data, argument))
  if (body % 32 !== 0 || body * 2 > data.length) return []
  const start = 2 + body * 2 + 64
  const end = start + 64 * Number(wordOf(data, body / 32))
  return data.slice(start, end).match(/.{64}/g) ?? []
}

/** Called contracts and recipients, in call order; with repeats. */
export function* addressesIn(root: CallFrame): Generator<string> {
  const frames = [root]
  for (let frame = frames.pop(); frame; frame = frames.pop()) {
    if (frame.to !== undefined) yield frame.to
    for (const { to } of movementsIn(frame)) yield to
    for (const { spender } of approvalsIn(frame)) yield spender
    frames.push(...frame.calls.toReversed())
  }
}
