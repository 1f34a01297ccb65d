import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { setChains } from '../../src/api/chains.ts'

// Processes of the tests share a compile cache. The workers themselves start without one: they would write it when they
// end, after the global teardown removed the folder.
process.env.NODE_COMPILE_CACHE = join(tmpdir(), 'compile-cache')

// The same examples on each run: campaigns look for new ones.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 16 })

// The chains that the databases of an earlier file define.
setChains([])

/** Process state that a test file must not leave changed, because later files share the process. */
function stateOfProcess() {
  const { VITEST_POOL_ID, VITEST_WORKER_ID, ...env } = process.env
  return { cwd: process.cwd(), umask: process.umask(), env, timeZone: new Date(0).getTimezoneOffset() }
}

const before = stateOfProcess()

afterAll(() => {
  expect(stateOfProcess(), 'the test file changed the state of its process').toEqual(before)
})
