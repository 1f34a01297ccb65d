import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { PATIENCE_MS } from './test/support/patience.ts'
import './test/support/vitest-data.ts'

/** Files that start programs, or take long: `npm run test:system`. They stand beside the quick ones of the same subject. */
const SYSTEM = 'test/**/*.system.test.ts'
/** Files of many examples: some of these in `npm test`, all in `npm run test:system` (test/support/share.ts). */
const LARGE = 'test/**/*.large.test.ts'
/** Each of these needs more than Node, or another build of the program, and has a project below. */
const OTHERS = ['chain', 'executable', 'packed', 'postgres', 'proxy-clients', 'tools'].map((name) => `test/${name}/**`)

const folders = 'test/support/quick-folders.ts'
const build = 'test/support/build-once.ts'
const empty = 'test/support/empty-database.ts'

export default defineConfig({
  test: {
    reporters: ['default', './test/support/missing-programs.ts', './test/support/slow-tests.ts'],
    projects: [
      // What a person runs while working: `npm test`.
      shared('quick', {
        include: ['test/**/*.test.ts'],
        exclude: [...OTHERS, SYSTEM],
        globalSetup: [folders, empty],
        provide: { share: 16 },
      }),
      shared('system', { include: [SYSTEM, LARGE], exclude: OTHERS, globalSetup: [build, folders, empty] }),
      // Verdicts with a real node: anvil, and Hardhat's, which can do less. `npm run tools` installs them.
      waiting('chain', { include: ['test/chain/**/*.test.ts'], globalSetup: [build, folders, empty] }),
      // The built program as a proxy between real clients and a real node. `npm run tools` installs them.
      waiting('proxy', { include: ['test/proxy-clients/**/*.test.ts'], globalSetup: [build, folders, empty] }),
      // What is the same on every database, once more on PostgreSQL, and what there is only there.
      waiting('postgres', {
        include: [
          'test/postgres/**/*.test.ts',
          'test/contract/in-process.test.ts',
          'test/service/chain/accounts/seen-accounts.test.ts',
          'test/service/chain/blocks/watched-addresses.test.ts',
          'test/service/alerts/{delivery/{courier,grouping,heartbeats,many-matches,plan-deliveries,serving,silence},matching/alert-index}.{test,system.test}.ts',
          'test/service/chain/{administration,nodes/node-pool,history/sync-history}.test.ts',
          'test/service/intel/{look-up,feeds/dripping-feed,import/{import,prices,sync}}.test.ts',
          'test/commands/lost-master-key.test.ts',
          'test/service/administration/{prune-seen,status-of-many}.test.ts',
          'test/service/follower/activity/transfers.test.ts',
          'test/service/follower/verdict/match-validation.test.ts',
          'test/service/follower/{activity/excess-small-payments,audit/audit,backfill/backfiller}.{test,system.test}.ts',
          'test/service/follower/notify/*.test.ts',
          'test/service/records/quotas.system.test.ts',
          'test/service/policies/*.test.ts',
          'test/service/rescreen/*.test.ts',
          'test/service/store/{versions,repositories/{numbered-pages,safes,transaction-filter}}.{test,system.test}.ts',
          'test/service/validation/addresses/*.test.ts',
          'test/service/validation/{described-contracts,embedded-addresses,vouching,evidence/{gather-evidence,record-history}}.test.ts',
          'test/service/signing/payload-administration.test.ts',
        ],
        globalSetup: [build, folders, 'test/support/postgres-once.ts'],
        // All examples run on SQLite, in `npm run test:system`.
        provide: { share: 10 },
      }),
      // The program as npm installs it: what its start loads, and once more the processes that run it as users do. Faults of
      // disks, kills and writers are the same in a checkout, where `npm run test:system` runs them.
      waiting('packed', {
        include: ['test/packed/**/*.test.ts', 'test/processes/{deployment-gate,manners,proxy,serve}.system.test.ts'],
        globalSetup: ['test/support/packed-once.ts'],
      }),
      // The single executable, alone in a folder, with the processes that run it as users do, and the Debian package.
      waiting('executable', {
        include: [
          'test/executable/**/*.test.ts',
          'test/processes/{apply,bulk,deliveries,deployment-gate,fault-table,file-limit,held,manners,proxy,serve,writers}.system.test.ts',
        ],
        globalSetup: ['test/support/executable-once.ts'],
      }),
    ],
  },
})

type Files = Pick<
  NonNullable<TestProjectInlineConfiguration['test']>,
  'include' | 'exclude' | 'globalSetup' | 'provide'
>

/**
 * A few processes run the files, one after another each: a new one for every file costs more than most files. One more than
 * there are cores, because each waits for a third of its time.
 */
function shared(name: string, files: Files): TestProjectInlineConfiguration {
  return project(name, availableParallelism() + 1, {
    ...files,
    isolate: false,
    setupFiles: ['test/support/shared-process.ts'],
  })
}

/** Most of the time these wait for processes, servers and blocks. */
function waiting(name: string, files: Files): TestProjectInlineConfiguration {
  return project(name, 2, files)
}

function project(
  name: string,
  maxWorkers: number,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  // A test ends after what it waits for, which says what did not come.
  const patient = {
    testTimeout: 2 * PATIENCE_MS,
    hookTimeout: 2 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  }
  return { test: { name, maxWorkers, ...patient, ...test } }
}
