import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect } from 'vitest'
import { SCHEMA_VERSION } from '../../src/service/store/migrate.ts'
import { acquireServeLock } from '../../src/service/store/sqlite/serve-lock.ts'
import { ONE_ENTRY } from '../service/administration/local-database.ts'
import { asTyped, type Cli, makeCli, refuses, says, test } from '../support/cli.ts'

const ALICE = '0x7e57000000000000000000000000000000000001'
const BOB = '0x7e57000000000000000000000000000000000002'
const REMOTE = ['--base-url', 'https://api.example.com']

const block = (cli: Cli, address: string) => cli(['control-list', 'add', address, '--type', 'block'])
const blocked = async (cli: Cli) => (await cli(['control-list', 'list', '--fields', 'address'])).stdout

/** A destination has a secret, and the first secret makes the master key. */
const addDestination = (cli: Cli) =>
  cli(asTyped('destination create --name ops --channel webhook --webhook-url https://hooks.example.org/in --json'))

/** The program with a local database that blocks Alice, and the way to it. */
async function withDatabase(): Promise<{ cli: Cli; database: string; copy: string }> {
  const cli = makeCli()
  await block(cli, ALICE)
  return { cli, database: join(cli.home, 'local.db'), copy: join(cli.home, 'copy.db') }
}

test.each([
  [['local', 'status']],
  [['local', 'path']],
  [['local', 'backup', 'x.db']],
  [['local', 'restore', 'x.db']],
  [['local', 'reset', '--yes']],
  [['local', 'rekey', '--yes']],
  [['keys', 'list']],
])('%j needs a local profile', async (argv) => {
  expect(await makeCli()([...argv, ...REMOTE])).toMatchObject(
    refuses(2, 'this command needs a local profile; --base-url makes the call remote'),
  )
})

describe('local path', () => {
  test('prints the path alone, and makes nothing', async () => {
    const cli = makeCli({ withDatabase: false })
    const path = join(cli.home, 'local.db')
    expect(await cli(['local', 'path'], { tty: true })).toEqual({ code: 0, stdout: `${path}\n`, stderr: '' })
    expect(await cli.json(['local', 'path'])).toEqual({ path })
    expect(readdirSync(cli.home)).toEqual([])
  })
})

