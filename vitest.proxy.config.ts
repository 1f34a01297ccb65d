import { defineConfig } from 'vitest/config'
import { patient } from './test/support/patience.ts'
import './test/support/vitest-data.ts'

/** The built program as a proxy between real clients and a real node. `npm run tools` installs them. */
export default defineConfig({
  test: {
    include: ['test/proxy-clients/**/*.test.ts'],
    globalSetup: ['test/support/build-once.ts', 'test/support/quick-folders.ts', 'test/support/empty-database.ts'],
    reporters: ['default', './test/support/missing-programs.ts'],
    // Most of the time it waits for compilers and nodes.
    maxWorkers: 2,
    ...patient,
  },
})
