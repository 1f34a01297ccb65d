import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, cpSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { COMMAND } from '../support/built-program.ts'
import { needs } from '../support/needs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createKey, Program } from './program.ts'

/** The faults of `docs/reliability.md`, "Faults of disks and files". */

interface Prepared {
  /** Of a database that is closed. */
  readonly home: string
  readonly validation: string
  readonly management: string
}

let prepared: Promise<Prepared> | undefined

/** A copy of a folder with a database and two keys. */
async function prepare(): Promise<Prepared> {
  prepared ??= (async () => {
    const home = temporaryFolder()
    const env = { TXWARDEN_HOME: home }
    const { key: validation } = await createKey('validation', env)
    const { key: management } = await createKey('management', env)
    const kept = `${home}-kept`
    cpSync(home, kept, { recursive: true })
    process.once('exit', () => rmSync(kept, { recursive: true, force: true }))
    return { home: kept, validation, management }
  })()
  const home = temporaryFolder()
  cpSync((await prepared).home, home, { recursive: true })
  return { ...(await prepared), home }
}

async function serve() {
  const { home, validation, management } = await prepare()
  const server = new Program(['serve', '--drain', '0', '--port', '0', '--quiet'], { TXWARDEN_HOME: home })
  const url = await server.address()
  /** Status and problem code. */
  const ask = async (path: string, key = validation, body?: unknown) => {
    const headers = { 'x-api-key': key, 'x-validation-product': 'SONAR', 'content-type': 'application/json' }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, init)
    const { code = '' } = (await response.json()) as { code?: string }
    return `${response.status} ${code}`.trim()
  }
  const transaction = { chainId: '1', from: `0x${'7e'.repeat(20)}`, to: `0x${'7f'.repeat(20)}` }
  const webhook = { name: 'w', channel: 'WEBHOOK', webhookUrl: 'https://example.com/', attributes: {} }
  const change = () => ask('/api/v2/transaction/validate', validation, { transaction, trackNonce: false })
  expect(await change()).toBe('200')
  return {
    pid: server.pid,
    database: join(home, 'local.db'),
    change,
    /** Reads or creates the master key. */
    addDestination: () => ask('/api/v2/management/alert-configurations/destinations', management, webhook),
    read: () => ask('/ext/v1/transactions'),
    health: () => ask('/healthz'),
  }
}

needs('strace').test('calls of a running serve fail: each has its code, and changes go on afterwards', async () => {
  const { pid, change, addDestination, read, health } = await serve()
  const faults = [
    ['pwrite64,ftruncate:error=ENOSPC', change, '503 disk-full', '200'],
    ['pwrite64:error=EIO', change, '503 disk-error', '503 disk-error'],
    ['openat:error=EMFILE', addDestination, '503 out-of-resources', '503 database-unavailable'],
    ['openat:error=EACCES', addDestination, '503 database-not-writable', '503 database-unavailable'],
  ] as const
  for (const [fault, attempt, refused, healthy] of faults) {
    const strace = spawn('strace', ['-f', '-p', String(pid), '-e', `inject=${fault}`, '-o', '/dev/null'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(() => void strace.kill('SIGKILL'))
    // It says to which threads it attached.
    await once(strace.stderr, 'data')
    const notified = [await attempt(), await attempt(), await read(), await health()]
    expect(notified, fault).toEqual([refused, refused, '200', healthy])
    strace.kill('SIGINT')
    await once(strace, 'close')
    await becomes(health, '200')
    expect(await change(), fault).toBe('200')
  }
  expect(await addDestination()).toBe('200')
})

test.each<[string, (database: string) => void]>([
  ['renamed', (database) => renameSync(database, `${database}.old`)],
  [
    'replaced',
    (database) => {
      renameSync(database, `${database}.old`)
      copyFileSync(`${database}.old`, database)
    },
  ],
  ['without its log', (database) => rmSync(`${database}-wal`)],
  ['without the index of its log', (database) => rmSync(`${database}-shm`)],
])('a database %s under serve: changes are refused, reads go on, the health check says so', async (_, damage) => {
  const { database, change, read, health } = await serve()
  damage(database)
  expect([await change(), await change(), await read(), await health()]).toEqual([
    '503 database-moved',
    '503 database-moved',
    '200',
    '503 database-moved',
  ])
})

test('a database overwritten under serve is named as damaged', async () => {
  const { database, change, health } = await serve()
  writeFileSync(database, Buffer.alloc(400_000, 7), { flag: 'r+' })
  expect([await change(), await change(), await health()]).toEqual(Array(3).fill('503 database-damaged'))
})

/** Modes do not bind root with its capabilities. */
const BOUND = process.getuid?.() === 0 ? ['setpriv', '--inh-caps=-all', '--bounding-set=-all'] : []

const strace = (fault: string) => ['strace', '-f', '-o', '/dev/null', '-e', `inject=${fault}`]

needs('strace', 'setpriv').test('a command ends with one line and an exit code', async () => {
  const faults: Record<string, { readonly damage?: (database: string) => void; readonly under?: readonly string[] }> = {
    'the file is read-only': { damage: (database) => chmodSync(database, 0o444) },
    'the folder is read-only': { damage: (database) => chmodSync(join(database, '..'), 0o555) },
    'the file is no database': { damage: (database) => writeFileSync(database, 'no database') },
    'the disk is full': { under: strace('pwrite64,ftruncate:error=ENOSPC') },
    'fsync fails': { under: strace('fsync,fdatasync:error=EIO') },
  }
  const notified = Object.entries(faults).map(async ([name, { damage, under = [] }]) => {
    const { home } = await prepare()
    damage?.(join(home, 'local.db'))
    return [name, await add(home, [...BOUND, ...under])] as const
  })
  expect(Object.fromEntries(await Promise.all(notified))).toEqual({
    'the file is read-only': expect.stringMatching(
      /^6 txwarden: A file of the service cannot be opened or written; nothing/,
    ),
    'the folder is read-only': expect.stringMatching(/^8 txwarden: cannot use the database .*: it cannot be written$/),
    'the file is no database': expect.stringMatching(/^8 txwarden: .*local.db is not a SQLite database$/),
    'the disk is full': expect.stringMatching(/^8 txwarden: cannot use the database .*local.db: disk error$/),
    'fsync fails': expect.stringMatching(/^6 txwarden: The database failed during a commit: the change may or may not/),
  })
})

/** Exit code and first line. */
async function add(home: string, under: readonly string[] = []): Promise<string> {
  const address = '0x7e57000000000000000000000000000000000001'
  const argv = [...under, ...COMMAND, 'control-list', 'add', address, '--type', 'block']
  const child = spawn(argv[0] as string, argv.slice(1), {
    env: { PATH: process.env.PATH, TXWARDEN_HOME: home, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = await once(child, 'close')
  chmodSync(home, 0o755)
  return `${code} ${said.split('\n')[0]}`
}

test('a database locked by another process: changes and commands give up, reads go on', async () => {
  const { database, change, read, health } = await serve()
  const other = new DatabaseSync(database)
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  const refused = Promise.all([change(), add(join(database, '..'))])
  expect([await read(), await health()]).toEqual(['200', '200'])
  expect(await refused).toEqual(['503 database-busy', '6 txwarden: The database is locked by another process. Retry.'])
  other.exec('rollback')
  expect(await change()).toBe('200')
})

async function becomes(ask: () => Promise<string>, wanted: string): Promise<void> {
  while ((await ask()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 50))
}
