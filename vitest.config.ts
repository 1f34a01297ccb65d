import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { patient } from './test/support/patience.ts'
import './test/support/vitest-data.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // `npm run test:chain`, `test:proxy`, `test:postgres`, `test:packed` and `test:executable` run these.
    exclude: [
      'test/chain/**',
      'test/proxy-clients/**',
      'test/postgres/**',
      'test/packed/**',
      'test/executable/**',
      'test/tools/**',
    ],
    globalSetup: ['test/support/build-once.ts', 'test/support/quick-folders.ts', 'test/support/empty-database.ts'],
    // A few processes run the files, one after another each: a new one for every file costs more than most files.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    setupFiles: ['test/support/shared-process.ts'],
    reporters: ['default', './test/support/missing-programs.ts'],
    ...patient,
  },
})
