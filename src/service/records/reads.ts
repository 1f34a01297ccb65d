import type { Settings } from '../../api/schemas/extensions.ts'
import type { ProductType } from '../../api/vocabulary.ts'
import { activeAlerts } from '../store/repositories/alerts.ts'
import { entriesOn } from '../store/repositories/control-lists.ts'
import {
  alikeKey,
  type CounterpartyScope,
  counterpartiesAlike,
  type OwnedAddress,
  whichHaveHistory,
} from '../store/repositories/counterparties.ts'
import { hasGraph } from '../store/repositories/graph.ts'
import { findAnswers } from '../store/repositories/idempotent-answers.ts'
import {
  endsNumber,
  type IntelHit,
  intelOn,
  isHeldOn,
  lookalikesOf,
  type SourceInForce,
  sourcesInForce,
  tokensLike,
} from '../store/repositories/intel.ts'
import { type HeldPrice, pricesOf } from '../store/repositories/prices.ts'
import { evidenceRevision } from '../store/repositories/revisions.ts'
import type { AlertRow, CounterpartyRow, Db, EntryRow, IdempotentAnswerRow } from '../store/schema.ts'
import { shared, sharedBy, together } from './batch-loader.ts'
import { loadSettings } from './settings.ts'

/**
 * What judging a transaction asks of the database: committed state, read for all who ask in one turn of the event loop
 * together. Addresses in lower case.
 */
export interface Reads {
  /** For what is read one by one. */
  readonly db: Db
  standing(): Promise<Standing>
  /** The answer that is stored for a request that may be sent again. */
  idempotentAnswer(of: { scope: string; now: number }): Promise<IdempotentAnswerRow | undefined>
  entries(about: { addresses: readonly string[]; product: ProductType }): Promise<readonly EntryRow[]>
  intel(on: OnChain): Promise<readonly IntelHit[]>
  lookalikes(on: OnChain): Promise<ReadonlyMap<string, readonly IntelHit[]>>
  tokensLike(on: { skeletons: readonly string[]; chainId: string }): Promise<ReadonlyMap<string, readonly IntelHit[]>>
  counterparties(of: readonly OwnedAddress[]): Promise<readonly CounterpartyRow[]>
  hasHistory(scope: CounterpartyScope): Promise<boolean>
  hasGraph(chainId: string): Promise<boolean>
  prices(of: { chainId: string; tokens: readonly string[] }): Promise<ReadonlyMap<string, HeldPrice>>
}

/** What is the same for every transaction. */
export interface Standing {
  /** How often the evidence changed: not younger than anything that was read after it. */
  readonly revision: number
  readonly settings: Settings
  /** Those that are switched on, oldest first. */
  readonly alerts: readonly AlertRow[]
  readonly sources: readonly SourceInForce[]
}

interface OnChain {
  readonly addresses: readonly string[]
  readonly chainId: string
}

/** @param db committed state */
export function createReads(db: Db): Reads {
  return {
    db,
    standing: shared(() => readStanding(db)),
    idempotentAnswer: together(async (questions) => {
      const now = Math.max(...questions.map((question) => question.now))
      const rows = await findAnswers(db, unique(questions.map(({ scope }) => scope)), now)
      return questions.map(({ scope }) => rows.find((row) => row.scope === scope))
    }),
    entries: together(async (questions) => {
      const rows = await entriesOn(db, unique(questions.flatMap(({ addresses }) => addresses)))
      return questions.map(({ addresses, product }) =>
        rows.filter((row) => row.product_type === product && addresses.includes(row.address_key)),
      )
    }),
    intel: together(async (questions) => {
      const hits = await intelOn(db, unique(questions.flatMap(({ addresses }) => addresses)))
      const byAddress = Map.groupBy(hits, ({ address }) => address)
      return questions.map(({ addresses, chainId }) =>
        addresses.flatMap((address) => byAddress.get(address) ?? []).filter((hit) => isHeldOn(hit, chainId)),
      )
    }),
    lookalikes: together(async (questions) => {
      const byEnds = await lookalikesOf(db, unique(questions.flatMap(({ addresses }) => addresses)))
      return questions.map(({ addresses, chainId }) =>
        nonEmpty(addresses, (address) =>
          (byEnds.get(endsNumber(address)) ?? []).filter((hit) => hit.address !== address && isHeldOn(hit, chainId)),
        ),
      )
    }),
    tokensLike: together(async (questions) => {
      const bySkeleton = await tokensLike(db, unique(questions.flatMap(({ skeletons }) => skeletons)))
      return questions.map(({ skeletons, chainId }) =>
        nonEmpty(skeletons, (skeleton) => (bySkeleton.get(skeleton) ?? []).filter((hit) => isHeldOn(hit, chainId))),
      )
    }),
    counterparties: together(async (questions) => {
      const rows = await counterpartiesAlike(db, questions.flat())
      const found = Map.groupBy(rows, ({ chain_id, owner, ends }) => alikeKey(chain_id, owner, ends))
      return questions.map((pairs) =>
        unique(pairs.map(({ chainId, owner, address }) => alikeKey(chainId, owner, endsNumber(address)))).flatMap(
          (key) => found.get(key) ?? [],
        ),
      )
    }),
    hasHistory: together(async (scopes) => {
      const having = await whichHaveHistory(db, scopes)
      return scopes.map(({ chainId, owner }) => having.has(`${chainId} ${owner}`))
    }),
    hasGraph: sharedBy((chainId) => hasGraph(db, chainId)),
    prices: together(async (questions) => {
      const found = new Map<string, ReadonlyMap<string, HeldPrice>>()
      for (const [chainId, asked] of Map.groupBy(questions, (question) => question.chainId))
        found.set(chainId, await pricesOf(db, chainId, unique(asked.flatMap(({ tokens }) => tokens))))
      return questions.map(({ chainId }) => found.get(chainId) ?? new Map())
    }),
  }
}

async function readStanding(db: Db): Promise<Standing> {
  const revision = await evidenceRevision(db)
  const [settings, alerts, sources] = await Promise.all([loadSettings(db), activeAlerts(db), sourcesInForce(db)])
  return { revision, settings, alerts, sources }
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

function nonEmpty<V>(keys: readonly string[], find: (key: string) => readonly V[]): Map<string, readonly V[]> {
  return new Map(keys.map((key) => [key, find(key)] as const).filter(([, found]) => found.length > 0))
}
