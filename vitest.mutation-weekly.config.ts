import { defineConfig } from 'vitest/config'
import './test/support/vitest-data.ts'

/** The tests of the files that stryker.weekly.config.mjs lists: quick ones that run in worker threads and start no programs. */
export default defineConfig({
  test: {
    include: [
      'test/service/risk/{*,parties/*,money/*,actions/*,detectors/*}.test.ts',
      'test/service/egress/{address-guard,egress-policy,guarded-connect,guard-trap}.test.ts',
      'test/service/{destinations,keys}/*.test.ts',
      'test/service/secrets/{masking,sealing}.test.ts',
      'test/service/alerts/delivery/{attempt-outcome,schedule}.test.ts',
      'test/config/request-slots.test.ts',
      'test/cli/{confirm,protected}.test.ts',
      'test/cli/output/terminal-text.test.ts',
    ],
    provide: { strykerConfig: 'stryker.weekly.config.mjs' },
    // A mutant with its instruments is slower than the code.
    testTimeout: 20_000,
    globalSetup: ['test/support/quick-folders.ts'],
    setupFiles: ['test/support/shared-process.ts', 'test/support/load-mutated.ts'],
  },
})
