import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { administer, serve } from '../../../../src/service/index.ts'
import { seededRandom, TestClock } from '../../../support/deterministic.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { ALICE, BOB, localDatabase } from '../../administration/local-database.ts'

/** A database as a killed process leaves it: its last writes are in the log only. */
async function killed(options: { withBackup?: boolean } = {}) {
  const local = localDatabase()
  await local.block(ALICE)
  const backup = join(local.folder, 'good copy.db')
  if (options.withBackup) await local.administration.backUp(backup, { overwrite: false })
  // Another connection keeps the log from being emptied.
  const holder = new DatabaseSync(local.database)
  holder.prepare('select * from audit').all()
  onTestFinished(() => holder.close())
  await local.block(BOB)
  const folder = temporaryFolder()
  const database = join(folder, 'local.db')
  for (const suffix of ['', '-wal', '-mark']) copyFileSync(local.database + suffix, database + suffix)
  const deps = { database, env: {}, clock: new TestClock(), random: seededRandom(folder) }
  return { folder, database, log: `${database}-wal`, backup, deps, administration: administer(deps) }
}

const damages: readonly (readonly [string, (log: string) => void])[] = [
  ['is missing', (log) => rmSync(log)],
  ['is empty', (log) => truncateSync(log)],
  ['lost its end', (log) => truncateSync(log, readFileSync(log).length - 4096)],
  ['has a flipped bit', (log) => change(log, (bytes) => bytes.writeUInt8(bytes.readUInt8(5000) ^ 1, 5000))],
  ['is overwritten', (log) => change(log, (bytes) => bytes.fill(0))],
]

describe('a write-ahead log that', () => {
  test('is whole is accepted', async () => {
    const { administration, folder } = await killed()
    expect(administration.checkIntegrity()).toMatchObject({ exists: true, wasChecked: true })
    await administration.backUp(join(folder, 'copy.db'), { overwrite: false })
  })

  test.each(damages)('%s is found by doctor, before a backup, and by serve', async (_, damage) => {
    const { administration, database, log, folder, deps } = await killed()
    damage(log)
    const lost = { kind: 'refused', code: 'lost-writes', try: 'txwarden local restore <file>' }
    expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining(lost))
    await expect(administration.backUp(join(folder, 'copy.db'), { overwrite: false })).rejects.toMatchObject(lost)
    const listening = { host: '127.0.0.1', port: 0, version: '0', log: { level: 'silent', write: () => {} } } as const
    await expect(serve({ ...deps, ...listening } as never)).rejects.toMatchObject(lost)
    expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual([])
    expect(existsSync(database)).toBe(true)
  })

  test('lost writes names the last good backup and its restore, after which all is well', async () => {
    const { administration, log, backup } = await killed({ withBackup: true })
    rmSync(log)
    expect(() => administration.checkIntegrity()).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/lost its last writes: audit \S+ is missing$/),
        details: expect.arrayContaining([`The last good backup is ${backup}, of 2026-01-02T03:04:05.000Z.`]),
        try: `txwarden local restore '${backup}'`,
      }),
    )
    await administration.restore(backup)
    expect(administration.checkIntegrity()).toMatchObject({ exists: true })
  })

  test('lost writes is accepted once the mark is deleted', async () => {
    const { administration, log, database } = await killed()
    rmSync(log)
    rmSync(`${database}-mark`)
    expect(administration.checkIntegrity()).toMatchObject({ exists: true })
  })
})

test('a damaged page names the last good backup too', async () => {
  const { administration, database, backup } = await killed({ withBackup: true })
  change(database, (bytes) => bytes.fill(0xff, 8192))
  expect(() => administration.checkIntegrity()).toThrow(
    expect.objectContaining({ code: 'damaged-database', try: `txwarden local restore '${backup}'` }),
  )
})

test.each(['', '{', '[]', '{"newest":7}'])('a mark that is %j is ignored', async (text) => {
  const { administration, database } = await killed()
  writeFileSync(`${database}-mark`, text)
  expect(administration.checkIntegrity()).toMatchObject({ exists: true })
})

function change(path: string, work: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path)
  work(bytes)
  writeFileSync(path, bytes)
}
