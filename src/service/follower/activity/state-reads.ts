import type { BlockHeader } from '../../chain/blocks/block.ts'
import { dataOf, quantity } from '../../chain/rpc/hex.ts'
import { isReply, type RpcReply, type RpcRequest } from '../../chain/rpc/json-rpc.ts'
import type { Read } from '../../chain/simulation/questions.ts'
import { batchLoader } from '../../records/batch-loader.ts'

/** before: after the parent of the block · after: after the block */
export type Moment = 'before' | 'after'

export type Ask = (requests: readonly RpcRequest[]) => Promise<readonly RpcReply[]>

/** The state around a block, as the node tells it. Undefined: it was not asked, or did not answer. */
export interface StateReads {
  /** What a contract returns; '0x' when it returns nothing or fails. */
  call(read: Read, moment: Moment): Promise<string | undefined>
  code(address: string, moment: Moment): Promise<string | undefined>
}

/** Requests for one block. Strangers decide how many tokens a block names. */
const MAX_REQUESTS = 40

/** A token has no use for more. */
const GAS = quantity(1_000_000n)

/** Asks each question once, those of one turn of the event loop together. */
export function createStateReads({ hash, parentHash }: BlockHeader, ask: Ask): StateReads {
  const asked = new Map<string, Promise<string | undefined>>()
  const blockOf = (moment: Moment) => ({ blockHash: moment === 'after' ? hash : parentHash })
  const load = batchLoader<RpcRequest, string | undefined>(async (requests) => {
    const replies = await ask(requests).catch(() => [])
    return requests.map((_, index) => resultOf(replies[index]))
  })
  const once = (request: RpcRequest) => {
    const key = JSON.stringify(request)
    const known = asked.get(key)
    if (known !== undefined) return known
    const answer = asked.size < MAX_REQUESTS ? load(request) : Promise.resolve(undefined)
    if (asked.size < MAX_REQUESTS) asked.set(key, answer)
    return answer
  }
  return {
    call: ({ target, data }, moment) =>
      once({ method: 'eth_call', params: [{ to: target, data, gas: GAS }, blockOf(moment)] }),
    code: (address, moment) => once({ method: 'eth_getCode', params: [address, blockOf(moment)] }),
  }
}

function resultOf(reply: RpcReply | undefined): string | undefined {
  if (reply === undefined) return undefined
  if (isReply(reply)) return dataOf(reply.result)
  return reply.failure.kind === 'reverted' ? '0x' : undefined
}
