import { defineConfig } from 'vitest/config'
import './test/support/vitest-data.ts'

/** The tests of the files that stryker.config.mjs lists: quick ones that run in worker threads and start no programs. */
export default defineConfig({
  test: {
    include: [
      'test/service/risk/{*,parties/*,money/*,actions/*,detectors/*}.test.ts',
      'test/service/egress/{addresses/address-guard,egress-policy,guarded-connect,guard-trap}.test.ts',
      'test/service/{destinations,keys}/*.test.ts',
      'test/service/secrets/{masking,sealing}.test.ts',
      'test/service/alerts/delivery/attempts/{attempt-outcome,schedule}.test.ts',
      'test/service/follower/activity/transfers.test.ts',
      'test/service/follower/audit/{audit,suspects}.test.ts',
      'test/service/follower/notify/notify.test.ts',
      'test/service/follower/verdict/match-validation.test.ts',
      'test/service/store/repositories/chain-heads.test.ts',
      'test/proxy/decide/*.test.ts',
      'test/config/request-slots.test.ts',
      'test/cli/{confirm,protected}.test.ts',
      'test/cli/output/terminal-text.test.ts',
    ],
    // A mutant with its instruments is slower than the code.
    testTimeout: 20_000,
    globalSetup: ['test/support/quick-folders.ts'],
    setupFiles: ['test/support/shared-process.ts', 'test/support/load-mutated.ts'],
  },
})
