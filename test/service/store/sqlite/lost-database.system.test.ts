import { copyFileSync, existsSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished } from 'vitest'
import { serve } from '../../../../src/service/index.ts'
import { acquireServeLock } from '../../../../src/service/store/sqlite/serve-lock.ts'
import { refuses, test } from '../../../support/cli.ts'
import {
  ALICE,
  BOB,
  blockedIn,
  column,
  type LocalDatabase,
  localDatabase,
} from '../../administration/local-database.ts'

/** As after a stop, or as after a kill: the last writes are in the log only. */
async function used(end: 'stopped' | 'killed'): Promise<LocalDatabase & { backup: string }> {
  const local = localDatabase()
  await local.block(ALICE)
  const backup = join(local.folder, 'good.db')
  await local.administration.backUp(backup, { overwrite: false })
  if (end === 'killed') await leaveLog(local.database, () => local.block(BOB))
  return { ...local, backup }
}

/** Keeps the files of a process that cannot empty its log. */
async function leaveLog(database: string, work: () => Promise<unknown>): Promise<void> {
  const holder = new DatabaseSync(database)
  holder.prepare('select * from sqlite_master').all()
  await work()
  const files = ['', '-wal', '-mark'].map((suffix) => database + suffix)
  for (const file of files) copyFileSync(file, `${file}.left`)
  holder.close()
  for (const file of files) copyFileSync(`${file}.left`, file)
  for (const file of files) rmSync(`${file}.left`)
}

const losses: readonly (readonly [string, 'stopped' | 'killed', (database: string) => void])[] = [
  ['deleted after a stop', 'stopped', (database) => rmSync(database)],
  ['emptied after a stop', 'stopped', (database) => truncateSync(database)],
  ['deleted after a kill', 'killed', (database) => rmSync(database)],
  ['emptied after a kill', 'killed', (database) => truncateSync(database)],
  ['deleted with its log', 'killed', (database) => removeAll([database, `${database}-wal`])],
  ['deleted with its mark', 'killed', (database) => removeAll([database, `${database}-mark`])],
]

describe.each(losses)('a database %s', (_, end, lose) => {
  test('is refused by everything that would create it, or say that there is none', async () => {
    const { administration, database, folder, backup, block } = await used(end)
    lose(database)
    const left = readdirSync(folder).sort()
    const lost = {
      kind: 'refused',
      code: 'lost-writes',
      details: expect.arrayContaining([
        `The last good backup is ${backup}, of 2026-01-02T03:04:05.000Z.`,
        expect.stringMatching(/^To start over without that content: rm \S+/),
      ]),
      parameters: { file: backup },
    }
    expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining(lost))
    await expect(administration.backUp(join(folder, 'copy.db'), { overwrite: false })).rejects.toMatchObject(lost)
    await expect(administration.status()).rejects.toMatchObject(lost)
    await expect(administration.prune({ olderThanMs: 1, dryRun: false })).rejects.toMatchObject(lost)
    await expect(block(BOB)).rejects.toMatchObject(lost)
    await expect(startServe(database)).rejects.toMatchObject(lost)
    expect(
      readdirSync(folder)
        .filter((name) => !name.includes('serve-lock'))
        .sort(),
    ).toEqual(left)
  })
})

describe.each(losses.slice(1, 3))('a database %s', (_, end, lose) => {
  test('is restored from the backup it names', async () => {
    const { administration, database, backup, block } = await used(end)
    lose(database)
    await administration.restore(backup)
    expect(blockedIn(database)).toEqual([ALICE])
    await block(BOB)
    expect(administration.checkIntegrity()).toMatchObject({ exists: true, lacksMark: false })
  })

  test('begins anew after a reset, or after what the refusal says', async () => {
    for (const anew of ['reset', 'rm'] as const) {
      const { administration, database, block } = await used(end)
      lose(database)
      if (anew === 'reset') expect(await administration.reset()).toEqual({ database, keptAs: null })
      else removeAll(filesToRemove(() => administration.checkIntegrity()))
      await block(BOB)
      expect(blockedIn(database)).toEqual([BOB])
      expect(administration.checkIntegrity()).toMatchObject({ exists: true })
    }
  })
})