describe('local status', () => {
  test('before there is a database says so, and makes none', async () => {
    const cli = makeCli({ withDatabase: false })
    expect(await cli(['local', 'status'], { tty: true })).toEqual({
      code: 0,
      stdout: [
        `  database    ${join(cli.home, 'local.db')} (not created yet)`,
        '  master key  none yet: created with the first secret',
        '  served      no',
        '',
      ].join('\n'),
      stderr: '',
    })
    expect(readdirSync(cli.home)).toEqual([])
  })

  test('reads well on a terminal', async () => {
    const { cli, database } = await withDatabase()
    await addDestination(cli)
    const { stdout } = await cli(['local', 'status'], { tty: true })
    const { masterKey } = (await cli.json(['local', 'status'])) as { masterKey: { id: string } }
    expect(
      stdout
        .replace(/[\d.]+ KiB/, 'SIZE')
        .replace(/SQLite [\d.]+/, 'SQLite X')
        .replace(/\([\d.]+ [KMGT]iB free/, '(SPACE free'),
    ).toBe(
      [
        `  database              ${database}`,
        '  size                  SIZE (SPACE free on the disk)',
        `  schema                ${SCHEMA_VERSION} (SQLite X)`,
        '  control list entries  1',
        '  monitored addresses   0',
        '  alerts                0',
        '  destinations          1',
        '  validations           0',
        '  deliveries            0',
        '  audit records         2',
        '  counterparties        0',
        '  graph edges           0',
        '  intel entries         0',
        '  API keys              0',
        '  chain nodes           0',
        '  signer                none yet: created with the first signed payload',
        `  master key            ${masterKey.id} (${database}.key)`,
        '  served                no',
        '',
      ].join('\n'),
    )
  })

  test('in JSON has every figure, and fields of it can be picked', async () => {
    const { cli, database } = await withDatabase()
    const picked = await cli(['local', 'status', '--json', '--fields', 'database,rows,served'])
    expect(JSON.parse(picked.stdout)).toEqual({
      database,
      rows: ONE_ENTRY,
      served: false,
    })
  })

  test('of a file that is no database is refused', async ({ cli }) => {
    writeFileSync(join(cli.home, 'local.db'), 'x'.repeat(5000))
    expect(await cli(['local', 'status'])).toMatchObject(refuses(8, 'local.db is not a SQLite database'))
  })
})

describe('local backup', () => {
  test('copies the database, and says what is not inside', async () => {
    const { cli, database, copy } = await withDatabase()
    await addDestination(cli)
    const backup = await cli(['local', 'backup', copy], { tty: true, columns: 300 })
    expect(backup.stdout.replace(/[\d.]+ KiB/, 'SIZE')).toBe(
      `✓ Backed up ${database} (profile local)\n  to ${copy} (SIZE), verified\n`,
    )
    expect(backup).toMatchObject({
      code: 0,
      stderr: `The backup does not include the master key: its secrets are readable only with ${database}.key.\n`,
    })
    expect(existsSync(copy)).toBe(true)
  })

  test('asks before it replaces a file', async () => {
    const { cli, copy } = await withDatabase()
    writeFileSync(copy, 'mine')
    expect(await cli(['local', 'backup', copy])).toMatchObject(says(2, 'exists. Replace it?'))
    expect(await cli(['local', 'backup', copy, '--yes', '--json'])).toMatchObject({ code: 0 })
    expect(await cli(['local', 'restore', copy, '--yes'])).toMatchObject({ code: 0 })
  })

  test('with --keep names files by the time, removes all but the newest, and leaves other files', async () => {
    const { cli } = await withDatabase()
    const folder = join(cli.home, 'backups')
    mkdirSync(folder)
    writeFileSync(join(folder, 'mine.db'), 'mine')
    const reports: { file: string; removed: string[] }[] = []
    for (let night = 0; night < 4; night++) {
      const { code, stdout } = await cli(['local', 'backup', folder, '--keep', '2', '--verify', '--json'])
      expect(code).toBe(0)
      reports.push(JSON.parse(stdout))
      cli.clock.advance(86_400_000)
    }
    const made = reports.map(({ file }) => basename(file))
    expect(made[3]).toMatch(/^txwarden-[0-9a-f]{8}-20260105T030405Z\.db$/)
    expect(readdirSync(folder).sort()).toEqual(['mine.db', ...made.slice(2)])
    expect(reports.map(({ removed }) => removed.length)).toEqual([0, 0, 1, 1])
    expect(await cli(['local', 'restore', join(folder, made[3] ?? ''), '--yes'])).toMatchObject({ code: 0 })
  })

  test('with --keep leaves backups ahead of the clock, and never removes the one that it makes', async () => {
    const { cli } = await withDatabase()
    const folder = join(cli.home, 'backups')
    mkdirSync(folder)
    const backUp = async () => await cli.json(['local', 'backup', folder, '--keep', '1'])
    const { file } = await backUp()
    const at = (time: string) => file.replace(/\d{8}T\d{6}Z/, time)
    const ahead = at('20990101T000000Z')
    writeFileSync(ahead, 'of a wrong clock')
    // No backup, in spite of its name.
    mkdirSync(at('20200101T000000Z'))
    for (let night = 0; night < 3; night++) {
      cli.clock.advance(86_400_000)
      expect((await backUp()).ahead).toEqual([ahead])
    }
    const left = readdirSync(folder).sort()
    expect(left).toEqual(['20200101T000000Z', '20260105T030405Z', '20990101T000000Z'].map((time) => basename(at(time))))
    cli.clock.advance(86_400_000)
    const { stdout } = await cli(['local', 'backup', folder, '--keep', '1'], { tty: true, columns: 200 })
    expect(stdout).toContain(`not counted, and kept: ${ahead} is ahead of the clock`)
  })

  test('with --keep leaves the backups of other databases in the same folder', async () => {
    const [{ cli }, other] = await Promise.all([withDatabase(), withDatabase()])
    const folder = join(cli.home, 'backups')
    mkdirSync(folder)
    const made: string[] = []
    // In the same second, too: neither replaces the other.
    for (const each of [cli, other.cli]) {
      const { code, stdout } = await each(['local', 'backup', folder, '--keep', '1', '--json'])
      expect(code).toBe(0)
      made.push(JSON.parse(stdout).file)
    }
    other.cli.clock.advance(86_400_000)
    const { stdout } = await other.cli(['local', 'backup', folder, '--keep', '1', '--json'])
    expect(JSON.parse(stdout).removed).toEqual(made.slice(1))
    expect(existsSync(made[0] ?? '')).toBe(true)
  })

  test('with --keep removes nothing when the backup fails', async () => {
    const { cli, database } = await withDatabase()
    const folder = join(cli.home, 'backups')
    mkdirSync(folder)
    for (let night = 0; night < 2; night++) {
      expect(await cli(['local', 'backup', folder, '--keep', '5'])).toMatchObject({ code: 0 })
      cli.clock.advance(86_400_000)
    }
    const before = readdirSync(folder)
    writeFileSync(database, 'not a database')
    expect(await cli(['local', 'backup', folder, '--keep', '1'])).toMatchObject({ code: 8 })
    expect(readdirSync(folder)).toEqual(before)
  })

  test('into a folder that does not exist names the folder and how to create it', async () => {
    const { cli } = await withDatabase()
    const folder = join(cli.home, 'no such', 'folder')
    const file = join(folder, 'copy.db')
    expect(await cli(['local', 'backup', file])).toEqual({
      code: 8,
      stdout: '',
      stderr: `txwarden: folder ${folder} does not exist\nTry: mkdir -p '${folder}' && txwarden local backup '${file}'\n`,
    })
  })

  test('never replaces the database itself, even with --yes', async () => {
    const { cli, database } = await withDatabase()
    expect(await cli(['local', 'backup', database, '--yes'])).toMatchObject({ code: 8, stdout: '' })
    expect(await blocked(cli)).toBe(`${ALICE}\n`)
  })

  test('with --with-key asks for a passphrase, twice', async () => {
    const { cli, copy } = await withDatabase()
    await addDestination(cli)
    const argv = ['local', 'backup', copy, '--with-key']
    expect(await cli(argv)).toMatchObject(says(2, '--passphrase-file'))
    expect(await cli([...argv, '--passphrase-file', '-'], { stdin: 'short' })).toMatchObject(
      says(8, 'at least 12 characters'),
    )
    const typed = await cli(argv, {
      typed: [
        ['New passphrase', 'short\n'],
        ['at least 12 characters', '\u0015correct horse battery staple\n'],
        ['Repeat the passphrase', 'correct horse\n'],
        ['The passphrases differ', ' battery staple\n'],
      ],
    })
    expect(typed).toMatchObject(says(0, 'includes the master key'))
    expect(await cli(['local', 'backup', copy, '--passphrase-file', '-'], { stdin: 'x' })).toMatchObject({ code: 2 })
  })

  test('of a database that is not there ends with 5', async () => {
    expect(await makeCli({ withDatabase: false })(['local', 'backup', 'x.db'])).toMatchObject(
      says(5, 'there is no database yet'),
    )
  })
})

describe('local restore', () => {
  test('brings back what was there, and says where the replaced one is', async () => {
    const { cli, database, copy } = await withDatabase()
    await cli(['local', 'backup', copy])
    await block(cli, BOB)
    expect(await cli(['local', 'restore', copy])).toMatchObject({ code: 2, stdout: '' })
    expect(await cli(['local', 'restore', copy], { typed: [['Replace ', 'n\n']] })).toMatchObject({ code: 130 })
    expect(await blocked(cli)).toBe(`${ALICE}\n${BOB}\n`)
    const restored = await cli(['local', 'restore', copy], { typed: [['Replace ', 'y\n']], columns: 500 })
    expect(restored).toMatchObject({
      code: 0,
      stdout: `✓ Restored ${database} from ${copy} (profile local)\n  previous database kept as ${database}.before-restore-20260102T030405Z\n`,
    })
    expect(await blocked(cli)).toBe(`${ALICE}\n`)
    expect((await cli(['audit', 'list', '--action', 'database', '--fields', 'action'])).stdout).toBe(
      'database.restore\n',
    )
  })

  test('looks at the file before it asks', async () => {
    const { cli, database } = await withDatabase()
    const file = join(cli.home, 'garbage.db')
    writeFileSync(file, 'garbage')
    const before = readFileSync(database)
    const refused = await cli(['local', 'restore', file], { typed: [['Replace ', 'y\n']] })
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).not.toContain('Replace ')
    expect(readFileSync(database)).toEqual(before)
  })

  /** A backup from another machine, of a database with a secret. */
  async function theirBackup(argv: readonly string[] = [], stdin?: string) {
    const theirs = makeCli()
    await addDestination(theirs)
    const copy = join(theirs.home, 'copy.db')
    const made = await theirs(['local', 'backup', copy, ...argv], { ...(stdin !== undefined && { stdin }) })
    const { masterKey } = JSON.parse((await theirs(['local', 'status', '--json'])).stdout) as {
      masterKey: { id: string }
    }
    return { copy, made, keyId: masterKey.id }
  }

  test('is refused when another master key sealed its secrets, and says what helps', async () => {
    const { copy, keyId } = await theirBackup()
    const ours = makeCli()
    expect(await ours(['local', 'restore', copy, '--yes'])).toEqual({
      code: 8,
      stdout: '',
      stderr: [
        `txwarden: secrets in ${copy} are encrypted with master key ${keyId}; this machine has none`,
        '  Nothing was changed.',
        `  Put that key into ${ours.home}/local.db.key (mode 0600), or into TXWARDEN_MASTER_KEY.`,
        '  If the key is lost, --without-secrets restores everything else; then enter the secrets again.',
        `Try: txwarden local restore ${copy} --without-secrets`,
        '',
      ].join('\n'),
    })
    const restored = await ours(['local', 'restore', copy, '--yes', '--without-secrets'])
    expect(restored).toMatchObject({
      code: 0,
      stderr: [
        `! Secrets encrypted with master key ${keyId} were left out.`,
        '  Destinations without them are switched off, nodes are removed, the next payload has a new signer.',
        '',
      ].join('\n'),
    })
    expect((await ours(['local', 'status'], { tty: true })).stdout).toContain('none yet: created with the first secret')
  })

  test('with the master key inside asks for the passphrase', async () => {
    const { copy, made } = await theirBackup(['--with-key', '--passphrase-file', '-'], 'correct horse battery staple\n')
    expect(made.stderr).toBe('The backup includes the master key: file and passphrase together reveal its secrets.\n')
    const ours = makeCli()
    expect(await ours(['local', 'restore', copy, '--yes'])).toMatchObject(says(8, '--passphrase-file <file>'))
    const wrong = await ours(['local', 'restore', copy, '--yes', '--passphrase-file', '-'], { stdin: 'something else' })
    expect(wrong).toMatchObject(says(8, 'wrong passphrase'))
    const restored = await ours(['local', 'restore', copy, '--yes'], {
      typed: [['Passphrase of the backup', 'correct horse battery staple\n']],
    })
    expect(restored.code).toBe(0)
    expect(restored.stderr).toContain('Its 2 secrets are now encrypted with the master key of this machine.')
    expect(restored.stdout + restored.stderr).not.toContain('horse')
    const [destination] = JSON.parse((await ours(['destination', 'list', '--json'])).stdout).content as object[]
    expect(destination).toMatchObject({ webhookUrl: 'https://hooks.example.org/in', errorMessage: '' })
  })

  test('is refused while a serve holds the database', async () => {
    const { cli, database, copy } = await withDatabase()
    await cli(['local', 'backup', copy])
    const lock = acquireServeLock(database)
    expect(await cli(['local', 'restore', copy, '--yes', '--json'])).toMatchObject(refuses(8, '"code":"served"'))
    lock.release()
    expect(await cli(['local', 'restore', copy, '--yes'])).toMatchObject({ code: 0 })
  })

  test('of a file that is not there changes nothing', async () => {
    const { cli, copy } = await withDatabase()
    expect(await cli(['local', 'restore', copy, '--yes'])).toMatchObject(says(8, 'no such file'))
    expect(await blocked(cli)).toBe(`${ALICE}\n`)
  })
})

