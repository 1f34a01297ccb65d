import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { describe, expect, onTestFinished } from 'vitest'
import { administer } from '../../../../src/service/administration/administration.ts'
import { serve } from '../../../../src/service/index.ts'
import { MarkWriter } from '../../../../src/service/store/sqlite/high-water-mark.ts'
import { openSqliteStore } from '../../../../src/service/store/sqlite/open.ts'
import { test } from '../../../support/cli.ts'
import { seededRandom, TestClock } from '../../../support/deterministic.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { ALICE, BOB, localDatabase } from '../../administration/local-database.ts'
import { writeTo } from './filled-database.ts'

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
  const suffixes = ['', '-wal', '-mark', ...(options.withBackup ? ['-last-backup'] : [])]
  for (const suffix of suffixes) copyFileSync(local.database + suffix, database + suffix)
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
    const lost = { kind: 'refused', code: 'lost-writes', parameters: {} }
    expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining(lost))
    await expect(administration.backUp(join(folder, 'copy.db'), { overwrite: false })).rejects.toMatchObject(lost)
    await expect(serve({ ...deps, ...listening() } as never)).rejects.toMatchObject(lost)
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
        parameters: { file: backup },
      }),
    )
    await administration.restore(backup)
    expect(administration.checkIntegrity()).toMatchObject({ exists: true })
  })

  test('lost writes is accepted once the mark is deleted, which is reported until the next write', async () => {
    const { administration, folder, log, database, deps } = await killed()
    rmSync(log)
    rmSync(`${database}-mark`)
    expect(administration.checkIntegrity()).toMatchObject({ exists: true, lacksMark: true })
    await administration.backUp(join(folder, 'copy.db'), { overwrite: false })
    const logged: string[] = []
    await (await serve({ ...deps, ...listening((line) => logged.push(line)) } as never)).stop()
    expect(logged.join('')).toContain(`${database} has no mark of its last writes: whether it lost some is not known`)
    await writeTo(database, (db) => db.updateTable('settings').set({ updated_at: 1 }))
    expect(administration.checkIntegrity()).toMatchObject({ exists: true, lacksMark: false })
  })
})

describe('the last good backup', () => {
  test('is named by a damaged page too', async () => {
    const { administration, database, backup } = await killed({ withBackup: true })
    change(database, (bytes) => bytes.fill(0xff, 8192))
    expect(() => administration.checkIntegrity()).toThrow(
      expect.objectContaining({ code: 'damaged-database', parameters: { file: backup } }),
    )
  })

  test('is known whatever happens to the mark', async () => {
    const { administration, database, backup } = await killed({ withBackup: true })
    rmSync(`${database}-mark`)
    await writeTo(database, (db) => db.updateTable('settings').set({ updated_at: 1 }))
    change(database, (bytes) => bytes.fill(0xff, 8192))
    expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining({ parameters: { file: backup } }))
  })

  test('is not named by a record that is damaged', async () => {
    const { administration, database } = await killed({ withBackup: true })
    change(`${database}-last-backup`, (bytes) => bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20))
    change(database, (bytes) => bytes.fill(0xff, 8192))
    expect(() => administration.checkIntegrity()).toThrow(
      expect.objectContaining({ code: 'damaged-database', parameters: {} }),
    )
  })
})

