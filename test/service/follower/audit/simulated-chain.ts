import type {
  BlockCredit,
  BlockHeader,
  CheckedBlock,
  MatchedTransaction,
} from '../../../../src/service/chain/blocks/block.ts'
import {
  nodeFailure,
  type RpcFailure,
  type RpcReply,
  type RpcRequest,
} from '../../../../src/service/chain/rpc/json-rpc.ts'
import { accountChanges, type WeiRange } from '../../../../src/service/follower/audit/account-changes.ts'
import { quantity } from '../../../../src/shared/json/evm-json.ts'
import { fakeSource } from '../fake-source.ts'
import { hashOf, matched } from './blocks.ts'

/** What a block does. */
export interface Content {
  /** Transactions that touch accounts by what they show. */
  readonly transactions?: readonly MatchedTransaction[]
  readonly credits?: readonly BlockCredit[]
  /** Native currency that a call inside of a transaction moves: in one of these, or in one that names no account. */
  readonly internal?: readonly { from: string; to: string; amount: bigint; within?: MatchedTransaction }[]
  /** Changes that nothing shows. */
  readonly hidden?: readonly { address: string; balance?: bigint; nonce?: number }[]
}

interface SimulatedBlock {
  readonly block: CheckedBlock
  readonly traces: ReadonlyMap<string, readonly { from: string; to: string; amount: bigint }[]>
  readonly state: ReadonlyMap<string, { balance: bigint; nonce: number }>
}

export type Tracing = 'debug-block' | 'parity' | 'debug-transaction' | 'none'

/** A chain whose states follow from its blocks. */
export class SimulatedChain {
  blocks: SimulatedBlock[] = []
  #fork = 0

  constructor() {
    this.mine()
  }

  get head(): BlockHeader {
    return this.tip.block.header
  }

  get tip(): SimulatedBlock {
    return this.blocks.at(-1) as SimulatedBlock
  }

