import { chunksOf } from '../../../shared/chunks-of.ts'
import { type BlockParameter, lookRequest, readLook } from '../../chain/accounts/lens.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { quantity, quantityOf } from '../../chain/rpc/hex.ts'
import { isReply, type RpcFailure, type RpcRequest } from '../../chain/rpc/json-rpc.ts'
import { BALANCES_PER_CALL } from '../rates.ts'
import { type ChainSource, isFailure } from '../source.ts'
import type { AccountState } from './ledger.ts'

/** An address that nothing uses: the lens runs there by a state override. */
const LENS = '0x7478776172646e2061756469742000000000001a'

/** Which nodes do not run the lens, by host. */
export type WithoutLens = Set<string>

/**
 * Balances (wei) at the end of a block, in the order of the addresses: by the lens where the node runs it, whose answer
 * tells the time of the block it read.
 */
export async function readBalances(
  source: ChainSource,
  addresses: readonly string[],
  { hash, timestamp }: BlockHeader,
  withoutLens: WithoutLens,
): Promise<readonly bigint[] | RpcFailure> {
  const block = { blockHash: hash }
  if (!withoutLens.has(source.host) && addresses.length > 1) {
    const parts = chunksOf(addresses, BALANCES_PER_CALL)
    const replies = await source.ask(parts.map((part) => lookRequest(LENS, part, [], block)))
    const looks = parts.map((part, index) => {
      const reply = replies[index]
      return reply && isReply(reply) ? readLook(reply.result, part.length, []) : undefined
    })
    if (looks.every((look) => look?.timestamp === timestamp))
      return looks.flatMap((look) => look?.accounts.map(({ balance }) => balance) ?? [])
    const failure = replies.flatMap((reply) => (isReply(reply) ? [] : [reply.failure]))[0]
    if (failure && PASSING.includes(failure.kind)) return failure
    withoutLens.add(source.host)
  }
  return readQuantities(
    source,
    addresses.map((address) => balanceRequest(address, block)),
  )
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
