import { catalogueOf, disable, enable } from '../../intel/feeds/enabled-feeds.ts'
import { findTokens } from '../../intel/find-tokens.ts'
import { sourceRecords } from '../../intel/import/source-record.ts'
import { knowledgeOf, signaturesKnown } from '../../intel/knowledge.ts'
import type { Handlers } from '../handler.ts'

export const intelHandlers = {
  listFeeds: async (_, { db, now }) => ({ content: await sourceRecords(db, now) }),

  listFeedCatalogue: async (_, { db, feedCatalogue }) => ({ content: await catalogueOf(db, feedCatalogue) }),

  async enableFeed({ body }, { db, now, audit, feedCatalogue }) {
    const { before, after } = await enable(db, body, now, feedCatalogue)
    await audit('intel.enable', body.source, { before: before?.sync, after: after.sync })
    return after
  },

  async disableFeed({ params }, { db, now, audit }) {
    const { before, after } = await disable(db, params.source ?? '', now)
    await audit('intel.disable', before.source, { before: before.sync })
    return after
  },

  checkAddress: ({ query }, { db, now }) => knowledgeOf(db, query.address, query.chainId, now),

  checkSelector: ({ query }, { db }) => signaturesKnown(db, query.selector.toLowerCase()),

  listTokens: {
    effect: async ({ query }, { store, clock, pool, random, control }) => ({
      content: await findTokens({ store, clock, pool, random, until: control.until }, query),
    }),
  },
} satisfies Partial<Handlers>
