import { spawnSync } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, describe, expect } from 'vitest'
import { encryptedColumns } from '../../../../src/service/store/repositories/encrypted-columns.ts'
import { acquireServeLock } from '../../../../src/service/store/sqlite/serve-lock.ts'
import { column, type LocalDatabase, localDatabase } from '../local-database.ts'
import { openedSecrets, sealers, storeSecrets } from '../secrets-inside.ts'

const test = base.extend('local', () => withSecrets())

const OLD = Buffer.alloc(32, 7).toString('base64')
const NEW = Buffer.alloc(32, 8).toString('base64')

async function withSecrets(count = 3, env: Readonly<Record<string, string>> = {}): Promise<LocalDatabase> {
  const local = localDatabase(env)
  await storeSecrets(local, count)
  return local
}

const keyLines = (database: string) =>
  readFileSync(`${database}.key`, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))

describe('rekey', () => {
  test('encrypts all secrets again, and no file contains the old key', async ({ local }) => {
    const { administration, database, folder } = local
    const before = await openedSecrets(local)
    const [oldKey = ''] = keyLines(database)
    const [oldId] = await sealers(local)

    const report = await administration.rekey()
    expect(report).toMatchObject({ database, retired: [oldId], resealed: 10, sealedByOthers: [] })
    expect(await openedSecrets(local)).toEqual(before)
    expect(await sealers(local)).toEqual([report.masterKey?.id])
    expect(report.masterKey).toMatchObject({ source: `${database}.key`, ids: [report.masterKey?.id] })
    expect((statSync(`${database}.key`).mode & 0o777).toString(8)).toBe('600')
    expect(column(database, "select after from audit where action = 'database.rekey'")).toEqual([
      JSON.stringify({ from: [oldId], to: report.masterKey?.id }),
    ])
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name), 'latin1')
      expect(bytes).not.toContain(oldKey)
      // What the old key sealed is overwritten, not only let go of.
      expect(bytes).not.toContain(`v1.${oldId}.`)
    }
  })

  test('creates a different key each time', async ({ local }) => {
    const ids = [await local.administration.rekey(), await local.administration.rekey()].map((r) => r.masterKey?.id)
    expect(new Set(ids).size).toBe(2)
    expect(await sealers(local)).toEqual([ids[1]])
  })

  test('replaces several permanent keys of the file', async ({ local }) => {
    const before = await openedSecrets(local)
    const [first = ''] = keyLines(local.database)
    // As it is advised for a backup that another key sealed.
    appendFileSync(`${local.database}.key`, `${OLD}\n`)
    const report = await local.administration.rekey()
    expect(report).toMatchObject({ resealed: 10, retired: [expect.any(String), expect.any(String)] })
    expect(keyLines(local.database)).toHaveLength(1)
    for (const key of [first, OLD]) expect(keyLines(local.database)).not.toContain(key)
    expect(await openedSecrets(local)).toEqual(before)
    expect(await sealers(local)).toEqual([report.masterKey?.id])
  })

  test('covers every column with encrypted texts', async () => {
    const { database } = await withSecrets(0)
    const inSchema = column(
      database,
      `select t.name || '.' || c.name from sqlite_master t, pragma_table_info(t.name) c
       where t.type = 'table' and c.name like 'sealed%' order by 1`,
    )
    expect(inSchema).toEqual(
      Object.values(encryptedColumns)
        .map(({ table, column: name }) => `${table}.${name}`)
        .sort(),
    )
  })

  test('also covers secrets of a service that was open before', async ({ local }) => {
    await local.use(async (service) => {
      const old = service.masterKey.require().id
      const { masterKey } = await local.administration.rekey()
      expect(service.masterKey.require().id).toBe(masterKey?.id)
      expect(service.masterKey.require().id).not.toBe(old)
    })
  })

  test('leaves and reports secrets of an unavailable key', async ({ local }) => {
    const strange = 'v1.0badc0de.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA'
    column(local.database, `update destinations set sealed_token = '${strange}' where name = 'ops 1' returning id`)
    expect(await local.administration.rekey()).toMatchObject({ resealed: 9, sealedByOthers: ['0badc0de'] })
    expect(column(local.database, "select sealed_token from destinations where name = 'ops 1'")).toEqual([strange])
  })
})

describe('rekey with the environment variable', () => {
  test('explains how to change it', async () => {
    const { administration } = await withSecrets(1, { TXWARDEN_MASTER_KEY: OLD })
    await expect(administration.rekey()).rejects.toMatchObject({
      kind: 'refused',
      code: 'one-master-key',
      try: 'export TXWARDEN_MASTER_KEY="$(openssl rand -base64 32) $TXWARDEN_MASTER_KEY"',
    })
  })

  test('replaces the second key with the first', async () => {
    const env: Record<string, string> = { TXWARDEN_MASTER_KEY: OLD }
    const local = await withSecrets(3, env)
    const before = await openedSecrets(local)
    env.TXWARDEN_MASTER_KEY = `${NEW} ${OLD}`
    expect(await openedSecrets(local)).toEqual(before)
    const report = await local.administration.rekey()
    expect(report).toMatchObject({ resealed: 10, masterKey: { source: 'TXWARDEN_MASTER_KEY' } })
    env.TXWARDEN_MASTER_KEY = NEW
    expect(await openedSecrets(local)).toEqual(before)
    expect(readdirSync(local.folder)).not.toContain('local.db.key')
  })
})

describe('rekey is refused and changes nothing', () => {
  test('while a serve holds the database', async ({ local }) => {
    const key = readFileSync(`${local.database}.key`, 'utf8')
    const lock = acquireServeLock(local.database)
    await expect(local.administration.rekey()).rejects.toMatchObject({ kind: 'refused', code: 'served' })
    lock.release()
    expect(readFileSync(`${local.database}.key`, 'utf8')).toBe(key)
  })

  test('without a database, or without a key', async () => {
    const local = localDatabase()
    await expect(local.administration.rekey()).rejects.toMatchObject({ code: 'no-database' })
    await local.block('0x7e57000000000000000000000000000000000001')
    await expect(local.administration.rekey()).rejects.toMatchObject({ code: 'no-master-key' })
    expect(readdirSync(local.folder)).not.toContain('local.db.key')
  })
})

describe('killed during a rekey', () => {
  const rekeyUntil = (database: string, moment: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'rekey-process.ts'), database, moment], { encoding: 'utf8' })

  // 250 destinations: 751 texts, more than one transaction of each kind. The first is the key.
  test.each(['1', '2', '3', '203', '260', '753', 'clock'])(
    'at moment %s: every secret can be read, and the next run finishes',
    async (moment) => {
      const local = await withSecrets(250)
      const before = await openedSecrets(local)
      expect(rekeyUntil(local.database, moment).signal).toBe('SIGKILL')
      expect(await openedSecrets(local)).toEqual(before)
      const begun = keyLines(local.database)
      expect(begun).toHaveLength(moment === '1' ? 1 : 2)

      const { masterKey } = await local.administration.rekey()
      expect(await openedSecrets(local)).toEqual(before)
      expect(await sealers(local)).toEqual([masterKey?.id])
      expect(keyLines(local.database)).toHaveLength(1)
      // The run that was begun is finished, not begun anew.
      if (begun.length === 2) expect(keyLines(local.database)).toEqual(begun.slice(0, 1))
    },
  )
})
