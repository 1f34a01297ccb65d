import * as AbiParameters from 'ox/AbiParameters'
import type * as Hex from 'ox/Hex'
import type {
  BlockCredit,
  ChainTransaction,
  CheckedBlock,
  MatchedTransaction,
  TransactionReceipt,
} from '../../../../src/service/chain/blocks/block.ts'
import type { RpcReply, RpcRequest } from '../../../../src/service/chain/rpc/json-rpc.ts'
import { type Question, readOf } from '../../../../src/service/chain/simulation/questions.ts'
import type { SendBatch } from '../../../../src/service/chain/state/state-reader.ts'
import type { Log } from '../../../../src/service/evm/logs.ts'
import { topicOf } from '../../../../src/service/evm/words.ts'

/** Addresses of the tests, by what they are. */
const named = (start: string) => `0x${start.padEnd(40, '0')}`
export const treasury = named('7e57e185f01f2900f3b969962d790bd76275007a')
export const ops = named('0b5e')
export const vault = named('7a01')
export const stranger = named('57a1')
export const spender = named('59e1')
export const payee = named('51e1d2c390ab51e1d2c390ab51e1d2c390ab90ab')
/** First three and last three digits of `payee`. */
export const lookalike = named('51e1000000000000000000000000000000000ab0').replace(/.{4}$/, '90ab')
export const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
export const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
export const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
export const unlisted = named('0ddc01')
export const collection = named('c011ec')
export const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
export const zero = named('')

export const word = (value: string | bigint | number) =>
  typeof value === 'string' ? value.slice(2).padStart(64, '0') : BigInt(value).toString(16).padStart(64, '0')

/** An event; `indexed` of its arguments are topics. */
export function event(
  address: string,
  signature: string,
  args: readonly (string | bigint | number)[],
  indexed = args.length,
): Log {
  const words = args.map(word)
  return {
    address,
    topics: [topicOf(signature), ...words.slice(0, indexed).map((each) => `0x${each}`)],
    data: `0x${words.slice(indexed).join('')}`,
  }
}

export const transfer = (token: string, from: string, to: string, amount: bigint) =>
  event(token, 'Transfer(address,address,uint256)', [from, to, amount], 2)
export const itemTransfer = (token: string, from: string, to: string, id: bigint) =>
  event(token, 'Transfer(address,address,uint256)', [from, to, id], 3)
export const unwrapped = (token: string, owner: string, amount: bigint) =>
  event(token, 'Withdrawal(address,uint256)', [owner, amount], 1)
export const wrapped = (token: string, owner: string, amount: bigint) =>
  event(token, 'Deposit(address,uint256)', [owner, amount], 1)
export const approval = (token: string, owner: string, to: string, amount: bigint) =>
  event(token, 'Approval(address,address,uint256)', [owner, to, amount], 2)
export const approvalForAll = (token: string, owner: string, to: string, approved: boolean) =>
  event(token, 'ApprovalForAll(address,address,bool)', [owner, to, approved ? 1 : 0], 2)

export interface Tx extends Partial<ChainTransaction>, Partial<Omit<TransactionReceipt, 'logs'>> {
  readonly logs?: readonly Log[]
}

export function matched(tx: Tx, index = 0, candidates: readonly string[] = [treasury, ops, vault]): MatchedTransaction {
  const { logs = [], succeeded, fee = 21_000n, created, ...transaction } = tx
  return {
    transaction: {
      hash: `0x${word(0xabc0 + index)}`,
      index,
      from: stranger,
      to: spender,
      value: 0n,
      data: '0x',
      nonce: 0,
      type: 2,
      mint: 0n,
      authorizations: [],
      ...transaction,
      ...('to' in tx && { to: tx.to }),
    },
    receipt: { succeeded: 'succeeded' in tx ? succeeded : true, fee, created, logs },
    candidates,
  }
}

export const header = {
  number: 1000,
  hash: `0x${'b'.repeat(64)}`,
  parentHash: `0x${'a'.repeat(64)}`,
  timestamp: 1_767_323_045,
}

export function block(transactions: readonly Tx[], credits: readonly BlockCredit[] = []): CheckedBlock {
  return {
    header,
    transactions: transactions.length,
    matched: transactions.map((tx, index) => matched(tx, index)),
    credits,
  }
}

