import { chainById } from '../../../api/chains.ts'
import type { ChainState } from '../../../api/schemas/chain.ts'
import { syncHistoryOnNodes } from '../../chain/history/sync-history.ts'
import { listNodes } from '../../chain/nodes/list-nodes.ts'
import { readExposure } from '../../follower/exposure/exposure.ts'
import { listChains } from '../../follower/list-chains.ts'
import { knownTokens } from '../../intel/known-tokens.ts'
import { notFound } from '../../problems/problem.ts'
import { pauseChain, resumeChain } from '../../store/repositories/chain-nodes.ts'
import type { HandlerContext, Handlers } from '../handler.ts'

export const chainHandlers = {
  listNodes: {
    effect: async ({ query }, { store, pool }) => ({
      content: await listNodes({ store, pool: await pool() }, query.chainId),
    }),
  },

  listChains: {
    async effect({ query }, { store, clock, deadlineNow, pool }) {
      const asksNodes = query.nodes === 'true'
      const deps = { store, clock, deadlineNow, pool: await pool() }
      return { content: await listChains(deps, { chainId: query.chainId, asksNodes }) }
    },
  },

  pauseChain: ({ params }, context) => setPaused(params.chainId, true, context),

  resumeChain: ({ params }, context) => setPaused(params.chainId, false, context),

  getExposure: {
    effect: ({ query }, { store, clock, pool, control }) => readExposure({ store, clock, pool }, query, control),
  },

  syncHistory: {
    effect({ body }, { store, clock, pool, newId, actor, control }) {
      const { address, chainId, seconds, block } = body
      const since = block === undefined ? { seconds: seconds ?? 0 } : { block: BigInt(block) }
      const known = (chain: string, addresses: readonly string[]) => knownTokens(store.read, chain, addresses)
      const deps = { store, clock, newId, pool, actor, knownTokens: known }
      return syncHistoryOnNodes(deps, { address, chainId, since }, control)
    },
  },
} satisfies Partial<Handlers>

async function setPaused(
  given: string | undefined,
  paused: boolean,
  { db, now, audit }: HandlerContext,
): Promise<ChainState> {
  const chainId = given ?? ''
  const chain = chainById(chainId)?.name
  if (chain === undefined) throw notFound('chain', chainId)
  const changed = paused ? await pauseChain(db, chainId, now) : await resumeChain(db, chainId)
  if (changed)
    await audit(paused ? 'chain.pause' : 'chain.resume', chainId, { before: { paused: !paused }, after: { paused } })
  return { chainId, chain, paused, changed }
}