  mine({ transactions = [], credits = [], internal = [], hidden = [] }: Content = {}): CheckedBlock {
    const number = this.blocks.length
    const before = this.blocks.at(-1)
    const header = {
      number,
      hash: hashOf(BigInt(number) + (BigInt(this.#fork) << 64n)),
      parentHash: before?.block.header.hash ?? hashOf(0xffff),
      timestamp: 1_700_000_000 + 12 * number,
    }
    const inner = internal.map((each) => ({ ...each, within: each.within ?? matched({}, {}) }))
    const all = [...new Set([...transactions, ...inner.map(({ within }) => within)])]
    const block = { header, transactions: all.length, matched: all, credits }
    const state = new Map(before?.state)
    const add = (address: string, balance: bigint, nonce: number) => {
      const old = state.get(address) ?? { balance: 10n ** 24n, nonce: 0 }
      state.set(address, { balance: old.balance + balance, nonce: old.nonce + nonce })
    }
    const touched = new Set(all.flatMap(partiesOf).concat(credits.map(({ address }) => address)))
    for (const [address, { possible, balance = oneOf(possible), nonce = 1 }] of accountChanges(block, touched))
      add(address, balance, nonce)
    for (const { from, to, amount } of inner) {
      add(from, -amount, 0)
      add(to, amount, 0)
    }
    for (const { address, balance = 0n, nonce = 0 } of hidden) add(address, balance, nonce)
    const traces = Map.groupBy(inner, ({ within }) => within.transaction.hash)
    this.blocks.push({ block, traces, state })
    return block
  }

  /** Removes the last blocks; what is mined then has other hashes. */
  fork(depth: number): void {
    this.blocks = this.blocks.slice(0, -depth)
    this.#fork++
  }

  balanceOf(address: string, number = this.head.number): bigint {
    return this.blocks[number]?.state.get(address)?.balance ?? 10n ** 24n
  }

  blockOf(at: unknown): SimulatedBlock | undefined {
    const key = typeof at === 'object' && at !== null && 'blockHash' in at ? at.blockHash : at
    return this.blocks.find(({ block: { header } }) =>
      [header.number, header.hash, quantity(header.number)].includes(key as never),
    )
  }
}

/** What a change comes to where the block leaves it open. */
function oneOf({ least, most }: WeiRange): bigint {
  if (most === undefined) return (least ?? 0n) + 777n
  return least === undefined ? most - 777n : most
}

function partiesOf({ transaction, receipt }: MatchedTransaction): string[] {
  const { from, to, authorizations } = transaction
  return [from, to ?? receipt.created ?? '', ...authorizations.map(({ authority }) => authority)]
}

/** What a block shows about some addresses. */
export function only(
  block: CheckedBlock,
  addresses: ReadonlySet<string>,
  transactions: ReadonlySet<string> = new Set(),
): CheckedBlock {
  return {
    ...block,
    matched: block.matched
      .map((each) => ({ ...each, candidates: partiesOf(each).filter((party) => addresses.has(party)) }))
      .filter(({ candidates, transaction: { hash } }) => candidates.length > 0 || transactions.has(hash)),
    credits: block.credits.filter(({ address }) => addresses.has(address)),
  }
}

export interface SourceOptions {
  readonly host?: string
  readonly tracing?: Tracing
  readonly codes?: Readonly<Record<string, string>>
  /** Addresses that are looked for in blocks that are read for none. */
  readonly watched?: readonly string[]
  /** Changes the answer to a request. */
  readonly answer?: (request: RpcRequest, usual: () => RpcReply) => RpcReply
}

const closed: RpcReply = { failure: { kind: 'closed', message: 'node: not offered' } }
const lacking: RpcReply = { failure: { kind: 'lagging', message: 'node: no such block' } }

/** A node of the chain. */
export function nodeOf(
  chain: SimulatedChain,
  { host = 'node', tracing = 'none', codes = {}, watched = [], answer }: SourceOptions = {},
) {
  const asked: RpcRequest[] = []
  const reply = ({ method, params }: RpcRequest): RpcReply => {
    const [first, second] = params as [string, unknown]
    const isState = method.startsWith('eth_get') && !method.startsWith('eth_getBlock')
    const found = chain.blockOf(isState ? second : first)
    const state = found?.state.get(first) ?? { balance: 10n ** 24n, nonce: 0 }
    switch (method) {
      case 'eth_getBalance':
        return found ? { result: quantity(state.balance) } : lacking
      case 'eth_getTransactionCount':
        return found ? { result: quantity(state.nonce) } : lacking
      case 'eth_getCode':
        return { result: codes[first] ?? '0x' }
      case 'eth_getBlockByNumber':
        return { result: found ? rawHeader(found.block.header) : null }
      // Nothing in this chain emits events.
      case 'eth_getLogs':
        return { result: [] }
      case 'eth_getTransactionReceipt': {
        const within = chain.blocks.find(({ block }) =>
          block.matched.some(({ transaction }) => transaction.hash === first),
        )
        const { number = 0, hash: blockHash } = within?.block.header ?? {}
        return { result: within ? { transactionHash: first, blockNumber: quantity(number), blockHash } : null }
      }
      case 'eth_getBlockByHash':
        return { result: found && { transactions: found.block.matched.map(({ transaction }) => transaction.hash) } }
      case 'debug_traceBlockByHash':
        if (tracing !== 'debug-block') return closed
        return {
          result: found?.block.matched.map((each) => ({ txHash: each.transaction.hash, result: nested(each, found) })),
        }
      case 'trace_block':
        return tracing === 'parity' ? { result: found?.block.matched.flatMap((each) => flat(each, found)) } : closed
      case 'debug_traceTransaction': {
        if (tracing !== 'debug-transaction') return closed
        const within = chain.blocks.find(({ block }) =>
          block.matched.some(({ transaction: { hash } }) => hash === first),
        )
        const traced = within?.block.matched.find(({ transaction: { hash } }) => hash === first)
        return { result: traced && within && nested(traced, within) }
      }
      default:
        return closed
    }
  }
  const source = fakeSource({
    host,
    head: async () => chain.head,
    headers: async (numbers) => numbers.map((number) => chain.blocks[number]?.block.header),
    block: async (at, addresses = watched, transactions = []): Promise<CheckedBlock | RpcFailure> => {
      const found = chain.blockOf(at)
      const among = new Set(addresses)
      return found ? only(found.block, among, new Set(transactions)) : nodeFailure(host, 'lagging', 'no such block')
    },
    send: async (requests) => {
      asked.push(...requests)
      return requests.map((request) => answer?.(request, () => reply(request)) ?? reply(request))
    },
    takeRequests: () => asked.splice(0).length,
  })
  return { source, asked }
}

function rawHeader({ number, hash, parentHash, timestamp }: BlockHeader) {
  const miner = `0x${'00'.repeat(20)}`
  return { number: quantity(number), hash, parentHash, timestamp: quantity(timestamp), gasLimit: '0x1', miner }
}

function nested({ transaction: { from, to, value, hash } }: MatchedTransaction, { traces }: SimulatedBlock) {
  const call = (each: { from: string; to: string; amount: bigint }) => {
    return { type: 'CALL', from: each.from, to: each.to, value: quantity(each.amount), input: '0x' }
  }
  const calls = (traces.get(hash) ?? []).map(call)
  // A call that fails moves nothing.
  const failed = calls.map((each) => ({ ...each, error: 'execution reverted' }))
  return { ...call({ from, to: to ?? from, amount: value }), calls: [...failed, ...calls] }
}

function flat(each: MatchedTransaction, { traces, block }: SimulatedBlock) {
  const { from, to, value, hash } = each.transaction
  const frame = (of: { from: string; to: string; amount: bigint }, traceAddress: number[]) => ({
    type: 'call',
    action: { callType: 'call', from: of.from, to: of.to, value: quantity(of.amount), input: '0x' },
    traceAddress,
    blockHash: block.header.hash,
    transactionHash: hash,
  })
  const inner = traces.get(hash) ?? []
  return [frame({ from, to: to ?? from, amount: value }, []), ...inner.map((of, index) => frame(of, [index]))]
}