export interface State {
  /** Symbol and name of tokens. */
  readonly names?: Readonly<Record<string, readonly [symbol: string, name: string]>>
  readonly before?: readonly (readonly [Question, bigint | string])[]
  readonly after?: readonly (readonly [Question, bigint | string])[]
  /** Of accounts, before and after. */
  readonly codes?: Readonly<Record<string, readonly [before: string, after: string]>>
  /** Of accounts, before the block; default: 0. */
  readonly nonces?: Readonly<Record<string, bigint>>
  /** Of contracts. */
  readonly owners?: Readonly<Record<string, readonly [before: string, after: string]>>
  /** It does not run code of others in a call. */
  readonly noOverrides?: true
  /** Of every transaction, by callTracer. */
  readonly trace?: object
}

/** A node with this state: other calls return nothing. It keeps what it was asked. */
export function node(state: State = {}): { send: SendBatch; asked: RpcRequest[] } {
  const asked: RpcRequest[] = []
  const send: SendBatch = async (requests) => {
    asked.push(...requests)
    return requests.map((request): RpcReply => {
      if (request.method !== 'debug_traceTransaction') return { result: answer(state, request) }
      return state.trace ? { result: state.trace } : { failure: { kind: 'closed', message: 'node: no such method' } }
    })
  }
  return { send, asked }
}

export const silent: SendBatch = async (requests) =>
  requests.map(() => ({ failure: { kind: 'pruned', message: 'node: missing trie node' } }))

const reads = AbiParameters.from('(address target, bytes data)[] reads')
const answers = AbiParameters.from('bytes[] answers')

function answer(state: State, request: RpcRequest): string {
  const { names = {}, before = [], after = [], codes = {}, nonces = {}, owners = {}, noOverrides } = state
  const [subject, at, overrides] = request.params as [unknown, { blockHash?: string } | 'latest', unknown]
  if (overrides !== undefined) {
    if (noOverrides) return '0x'
    const { data } = subject as { data: Hex.Hex }
    const [asked] = AbiParameters.decode(reads, `0x${data.slice(10)}`)
    const each = asked.map(({ target, data }) => {
      if (data === '0x') return `0x${word(0)}` as const
      return answer(state, { method: 'eth_call', params: [{ to: target.toLowerCase(), data }, at] }) as Hex.Hex
    })
    return AbiParameters.encode(answers, [each])
  }
  const hash = at === 'latest' ? header.hash : at.blockHash
  if (hash !== header.hash && hash !== header.parentHash) throw new Error('another block')
  const isAfter = hash === header.hash ? 1 : 0
  if (request.method === 'eth_getCode') return codes[subject as string]?.[isAfter] ?? '0x'
  if (request.method === 'eth_getTransactionCount') return `0x${(nonces[subject as string] ?? 0n).toString(16)}`
  const { to, data } = subject as { to: string; data: string }
  if (data === '0x95d89b41' || data === '0x06fdde03') {
    const name = names[to]?.[data === '0x95d89b41' ? 0 : 1]
    return name === undefined ? '0x' : text(name)
  }
  if (data === '0x8da5cb5b') return `0x${word(owners[to]?.[isAfter] ?? zero)}`
  const found = (isAfter ? after : before).find(([question]) => {
    const read = readOf(question)
    return read.target === to && read.data === data
  })
  return found === undefined ? '0x' : `0x${word(found[1])}`
}

function text(value: string): string {
  const bytes = Buffer.from(value).toString('hex')
  return `0x${word(32)}${word(bytes.length / 2)}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`
}

/** What a balance is before and after. */
export const held = (token: string, before: bigint, after: bigint, owner = treasury): State => ({
  before: [[{ kind: 'balance', owner, token }, before]],
  after: [[{ kind: 'balance', owner, token }, after]],
})

export const allowed = (token: string, by: string, amount: bigint, owner = treasury): [Question, bigint] => [
  { kind: 'allowance', owner, token, spender: by },
  amount,
]

/** What a lens returns that ran out of gas before its first question. */
export function withoutAnswers(packed: string): string {
  const [each] = AbiParameters.decode(answers, packed as Hex.Hex)
  return AbiParameters.encode(answers, [each.map(() => '0x' as const)])
}

/** A node that has the latest state only. */
export function pruned(state: State): SendBatch {
  const { send } = node(state)
  return async (requests) => {
    const replies = await send(requests)
    return replies.map((reply, index) =>
      requests[index]?.params[1] === 'latest'
        ? reply
        : { failure: { kind: 'pruned', message: 'node: missing trie node' } },
    )
  }
}