describe('local reset', () => {
  test('asks, empties the database, and says how to undo it', async () => {
    const { cli, database } = await withDatabase()
    const kept = `${database}.before-reset-20260102T030405Z`
    expect(await cli(['local', 'reset'])).toMatchObject({ code: 2, stdout: '' })
    expect(await cli(['local', 'reset'], { typed: [['Delete everything', 'n\n']] })).toMatchObject({ code: 130 })
    const reset = await cli(['local', 'reset'], { typed: [['Delete everything', 'y\n']], columns: 500 })
    expect(reset).toMatchObject({
      code: 0,
      stdout: [
        `✓ Emptied ${database} (profile local)`,
        `  previous database kept as ${kept}`,
        `  undo with: txwarden local restore ${kept}`,
        '',
      ].join('\n'),
    })
    expect(await blocked(cli)).toBe('')
    expect(await cli(['local', 'restore', kept, '--yes'])).toMatchObject({ code: 0 })
    expect(await blocked(cli)).toBe(`${ALICE}\n`)
  })

  test('of nothing says that there is nothing', async () => {
    const cli = makeCli({ withDatabase: false })
    const reset = await cli(['local', 'reset', '--yes', '--json'])
    expect(JSON.parse(reset.stdout)).toEqual({ database: join(cli.home, 'local.db'), keptAs: null })
    expect(readdirSync(cli.home)).toEqual([])
  })
})