describe('a mark', () => {
  test('with any bit flipped, or cut, is refused by doctor, backup and serve until it is deleted', async () => {
    const { administration, database, folder, deps } = await killed()
    const mark = `${database}-mark`
    const whole = readFileSync(mark)
    const faulty = { kind: 'refused', code: 'damaged-mark', try: `rm ${mark}` }
    const refused = () => expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining(faulty))
    // The last byte ends the line.
    for (let at = 0; at < whole.length - 1; at++) {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at)
      writeFileSync(mark, bytes)
      refused()
      if (at === 0) continue
      writeFileSync(mark, whole.subarray(0, at))
      refused()
    }
    await expect(administration.backUp(join(folder, 'copy.db'), { overwrite: false })).rejects.toMatchObject(faulty)
    await expect(serve({ ...deps, ...listening() } as never)).rejects.toMatchObject(faulty)
    rmSync(mark)
    await (await serve({ ...deps, ...listening() } as never)).stop()
  })

  test.each([
    '{"newest":{"audit":{}}}',
    '{"newest":7}',
    '[]',
    '{',
    ...[{ newest: { audit: {} } }, { newest: { audit: [] } }, { newest: { audit: [null] } }, {}, []].map(checked),
  ])('that is %s is refused', async (text) => {
    const { administration, database } = await killed()
    writeFileSync(`${database}-mark`, text)
    expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining({ code: 'damaged-mark' }))
  })

  test('that is not readable is refused', async () => {
    const { administration, database } = await killed()
    rmSync(`${database}-mark`)
    mkdirSync(`${database}-mark`)
    expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining({ code: 'damaged-mark' }))
  })

  test.each([0, 7])('that a power cut left with %i zeros counts as missing', async (length) => {
    const { administration, database } = await killed()
    writeFileSync(`${database}-mark`, Buffer.alloc(length))
    expect(administration.checkIntegrity()).toMatchObject({ exists: true, lacksMark: true })
  })

  test('is not missing before the first change', async () => {
    const database = join(temporaryFolder(), 'local.db')
    await (await openSqliteStore(database)).close()
    const deps = { database, env: {}, clock: new TestClock(), random: seededRandom('') }
    expect(administer(deps).checkIntegrity()).toMatchObject({ exists: true, lacksMark: false })
  })

  test('is written without listing the folder, but for the first time', async () => {
    const { database, folder } = await killed()
    const connection = new DatabaseSync(database)
    onTestFinished(() => connection.close())
    const abandoned = join(folder, `.txwarden-draft-00000000-1-0123456789ab`)
    const writer = new MarkWriter(connection, database)
    const isKept = () => {
      writeFileSync(abandoned, '')
      utimesSync(abandoned, 1, 1)
      writer.touch()
      writer.flush()
      return existsSync(abandoned)
    }
    expect([isKept(), isKept(), isKept()]).toEqual([false, true, true])
  })
})

test('doctor fails for a damaged mark and warns for a missing one', async ({ cli }) => {
  await cli(['control-list', 'add', ALICE, '--type', 'BLOCK'])
  const mark = join(cli.home, 'local.db-mark')
  const findings = async () => {
    const { content: checks } = await cli.json(['doctor'])
    return checks.filter(({ check, level }: Record<string, string>) => check === 'database' && level !== 'pass')
  }
  expect(await findings()).toEqual([])
  writeFileSync(mark, '{"newest":{"audit":{}}}')
  expect(await findings()).toEqual([
    expect.objectContaining({
      level: 'fail',
      text: expect.stringMatching(/is damaged or cannot be read.*delete that file/),
      try: `rm ${mark}`,
    }),
  ])
  expect(await cli(['serve', '--drain', '0', '--port', '0'])).toMatchObject({ code: 8 })
  expect(await cli(['local', 'backup', join(cli.home, 'copy.db')])).toMatchObject({ code: 8 })
  rmSync(mark)
  expect(await findings()).toEqual([
    expect.objectContaining({ level: 'warn', text: expect.stringContaining('no mark of its last writes') }),
  ])
  await cli(['control-list', 'add', BOB, '--type', 'BLOCK'])
  expect(await findings()).toEqual([])
})

/** As txwarden writes it. */
function checked(content: object): string {
  return JSON.stringify({ content, checksum: crc32(JSON.stringify(content)) })
}

function listening(write: (line: string) => void = () => {}) {
  return { host: '127.0.0.1', port: 0, version: '0', log: { quiet: true, write } } as const
}

function change(path: string, work: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path)
  work(bytes)
  writeFileSync(path, bytes)
}
