import { defineConfig } from 'vitest/config'
import { patient } from './test/support/patience.ts'
import './test/support/vitest-data.ts'

/** Verdicts with a real node: anvil, and Hardhat's, which can do less. `npm run tools` installs them. */
export default defineConfig({
  test: {
    include: ['test/chain/**/*.test.ts'],
    globalSetup: ['test/support/build-once.ts', 'test/support/quick-folders.ts', 'test/support/empty-database.ts'],
    // Most of the time it waits for blocks.
    maxWorkers: 2,
    reporters: ['default', './test/support/missing-programs.ts'],
    ...patient,
  },
})
