import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { acquireServeLock } from '../../src/service/store/sqlite/serve-lock.ts'
import { type Cli, makeCli } from '../support/cli.ts'

const ALICE = '0x7e57000000000000000000000000000000000001'
const BOB = '0x7e57000000000000000000000000000000000002'
const REMOTE = ['--base-url', 'https://api.example.com']

const block = (cli: Cli, address: string) => cli(['control-list', 'add', address, '--type', 'block'])
const blocked = async (cli: Cli) => (await cli(['control-list', 'list', '--fields', 'address'])).stdout

/** A destination has a secret, and the first secret makes the master key. */
const addDestination = (cli: Cli) =>
  cli([
    'destination',
    'create',
    '--name',
    'ops',
    '--channel',
    'webhook',
    '--webhook-url',
    'https://hooks.example.org/in',
  ])

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
  [['keys', 'list']],
])('%j is about the local service, and says so of a remote one', async (argv) => {
  expect(await makeCli()([...argv, ...REMOTE])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('this is about the local service, and --base-url makes the call remote'),
  })
})

describe('local path', () => {
  test('prints the path alone, and makes nothing', async () => {
    const cli = makeCli()
    const path = join(cli.home, 'local.db')
    expect(await cli(['local', 'path'], { tty: true })).toEqual({ code: 0, stdout: `${path}\n`, stderr: '' })
    expect(JSON.parse((await cli(['local', 'path', '--json'])).stdout)).toEqual({ path })
    expect(readdirSync(cli.home)).toEqual([])
  })
})

