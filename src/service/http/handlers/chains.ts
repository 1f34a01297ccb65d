import {
  type Chain,
  type ChainSettings,
  chainById,
  chainIds,
  chainWith,
  definitionFault,
  inChainOrder,
  knownChain,
  listedChains,
  setChains,
} from '../../../api/chains.ts'
import type { ChainState, KnownChain } from '../../../api/schemas/chain.ts'
import { newChainId } from '../../../api/schemas/primitives.ts'
import { syncHistoryOnNodes } from '../../chain/history/sync-history.ts'
import { listNodes } from '../../chain/nodes/list-nodes.ts'
import { readExposure } from '../../follower/exposure/exposure.ts'
import { listChains } from '../../follower/list-chains.ts'
import { knownTokens } from '../../intel/known-tokens.ts'
import { notFound, Problem } from '../../problems/problem.ts'
import { loadChains } from '../../records/known-chains.ts'
import { recordChange } from '../../store/repositories/audit.ts'
import {
  chainsInUse,
  deleteChainSettings,
  listChainSettings,
  pauseChain,
  resumeChain,
  saveChainSettings,
} from '../../store/repositories/chain-nodes.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { EffectContext, HandlerContext, Handlers } from '../handler.ts'

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

  listKnownChains: {
    async effect({ query }, { store }) {
      const settings = await listChainSettings(store.read)
      setChains(settings)
      const listed = query.all === 'true' ? listedChains().map(({ id }) => id) : await chainsInUse(store.read)
      const ids = inChainOrder([...chainIds, ...settings.map(({ chainId }) => chainId), ...listed])
      return { content: ids.flatMap((id) => chainById(id) ?? []).map(shownChain) }
    },
  },

  setChain: {
    async effect({ params, body }, context) {
      const after: ChainSettings = { chainId: chainIdOf(params.chainId), ...body }
      return storeSettings(context, after.chainId, () => after)
    },
  },

  updateChain: {
    async effect({ params, body }, context) {
      const chainId = chainIdOf(params.chainId)
      return storeSettings(context, chainId, (before) => ({ chainId, ...before, ...body }))
    },
  },

  unsetChain: {
    async effect({ params }, context) {
      const chainId = chainIdOf(params.chainId)
      return changeChains(context, async (db, all) => {
        const before = all.find((each) => each.chainId === chainId)
        if (!before) throw nothingSet(chainId)
        if (!knownChain(chainId) && (await chainsInUse(db)).has(chainId))
          throw new Problem('chain-in-use', `Nodes, monitored addresses, Safes, lists or alerts name chain ${chainId}.`)
        await deleteChainSettings(db, chainId)
        await recordChange(db, context, 'chain.undefine', chainId, { before })
        return shownChain(chainWith(before))
      })
    },
  },

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

/** Stores what is set for a chain from now on. @param afterOf what that is, by what was set before */
async function storeSettings(
  context: EffectContext,
  chainId: string,
  afterOf: (before: ChainSettings | undefined) => ChainSettings,
): Promise<KnownChain> {
  return changeChains(context, async (db, all) => {
    const before = all.find((each) => each.chainId === chainId)
    const after = afterOf(before)
    const fault = definitionFault(after, all)
    if (fault) throw new Problem(fault.code, fault.message)
    await saveChainSettings(db, after, context.now)
    const change = { ...(before && { before }), after }
    await recordChange(db, context, before ? 'chain.update' : 'chain.define', chainId, change)
    return shownChain(chainWith(after))
  })
}

function nothingSet(chainId: string): Problem {
  const known = knownChain(chainId)
  if (!known) return notFound('definition of chain', chainId)
  const { name, source } = known
  const how = source === 'built-in' ? 'built in' : 'in the list'
  return new Problem('not-found', `Chain ${chainId} is ${name}, which is ${how}, and nothing is set for it.`)
}

/** From the commit on, this process knows the chains as they are stored. */
async function changeChains<T>(
  { store }: Pick<EffectContext, 'store'>,
  change: (db: Db, stored: readonly ChainSettings[]) => Promise<T>,
): Promise<T> {
  const answer = await store.write(async (db) => change(db, await listChainSettings(db)))
  await loadChains(store.read)
  return answer
}

function shownChain(chain: Chain): KnownChain {
  const { id, name, currency, decimals, explorer, source, isTest = false, finality, maxFee } = chain
  return { id, name, currency, decimals, explorer, source, isTest, finality, maxFee: maxFee?.toString() }
}

function chainIdOf(text = ''): string {
  const id = newChainId().safeParse(text)
  if (!id.success) throw new Problem('invalid-path', `Invalid path: ${JSON.stringify(text)} is not a chain id.`)
  return id.data
}
