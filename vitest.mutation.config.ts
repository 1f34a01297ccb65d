import { defineConfig } from 'vitest/config'
import './test/support/vitest-data.ts'

/** The tests of the files that stryker.config.mjs lists: quick ones that run in worker threads and start no programs. */
export default defineConfig({
  test: {
    include: [
      'test/service/chain/simulation/{approvals,asset-changes,executed,lowered,plan,plan-questions,recorded-answers,simulate,summarize}.test.ts',
      'test/service/evm/{allowance,holdings,logs}.test.ts',
      'test/service/follower/activity/{allowances,arrivals,movers,transfers,verify-transfer,wrapped}.test.ts',
      'test/service/follower/audit/{confirm-and-locate,suspects}.test.ts',
      'test/service/follower/notify/notify.test.ts',
      'test/service/follower/verdict/{match-validation,sent-calls}.test.ts',
      'test/service/store/repositories/chain-heads.test.ts',
      'test/proxy/{decide,holds,record}/*.test.ts',
      'test/proxy/methods.test.ts',
    ],
    provide: { strykerConfig: 'stryker.config.mjs' },
    // One worker runs all files of a mutant: to load the code again for each would take most of the time.
    isolate: false,
    // A mutant with its instruments is slower than the code.
    testTimeout: 20_000,
    globalSetup: ['test/support/quick-folders.ts', 'test/support/empty-database.ts'],
    setupFiles: ['test/support/shared-process.ts', 'test/support/load-mutated.ts'],
  },
})
