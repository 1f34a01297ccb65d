/** Room: Balances, codes, nonces, storage and answers of calls at a block. */

import { chunksOf } from '../../../shared/chunks-of.ts'
import { NODE_FAILURES, type RpcFailure, type RpcReply, type RpcRequest } from '../rpc/json-rpc.ts'
import type { Refusals } from '../rpc/refusals.ts'
import { type LensReading, lookAt, READS_PER_CALL, readsAt } from './lens.ts'
import {
  answerTo,
  type BlockParameter,
  balanceAt,
  callAt,
  type StateAnswer,
  type StateRead,
  type StateRequest,
  valueIn,
} from './requests.ts'

/** Sends requests to a node in one batch. */
export type SendBatch = (requests: readonly RpcRequest[]) => Promise<readonly RpcReply[]>

/** The node whose state is read. */
export interface StateSource {
  readonly send: SendBatch
  readonly refusals: Refusals
}

interface StateBlock {
  readonly hash: string
  /** Seconds. */
  readonly timestamp: number
}

/** A call of a contract at a block. */
export interface BlockRead {
  readonly read: StateRead
  readonly block: BlockParameter
}

export interface Balance {
  /** Wei. */
  readonly balance: bigint
  /** Absent when it was not read. */
  readonly hasCode: boolean | undefined
}

/** Code of ours in a call, as what a node refuses. */
const LENS = 'lens'
/** Requests of one batch: nodes and load balancers have limits. */
const BATCH = 256
/** The least number of calls at a block that are made in one request. */
const LENS_FROM = 4
/** Balances in one call of the lens, which calls none of these accounts: less than a million gas. */
const BALANCES_PER_CALL = 100
/** Gas of a single call: a token has no use for more. */
const GAS = 1_000_000n

/** Failures that say nothing about what the node can do. */
const PASSING: readonly RpcFailure['kind'][] = [...NODE_FAILURES, 'pruned']

const OVER_BUDGET: RpcFailure = { kind: 'failed', message: 'not requested, too many requests' }
const OTHER_BLOCK: RpcFailure = { kind: 'failed', message: 'the node gave the state of another block' }

/** Answers to single requests. */
export async function readStates<T>(
  { send }: Pick<StateSource, 'send'>,
  requests: readonly StateRequest<T>[],
): Promise<readonly StateAnswer<T>[]> {
  const found: StateAnswer<T>[] = []
  for (const part of chunksOf(requests, BATCH)) {
    const replies = await send(part.map(({ request }) => request)).catch(() => [])
    for (const [at, wanted] of part.entries()) found.push(answerTo(wanted, replies[at]))
  }
  return found
}

interface StateReaderOptions {
  /** A block. The lens runs at the address of its last 20 bytes, because no contract can know that. */
  readonly hash: string
  /** Most requests of this reader: third parties decide how many tokens a block names. */
  readonly budget?: number
}

/**
 * Reads the state of a chain at blocks: many values in one call by code of ours where the node runs that, else by single requests.
 * Answers are in the order of what was requested.
 */
export class StateReader {
  readonly #source: StateSource
  readonly #lens: string
  #left: number

  constructor(source: StateSource, { hash, budget = Number.POSITIVE_INFINITY }: StateReaderOptions) {
    this.#source = source
    this.#lens = `0x${hash.slice(-40)}`
    this.#left = budget
  }

