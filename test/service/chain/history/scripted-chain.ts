import type { NodeAnswer, RpcCall } from '../../../support/fault-proxy.ts'

export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export interface ScriptedTransfer {
  readonly block: number
  readonly token: string
  readonly from: string
  readonly to: string
  /** Amount of an ERC-20 token. */
  readonly amount?: bigint
  /** Of an ERC-721 token, instead of an amount. */
  readonly tokenId?: bigint
}

export interface ScriptedChain {
  /** Default: 1. */
  readonly chainId?: number
  readonly transfers: readonly ScriptedTransfer[]
  readonly head: number
  /** Seconds between two blocks. */
  readonly blockTime: number
  /** Time of block 0 (s). */
  readonly start: number
  /** The error of a node that does not search so many blocks, or undefined. */
  readonly refuse?: (first: number, last: number, found: number) => NodeAnswer | undefined
}

/** A node whose chain has nothing but these transfers. */
export function answerAs(chain: ScriptedChain): (call: RpcCall) => NodeAnswer {
  return ({ method, params }) => {
    if (method === 'eth_getBlockByNumber') return { result: blockOf(chain, params[0]) }
    if (method === 'eth_chainId') return { result: hex(chain.chainId ?? 1) }
    if (method === 'eth_getLogs') return logsOf(chain, params[0] as Filter)
    return { error: { code: -32_601, message: 'method not found' } }
  }
}

interface Filter {
  readonly fromBlock: string
  readonly toBlock: string
  readonly topics: readonly (string | null)[]
}

function blockOf({ head, blockTime, start }: ScriptedChain, tag: unknown) {
  const number = tag === 'latest' ? head : Number(tag)
  if (!(number <= head)) return null
  return {
    number: hex(number),
    timestamp: hex(start + number * blockTime),
    hash: wordOf(number + 1),
    parentHash: wordOf(number),
    miner: `0x${'00'.repeat(20)}`,
    gasLimit: '0x1c9c380',
    transactions: [],
  }
}

function logsOf(chain: ScriptedChain, { fromBlock, toBlock, topics }: Filter): NodeAnswer {
  const [first, last] = [Number(fromBlock), Number(toBlock)]
  const logs = chain.transfers
    .filter(({ block }) => block >= first && block <= last)
    .map(logOf)
    .filter((log) => topics.every((topic, at) => topic === null || topic === log.topics[at]))
  return chain.refuse?.(first, last, logs.length) ?? { result: logs }
}

export function logOf({ block, token, from, to, amount = 0n, tokenId }: ScriptedTransfer) {
  const parties = [from, to].map((address) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`)
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
  return {
    address: token,
    topics: [TRANSFER, ...parties, ...(tokenId === undefined ? [] : [word(tokenId)])],
    data: tokenId === undefined ? word(amount) : '0x',
    blockNumber: hex(block),
  }
}

function wordOf(value: number): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}

function hex(value: number): string {
  return `0x${value.toString(16)}`
}
