import { dataOf, quantity, quantityOf } from '../../../shared/json/evm-json.ts'
import { isReply, type RpcFailure, type RpcReply, type RpcRequest, resultOf, type Trip } from '../rpc/json-rpc.ts'

/** A block as the last parameter of a request. Its hash pins the branch, a number does not (EIP-1898). */
export type BlockParameter = string | { readonly blockHash: string }

/** A request about the state of a chain, with the reader of its answer. */
export interface StateRequest<T> {
  readonly request: RpcRequest
  /** Returns undefined when the answer is not one to this request. Never throws. */
  read(result: unknown): T | undefined
  /** The request is a call: one that reverts answers nothing, which is an answer. */
  readonly mayRevert?: true
}

/** What a node says, or why that is not known. */
export type StateAnswer<T> = { readonly value: T } | { readonly failure: RpcFailure }

/** What a contract is called with. Without data, the lens reads the native balance of the target. */
export interface StateRead {
  readonly target: string
  readonly data: string
}

/** Requests a balance (wei). */
export function balanceAt(address: string, block: BlockParameter): StateRequest<bigint> {
  return { request: { method: 'eth_getBalance', params: [address, block] }, read: quantityOf }
}

export function nonceAt(address: string, block: BlockParameter): StateRequest<number> {
  return {
    request: { method: 'eth_getTransactionCount', params: [address, block] },
    read: (result) => {
      const nonce = quantityOf(result)
      return nonce !== undefined && nonce <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(nonce) : undefined
    },
  }
}

export function codeAt(address: string, block: BlockParameter): StateRequest<string> {
  return { request: { method: 'eth_getCode', params: [address, block] }, read: dataOf }
}

/** Characters of a word with 0x. */
const WORD = 66

export function slotAt(address: string, slot: string, block: BlockParameter): StateRequest<string> {
  return {
    request: { method: 'eth_getStorageAt', params: [address, slot, block] },
    read: (result) => {
      const word = dataOf(result)
      return word?.length === WORD ? word : undefined
    },
  }
}

/** Requests what a contract returns. @param gas bounds what a contract can make the node do */
export function callAt({ target, data }: StateRead, block: BlockParameter, gas: bigint): StateRequest<string> {
  return {
    request: { method: 'eth_call', params: [{ to: target, data, gas: quantity(gas) }, block] },
    read: dataOf,
    mayRevert: true,
  }
}

/** The one rule for a missing answer: a call that reverted returned nothing, and all else that is not legible is a failure. */
export function answerTo<T>(wanted: StateRequest<T>, reply: RpcReply | undefined): StateAnswer<T> {
  if (reply === undefined) return { failure: { kind: 'bad-answer', message: 'no answer' } }
  const isEmpty = wanted.mayRevert && !isReply(reply) && reply.failure.kind === 'reverted'
  if (!isReply(reply) && !isEmpty) return reply
  const value = wanted.read(isReply(reply) ? reply.result : '0x')
  return value === undefined ? { failure: { kind: 'failed', message: 'the node gave no legible answer' } } : { value }
}

export function valueIn<T>(answer: StateAnswer<T> | undefined): T | undefined {
  return answer && 'value' in answer ? answer.value : undefined
}

/** Makes a trip of one request; undefined where there is none, or no legible answer. */
export function tripOf<T>(wanted: StateRequest<T> | undefined): Trip<T | undefined> {
  return { requests: wanted ? [wanted.request] : [], read: ([reply]) => wanted?.read(resultOf(reply)) }
}

/** Gives all values, or the first failure. */
export function allOf<T>(answers: readonly StateAnswer<T>[]): readonly T[] | RpcFailure {
  const values: T[] = []
  for (const answer of answers) {
    if ('failure' in answer) return answer.failure
    values.push(answer.value)
  }
  return values
}
