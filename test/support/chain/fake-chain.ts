import * as AbiParameters from 'ox/AbiParameters'
import { TestClock } from '../deterministic.ts'
import type { NodeAnswer, RpcCall } from '../fault-proxy.ts'

/** An event of a block. */
export interface FakeLog {
  readonly block: number
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly transactionHash?: string
}

/** A chain of any length: its blocks follow from their numbers. */
export interface FakeChain {
  readonly chainId: number
  head: number
  /** Of the head (s). */
  headTime: number
  readonly secondsPerBlock: number
  readonly logs?: readonly FakeLog[]
  /** What calls return, by `<to> <data>` in lower case; others return nothing. Absent: the answers to a probe. */
  readonly calls?: Readonly<Record<string, string>>
  /** The methods that every node has: chain id, blocks, events, and calls where some are given. */
  readonly isBasic?: boolean
}

const SENDER = `0x${'5e'.repeat(20)}`
const EMITTER = '0x7478776172646e2070726f62652000000000004d'
const RECEIVER = '0x7478776172646e2070726f62652000000000005e'
const NATIVE = `0x${'ee'.repeat(20)}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TOPIC = `0x${'7061'.repeat(16)}`

const hex = (number: number) => `0x${number.toString(16)}`
const word = (number: number | bigint): `0x${string}` => `0x${number.toString(16).padStart(64, '0')}`

export const clockNow = () => Math.floor(new TestClock().now() / 1000)

/** Ethereum, where a test says nothing else. */
export function fakeChain(more: Partial<FakeChain> = {}): FakeChain {
  return { chainId: 1, head: 20_000_000, headTime: clockNow() - 6, secondsPerBlock: 12, ...more }
}

/** What a good node answers. The tests on anvil show that a real one does so to the questions of a probe. */
export function answerOf(chain: FakeChain, call: RpcCall): NodeAnswer {
  const known = common(chain, call)
  const result = known === undefined && !chain.isBasic ? probed(call) : known
  return result === undefined ? { error: { code: -32_601, message: 'method not found' } } : { result }
}

function common(chain: FakeChain, { method, params }: RpcCall): unknown {
  if (method === 'eth_chainId') return hex(chain.chainId)
  if (method === 'eth_getBlockByNumber') return headerOf(chain, params[0] === 'latest' ? chain.head : Number(params[0]))
  if (method === 'eth_getLogs') return logsIn(chain, params[0] as Filter)
  if (method !== 'eth_call' || chain.calls === undefined) return undefined
  const [{ to, data }] = params as [{ to: string; data: string }]
  return chain.calls[`${to} ${data}`.toLowerCase()] ?? '0x'
}

function probed({ method, params }: RpcCall): unknown {
  switch (method) {
    case 'eth_call': {
      const balance = word(0x123456789)
      return AbiParameters.encode(AbiParameters.from(['bytes[] a', 'bool b', 'bytes c', 'bytes[] d']), [
        [balance],
        true,
        `0x${'5eed'.repeat(16)}`,
        [balance],
      ])
    }
    case 'debug_traceCall':
      return {
        type: 'CALL',
        logs: [{ address: EMITTER, topics: [TOPIC], data: word(1) }],
        calls: [{ type: 'CALL', to: RECEIVER, value: '0x0' }],
      }
    case 'eth_simulateV1':
      return [{ calls: [{ status: '0x1', logs: simulatedLogs(params) }] }]
    case 'eth_getBlockReceipts':
      return [{ blockHash: (params[0] as { blockHash: string }).blockHash }]
    case 'eth_getTransactionByBlockNumberAndIndex':
      return params[1] === '0x0' ? { from: SENDER, nonce: params[0] } : null
    // The sender's only transaction of each block has the block's number as nonce.
    case 'eth_getTransactionCount':
      return hex(Number(params[1]) + 1)
    case 'eth_getBalance':
      return '0x0'
    default:
      return undefined
  }
}

function simulatedLogs(params: readonly unknown[]) {
  const [asked] = params as [{ blockStateCalls: [{ blockOverrides?: { time?: string } }] }?]
  const time = asked?.blockStateCalls[0].blockOverrides?.time ?? '0x0'
  return [
    { address: EMITTER, topics: [TOPIC], data: word(BigInt(time)) },
    { address: NATIVE, topics: [TRANSFER, word(BigInt(EMITTER)), word(BigInt(RECEIVER))], data: word(7) },
  ]
}

/** Null: the chain is not so long. */
export function headerOf({ head, headTime, secondsPerBlock }: FakeChain, number: number): object | null {
  if (!(number <= head)) return null
  return {
    number: hex(number),
    hash: word(number + 1),
    parentHash: word(number),
    timestamp: hex(Math.floor(headTime - (head - number) * secondsPerBlock)),
    miner: `0x${'fe'.repeat(20)}`,
    gasLimit: '0x1c9c380',
    baseFeePerGas: '0x7',
    transactions: [word(number)],
  }
}

interface Filter {
  readonly fromBlock: string
  readonly toBlock: string
  readonly topics?: readonly (string | readonly string[] | null)[]
}

function logsIn({ logs = [] }: FakeChain, filter: Filter): object[] {
  const { first, last } = rangeOf(filter)
  const fits = ({ block, topics }: FakeLog) =>
    block >= first &&
    block <= last &&
    (filter.topics ?? []).every((wanted, at) => wanted === null || [wanted].flat().includes(topics[at] ?? ''))
  return logs.filter(fits).map(({ block, ...log }) => ({ ...log, blockNumber: hex(block) }))
}

/** The blocks that a search for events is about. */
export function rangeOf(filter: unknown): { first: number; last: number } {
  const { fromBlock, toBlock } = filter as Filter
  return { first: Number(fromBlock), last: Number(toBlock) }
}

export interface FakeTransfer {
  readonly block: number
  readonly token: string
  readonly from: string
  readonly to: string
  /** Amount of an ERC-20 token. */
  readonly amount?: bigint
  /** Of an ERC-721 token, instead of an amount. */
  readonly tokenId?: bigint
}

export function transferLog({ block, token, from, to, amount = 0n, tokenId }: FakeTransfer): FakeLog {
  const parties = [word(BigInt(from)), word(BigInt(to))]
  const topics = [TRANSFER, ...parties, ...(tokenId === undefined ? [] : [word(tokenId)])]
  return { block, address: token, topics, data: tokenId === undefined ? word(amount) : '0x' }
}
