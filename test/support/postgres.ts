import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { withPassword } from '../../src/shared/database-url.ts'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  /** Address of the default database. */
  readonly url: string
  /** Creates a database; returns its address. */
  createDatabase(options?: string): Promise<string>
  /** Runs a statement in a database as the server's administrator. */
  admin(statement: string, database?: string): Promise<Record<string, unknown>[]>
  /** Stops at once (as in a crash unless `gentle`), then starts on the same port with the same data. */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  /** Stops the server while the work runs. */
  away(work: () => Promise<void>): Promise<void>
  /** Freezes all processes of the server while the work runs: connections stay open, and nothing answers. */
  frozen(work: () => Promise<void>): Promise<void>
  /** Folder of the server’s socket and data. */
  readonly folder: string
  stop(): void
}

export interface PostgresOptions {
  /** Whether a commit waits for the disk. */
  readonly isDurable?: boolean
  /** Password of every connection; absent: none. */
  readonly password?: string
  /** Files of the server’s certificate and key; absent: no TLS. */
  readonly certificate?: { readonly cert: string; readonly key: string }
}

const ROLE = 'txwarden'

/**
 * A real server on a loopback port with its data in a temporary folder. PostgreSQL refuses to run as root: then it runs
 * as the user that Debian's package creates.
 */
export async function startPostgres({
  isDurable = false,
  password,
  certificate,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const programs = findPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'txwarden-postgres-'))
  const data = join(folder, 'data')
  const isRoot = userInfo().uid === 0
  if (isRoot)
    chownSync(folder, Number(execFileSync('id', ['-u', 'postgres'])), Number(execFileSync('id', ['-g', 'postgres'])))
  const commandOf = (program: string, args: readonly string[]): [string, string[]] => {
    const command = join(programs, program)
    if (!isRoot) return [command, [...args]]
    return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args]]
  }
  // The background server must not keep the pipes open.
  const run = async (program: string, args: readonly string[]) => {
    const child = spawn(...commandOf(program, args), { cwd: folder, stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${readLog(folder)}`)
  }
  const passwordFile = join(folder, 'password')
  if (password !== undefined) writeFileSync(passwordFile, password)
  const access = password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  await run('initdb', ['--pgdata', data, '--no-sync', ...access, '--encoding=UTF8', '--locale=C', '--username', ROLE])
  if (certificate) {
    // The server reads only a key of its own.
    for (const [name, file] of Object.entries(certificate)) {
      writeFileSync(join(data, `${name}.pem`), readFileSync(file), { mode: 0o600 })
      if (isRoot) chownSync(join(data, `${name}.pem`), statSync(data).uid, statSync(data).gid)
    }
  }
  const port = await freePort()
  const options = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${folder}`,
    '-c max_connections=200',
    '-c shared_buffers=64MB',
    '-c max_wal_size=64MB',
    '-c min_wal_size=32MB',
    ...(certificate ? ['-c ssl=on', '-c ssl_cert_file=cert.pem', '-c ssl_key_file=key.pem'] : []),
    ...(isDurable ? [] : ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off']),
  ].join(' ')
  const controls = (...args: string[]) => ['--pgdata', data, '--wait', '--silent', ...args]
  const control = (...args: string[]) => run('pg_ctl', controls(...args))
  const start = () => control('--log', join(folder, 'log'), '--options', options, 'start')
  await start()
  const url = `postgres://${ROLE}@127.0.0.1:${port}/postgres`
  const admin = async (statement: string, database = url) => {
    const client = new pg.Client(password === undefined ? database : withPassword(database, password))
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  let count = 0
  return {
    url,
    admin,
    async createDatabase(more = '') {
      const name = `test_${process.pid}_${++count}`
      await admin(`create database ${name} ${more}`)
      return url.replace(/postgres$/, name)
    },
    async restart(mode) {
      await control('--mode', mode, 'stop')
      await start()
    },
    async away(work) {
      await control('--mode', 'fast', 'stop')
      try {
        await work()
      } finally {
        await start()
      }
    },
    async frozen(work) {
      const [postmaster] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n').map(Number)
      const processes = [postmaster as number, ...childrenOf(postmaster as number)]
      for (const process_ of processes) process.kill(process_, 'SIGSTOP')
      try {
        await work()
      } finally {
        for (const process_ of processes) process.kill(process_, 'SIGCONT')
      }
    },
    folder,
    stop() {
      try {
        execFileSync(...commandOf('pg_ctl', controls('--mode', 'immediate', 'stop')), { cwd: folder, stdio: 'ignore' })
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

function childrenOf(parent: number): number[] {
  return readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').map(Number)
}

function readLog(folder: string): string {
  const file = join(folder, 'log')
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-1000) : ''
}

/** Whether a server can be started here. */
export function hasPostgres(): boolean {
  return programsFolder() !== undefined
}

function findPrograms(): string {
  const found = programsFolder()
  if (found === undefined) throw new Error('there is no PostgreSQL here: apt-get install postgresql')
  return found
}

/** Debian installs each version in its own folder, outside the PATH. */
function programsFolder(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}
