import type { Allowance } from '../../evm/allowance.ts'
import { addressOfWord, wordAt, wordsIn, ZERO_ADDRESS } from '../../evm/words.ts'
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
export const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
/** ApprovalForAll(address,address,bool) of ERC-721 and ERC-1155. */
export const APPROVAL_FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

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

function movementsOf(log: FrameLog): Movement[] {
  const { address, topics } = log
  const [event] = topics
  const asset = address.toLowerCase()
  if (event === TRANSFER) {
    const [from, to, amount] = argumentsOf(log)
    if (amount === undefined) return []
    const parties = { from: addressOfWord(from), to: addressOfWord(to) }
    if (isItem(log)) return [{ standard: 'erc721', asset: `${asset} 0x${amount}`, ...parties, amount: 1n }]
    return [{ standard: 'erc20', asset, ...parties, amount: numberIn(amount) }]
  }
  if (event !== TRANSFER_SINGLE && event !== TRANSFER_BATCH) return []
  const [, from, to, id, amount] = argumentsOf(log)
  if (amount === undefined) return []
  const parties = { standard: 'erc1155', from: addressOfWord(from), to: addressOfWord(to) } as const
  if (event === TRANSFER_SINGLE) return [{ asset: `${asset} 0x${id}`, ...parties, amount: numberIn(amount) }]
  if (topics.length !== 4) return []
  const amounts = wordsAt(log.data, 1)
  return wordsAt(log.data, 0).map((each, index) => {
    return { asset: `${asset} 0x${each}`, ...parties, amount: numberIn(amounts[index]) }
  })
}

/** Native currency that a frame wraps or unwraps: other contracts have events of the same name, but no such payment. */
export function wrappingsIn({ logs, value, calls }: CallFrame): Movement[] {
  return logs.flatMap((log) => {
    const wrapping = wrappingOf(log)
    if (wrapping === undefined) return []
    const { amount } = wrapping
    const isPaid =
      log.topics[0] === DEPOSIT
        ? amount === value
        : calls.some((call) => call.value === amount && call.error === undefined)
    return isPaid ? [wrapping] : []
  })
}

/** What an event of wrapped native currency creates or burns; whether its emitter is that, the event does not say. */
export function wrappingOf(log: FrameLog): Movement | undefined {
  const [event] = log.topics
  const [owner, shown] = event === DEPOSIT || event === WITHDRAWAL ? argumentsOf(log) : []
  if (shown === undefined) return undefined
  const [from, to] = event === DEPOSIT ? [ZERO_ADDRESS, addressOfWord(owner)] : [addressOfWord(owner), ZERO_ADDRESS]
  return { standard: 'erc20', asset: log.address.toLowerCase(), amount: numberIn(shown), from, to }
}

/** An allowance by an event of a token. */
export interface Approval extends Allowance {
  /** Base units; 1 or 0 for items. */
  readonly amount: bigint
  /** The same frame moves the token out of the owner: what is left of an allowance that was used. */
  readonly isRemainder: boolean
}

/** Allowances by the events of a frame, without those of its inner calls. */
export function approvalsIn({ logs }: Pick<CallFrame, 'logs'>): Approval[] {
  if (!logs.some(({ topics: [event] }) => event === APPROVAL || event === APPROVAL_FOR_ALL)) return []
  const moved = new Set(
    logs.flatMap((log) => (log.topics[0] === TRANSFER ? `${log.address} ${addressOfWord(argumentsOf(log)[0])}` : [])),
  )
  return logs.flatMap((log): Approval[] => {
    const [event] = log.topics
    if (event !== APPROVAL && event !== APPROVAL_FOR_ALL) return []
    const [first, second, third] = argumentsOf(log)
    if (third === undefined) return []
    const parties = { token: log.address.toLowerCase(), owner: addressOfWord(first), spender: addressOfWord(second) }
    if (event === APPROVAL_FOR_ALL)
      return [{ kind: 'operator', ...parties, id: undefined, amount: numberIn(third), isRemainder: false }]
    const isRemainder = moved.has(`${log.address} ${parties.owner}`)
    if (!isItem(log)) return [{ kind: 'allowance', ...parties, id: undefined, amount: numberIn(third), isRemainder }]
    const amount = parties.spender === ZERO_ADDRESS ? 0n : 1n
    return [{ kind: 'item', ...parties, id: numberIn(third), amount, isRemainder }]
  })
}

/**
 * The arguments of an event as words without 0x, whether they are indexed or not: some tokens index none of them. Words that
 * an event lacks are missing.
 */
export function argumentsOf({ topics, data }: FrameLog): string[] {
  const inData = wordsIn(data.slice(2, 2 + 64 * MAX_ARGUMENTS))
  return [...topics.slice(1).map((topic) => topic.slice(2)), ...inData]
}

/** Of the events read here. */
const MAX_ARGUMENTS = 5

/** Three indexed arguments: that of an item (ERC-721). */
function isItem({ topics }: FrameLog): boolean {
  return topics.length === 4
}

function numberIn(word = '0'): bigint {
  return BigInt(`0x${word}`)
}

/** Words of the dynamic array whose offset is this argument, as far as the data has them. */
function wordsAt(data: string, argument: number): string[] {
  const body = Number(wordAt(data, argument) ?? 0n)
  if (body % 32 !== 0 || body * 2 > data.length) return []
  const start = 2 + body * 2 + 64
  const end = start + 64 * Number(wordAt(data, body / 32) ?? 0n)
  return wordsIn(data.slice(start, end))
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
