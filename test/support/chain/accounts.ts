import { AccountReader, type AccountReaderOptions } from '../../../src/service/chain/accounts/account-reader.ts'
import type { Capabilities, PastBlock } from '../../../src/service/chain/nodes/chain-node.ts'
import { findPast } from '../../../src/service/chain/nodes/past-block.ts'
import type { RpcReply, RpcRequest } from '../../../src/service/chain/rpc/json-rpc.ts'
import { createRpcNode } from '../../../src/service/chain/rpc/rpc-node.ts'
import type { ChainAccount } from '../../../src/service/risk/chain/account.ts'
import type { ObservedBlock } from '../../../src/service/risk/chain/observation.ts'
import { systemClock } from '../../../src/shared/time/clock.ts'
import type { NodeProcess } from './node-process.ts'

export const everything: Capabilities = {
  overrides: true,
  trace: true,
  simulate: true,
  receipts: true,
  archive: true,
  batch: true,
}
/** Runs no code of ours. */
export const poor: Capabilities = { ...everything, overrides: false }

export function address(digits: string): string {
  return `0x${digits.padStart(40, '5')}`
}

/** As a contract answers it. */
export function word(value: bigint | string): string {
  return `0x${BigInt(value).toString(16).padStart(64, '0')}`
}

/** A `string`. */
export function text(value: string): string {
  const hex = Buffer.from(value).toString('hex')
  return `${word(32n)}${word(BigInt(hex.length / 2)).slice(2)}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`
}

/** An `address[]`. */
export function list(...addresses: readonly string[]): string {
  return `${word(32n)}${word(BigInt(addresses.length)).slice(2)}${addresses.map((each) => word(each).slice(2)).join('')}`
}

/** A method of anvil that Hardhat has as well. */
export function set(node: NodeProcess, method: string, ...params: unknown[]): Promise<unknown> {
  return node.rpc(`anvil_${method}`, ...params).catch(() => node.rpc(`hardhat_${method}`, ...params))
}

export async function headOf(node: NodeProcess): Promise<ObservedBlock> {
  const head = (await node.rpc('eth_getBlockByNumber', 'latest', false)) as Record<string, string>
  return { number: BigInt(head.number as string), hash: head.hash as string, timestamp: Number(head.timestamp) }
}

interface ReadOptions extends Partial<AccountReaderOptions> {
  readonly budget?: number
  readonly nonces?: readonly string[]
  /** What the second trip sends instead. */
  readonly altered?: (request: RpcRequest) => RpcRequest
}

interface AccountsRead {
  readonly accounts: ReadonlyMap<string, ChainAccount>
  readonly reader: AccountReader
  /** Requests of each. */
  readonly trips: readonly [number, number]
}

/** Both trips. */
export async function readAccounts(
  node: NodeProcess,
  addresses: readonly string[],
  { budget = 1000, nonces = [], altered = (request) => request, ...options }: ReadOptions = {},
): Promise<AccountsRead> {
  const lens = address('feed')
  const head = await headOf(node)
  const past = (options.can ?? everything).archive ? await pastOf(node, head) : undefined
  const reader = new AccountReader({ can: everything, head, lens, past, seen: new Map(), ...options })
  const first = reader.firstTrip(addresses, { nonces, budget })
  first.read(await send(node, first.requests))
  const second = reader.secondTrip([], { budget })
  second.read(await send(node, second.requests.map(altered)))
  return { accounts: reader.accounts(), reader, trips: [first.requests.length, second.requests.length] }
}

async function pastOf({ url }: NodeProcess, head: ObservedBlock): Promise<PastBlock | undefined> {
  const rpc = createRpcNode({ url, clock: systemClock })
  const past = await findPast(rpc, head, systemClock.elapsed() + 60_000)
  await rpc.close()
  return typeof past === 'string' ? undefined : past.block
}

async function send({ url }: NodeProcess, requests: readonly RpcRequest[]): Promise<readonly RpcReply[]> {
  const rpc = createRpcNode({ url, clock: systemClock })
  const replies = await rpc.send(requests, systemClock.elapsed() + 60_000)
  await rpc.close()
  return replies
}
