import * as Hash from 'ox/Hash'
import { type Allowance, PERMIT2 } from './allowance.ts'
import { type AssetId, nativeAssetId } from './asset.ts'
import { addressOfWord, wordAt, wordsIn, ZERO_ADDRESS } from './words.ts'

/** An event of a contract. Address and hex are in lower case. */
export interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** A transfer of an asset. */
export interface Movement {
  readonly asset: AssetId
  readonly from: string
  readonly to: string
  /** Base units, or number of items. */
  readonly amount: bigint
}

/** Transfer(address,address,uint256) of ERC-20 and ERC-721. */
export const TRANSFER_EVENT = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
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

/** Transfers by the events of tokens. */
export function movementsIn(logs: readonly Log[]): Movement[] {
  return logs.flatMap(movementsOf)
}

function movementsOf(log: Log): Movement[] {
  const { address, topics, data } = log
  const [event] = topics
  const token = address.toLowerCase()
  if (event === TRANSFER_EVENT) {
    const [from, to, amount] = argumentsOf(log)
    if (amount === undefined) return []
    const parties = { from: addressOfWord(from), to: addressOfWord(to) }
    if (isOfItem(log)) return [{ asset: { standard: 'erc721', token, id: numberIn(amount) }, ...parties, amount: 1n }]
    return [{ asset: { standard: 'erc20', token }, ...parties, amount: numberIn(amount) }]
  }
  if (event !== TRANSFER_SINGLE && event !== TRANSFER_BATCH) return []
  const [, from, to, id, amount] = argumentsOf(log)
  if (amount === undefined) return []
  const moved = (item: string | undefined, count: string | undefined): Movement => ({
    asset: { standard: 'erc1155', token, id: numberIn(item) },
    from: addressOfWord(from),
    to: addressOfWord(to),
    amount: numberIn(count),
  })
  if (event === TRANSFER_SINGLE) return [moved(id, amount)]
  if (topics.length !== 4) return []
  const amounts = wordsAt(data, 1)
  return wordsAt(data, 0).map((each, index) => moved(each, amounts[index]))
}

/** Transfer(bytes32,address) and NewOwner(bytes32,bytes32,address) of registries of names (ERC-137). */
const NAME_TRANSFER = '0xd4735d920b0f87494915f556dd9b54c8f309026070caea5c737245152564d266'
const NAME_OWNER = '0xce0457fe73731f824cc272376169235128c118b49d344817417c6d108d155e82'

/** Names that get an owner by events of their registry, by node. Who had them before is in no event. */
export function namesIn(logs: readonly Log[]): { readonly token: string; readonly id: bigint }[] {
  return logs.flatMap((log) => {
    const [event] = log.topics
    const [node = '', label] = argumentsOf(log)
    if (label === undefined) return []
    if (event === NAME_TRANSFER) return { token: log.address, id: numberIn(node) }
    return event === NAME_OWNER ? { token: log.address, id: BigInt(Hash.keccak256(`0x${node}${label}`)) } : []
  })
}

/** Native currency that a contract wrapped for an owner, or unwrapped: the token is created or burnt without a Transfer. */
export interface Wrapping extends Movement {
  readonly isDeposit: boolean
}

/**
 * What events of wrapped native currency create or burn. Other contracts have events of the same names, so that an event alone proves
 * nothing: it counts where the caller knows that as much native currency went to its contract, or came from it, as a trace or the
 * native transfers of a simulation show; or, where payments of contracts are not seen, that its contract wraps the native currency.
 */
export function wrappingsIn(logs: readonly Log[], isWrapping: (wrapping: Wrapping) => boolean): Movement[] {
  return logs.flatMap((log) => {
    const wrapping = wrappingOf(log)
    if (wrapping === undefined || !isWrapping(wrapping)) return []
    const { isDeposit: _, ...movement } = wrapping
    return [movement]
  })
}

/** Contracts with events that wrapped native currency has, with repeats. */
export function wrappersIn(logs: readonly Log[]): string[] {
  return logs.flatMap((log) => (wrappingOf(log) === undefined ? [] : [log.address]))
}

function wrappingOf(log: Log): Wrapping | undefined {
  const [event] = log.topics
  const [owner, shown] = event === DEPOSIT || event === WITHDRAWAL ? argumentsOf(log) : []
  if (shown === undefined) return undefined
  const [from, to] = event === DEPOSIT ? [ZERO_ADDRESS, addressOfWord(owner)] : [addressOfWord(owner), ZERO_ADDRESS]
  const asset = { standard: 'erc20', token: log.address.toLowerCase() } as const
  return { asset, amount: numberIn(shown), from, to, isDeposit: event === DEPOSIT }
}

/** Stands for the native currency in logs of `traceTransfers` of eth_simulateV1, and in the arguments of many routers. */
export const NATIVE_CURRENCY = `0x${'e'.repeat(40)}`

/** EIP-7708: the protocol itself logs transfers of the native currency. */
const SYSTEM = '0xfffffffffffffffffffffffffffffffffffffffe'

