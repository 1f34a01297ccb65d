import { createHash } from 'node:crypto'
import type { Capabilities, NodeHead } from '../../../src/service/chain/nodes/chain-node.ts'
import type { RpcReply, RpcRequest } from '../../../src/service/chain/rpc/json-rpc.ts'
import type { SimulationResult } from '../../../src/service/chain/simulation/result.ts'
import { simulate } from '../../../src/service/chain/simulation/simulate.ts'
import { type Analysis, analyze } from '../../../src/service/risk/analyze.ts'
import type { AccountKind, ChainAccount } from '../../../src/service/risk/chain/account.ts'
import type { Transaction } from '../../../src/service/risk/types.ts'
import { type Rpc, RpcFailure } from './rpc.ts'

/** All that anvil can do. */
export const everything: Capabilities = {
  overrides: true,
  trace: true,
  simulate: true,
  receipts: true,
  archive: true,
  batch: true,
}

export interface SimulateOptions {
  readonly can?: Partial<Capabilities>
  /** Standards of tokens, as the lens would find them. */
  readonly standards?: Readonly<Record<string, 'erc20' | 'erc721' | 'erc1155'>>
  /** Analysis instead of that of the transaction: of a message. */
  readonly analysis?: Analysis
  /** Called with the replies of each trip. */
  readonly onReplies?: (replies: readonly RpcReply[]) => void
  readonly onAccounts?: (accounts: readonly SimpleAccount[]) => void
}

type Given = Pick<Transaction, 'from'> & Partial<Transaction>

/** Simulates at the head of a node, with the requests that the observer would send. */
export async function simulateOn(rpc: Rpc, given: Given, options: SimulateOptions = {}): Promise<SimulationResult> {
  const transaction: Transaction = { chainId: '1', to: undefined, value: 0n, data: '0x', ...given }
  const first = options.analysis ?? analyze(transaction)
  const send = async (requests: readonly RpcRequest[]) => {
    const replies = await Promise.all(requests.map((request) => replyTo(rpc, request)))
    options.onReplies?.(replies)
    return replies
  }
  const can = { ...everything, ...options.can }
  const head = await headOf(rpc)
  const discovery = simulate({ analysis: first, head, can, randomBytes: seeded(), trace: undefined })
  const discovered = discovery.read(await send(discovery.requests))
  const analysis = discovered.trace && !options.analysis ? analyze(transaction, discovered.trace) : first
  const accounts = await readAccounts(rpc, first, options.standards ?? {})
  options.onAccounts?.(accounts)
  const measurement = discovered.measure(analysis, accountsFrom(accounts))
  const replies = await send(measurement.requests)
  const more = measurement.more(replies)
  return more ? more.read(await send(more.requests)) : measurement.read(replies)
}

async function replyTo(rpc: Rpc, { method, params }: RpcRequest): Promise<RpcReply> {
  try {
    return { result: await rpc(method, ...params) }
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error
    const kind = error.code === 3 ? 'reverted' : 'failed'
    return { failure: { kind, message: error.message, code: error.code } }
  }
}

/** The same bytes in every test. */
export function seeded(): (length: number) => Uint8Array {
  let count = 0
  return (length) => createHash('sha256').update(String(count++)).digest().subarray(0, length)
}

export async function headOf(rpc: Rpc): Promise<NodeHead> {
  const block = (await rpc('eth_getBlockByNumber', 'latest', false)) as Record<string, string>
  return {
    number: BigInt(block.number ?? 0),
    hash: block.hash ?? '',
    parentHash: block.parentHash ?? '',
    timestamp: Number(block.timestamp),
    feeRecipient: block.miner ?? '',
    gasLimit: BigInt(block.gasLimit ?? 0),
    baseFee: block.baseFeePerGas === undefined ? undefined : BigInt(block.baseFeePerGas),
  }
}

/** What a simulation uses of an account. */
export interface SimpleAccount {
  readonly address: string
  readonly kind: AccountKind
  readonly balance: bigint
  readonly standard?: 'erc20' | 'erc721' | 'erc1155' | undefined
}

export function accountsFrom(simple: readonly SimpleAccount[]): Map<string, ChainAccount> {
  const unread = { codeHash: undefined, delegate: undefined, proxy: undefined, safe: undefined, owner: undefined }
  const unreported = { nonce: undefined, codeSize: 0, hadCodeBefore: undefined }
  return new Map(
    simple.map(({ address, kind, balance, standard }) => {
      const token = standard && { symbol: undefined, name: undefined, decimals: undefined, standard }
      return [address, { address, kind, balance, ...unreported, ...unread, token }]
    }),
  )
}

/** The accounts of a transaction. @param standards of tokens, as the lens would find them */
export async function readAccounts(
  rpc: Rpc,
  { subjects }: Analysis,
  standards: NonNullable<SimulateOptions['standards']>,
): Promise<readonly SimpleAccount[]> {
  const accounts = subjects.map(async ({ address }): Promise<SimpleAccount> => {
    const code = String(await rpc('eth_getCode', address, 'latest'))
    const balance = BigInt(String(await rpc('eth_getBalance', address, 'latest')))
    const kind = code === '0x' ? 'eoa' : code.startsWith('0xef0100') ? 'delegated' : 'contract'
    return { address, kind, balance, standard: standards[address] }
  })
  return await Promise.all(accounts)
}
