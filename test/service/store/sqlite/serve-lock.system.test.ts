import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, onTestFinished } from 'vitest'
import { systemError } from '../../../../src/cli/errors/system-errors.ts'
import { acquireServeLock, isServed } from '../../../../src/service/store/sqlite/serve-lock.ts'
import { failureOf } from '../../warden-failure.ts'

const test = base.extend('database', () => makeDatabasePath())

const HOLDER = join(import.meta.dirname, 'lock-holder.ts')

test('refuses a second process and names the first', async ({ database }) => {
  const holder = await holdInProcess(database)

  expect(isServed(database)).toBe(true)
  expect(failureOf(() => acquireServeLock(database))).toMatchObject({
    kind: 'refused',
    code: 'already-served',
    message: `${database} is already served by another process (process ${holder.pid})`,
  })
})

test('a killed process leaves no lock', async ({ database }) => {
  const holder = await holdInProcess(database)
  holder.kill('SIGKILL')
  await once(holder, 'exit')

  expect(isServed(database)).toBe(false)
  const lock = acquireServeLock(database)
  onTestFinished(() => lock.release())
  expect(isServed(database)).toBe(true)
})

test('does not name a process that ended', async ({ database }) => {
  const gone = await holdInProcess(database)
  gone.kill('SIGKILL')
  await once(gone, 'exit')
  await holdInProcess(database)
  // As it is for an instant: locked, and the note still that of the one before.
  writeFileSync(`${database}.serve-lock.pid`, `${gone.pid}\n`)

  expect(failureOf(() => acquireServeLock(database)).message).toBe(`${database} is already served by another process`)
})

test('refuses the same process too', ({ database }) => {
  const lock = acquireServeLock(database)
  onTestFinished(() => lock.release())

  expect(failureOf(() => acquireServeLock(database)).message).toContain(`(process ${process.pid})`)
  // The refused attempt must not have dropped the lock: POSIX locks go when any descriptor of the file is closed.
  const other = spawnSync(process.execPath, [HOLDER, database], { encoding: 'utf8' })
  expect(other.stderr).toContain('already-served')
})

test('a released lock can be taken again and leaves no process id', ({ database }) => {
  const lock = acquireServeLock(database)
  lock.release()
  lock.release()

  expect(isServed(database)).toBe(false)
  expect(existsSync(`${database}.serve-lock.pid`)).toBe(false)
  acquireServeLock(database).release()
})

test('recognises a file by any path', ({ database }) => {
  writeFileSync(database, '')
  const link = `${database}-link`
  symlinkSync(database, link)
  const lock = acquireServeLock(link)
  onTestFinished(() => lock.release())

  expect(isServed(database)).toBe(true)
})

test('a missing database is not served', () => {
  const database = join(makeDatabasePath(), 'no', 'such', 'folder', 'local.db')
  expect(isServed(database)).toBe(false)
  expect(existsSync(`${database}.serve-lock`)).toBe(false)
})

function makeDatabasePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'txwarden-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'local.db')
}

async function holdInProcess(database: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [HOLDER, database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('a process id file that cannot be deleted is an error with path and reason', ({ database }) => {
  mkdirSync(`${database}.serve-lock.pid`)
  const error = systemError(errorOf(() => acquireServeLock(database)))
  expect(error).toMatchObject({ kind: 'refused', message: `${database}.serve-lock.pid: is a directory` })
})

function errorOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
