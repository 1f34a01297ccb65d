import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { test as base, describe, expect } from 'vitest'
import { acquireServeLock } from '../../../../src/service/store/sqlite/serve-lock.ts'
import { send } from '../../../support/requests.ts'
import { ALICE, BOB, blockedIn, column, type LocalDatabase, localDatabase, ONE_ENTRY } from '../local-database.ts'
import { openedSecrets, sealers, storeSecrets } from '../secrets-inside.ts'

const test = base.extend('backup', () => withBackup())

/** A local database that blocks Bob, and a backup of when it blocked Alice. */
async function withBackup(env: Readonly<Record<string, string>> = {}): Promise<LocalDatabase & { file: string }> {
  const local = localDatabase(env)
  await local.makeMasterKey()
  const id = await local.block(ALICE)
  const file = join(local.folder, 'copy.db')
  await local.administration.backUp(file, { overwrite: false })
  await local.use((service) => send(service, 'DELETE', `/api/v2/management/control-lists/${id}`, undefined))
  await local.block(BOB)
  return { ...local, file }
}

describe('a restore', () => {
  test('restores the content, keeps the replaced one, and writes an audit record', async ({
    backup: { administration, database, file },
  }) => {
    const keptAs = `${database}.before-restore-20260102T030405Z`
    expect(await administration.restore(file)).toEqual({
      database,
      file,
      keptAs,
      rows: ONE_ENTRY,
      masterKey: expect.objectContaining({ source: `${database}.key` }),
      resealed: 0,
      sealedByOthers: [],
    })
    expect({ now: blockedIn(database), kept: blockedIn(keptAs) }).toEqual({ now: [ALICE], kept: [BOB] })
    expect((statSync(keptAs).mode & 0o777).toString(8)).toBe('600')
    expect(column(database, 'pragma journal_mode')).toEqual(['wal'])
    expect(column(database, 'pragma integrity_check')).toEqual(['ok'])
    expect(column(database, "select action from audit where action like 'database.%'")).toEqual(['database.restore'])
  })

  test('does not change the backup and leaves no files', async ({ backup: { administration, folder, file } }) => {
    const before = readFileSync(file)
    await administration.restore(file)
    await administration.restore(file)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(
      readdirSync(folder)
        .filter((name) => !name.includes('serve-lock'))
        .sort(),
    ).toEqual([
      'copy.db',
      'local.db',
      'local.db-last-backup',
      'local.db-mark',
      'local.db.before-restore-20260102T030405Z',
      'local.db.before-restore-20260102T030405Z-2',
      'local.db.key',
    ])
  })

  test('of the kept file undoes a restore', async ({ backup: { administration, database, file } }) => {
    const { keptAs } = await administration.restore(file)
    await administration.restore(keptAs ?? '')
    expect(blockedIn(database)).toEqual([BOB])
  })

  test('works without a database', async ({ backup: { file } }) => {
    const empty = localDatabase()
    expect(await empty.administration.restore(file)).toMatchObject({ keptAs: null })
    expect(blockedIn(empty.database)).toEqual([ALICE])
    expect((statSync(empty.database).mode & 0o777).toString(8)).toBe('600')
  })

  test('works over an unreadable database, and keeps its files', async ({
    backup: { administration, database, file },
  }) => {
    writeFileSync(database, 'x'.repeat(10_000))
    const { keptAs } = await administration.restore(file)
    expect(blockedIn(database)).toEqual([ALICE])
    expect(readFileSync(keptAs ?? '', 'utf8')).toBe('x'.repeat(10_000))
  })

  test("works over a newer program's database", async ({ backup: { administration, database, file } }) => {
    makeNewer(database)
    await administration.restore(file)
    expect(blockedIn(database)).toEqual([ALICE])
  })

  test('restores a plain copy with its WAL file', async ({ backup: { administration, database, folder, use } }) => {
    // Another connection keeps the log from being emptied.
    const live = new DatabaseSync(database)
    live.prepare('select * from audit').all()
    await use(({ store }) =>
      store.write((db) => db.updateTable('control_list_entries').set({ type: 'ALLOW' }).execute()),
    )
    for (const suffix of ['', '-wal']) writeFileSync(join(folder, `plain.db${suffix}`), readFileSync(database + suffix))
    live.close()
    await administration.restore(join(folder, 'plain.db'))
    expect(column(database, 'select type from control_list_entries')).toEqual(['ALLOW'])
  })

  describe('of secrets encrypted with another master key', () => {
    const passphrase = 'correct horse battery staple'

    async function theirBackup(options: { passphrase?: string } = {}) {
      const theirs = localDatabase()
      await storeSecrets(theirs, 3)
      const file = join(theirs.folder, 'copy.db')
      const report = await theirs.administration.backUp(file, { overwrite: false, ...options })
      return { file, report, secrets: await openedSecrets(theirs), keyId: (await sealers(theirs))[0] }
    }

    test('is refused without a change and without a new key', async () => {
      const { file, keyId } = await theirBackup()
      const ours = localDatabase()
      await ours.block(BOB)
      await expect(ours.administration.restore(file)).rejects.toMatchObject({
        kind: 'refused',
        code: 'backup-of-another-key',
        message: `secrets in ${file} are encrypted with master key ${keyId}; this machine has none`,
      })
      expect(blockedIn(ours.database)).toEqual([BOB])
      expect(readdirSync(ours.folder).filter((name) => /key|incoming|before/.test(name))).toEqual([])
    })

    test('works once that key is added after the current one', async () => {
      const { file, secrets } = await theirBackup()
      const ours = localDatabase()
      await ours.makeMasterKey()
      const added = readFileSync(join(file, '../local.db.key'), 'utf8')
      writeFileSync(`${ours.database}.key`, readFileSync(`${ours.database}.key`, 'utf8') + added)
      expect(await ours.administration.restore(file)).toMatchObject({ resealed: 0, sealedByOthers: [] })
      expect(await openedSecrets(ours)).toEqual(secrets)
      await ours.administration.rekey()
      expect(await openedSecrets(ours)).toEqual(secrets)
    })

    test('restores everything else with --without-secrets', async () => {
      const { file, keyId } = await theirBackup()
      const ours = localDatabase()
      expect(await ours.administration.restore(file, { withoutSecrets: true })).toMatchObject({
        masterKey: null,
        resealed: 0,
        sealedByOthers: [keyId],
      })
      expect(await ours.administration.status()).toMatchObject({ masterKey: null, sealedBy: [] })
      expect(column(ours.database, 'select distinct state from destinations')).toEqual(['INACTIVE'])
      expect(column(ours.database, 'select count(*) from signers where retired_at is null')).toEqual([0])
    })

    test("with the key in the backup needs its passphrase, and re-encrypts them with this machine's key", async () => {
      const { file, report, secrets, keyId } = await theirBackup({ passphrase })
      expect(report.keyInside).toBe(true)
      const ours = localDatabase()
      await ours.block(BOB)
      const restore = (given?: string) =>
        ours.administration.restore(file, given === undefined ? {} : { passphrase: given })
      await expect(restore()).rejects.toMatchObject({ kind: 'refused', code: 'passphrase-needed' })
      await expect(restore('correct horse battery stapler')).rejects.toMatchObject({ code: 'wrong-passphrase' })
      expect(blockedIn(ours.database)).toEqual([BOB])

      const { masterKey, resealed, sealedByOthers } = await restore(passphrase)
      expect({ resealed, sealedByOthers }).toEqual({ resealed: 10, sealedByOthers: [] })
      expect(await openedSecrets(ours)).toEqual(secrets)
      expect(await sealers(ours)).toEqual([masterKey?.id])
      expect(masterKey?.id).not.toBe(keyId)
      expect(column(ours.database, "select name from sqlite_master where name like 'enclosed%'")).toEqual([])
    })

    test('on the machine of the backup needs no passphrase', async () => {
      const local = localDatabase()
      await storeSecrets(local, 1)
      const secrets = await openedSecrets(local)
      const file = join(local.folder, 'copy.db')
      await local.administration.backUp(file, { overwrite: false, passphrase })
      expect(await local.administration.restore(file)).toMatchObject({ resealed: 0 })
      expect(await openedSecrets(local)).toEqual(secrets)
    })

    test('works after a rekey, with the old key in the backup', async () => {
      const local = localDatabase()
      await storeSecrets(local, 1)
      const secrets = await openedSecrets(local)
      const file = join(local.folder, 'copy.db')
      await local.administration.backUp(file, { overwrite: false, passphrase })
      const { masterKey } = await local.administration.rekey()
      expect(await local.administration.restore(file, { passphrase })).toMatchObject({ resealed: 4 })
      expect(await openedSecrets(local)).toEqual(secrets)
      expect(await sealers(local)).toEqual([masterKey?.id])
    })

    test.each([
      ['a table that says nothing', 'not json'],
      ['one that would fill the memory', '{"kdf":"scrypt","N":1073741824,"r":8,"p":1,"salt":"AAAA","sealed":"x"}'],
    ])('with a damaged key in the backup is refused: %s', async (_, text) => {
      const { file } = await theirBackup({ passphrase })
      const backup = new DatabaseSync(file)
      backup.prepare('update enclosed_master_key set text = ?').run(text)
      backup.close()
      await expect(localDatabase().administration.restore(file, { passphrase })).rejects.toMatchObject({
        code: 'enclosed-key-broken',
      })
    })
  })

  describe('a restore is refused and changes nothing', () => {
    const refusals: [string, string, (local: LocalDatabase & { file: string }) => string][] = [
      ['from the database itself', 'restore-from-itself', ({ database }) => database],
      [
        'from another name of the database',
        'restore-from-itself',
        ({ database, folder }) => {
          symlinkSync(database, join(folder, 'link.db'))
          return join(folder, 'link.db')
        },
      ],
      [
        'from a file that is no database',
        'not-a-database',
        ({ folder }) => written(join(folder, 'notes.txt'), 'x'.repeat(5000)),
      ],
      ['from an empty file', 'foreign-database', ({ folder }) => written(join(folder, 'empty.db'), '')],
      [
        'from a database of another program',
        'foreign-database',
        ({ folder }) => {
          const foreign = new DatabaseSync(join(folder, 'foreign.db'))
          foreign.exec('create table control_list_entries (id text)')
          foreign.close()
          return join(folder, 'foreign.db')
        },
      ],
      [
        'from a truncated copy',
        'damaged-database',
        ({ folder, file }) => written(join(folder, 'half.db'), readFileSync(file).subarray(0, 20 * 4096)),
      ],
      [
        'from a database of a newer program',
        'newer-database',
        ({ file }) => {
          makeNewer(file)
          return file
        },
      ],
      ['from a file that is not there', 'ENOENT', ({ folder }) => join(folder, 'nowhere.db')],
    ]
    test.each(refusals)('%s', async (_, code, prepare) => {
      const local = await withBackup()
      const file = prepare(local)
      await expect(local.administration.restore(file)).rejects.toMatchObject({ code })
      expect(blockedIn(local.database)).toEqual([BOB])
      expect(readdirSync(local.folder).filter((name) => /incoming|before/.test(name))).toEqual([])
    })

    test('while a serve holds the database', async ({ backup: { administration, database, file } }) => {
      const lock = acquireServeLock(database)
      await expect(administration.restore(file)).rejects.toMatchObject({ kind: 'refused', code: 'served' })
      lock.release()
      expect(blockedIn(database)).toEqual([BOB])
      await administration.restore(file)
      expect(blockedIn(database)).toEqual([ALICE])
    })

    test("over another program's database", async ({ backup: { file } }) => {
      const { administration, database } = localDatabase()
      const foreign = new DatabaseSync(database)
      foreign.exec('create table notes (text)')
      foreign.close()
      await expect(administration.restore(file)).rejects.toMatchObject({ code: 'foreign-database' })
      expect(column(database, 'select name from sqlite_master')).toEqual(['notes'])
    })
  })

  test("waits for another process's transaction and keeps its writes", async ({
    backup: { administration, database, file },
  }) => {
    const other = new DatabaseSync(database)
    other.exec("begin immediate; update control_list_entries set type = 'ALLOW'")
    const restoring = administration.restore(file)
    setTimeout(() => {
      other.exec('commit')
      other.close()
    }, 100)
    const { keptAs } = await restoring
    expect(column(keptAs ?? '', 'select type from control_list_entries')).toEqual(['ALLOW'])
    expect(blockedIn(database)).toEqual([ALICE])
  })

  test('loses no acknowledged write of concurrent processes', async ({
    backup: { administration, database, file },
  }) => {
    const writers = [1, 2, 3].map(() => startWriter(database))
    await Promise.all(writers.map((writer) => writer.wrote(10)))
    const { keptAs } = await administration.restore(file)
    const since = writers.map((writer) => writer.ids.length)
    await Promise.all(writers.map((writer, index) => writer.wrote((since[index] ?? 0) + 10)))
    await Promise.all(writers.map((writer) => writer.stop()))

    const answered = writers.flatMap((writer) => writer.ids)
    const old = new Set(column(keptAs ?? '', 'select id from control_list_entries'))
    const now = new Set(column(database, 'select id from control_list_entries'))
    expect(answered.filter((id) => !old.has(id) && !now.has(id))).toEqual([])
    expect(answered.filter((id) => old.has(id) && now.has(id))).toEqual([])
    expect({ old: old.size > 30, now: now.size > 30 }).toEqual({ old: true, now: true })
    expect(column(database, 'pragma integrity_check')).toEqual(['ok'])
  })
})

function written(path: string, content: string | Buffer): string {
  writeFileSync(path, content)
  return path
}

function makeNewer(path: string): void {
  const database = new DatabaseSync(path)
  database.exec("insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '')")
  database.close()
}

function startWriter(database: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'busy-writer.ts'), database], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ids: string[] = []
  const lines = createInterface(child.stdout)
  lines.on('line', (id) => ids.push(id))
  const ended = once(child, 'exit')
  return {
    ids,
    /** Resolves when it has printed that many ids. */
    async wrote(count: number): Promise<void> {
      while (ids.length < count)
        await Promise.race([once(lines, 'line'), ended.then(() => Promise.reject(new Error('it ended')))])
    },
    async stop(): Promise<void> {
      child.stdin.end()
      expect(await ended).toEqual([0, null])
    },
  }
}