test('commands refuse a lost database with exit code 8, and no address counts as unlisted', async ({ cli }) => {
  await cli(['control-list', 'add', ALICE, '--type', 'BLOCK'])
  rmSync(join(cli.home, 'local.db'))
  for (const command of [
    ['control-list', 'show', ALICE],
    ['serve', '--drain', '0', '--port', '0'],
    ['local', 'status'],
  ])
    expect(await cli(command)).toMatchObject(refuses(8, 'was deleted'))
  const doctor = await cli(['doctor'])
  expect(doctor.code).not.toBe(0)
  expect(doctor.stdout).toContain('local.db was deleted or renamed')
  expect(existsSync(join(cli.home, 'local.db'))).toBe(false)
})

test('a lost database is noticed through a symbolic link too', async () => {
  const { database, folder } = await used('stopped')
  const link = join(folder, 'link.db')
  symlinkSync(database, link)
  rmSync(database)
  await expect(startServe(link)).rejects.toMatchObject({ code: 'lost-writes' })
  expect(existsSync(database)).toBe(false)
})

describe('a database whose every row was in the log that is', () => {
  test.each([
    ['missing', ['restore', 'rm']],
    ['empty', ['reset']],
  ] as const)('%s is refused as lost, and can be restored or begun anew', async (how, ways) => {
    for (const anew of ways) {
      const local = localDatabase()
      const { administration, database, folder, block } = local
      const other = localDatabase()
      await other.block(BOB)
      await other.administration.backUp(join(folder, 'good.db'), { overwrite: false })
      // As the first process leaves it: the header is in the file, and the schema in the log.
      new DatabaseSync(database).exec('pragma journal_mode = wal')
      await leaveLog(database, () => block(ALICE))
      if (how === 'missing') rmSync(`${database}-wal`)
      else truncateSync(`${database}-wal`)
      expect(column(database, 'select count(*) from sqlite_master')).toEqual([0])

      const lost = { kind: 'refused', code: 'lost-writes', parameters: {} }
      expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining(lost))
      await expect(administration.backUp(join(folder, 'copy.db'), { overwrite: false })).rejects.toMatchObject(lost)
      await expect(block(BOB)).rejects.toMatchObject(lost)
      await expect(startServe(database)).rejects.toMatchObject(lost)

      if (anew === 'restore') await administration.restore(join(folder, 'good.db'))
      else if (anew === 'reset') await administration.reset()
      else removeAll(filesToRemove(() => administration.checkIntegrity()))
      if (anew !== 'restore') await block(BOB)
      expect(blockedIn(database)).toEqual([BOB])
      expect(administration.checkIntegrity()).toMatchObject({ exists: true })
    }
  })
})

test('a missing or empty database with nothing beside it is none yet', async () => {
  const { administration, database, block } = localDatabase()
  expect(administration.checkIntegrity()).toMatchObject({ exists: false })
  writeFileSync(database, '')
  expect(administration.checkIntegrity()).toMatchObject({ exists: false })
  await block(ALICE)
  expect(blockedIn(database)).toEqual([ALICE])
})

test('no command creates a database while a serve holds the lock of a deleted one', async () => {
  const { database, block } = localDatabase()
  const lock = acquireServeLock(database)
  onTestFinished(() => lock.release())
  await expect(block(ALICE)).rejects.toMatchObject({ kind: 'refused', code: 'database-moved' })
  expect(existsSync(database)).toBe(false)
  lock.release()
  await block(ALICE)
})

function removeAll(files: readonly string[]): void {
  for (const file of files) rmSync(file)
}

/** The files of the refusal's last detail. */
function filesToRemove(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    const { details } = error as { details: readonly string[] }
    return details.at(-1)?.split('rm ')[1]?.split(' ') ?? []
  }
  throw new Error('was not refused')
}

async function startServe(database: string): Promise<void> {
  const log = { quiet: true, write: () => {} }
  const options = { database, env: {}, host: '127.0.0.1', port: 0, version: '0', log }
  await (await serve({ ...options, clock: { now: () => 0 }, random: () => Buffer.alloc(32) } as never)).stop()
}

test('an index that was deleted under a process is named, not taken for another name of the file', async () => {
  const { administration, database, block } = await used('stopped')
  const holder = new DatabaseSync(database)
  onTestFinished(() => holder.close())
  holder.prepare('select * from sqlite_master').all()
  rmSync(`${database}-shm`)
  const deleted = { kind: 'refused', code: 'index-deleted', message: expect.stringContaining(`${database}-shm`) }
  expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining(deleted))
  await expect(block(BOB)).rejects.toMatchObject(deleted)
})
