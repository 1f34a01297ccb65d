import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect } from 'vitest'
import { SCHEMA_VERSION } from '../../../../src/service/store/migrate.ts'
import { PROTECTED_TABLES } from '../../../../src/service/store/sqlite/row-checksums.ts'
import { acquireServeLock } from '../../../../src/service/store/sqlite/serve-lock.ts'
import { says, test } from '../../../support/cli.ts'
import { send } from '../../../support/requests.ts'
import { ALICE, BOB, blockedIn, column, localDatabase } from '../local-database.ts'

const keep = { overwrite: false }
const replace = { overwrite: true }

describe('a backup', () => {
  test('contains everything, is readable by the owner only, and is a single file', async () => {
    const { administration, folder, database, block, makeMasterKey } = localDatabase()
    await block(ALICE)
    await makeMasterKey()
    const file = join(folder, 'copy.db')
    expect(await administration.backUp(file, keep)).toEqual({
      database,
      file,
      bytes: statSync(file).size,
      rows: SCHEMA_VERSION + PROTECTED_TABLES.length + 7,
      masterKey: expect.objectContaining({ source: `${database}.key` }),
      keyInside: false,
    })
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    expect(blockedIn(file)).toEqual([ALICE])
    expect(column(file, 'pragma journal_mode')).toEqual(['delete'])
    expect(readdirSync(folder).sort()).toEqual([
      'copy.db',
      'local.db',
      'local.db-last-backup',
      'local.db-mark',
      'local.db.key',
    ])
  })

  test('with a passphrase contains the encrypted master key', async () => {
    const { administration, folder, database, makeMasterKey, block } = localDatabase()
    await block(ALICE)
    await makeMasterKey()
    const key = Buffer.from(readFileSync(`${database}.key`, 'utf8').trim(), 'base64')
    const file = join(folder, 'copy.db')
    const passphrase = 'correct horse battery staple'
    expect(await administration.backUp(file, { ...keep, passphrase })).toMatchObject({ keyInside: true })
    const [enclosed] = column(file, 'select text from enclosed_master_key')
    expect(JSON.parse(String(enclosed))).toMatchObject({ kdf: 'scrypt', N: 131072, r: 8, p: 1 })
    const bytes = readFileSync(file)
    for (const secret of [key.toString('base64'), key.toString('latin1'), key.toString('hex'), passphrase])
      expect(bytes.includes(Buffer.from(secret, 'latin1'))).toBe(false)
    expect(readdirSync(folder).sort()).toEqual([
      'copy.db',
      'local.db',
      'local.db-last-backup',
      'local.db-mark',
      'local.db.key',
    ])
  })

  test('of a database restored by hand from a backup with a key contains no key', async () => {
    const { administration, folder, database, makeMasterKey, block } = localDatabase()
    await block(ALICE)
    await makeMasterKey()
    const moved = join(folder, 'moved.db')
    await administration.backUp(moved, { ...keep, passphrase: 'correct horse battery staple' })
    writeFileSync(database, readFileSync(moved))
    const file = join(folder, 'copy.db')
    expect(await administration.backUp(file, keep)).toMatchObject({ keyInside: false })
    expect(column(file, "select name from sqlite_master where name = 'enclosed_master_key'")).toEqual([])
  })

  test('without a master key contains none', async () => {
    const { administration, folder, block } = localDatabase()
    await block(ALICE)
    const options = { ...keep, passphrase: 'correct horse battery staple' }
    expect(await administration.backUp(join(folder, 'copy.db'), options)).toMatchObject({
      keyInside: false,
      masterKey: null,
    })
  })

  test.each([
    ['short', 'at least 12 characters'],
    ['aaaaaaaaaaaaaaaaaaaaaaaa', 'different characters'],
    ['abababababababababab', 'different characters'],
    ['🐎🔋🐎🔋🐎🔋', 'at least 12 characters'],
  ])('with the passphrase %j is refused', async (passphrase, fault) => {
    const { administration, folder, block } = localDatabase()
    await block(ALICE)
    await expect(administration.backUp(join(folder, 'copy.db'), { ...keep, passphrase })).rejects.toMatchObject({
      code: 'weak-passphrase',
      message: expect.stringContaining(fault),
    })
    expect(readdirSync(folder)).toEqual(['local.db', 'local.db-mark'])
  })

  test('contains committed data only, during a serve and an open transaction', async () => {
    const { administration, folder, database, block } = localDatabase()
    await block(ALICE)
    const lock = acquireServeLock(database)
    const writer = new DatabaseSync(database)
    writer.exec('begin immediate; delete from control_list_entries')
    await administration.backUp(join(folder, 'copy.db'), keep)
    writer.exec('rollback')
    writer.close()
    lock.release()
    expect(blockedIn(join(folder, 'copy.db'))).toEqual([ALICE])
  })

  test('replaces a file only when allowed', async () => {
    const { administration, folder, block } = localDatabase()
    await block(ALICE)
    const file = join(folder, 'copy.db')
    writeFileSync(file, 'something else')
    chmodSync(file, 0o644)
    await expect(administration.backUp(file, keep)).rejects.toMatchObject({ kind: 'refused', code: 'file-exists' })
    expect(readFileSync(file, 'utf8')).toBe('something else')
    await administration.backUp(file, replace)
    expect(blockedIn(file)).toEqual([ALICE])
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
  })

  test.each([
    ['the database', 'local.db'],
    ['its log', 'local.db-wal'],
    ['the master key', 'local.db.key'],
  ])('never replaces %s', async (_, name) => {
    const { administration, folder, block } = localDatabase()
    await block(ALICE)
    await expect(administration.backUp(join(folder, name), replace)).rejects.toMatchObject({
      code: 'backup-over-own-file',
    })
  })

  test('never replaces the database under another name', async () => {
    const { administration, folder, database, block, makeMasterKey } = localDatabase()
    await block(ALICE)
    await makeMasterKey()
    symlinkSync(database, join(folder, 'symbolic'))
    linkSync(`${database}.key`, join(folder, 'hard'))
    for (const name of ['symbolic', 'hard'])
      await expect(administration.backUp(join(folder, name), replace)).rejects.toMatchObject({
        code: 'backup-over-own-file',
      })
  })

  test('of a missing database is refused and creates none', async () => {
    const { administration, folder } = localDatabase()
    await expect(administration.backUp(join(folder, 'copy.db'), keep)).rejects.toMatchObject({
      kind: 'not-found',
      code: 'no-database',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('of a damaged database fails and leaves no file', async () => {
    const { administration, folder, database, block } = localDatabase()
    await block(ALICE)
    await block(BOB)
    damage(database)
    await expect(administration.backUp(join(folder, 'copy.db'), keep)).rejects.toMatchObject({
      code: 'damaged-database',
      message: expect.stringContaining(`${database} is damaged`),
    })
    expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual([])
  })

  test('into a missing folder is refused and leaves no file', async () => {
    const { administration, folder, block } = localDatabase()
    await block(ALICE)
    await expect(administration.backUp(join(folder, 'nowhere', 'copy.db'), keep)).rejects.toMatchObject({
      code: 'no-folder',
    })
    mkdirSync(join(folder, 'there'))
    await expect(administration.backUp(join(folder, 'there'), replace)).rejects.toThrow()
    expect(readdirSync(folder).sort()).toEqual(['local.db', 'local.db-mark', 'there'])
  })
})

/** Overwrites the page that the entries are on. */
function damage(path: string): void {
  const [page] = column(path, "select rootpage from sqlite_master where name = 'control_list_entries'")
  const bytes = readFileSync(path)
  bytes.fill(0xff, (Number(page) - 1) * 4096, Number(page) * 4096)
  writeFileSync(path, bytes)
}

test('a backup whose name cannot be written beside the database is complete, with a note', async ({ cli }) => {
  await cli(['control-list', 'add', ALICE, '--type', 'BLOCK'])
  mkdirSync(join(cli.home, 'local.db-last-backup'))
  const file = join(cli.home, 'copy.db')
  expect(await cli(['local', 'backup', file])).toMatchObject(
    says(0, `Later errors cannot name this backup: ${cli.home}/local.db-last-backup is a folder`),
  )
  expect(blockedIn(file)).toEqual([ALICE])
})

test('with a passphrase and without the key of the stored secrets is refused', async () => {
  const { administration, folder, database, makeMasterKey, use } = localDatabase()
  await makeMasterKey()
  await use((service) =>
    send(service, 'POST', '/api/v2/management/alert-configurations/destinations', {
      name: 'ops',
      channel: 'TELEGRAM',
      attributes: { chatId: '1', token: 'a-token-of-a-bot' },
    }),
  )
  const key = readFileSync(`${database}.key`)
  const backUp = () =>
    administration.backUp(join(folder, 'copy.db'), { ...keep, passphrase: 'correct horse battery staple' })
  rmSync(`${database}.key`)
  await expect(backUp()).rejects.toMatchObject({ code: 'another-master-key' })
  writeFileSync(`${database}.key`, `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 })
  await expect(backUp()).rejects.toMatchObject({ code: 'another-master-key' })
  expect(readdirSync(folder)).not.toContain('copy.db')
  writeFileSync(`${database}.key`, key)
  expect(await backUp()).toMatchObject({ keyInside: true })
})
