import type { BlockHeader } from '../../chain/blocks/block.ts'
import { dataOf, quantity } from '../../chain/rpc/hex.ts'
import { isReply, type RpcReply, type RpcRequest } from '../../chain/rpc/json-rpc.ts'
import type { Read } from '../../chain/simulation/questions.ts'
import { batchLoader } from '../../records/batch-loader.ts'
import { readTrace } from '../../risk/trace/read-trace.ts'
import type { Trace } from '../../risk/trace/trace.ts'

/** before: after the parent of the block · after: after the block */
export type Moment = 'before' | 'after'

export type Ask = (requests: readonly RpcRequest[]) => Promise<readonly RpcReply[]>

/** The state around a block, as the node tells it. Undefined: it was not asked, or did not answer. */
export interface StateReads {
  /** What a contract returns; '0x' when it returns nothing or fails. */
  call(read: Read, moment: Moment): Promise<string | undefined>
  code(address: string, moment: Moment): Promise<string | undefined>
  /** The calls of a transaction of the block. */
  trace(hash: string): Promise<Trace | undefined>
}

/** Requests for one block. Strangers decide how many tokens a block names. */
const MAX_READS = 36
const MAX_TRACES = 4

/** A token has no use for more. */
const GAS = quantity(1_000_000n)

/** Asks each question once, those of one turn of the event loop together. */
export function createStateReads({ hash, parentHash }: BlockHeader, ask: Ask): StateReads {
  const asked = new Map<string, Promise<string | undefined>>()
  const blockOf = (moment: Moment) => ({ blockHash: moment === 'after' ? hash : parentHash })
  const load = batchLoader<RpcRequest, RpcReply | undefined>(async (requests) => {
    const replies = await ask(requests).catch(() => [])
    return requests.map((_, index) => replies[index])
  })
  const traces = new Map<string, Promise<Trace | undefined>>()
  const once = (request: RpcRequest) => {
    const key = JSON.stringify(request)
    const known = asked.get(key)
    if (known !== undefined) return known
    if (asked.size >= MAX_READS) return Promise.resolve(undefined)
    const answer = load(request).then(dataIn)
    asked.set(key, answer)
    return answer
  }
  return {
    call: ({ target, data }, moment) =>
      once({ method: 'eth_call', params: [{ to: target, data, gas: GAS }, blockOf(moment)] }),
    code: (address, moment) => once({ method: 'eth_getCode', params: [address, blockOf(moment)] }),
    trace: (transaction) => {
      const known = traces.get(transaction)
      if (known !== undefined || traces.size >= MAX_TRACES) return known ?? Promise.resolve(undefined)
      const trace = load({ method: 'debug_traceTransaction', params: [transaction, CALL_TRACER] }).then(traceIn)
      traces.set(transaction, trace)
      return trace
    },
  }
}

const CALL_TRACER = { tracer: 'callTracer' }

/** Undefined for what is no complete trace. */
function traceIn(reply: RpcReply | undefined): Trace | undefined {
  if (reply === undefined || !isReply(reply)) return undefined
  try {
    const trace = readTrace(reply.result)
    return trace.incomplete ? undefined : trace
  } catch {
    return undefined
  }
}

function dataIn(reply: RpcReply | undefined): string | undefined {
  if (reply === undefined) return undefined
  if (isReply(reply)) return dataOf(reply.result)
  return reply.failure.kind === 'reverted' ? '0x' : undefined
}
