import { defineConfig } from 'vitest/config'
import './test/support/vitest-data.ts'

/** The program as npm installs it: its processes once more, and what its start loads. */
export default defineConfig({
  test: {
    include: ['test/packed/**/*.test.ts', 'test/processes/**/*.test.ts'],
    globalSetup: ['test/support/packed-once.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
