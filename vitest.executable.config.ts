import { defineConfig } from 'vitest/config'
import { patient } from './test/support/patience.ts'
import './test/support/vitest-data.ts'

/** The single executable, alone in a folder, with the processes that run it as users do, and the Debian package that installs it. */
export default defineConfig({
  test: {
    include: [
      'test/executable/**/*.test.ts',
      'test/processes/{apply,bulk,deliveries,deployment-gate,fault-table,file-limit,held,manners,proxy,serve,writers}.test.ts',
    ],
    // Most of the time it waits for processes.
    maxWorkers: 2,
    globalSetup: ['test/support/executable-once.ts'],
    ...patient,
  },
})
