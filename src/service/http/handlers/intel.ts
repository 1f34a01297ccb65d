import { findTokens } from '../../intel/find-tokens.ts'
import { toSourceRecord } from '../../intel/import/source-record.ts'
import { knowledgeOf, signaturesKnown } from '../../intel/knowledge.ts'
import { listSources } from '../../store/repositories/intel-sources.ts'
import type { Handlers } from '../handler.ts'

export const intelHandlers = {
  listFeeds: async (_, { db, now }) => ({ content: (await listSources(db)).map((row) => toSourceRecord(row, now)) }),

  checkAddress: ({ query }, { db, now }) => knowledgeOf(db, query.address.toLowerCase(), query.chainId, now),

  checkSelector: ({ query }, { db }) => signaturesKnown(db, query.selector.toLowerCase()),

  listTokens: {
    effect: async ({ query }, { store, clock, pool, random, control }) => ({
      content: await findTokens({ store, clock, pool, random, until: control.until }, query),
    }),
  },
} satisfies Partial<Handlers>
