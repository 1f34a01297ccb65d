import { afterAll, expect } from 'vitest'

/** What a test file may change and the files after it in the same process would stumble over. */
function stateOfProcess() {
  const { VITEST_POOL_ID, VITEST_WORKER_ID, ...env } = process.env
  return { cwd: process.cwd(), umask: process.umask(), env, timeZone: new Date(0).getTimezoneOffset() }
}

const before = stateOfProcess()

afterAll(() => {
  expect(stateOfProcess(), 'the file leaves its process otherwise than it found it').toEqual(before)
})
