import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readdirSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { failureOf } from '../../../../src/service/store/sqlite/failures.ts'
import { needs } from '../../../support/needs.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

needs('prlimit').test('SQLite that cannot open a file: too many are open, or that one cannot be', () => {
  const file = join(temporaryFolder(), 'missing', 'a.db')
  const failure = () => {
    try {
      return new DatabaseSync(file)
    } catch (error) {
      return failureOf(error)
    }
  }
  expect(failure()).toBe('not-writable')
  atTheFileLimit(() => expect(failure()).toBe('out-of-resources'))
  expect(failure()).toBe('not-writable')
})

/** Runs it while this process has as many files open as it may. */
function atTheFileLimit(run: () => void): void {
  const limits = execFileSync('prlimit', [`--pid=${process.pid}`, '--nofile', '--output=SOFT', '--noheadings'])
  const setLimit = (most: number | string) => execFileSync('prlimit', [`--pid=${process.pid}`, `--nofile=${most}:`])
  const opened: number[] = []
  // Room for what starting a program opens.
  setLimit(Math.max(...readdirSync('/proc/self/fd').map(Number)) + 50)
  try {
    for (;;) opened.push(openSync(devNull, 'r'))
  } catch {
    run()
  } finally {
    for (const file of opened) closeSync(file)
    setLimit(String(limits).trim())
  }
}