describe('local rekey', () => {
  test('asks, seals everything anew, and says with which key', async () => {
    const { cli, database } = await withDatabase()
    await addDestination(cli)
    const key = readFileSync(`${database}.key`, 'utf8')
    expect(await cli(['local', 'rekey'])).toMatchObject({ code: 2, stdout: '' })
    // Wide enough for one line, wherever temporary files are.
    const columns = 500
    const refused = await cli(['local', 'rekey'], { typed: [['Earlier backups', 'n\n']], columns })
    expect(refused).toMatchObject({ code: 130 })
    expect(readFileSync(`${database}.key`, 'utf8')).toBe(key)
    const rekeyed = await cli(['local', 'rekey'], { typed: [['Earlier backups', 'y\n']], columns })
    const { masterKey } = (await cli.json(['local', 'status'])) as { masterKey: { id: string } }
    expect(rekeyed).toMatchObject({
      code: 0,
      stdout: `✓ Re-encrypted 2 secrets with master key ${masterKey.id} (${database}.key)\n`,
    })
    expect(readFileSync(`${database}.key`, 'utf8')).not.toContain(key.trim())
    expect((await cli.json(['destination', 'list'])).content).toMatchObject([{ errorMessage: '' }])
  })

  test('says what to do when the key is in the variable, and what to take out afterwards', async () => {
    const { cli } = await withDatabase()
    const [old = '', young = ''] = [7, 8].map((fill) => Buffer.alloc(32, fill).toString('base64'))
    const withOld = { env: { TXWARDEN_MASTER_KEY: old } }
    await cli(['destination', 'create', '--name', 'ops', '--channel', 'email', '--email', 'a@example.com'], withOld)
    expect(await cli(['local', 'rekey', '--yes'], withOld)).toMatchObject(says(8, 'put a new key before the old one'))
    const both = { env: { TXWARDEN_MASTER_KEY: `${young} ${old}` } }
    expect((await cli(['local', 'status'], { ...both, tty: true })).stdout).toContain(
      'and 1 more: `txwarden local rekey`',
    )
    const rekeyed = await cli(['local', 'rekey', '--yes'], both)
    expect(rekeyed).toMatchObject({ code: 0, stderr: expect.stringMatching(/remove it from TXWARDEN_MASTER_KEY/) })
    for (const key of [old, young]) expect(rekeyed.stdout + rekeyed.stderr).not.toContain(key)
  })

  test('is refused while a serve holds the database', async () => {
    const { cli, database } = await withDatabase()
    await addDestination(cli)
    const lock = acquireServeLock(database)
    expect(await cli(['local', 'rekey', '--yes', '--json'])).toMatchObject(says(8, '"code":"served"'))
    lock.release()
  })
})

test('with --dry-run backup, restore, rekey and reset only say what they would do', async () => {
  const { cli, database, copy } = await withDatabase()
  const dry = async (...argv: string[]) => (await cli([...argv, '--dry-run'], { tty: true })).stdout
  expect(await dry('local', 'backup', copy)).toBe(`Would copy ${database} into ${copy}\n`)
  expect(existsSync(copy)).toBe(false)
  expect(await dry('local', 'restore', copy)).toBe(`Would replace ${database} by ${copy}\n`)
  expect(await dry('local', 'rekey')).toBe(`Would re-encrypt every secret in ${database} with a new master key\n`)
  expect(await dry('local', 'reset')).toBe(`Would empty ${database} and keep the previous database beside it\n`)
  expect(await cli.json(['local', 'reset', '--dry-run'])).toEqual({
    dryRun: true,
    would: `empty ${database} and keep the previous database beside it`,
  })
  expect(await blocked(cli)).toBe(`${ALICE}\n`)
})
