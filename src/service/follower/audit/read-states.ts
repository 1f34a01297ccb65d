import { chunksOf } from '../../../shared/chunks-of.ts'
import { type BlockParameter, lookRequest, readLook } from '../../chain/accounts/lens.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { quantity, quantityOf } from '../../chain/rpc/hex.ts'
import { isReply, type RpcFailure, type RpcRequest } from '../../chain/rpc/json-rpc.ts'
import { BALANCES_PER_CALL } from '../loop/rates.ts'
import { type ChainSource, isFailure } from '../loop/source.ts'
import type { AccountState } from './ledger.ts'

/** An address that nothing uses: the lens runs there by a state override. */
const LENS = '0x7478776172646e2061756469742000000000001a'

/** Which nodes do not run the lens, by host. */
export type WithoutLens = Set<string>

export interface ReadBalance {
  /** Wei. */
  readonly balance: bigint
  /** Undefined: not read. */
  readonly hasCode: boolean | undefined
}

/**
 * Balances at the end of a block, in the order of the addresses: by the lens where the node runs it, whose answer tells the
 * time of the block it read.
 */
export async function readBalances(
  source: ChainSource,
  addresses: readonly string[],
  { hash, timestamp }: BlockHeader,
  withoutLens: WithoutLens,
): Promise<readonly ReadBalance[] | RpcFailure> {
  const block = { blockHash: hash }
  if (!withoutLens.has(source.host) && addresses.length > 1) {
    const parts = chunksOf(addresses, BALANCES_PER_CALL)
    const replies = await source.ask(parts.map((part) => lookRequest(LENS, part, [], block)))
    const looks = parts.map((part, index) => {
      const reply = replies[index]
      return reply && isReply(reply) ? readLook(reply.result, part.length, []) : undefined
    })
    if (looks.every((look) => look?.timestamp === timestamp))
      return looks.flatMap(
        (look) => look?.accounts.map(({ balance, codeSize }) => ({ balance, hasCode: codeSize > 0 })) ?? [],
      )
    const failure = replies.flatMap((reply) => (isReply(reply) ? [] : [reply.failure]))[0]
    if (failure && PASSING.includes(failure.kind)) return failure
    withoutLens.add(source.host)
  }
  const balances = await readQuantities(
    source,
    addresses.map((address) => balanceRequest(address, block)),
  )
  return isFailure(balances) ? balances : balances.map((balance) => ({ balance, hasCode: undefined }))
}

/** Requests of one reading of balances at several blocks, without the lens. */
const MOST_BALANCES = 256

/**
 * Balances (wei) at the ends of some blocks, in the order of the addresses; undefined where the node does not say. In one
 * batch.
 */
export async function readBalancesAt(
  source: ChainSource,
  addresses: readonly string[],
  blocks: readonly Pick<BlockHeader, 'hash' | 'timestamp'>[],
  withoutLens: WithoutLens,
): Promise<readonly (readonly bigint[] | undefined)[]> {
  if (withoutLens.has(source.host) || addresses.length === 1) {
    const read = blocks.slice(-Math.floor(MOST_BALANCES / addresses.length))
    const replies = await source.ask(
      read.flatMap(({ hash }) => addresses.map((address) => balanceRequest(address, { blockHash: hash }))),
    )
    const balances = replies.map((reply) => (isReply(reply) ? quantityOf(reply.result) : undefined))
    const found = read.map((_, index) => {
      const known = balances.slice(index * addresses.length, (index + 1) * addresses.length)
      return known.every((balance) => balance !== undefined) ? known : undefined
    })
    return [...blocks.slice(read.length).map(() => undefined), ...found]
  }
  const replies = await source.ask(blocks.map(({ hash }) => lookRequest(LENS, addresses, [], { blockHash: hash })))
  return blocks.map(({ timestamp }, index) => {
    const reply = replies[index]
    const look = reply && isReply(reply) ? readLook(reply.result, addresses.length, []) : undefined
    return look?.timestamp === timestamp ? look.accounts.map(({ balance }) => balance) : undefined
  })
}

/** Failures that say nothing about what the node can. */
const PASSING: readonly RpcFailure['kind'][] = ['rate', 'timeout', 'network', 'lagging', 'pruned', 'bad-answer']

/** In the order of the addresses. */
export async function readNonces(
  source: ChainSource,
  addresses: readonly string[],
  { hash }: Pick<BlockHeader, 'hash'>,
): Promise<readonly number[] | RpcFailure> {
  const nonces = await readQuantities(
    source,
    addresses.map((address) => nonceRequest(address, { blockHash: hash })),
  )
  return isFailure(nonces) ? nonces : nonces.map(Number)
}

/** Accounts at blocks, in the order of the questions; undefined where the node does not have the state. */
export async function readStates(
  source: ChainSource,
  asked: readonly { readonly address: string; readonly block: BlockParameter }[],
): Promise<readonly (AccountState | undefined)[]> {
  const replies = await source.ask(
    asked.flatMap(({ address, block }) => [balanceRequest(address, block), nonceRequest(address, block)]),
  )
  return asked.map((_, index) => {
    const [balance, nonce] = [replies[2 * index], replies[2 * index + 1]].map((reply) =>
      reply && isReply(reply) ? quantityOf(reply.result) : undefined,
    )
    return balance === undefined || nonce === undefined ? undefined : { balance, nonce: Number(nonce) }
  })
}

/** Code of accounts, in lower case; undefined where the node does not say. */
export async function readCodes(
  source: ChainSource,
  addresses: readonly string[],
  { hash }: Pick<BlockHeader, 'hash'>,
): Promise<readonly (string | undefined)[]> {
  const replies = await source.ask(
    addresses.map((address) => ({ method: 'eth_getCode', params: [address, { blockHash: hash }] })),
  )
  return addresses.map((_, index) => {
    const reply = replies[index]
    return reply && isReply(reply) && typeof reply.result === 'string' ? reply.result.toLowerCase() : undefined
  })
}

/** By hash where that is known: the state of one branch. */
export function blockParameter(number: number, hash: string | undefined): BlockParameter {
  return hash === undefined ? quantity(number) : { blockHash: hash }
}

function balanceRequest(address: string, block: BlockParameter): RpcRequest {
  return { method: 'eth_getBalance', params: [address, block] }
}

function nonceRequest(address: string, block: BlockParameter): RpcRequest {
  return { method: 'eth_getTransactionCount', params: [address, block] }
}

async function readQuantities(
  source: ChainSource,
  requests: readonly RpcRequest[],
): Promise<readonly bigint[] | RpcFailure> {
  const numbers: bigint[] = []
  const replies = await source.ask(requests)
  for (const [index, { method }] of requests.entries()) {
    const reply = replies[index]
    if (reply && !isReply(reply)) return reply.failure
    const number = quantityOf(reply?.result)
    if (number === undefined) return { kind: 'bad-answer', message: `${source.host}: ${method} gave no number` }
    numbers.push(number)
  }
  return numbers
}
