import { defineConfig } from 'vitest/config'
import { patient } from './test/support/patience.ts'
import './test/support/vitest-data.ts'

/**
 * The program as npm installs it: what its start loads, and once more the processes that run it as users do. Faults of disks,
 * kills and writers are the same in a checkout, where `npm test` runs them.
 */
export default defineConfig({
  test: {
    include: ['test/packed/**/*.test.ts', 'test/processes/{deployment-gate,manners,proxy,serve}.test.ts'],
    // Most of the time it waits for processes.
    maxWorkers: 2,
    globalSetup: ['test/support/packed-once.ts'],
    ...patient,
  },
})
