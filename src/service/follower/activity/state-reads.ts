import { lazilyBy } from '../../../shared/lazily.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { amountOf, type Question, readOf } from '../../chain/simulation/questions.ts'
import {
  codeAt,
  nonceAt,
  type StateAnswer,
  type StateRead,
  type StateRequest,
  valueIn,
} from '../../chain/state/requests.ts'
import { type BlockRead, StateReader, type StateSource } from '../../chain/state/state-reader.ts'
import { type BlockTraces, readRawTrace, type TracedTransaction } from '../../chain/traces.ts'
import { batchLoader } from '../../records/reads/batch-loader.ts'
import type { Trace } from '../../risk/trace/trace.ts'

/**
 * The moment selects a state. before: after the parent of the block · after: after the block · latest: now, which nodes
 * without old states have
 */
export type BlockMoment = 'before' | 'after' | 'latest'

/** Reads the state around a block. What is undefined was not requested, or not answered. */
export interface StateReads {
  /** What a contract returns; '0x' when it returns nothing or fails. */
  call(read: StateRead, moment: BlockMoment): Promise<string | undefined>
  /** @param address that an answer about an item is compared with */
  amount(question: Question, address: string, moment: BlockMoment): Promise<bigint | undefined>
  code(address: string, moment: BlockMoment): Promise<string | undefined>
  nonce(address: string, moment: BlockMoment): Promise<number | undefined>
  /** The calls of a transaction of the block. Undefined: there is no complete trace. */
  trace(transaction: TracedTransaction): Promise<Trace | undefined>
}

/** Requests for one block. Third parties decide how many tokens a block names. */
const MAX_READS = 36
const MAX_TRACES = 4

/** Requests each value once, those of one turn of the event loop together. */
export function createStateReads(header: BlockHeader, source: StateSource, traces: BlockTraces): StateReads {
  const { hash, parentHash } = header
  const reader = new StateReader(source, { hash, budget: MAX_READS })
  const blocks = { before: { blockHash: parentHash }, after: { blockHash: hash }, latest: 'latest' } as const
  const one = async <T>(asked: StateRequest<T>) => valueIn((await reader.read([asked]))[0])
  const call = batchLoader<BlockRead, StateAnswer<string>>((reads) => reader.calls(reads))

  const traced = new Set<string>()
  const callOnce: StateReads['call'] = lazilyBy(
    ({ target, data }, moment) => `${target} ${data} ${moment}`,
    async (read, moment) => valueIn(await call({ read, block: blocks[moment] })),
  )
  return {
    call: callOnce,
    amount: async (question, address, moment) => amountOf(question, await callOnce(readOf(question), moment), address),
    code: lazilyBy(
      (address, moment) => `${address} ${moment}`,
      (address, moment) => one(codeAt(address, blocks[moment])),
    ),
    nonce: lazilyBy(
      (address, moment) => `${address} ${moment}`,
      (address, moment) => one(nonceAt(address, blocks[moment])),
    ),
    trace: lazilyBy(
      ({ hash: transaction }) => transaction,
      async (transaction) => {
        if (traced.size >= MAX_TRACES) return undefined
        traced.add(transaction.hash)
        const read = await traces.read(source, [transaction], { most: 1 }).catch(() => undefined)
        const [raw] = read?.traces ?? []
        const trace = raw && 'trace' in raw ? readRawTrace(raw.trace) : undefined
        return trace?.incomplete ? undefined : trace
      },
    ),
  }
}
