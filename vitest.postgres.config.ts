import { defineConfig } from 'vitest/config'
import { patient } from './test/support/patience.ts'
import './test/support/vitest-data.ts'

/** What is the same on every database, once more on PostgreSQL, and what there is only there. */
export default defineConfig({
  test: {
    include: [
      'test/postgres/**/*.test.ts',
      'test/contract/{in-process,http}.test.ts',
      'test/service/chain/accounts/seen-accounts.test.ts',
      'test/service/chain/blocks/watched-addresses.test.ts',
      'test/service/alerts/{delivery/{courier,grouping,heartbeats,many-matches,plan-deliveries,serving,silence},matching/alert-index}.test.ts',
      'test/service/chain/{administration,nodes/node-pool,history/sync-history}.test.ts',
      'test/service/intel/{look-up,feeds/dripping-feed,import/{import,prices,sync}}.test.ts',
      'test/commands/lost-master-key.test.ts',
      'test/service/administration/{prune-seen,status-of-many}.test.ts',
      'test/service/follower/activity/transfers.test.ts',
      'test/service/follower/verdict/match-validation.test.ts',
      'test/service/follower/{activity/excess-small-payments,audit/audit,backfill/backfiller}.test.ts',
      'test/service/follower/notify/*.test.ts',
      'test/service/records/quotas.test.ts',
      'test/service/rescreen/*.test.ts',
      'test/service/store/{versions,repositories/{numbered-pages,safes,transaction-filter}}.test.ts',
      'test/service/validation/addresses/*.test.ts',
      'test/service/validation/{described-contracts,embedded-addresses,vouching,evidence/{gather-evidence,record-history}}.test.ts',
      'test/service/signing/payload-administration.test.ts',
    ],
    globalSetup: ['test/support/build-once.ts', 'test/support/quick-folders.ts', 'test/support/postgres-once.ts'],
    // Most of the time it waits for the server.
    maxWorkers: 2,
    ...patient,
  },
})