/** Polygon: its balances are those of the native currency, and it logs fees as well. */
const POLYGON_NATIVE = '0x0000000000000000000000000000000000001010'

/** No tokens: `traceTransfers` of eth_simulateV1, EIP-7708 and Polygon log moves of the native currency under them. */
export const nativeEmitters: ReadonlySet<string> = new Set([NATIVE_CURRENCY, SYSTEM, POLYGON_NATIVE])

/**
 * All movements by the events of one transaction, those of the native currency by one emitter only: with EIP-7708, `traceTransfers`
 * shows each twice (Nethermind #13048). What wraps native currency counts where as much of it goes to the emitter, or comes from it.
 */
export function allMovementsIn(logs: readonly Log[]): readonly Movement[] {
  const emitter = logs.some(({ address }) => address === NATIVE_CURRENCY) ? NATIVE_CURRENCY : SYSTEM
  const moved = logs.flatMap((log) => {
    if (!nativeEmitters.has(log.address)) return movementsIn([log])
    return log.address === emitter ? movementsIn([log]).map((movement) => ({ ...movement, asset: nativeAssetId })) : []
  })
  const native = moved.filter(({ asset }) => asset === nativeAssetId)
  const isPaid = ({ asset: { token }, amount, isDeposit }: Wrapping) =>
    native.some((each) => each.amount === amount && (isDeposit ? each.to : each.from) === token)
  return [...moved, ...wrappingsIn(logs, isPaid)]
}

/** An allowance by an event of a token. */
export interface Approval extends Allowance {
  /** Base units; 1 or 0 for items. */
  readonly amount: bigint
  /** One of these events moves the token out of the owner: what is left of an allowance that was used. */
  readonly isRemainder: boolean
}

/** Approval(address,address,address,uint160,uint48) and Permit(address,address,address,uint160,uint48,uint48) of Permit2. */
export const PERMIT2_APPROVAL = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'
export const PERMIT2_PERMIT = '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec'
/** Lockdown(address,address,address) of Permit2, which ends allowances. */
const PERMIT2_LOCKDOWN = '0x89b1add15eff56b3dfe299ad94e01f2b52fbcb80ae1a3baea6ae8c04cb2b98a4'

/** Allowances by the events of Permit2. @param timestamp of the block (seconds): one that ends before is none */
export function permit2ApprovalsIn(logs: readonly Log[], timestamp = 0n): Approval[] {
  return logs.flatMap((log): Approval[] => {
    const [event = ''] = log.topics
    const isGiven = event === PERMIT2_APPROVAL || event === PERMIT2_PERMIT
    if (log.address !== PERMIT2 || (!isGiven && event !== PERMIT2_LOCKDOWN)) return []
    const [owner, token, spender, amount, expiration] = argumentsOf(log)
    if (spender === undefined) return []
    const parties = { owner: addressOfWord(owner), token: addressOfWord(token), spender: addressOfWord(spender) }
    const holds = isGiven && numberIn(expiration) >= timestamp
    return [{ kind: 'permit2', ...parties, id: undefined, amount: holds ? numberIn(amount) : 0n, isRemainder: false }]
  })
}

/** Allowances by the events of tokens. */
export function approvalsIn(logs: readonly Log[]): Approval[] {
  if (!logs.some(({ topics: [event] }) => event === APPROVAL || event === APPROVAL_FOR_ALL)) return []
  const moved = new Set(
    logs.flatMap((log) =>
      log.topics[0] === TRANSFER_EVENT ? `${log.address} ${addressOfWord(argumentsOf(log)[0])}` : [],
    ),
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
    if (!isOfItem(log)) return [{ kind: 'allowance', ...parties, id: undefined, amount: numberIn(third), isRemainder }]
    const amount = parties.spender === ZERO_ADDRESS ? 0n : 1n
    return [{ kind: 'item', ...parties, id: numberIn(third), amount, isRemainder }]
  })
}

/**
 * The arguments of an event as words without 0x, whether they are indexed or not: some tokens index none of them. Words that
 * an event lacks are missing.
 */
export function argumentsOf({ topics, data }: Log): string[] {
  const inData = wordsIn(data.slice(2, 2 + 64 * MAX_ARGUMENTS))
  return [...topics.slice(1).map((topic) => topic.slice(2)), ...inData]
}

/** The most arguments that an event read here has. */
const MAX_ARGUMENTS = 5

/** Three indexed arguments: that of an item (ERC-721). */
function isOfItem({ topics }: Log): boolean {
  return topics.length === 4
}

function numberIn(word = '0'): bigint {
  return BigInt(`0x${word}`)
}

/** Words of the dynamic array whose offset is this argument, as far as the data has them. */
function wordsAt(data: string, argument: number): string[] {
  const body = Number(wordAt(data, argument) ?? 0n)
  if (body % 32 !== 0) return []
  const start = 2 + body * 2 + 64
  const end = start + 64 * Number(wordAt(data, body / 32) ?? 0n)
  return wordsIn(data.slice(start, end))
}
