import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readSettings, writeSetting } from '../../../../src/service/store/repositories/settings.ts'
import { openSqliteStore } from '../../../../src/service/store/sqlite/open.ts'
import type { Store } from '../../../../src/service/store/store.ts'
import { sleep } from '../../../../src/shared/time/sleep.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** What can happen to the files of an open database, by the file that it happens to. */
const MOVES = [
  ['deleted', '', rmSync],
  ['renamed', '', (file: string) => renameSync(file, `${file}.old`)],
  ['replaced by a copy', '', replaceByCopy],
  ['deleted', '-wal', rmSync],
  ['renamed', '-wal', (file: string) => renameSync(file, `${file}.old`)],
  ['replaced by a copy', '-wal', replaceByCopy],
  ['deleted', '-shm', rmSync],
  ['replaced by a copy', '-shm', replaceByCopy],
] as const

describe('acknowledges no write once a file of the database is gone', () => {
  test.each(MOVES)('%s: the file%s', async (_, suffix, move) => {
    const { store, path } = await openStore()
    await write(store, 'before')
    move(path + suffix)

    // The second one is not tried.
    expect(await failureOfWrite(store)).toBe('moved')
    expect(await failureOfWrite(store)).toBe('moved')
    expect(() => store.requireWritable()).toThrow(/stopped/)
    expect([...(await readSettings(store.read)).keys()]).toContain('before')
  })

  test('before the first write of the process', async () => {
    const { store, path } = await openStore()
    rmSync(path)
    expect(await failureOfWrite(store)).toBe('moved')
  })
})

test.each(['-wal', '-shm'])('the next process finds every acknowledged write after %s was deleted', async (suffix) => {
  const { store, path } = await openStore()
  for (const name of ['a', 'b', 'c']) await write(store, name)
  rmSync(path + suffix)
  expect(await failureOfWrite(store)).toBe('moved')
  // As a killed process leaves them: no connection was closed.
  const copy = join(temporaryFolder(), 'local.db')
  for (const each of suffix === '-wal' ? [''] : ['', '-wal']) copyFileSync(path + each, copy + each)

  const next = await openSqliteStore(copy)
  onTestFinished(() => next.close())
  expect([...(await readSettings(next.read)).keys()]).toEqual(expect.arrayContaining(['a', 'b', 'c']))
})

test('takes writes again when the file is back', async () => {
  const { store, path } = await openStore()
  await write(store, 'before')
  renameSync(path, `${path}.old`)
  expect(await failureOfWrite(store)).toBe('moved')
  renameSync(`${path}.old`, path)

  while (!isWritable(store)) await sleep(10)
  await write(store, 'after')
  expect([...(await readSettings(store.read)).keys()]).toEqual(expect.arrayContaining(['before', 'after']))
})

async function openStore(): Promise<{ store: Store; path: string }> {
  const path = join(temporaryFolder(), 'local.db')
  const store = await openSqliteStore(path)
  onTestFinished(() => store.close())
  return { store, path }
}

function write(store: Store, name: string): Promise<void> {
  return store.write((db) => writeSetting(db, name, '1', 1))
}

async function failureOfWrite(store: Store): Promise<string | undefined> {
  try {
    await write(store, 'refused')
    return 'acknowledged'
  } catch (error) {
    return store.failureOf(error) ?? String(error)
  }
}

function isWritable(store: Store): boolean {
  try {
    store.requireWritable()
    return true
  } catch {
    return false
  }
}

function replaceByCopy(file: string): void {
  copyFileSync(file, `${file}.copy`)
  renameSync(`${file}.copy`, file)
}