describe('local status', () => {
  test('before there is a database says so, and makes none', async () => {
    const cli = makeCli()
    expect(await cli(['local', 'status'], { tty: true })).toEqual({
      code: 0,
      stdout: [
        `  database    ${join(cli.home, 'local.db')} (not made yet)`,
        '  master key  none yet: made with the first secret',
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
    const { masterKey } = JSON.parse((await cli(['local', 'status', '--json'])).stdout) as { masterKey: { id: string } }
    expect(stdout.replace(/[\d.]+ KiB/, 'SIZE').replace(/SQLite [\d.]+/, 'SQLite X')).toBe(
      [
        `  database              ${database}`,
        '  size                  SIZE',
        '  schema                3 (SQLite X)',
        '  control list entries  1',
        '  monitored addresses   0',
        '  alerts                0',
        '  destinations          1',
        '  validations           0',
        '  API keys              0',
        '  signer                none yet: made when the first payload is signed',
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
      rows: { controlLists: 1, monitors: 0, alerts: 0, destinations: 0, validations: 0, keys: 0 },
      served: false,
    })
  })

  test('of a file that is no database is refused', async () => {
    const cli = makeCli()
    writeFileSync(join(cli.home, 'local.db'), 'x'.repeat(5000))
    expect(await cli(['local', 'status'])).toMatchObject({
      code: 8,
      stdout: '',
      stderr: expect.stringContaining('local.db is not a SQLite database'),
    })
  })
})

describe('local backup', () => {
  test('copies the database, and says what is not inside', async () => {
    const { cli, database, copy } = await withDatabase()
    await addDestination(cli)
    const backup = await cli(['local', 'backup', copy], { tty: true })
    expect(backup.stdout.replace(/[\d.]+ KiB/, 'SIZE')).toBe(
      `✓ Copied ${database} (profile local)\n  to ${copy} (SIZE), and checked it\n`,
    )
    expect(backup).toMatchObject({
      code: 0,
      stderr: `The master key is not inside: without ${database}.key its secrets cannot be read.\n`,
    })
    expect(existsSync(copy)).toBe(true)
  })

  test('asks before it replaces a file', async () => {
    const { cli, copy } = await withDatabase()
    writeFileSync(copy, 'mine')
    expect(await cli(['local', 'backup', copy])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is there already. Replace it?'),
    })
    expect(await cli(['local', 'backup', copy, '--yes', '--json'])).toMatchObject({ code: 0 })
    expect(await cli(['local', 'restore', copy, '--yes'])).toMatchObject({ code: 0 })
  })

  test('never replaces the database itself, even with --yes', async () => {
    const { cli, database } = await withDatabase()
    expect(await cli(['local', 'backup', database, '--yes'])).toMatchObject({ code: 8, stdout: '' })
    expect(await blocked(cli)).toBe(`${ALICE}\n`)
  })

  test('of a database that is not there ends with 5', async () => {
    expect(await makeCli()(['local', 'backup', 'x.db'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('there is no database yet'),
    })
  })
})

describe('local restore', () => {
  test('brings back what was there, and says where the replaced one is', async () => {
    const { cli, database, copy } = await withDatabase()
    await cli(['local', 'backup', copy])
    await block(cli, BOB)
    expect(await cli(['local', 'restore', copy])).toMatchObject({ code: 2, stdout: '' })
    expect(await cli(['local', 'restore', copy], { typed: [['in the place of', 'n\n']] })).toMatchObject({ code: 130 })
    expect(await blocked(cli)).toBe(`${ALICE}\n${BOB}\n`)
    const restored = await cli(['local', 'restore', copy], { typed: [['in the place of', 'y\n']] })
    expect(restored).toMatchObject({
      code: 0,
      stdout: `✓ Restored ${database} from ${copy} (profile local)\n  the replaced one is kept as ${database}.before-restore-20260102T030405Z\n`,
    })
    expect(await blocked(cli)).toBe(`${ALICE}\n`)
    expect((await cli(['audit', 'list', '--action', 'database', '--fields', 'action'])).stdout).toBe(
      'database.restore\n',
    )
  })

  test('warns when the secrets in it were sealed with another master key', async () => {
    const theirs = makeCli()
    const sealed = ['destination', 'create', '--name', 'ops', '--channel', 'email', '--email', 'a@example.com']
    expect(await theirs(sealed)).toMatchObject({ code: 0 })
    const copy = join(theirs.home, 'copy.db')
    await theirs(['local', 'backup', copy])
    const { masterKey } = JSON.parse((await theirs(['local', 'status', '--json'])).stdout) as {
      masterKey: { id: string }
    }

    const ours = makeCli()
    const restored = await ours(['local', 'restore', copy, '--yes'])
    expect(restored).toMatchObject({
      code: 0,
      stderr: [
        `! Secrets in it are sealed with master key ${masterKey.id}; there is none here.`,
        `  They cannot be read until that key is back: as ${ours.home}/local.db.key, or in TXWARDEN_MASTER_KEY.`,
        '',
      ].join('\n'),
    })
    expect((await ours(['local', 'status'], { tty: true })).stdout).toContain(
      `none here (secrets in it are sealed with ${masterKey.id})`,
    )
  })

  test('is refused while a serve holds the database', async () => {
    const { cli, database, copy } = await withDatabase()
    await cli(['local', 'backup', copy])
    const lock = acquireServeLock(database)
    expect(await cli(['local', 'restore', copy, '--yes', '--json'])).toMatchObject({
      code: 8,
      stdout: '',
      stderr: expect.stringContaining('"code":"served"'),
    })
    lock.release()
    expect(await cli(['local', 'restore', copy, '--yes'])).toMatchObject({ code: 0 })
  })

  test('of a file that is not there changes nothing', async () => {
    const { cli, copy } = await withDatabase()
    expect(await cli(['local', 'restore', copy, '--yes'])).toMatchObject({
      code: 8,
      stderr: expect.stringContaining('there is no such file'),
    })
    expect(await blocked(cli)).toBe(`${ALICE}\n`)
  })
})

describe('local reset', () => {
  test('asks, empties the database, and says how to undo it', async () => {
    const { cli, database } = await withDatabase()
    const kept = `${database}.before-reset-20260102T030405Z`
    expect(await cli(['local', 'reset'])).toMatchObject({ code: 2, stdout: '' })
    expect(await cli(['local', 'reset'], { typed: [['Delete everything', 'n\n']] })).toMatchObject({ code: 130 })
    const reset = await cli(['local', 'reset'], { typed: [['Delete everything', 'y\n']] })
    expect(reset).toMatchObject({
      code: 0,
      stdout: [
        `✓ Emptied ${database} (profile local)`,
        `  what was there is kept as ${kept}`,
        `  undo with: txwarden local restore ${kept}`,
        '',
      ].join('\n'),
    })
    expect(await blocked(cli)).toBe('')
    expect(await cli(['local', 'restore', kept, '--yes'])).toMatchObject({ code: 0 })
    expect(await blocked(cli)).toBe(`${ALICE}\n`)
  })

  test('of nothing says that there is nothing', async () => {
    const cli = makeCli()
    const reset = await cli(['local', 'reset', '--yes', '--json'])
    expect(JSON.parse(reset.stdout)).toEqual({ database: join(cli.home, 'local.db'), keptAs: null })
    expect(readdirSync(cli.home)).toEqual([])
  })
})

test('with --dry-run backup, restore and reset only say what they would do', async () => {
  const { cli, database, copy } = await withDatabase()
  const dry = async (...argv: string[]) => (await cli([...argv, '--dry-run'], { tty: true })).stdout
  expect(await dry('local', 'backup', copy)).toBe(`Would copy ${database} into ${copy}\n`)
  expect(existsSync(copy)).toBe(false)
  expect(await dry('local', 'restore', copy)).toBe(`Would put ${copy} in the place of ${database}\n`)
  expect(await dry('local', 'reset')).toBe(`Would empty ${database} and keep what was in it beside it\n`)
  expect(JSON.parse((await cli(['local', 'reset', '--dry-run', '--json'])).stdout)).toEqual({
    dryRun: true,
    would: `empty ${database} and keep what was in it beside it`,
  })
  expect(await blocked(cli)).toBe(`${ALICE}\n`)
})