  /** Single requests, as far as the budget goes. */
  async read<T>(requests: readonly StateRequest<T>[]): Promise<readonly StateAnswer<T>[]> {
    const sent = requests.slice(0, this.#left)
    this.#left -= sent.length
    const answers = await readStates(this.#source, sent)
    return requests.map((_, at) => answers[at] ?? { failure: OVER_BUDGET })
  }

  /** What contracts return: '0x' for nothing, and for a call that fails. */
  async calls(reads: readonly BlockRead[]): Promise<readonly StateAnswer<string>[]> {
    const answers = await this.#callsByLens(reads)
    const open = reads.filter((_, at) => !answers.has(at))
    const single = [...(await this.read(open.map(({ read, block }) => callAt(read, block, GAS))))]
    return reads.map((_, at) => {
      const value = answers.get(at)
      return value === undefined ? (single.shift() as StateAnswer<string>) : { value }
    })
  }

  async #callsByLens(reads: readonly BlockRead[]): Promise<ReadonlyMap<number, string>> {
    const found = new Map<number, string>()
    if (this.#source.refusals.has(LENS)) return found
    const byBlock = Map.groupBy(reads.entries(), ([, { block }]) =>
      typeof block === 'string' ? block : block.blockHash,
    )
    const parts = [...byBlock.values()]
      .flatMap((group) => chunksOf(group, READS_PER_CALL))
      .filter(({ length }) => length >= LENS_FROM)
    const answers = await this.read(
      parts.map((part) => {
        const [, { block }] = part[0] as [number, BlockRead]
        const targets = part.map(([, { read }]) => read)
        return readsAt(this.#lens, targets, block)
      }),
    )
    this.#noteRefusal(answers)
    for (const [index, part] of parts.entries())
      for (const [position, [at]] of part.entries()) {
        const answer = valueIn(answers[index])?.[position]
        if (answer !== undefined) found.set(at, answer)
      }
    return found
  }

  /**
   * Balances at the ends of blocks, by block and then by address. The lens says the time of the block that it read: where that is
   * another one, the node ignored the hash.
   * @param blocks of which the newest ones are read, where all of them are too many single requests
   */
  async balances(
    addresses: readonly string[],
    blocks: readonly StateBlock[],
  ): Promise<readonly (readonly StateAnswer<Balance>[])[]> {
    const byLens = await this.#balancesByLens(addresses, blocks)
    if (byLens) return byLens
    const read = blocks.slice(-Math.max(1, Math.floor(BATCH / addresses.length)))
    const answers = await this.read(
      read.flatMap(({ hash }) => addresses.map((address) => balanceAt(address, { blockHash: hash }))),
    )
    const found = chunksOf(answers, addresses.length).map((some) =>
      some.map((answer) => ('failure' in answer ? answer : { value: { balance: answer.value, hasCode: undefined } })),
    )
    return [...blocks.slice(read.length).map(() => addresses.map(() => ({ failure: OVER_BUDGET }))), ...found]
  }

  /** Undefined where the node does not run the lens. */
  async #balancesByLens(addresses: readonly string[], blocks: readonly StateBlock[]) {
    if (addresses.length < 2 || this.#source.refusals.has(LENS)) return undefined
    const parts = chunksOf(addresses, BALANCES_PER_CALL)
    const wanted = blocks.flatMap((block) => parts.map((part) => ({ block, part })))
    const answers = await this.read(
      wanted.map(({ block, part }) => lookAt(this.#lens, part, [], { blockHash: block.hash })),
    )
    const looks = answers.map((answer, at): StateAnswer<LensReading> => {
      const isOther = 'value' in answer && answer.value.timestamp !== wanted[at]?.block.timestamp
      return isOther ? { failure: OTHER_BLOCK } : answer
    })
    if (this.#noteRefusal(looks)) return undefined
    const balances = looks.map((look, at): readonly StateAnswer<Balance>[] => {
      if ('failure' in look) return wanted[at]?.part.map(() => look) ?? []
      return look.value.accounts.map(({ balance, codeSize }) => ({ value: { balance, hasCode: codeSize > 0 } }))
    })
    return chunksOf(balances, parts.length).map((some) => some.flat())
  }

  /** Whether the node runs no code of ours: none of the calls was answered, and not for a reason that passes. */
  #noteRefusal(answers: readonly StateAnswer<unknown>[]): boolean {
    const isRefused = (answer: StateAnswer<unknown>) =>
      'failure' in answer && answer.failure !== OVER_BUDGET && !PASSING.includes(answer.failure.kind)
    if (!answers.some(isRefused) || answers.some((answer) => 'value' in answer)) return false
    this.#source.refusals.note(LENS)
    return true
  }
}
