import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, type ConnectionOptions as TlsOptions } from 'node:tls'
import type pg from 'pg'
import { parseDatabaseUrl, withoutPassword } from '../../../shared/database-url.ts'
import { refusal, type WardenError } from '../../../shared/errors.ts'

export type LibpqVariables = Readonly<Record<string, string | undefined>>

/** How to connect, with what the URL and the environment leave out as libpq has it. */
export interface PostgresConnectionOptions {
  /** A name, an address, or the folder of a socket. */
  readonly host: string
  readonly port: number
  /** When absent, pg takes PGUSER, the account’s name, or the user’s. */
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  readonly ssl: TlsOptions | false
  /** Whether a server without TLS is accepted. */
  readonly mayBePlain: boolean
  /** Limit of the wait for a connection (ms). */
  readonly connectMs: number
}

const DEFAULT_PORT = 5432
const CONNECT_MS = 5000
/** Folders of Debian’s packages and of PostgreSQL’s own build. */
const SOCKET_FOLDERS = ['/var/run/postgresql', '/tmp']

/** Parameters of a URL that are read, as libpq names them (section 34.1.2 of PostgreSQL’s manual). */
const PARAMETERS = [
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'connect_timeout',
]

/** What to write instead of parameters that are not read. */
const INSTEAD: Readonly<Record<string, string>> = {
  ssl: 'write sslmode=require, or verify-full',
  uselibpqcompat: 'sslmode always means what it does in libpq',
  target_session_attrs: 'write the address of the primary',
  hostaddr: 'write host',
  passfile: 'set PGPASSFILE',
  application_name: 'leave it out, txwarden names its connections',
  channel_binding: 'leave it out, and write sslmode=verify-full',
  gssencmode: 'leave it out, and write sslmode',
  options: 'leave it out, or set them for the role',
  sslpassword: 'use a key without a passphrase',
  sslcrl: 'leave it out',
  pgbouncer: 'leave it out, and connect to PostgreSQL directly',
}

/** What libpq does with each sslmode; `allow` needs a first try without TLS, which no deployment should use. */
const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type Mode = (typeof MODES)[number]

/**
 * Reads a PostgreSQL URL as libpq does.
 * @throws WardenError `unusable-database` for what is not supported, with what to write instead
 */
export function connectionOptions(database: string, env: LibpqVariables): PostgresConnectionOptions {
  const where = withoutPassword(database)
  const url = parseDatabaseUrl(database)
  if (!url) throw unusable(where, 'it is not an address of one server; write postgres://user@host:port/name')
  const parameter = (name: string) => url.searchParams.get(name) || undefined
  for (const name of new Set(url.searchParams.keys()))
    if (!PARAMETERS.includes(name))
      throw unusable(
        where,
        `the parameter ${name} is not supported; ${INSTEAD[name] ?? `known: ${PARAMETERS.join(', ')}`}`,
      )
  const port = portOf(parameter('port') ?? (url.port || env.PGPORT), where)
  const host = parameter('host') || decodeURIComponent(url.hostname) || env.PGHOST || socketFolder(port, where)
  if (host.includes(',')) throw unusable(where, 'several hosts are not supported; write the address of the primary')
  const bare = host.replace(/^\[(.+)\]$/, '$1')
  return {
    host: bare,
    port,
    user: parameter('user') ?? (decodeURIComponent(url.username) || undefined),
    password: parameter('password') ?? (decodeURIComponent(url.password) || undefined),
    database: parameter('dbname') ?? (decodeURIComponent(url.pathname.slice(1)) || undefined),
    ...tlsOptions({ parameter, env, where, isSocket: bare.startsWith('/') }),
    connectMs: connectMs(parameter('connect_timeout') ?? env.PGCONNECT_TIMEOUT, where),
  }
}

/** As pg takes them. */
export function pgOptions({ mayBePlain: _, connectMs, ...options }: PostgresConnectionOptions): pg.ClientConfig {
  return { ...options, connectionTimeoutMillis: connectMs }
}

interface TlsSource {
  readonly parameter: (name: string) => string | undefined
  readonly env: LibpqVariables
  readonly where: string
  readonly isSocket: boolean
}

/** Section 34.19 of PostgreSQL’s manual, table 34.1. */
function tlsOptions({
  parameter,
  env,
  where,
  isSocket,
}: TlsSource): Pick<PostgresConnectionOptions, 'ssl' | 'mayBePlain'> {
  const named = parameter('sslrootcert') ?? env.PGSSLROOTCERT
  const text = parameter('sslmode') ?? env.PGSSLMODE ?? (named === 'system' ? 'verify-full' : 'prefer')
  if (!isMode(text)) {
    const instead = text === 'no-verify' ? 'require' : MODES.join(', ').replace(/, ([^,]+)$/, ' or $1')
    throw unusable(where, `sslmode=${text} is not supported; write ${instead}`)
  }
  // A socket has no TLS with any sslmode.
  if (isSocket || text === 'disable') return { ssl: false, mayBePlain: false }
  if (named === 'system' && text !== 'verify-full')
    throw unusable(where, `sslmode=${text} is too weak for sslrootcert=system; write sslmode=verify-full`)
  const roots = rootCertificates(named, env, where)
  if (roots === undefined && text.startsWith('verify-'))
    throw unusable(
      where,
      `sslmode=${text} needs a root certificate; write sslrootcert=<file>, or sslrootcert=system for public ones`,
    )
  const file = (name: 'sslcert' | 'sslkey') => {
    const path = parameter(name) ?? env[`PG${name.toUpperCase()}`]
    return path === undefined ? undefined : read(path, name, where)
  }
  return {
    ssl: {
      ...(roots !== undefined && { ca: roots }),
      cert: file('sslcert'),
      key: file('sslkey'),
      // With a root certificate `require` checks the chain, as `verify-ca` does; `prefer` never does.
      rejectUnauthorized: roots !== undefined && text !== 'prefer',
      ...(text !== 'verify-full' && { checkServerIdentity: () => undefined }),
    },
    mayBePlain: text === 'prefer',
  }
}

function isMode(text: string): text is Mode {
  return (MODES as readonly string[]).includes(text)
}

/** Undefined without one. */
function rootCertificates(
  named: string | undefined,
  env: LibpqVariables,
  where: string,
): string | string[] | undefined {
  if (named === 'system') return [...getCACertificates('system'), ...getCACertificates('bundled')]
  if (named !== undefined) return read(named, 'sslrootcert', where)
  const usual = env.HOME === undefined ? undefined : join(env.HOME, '.postgresql', 'root.crt')
  return usual !== undefined && existsSync(usual) ? read(usual, 'sslrootcert', where) : undefined
}

function read(path: string, name: string, where: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw unusable(where, `${name}: cannot read ${path}: ${code}`)
  }
}

function portOf(text: string | undefined, where: string): number {
  const port = Number(text ?? DEFAULT_PORT)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw unusable(where, `${text} is not a port`)
}

/** libpq waits at least two seconds; 0 means for ever, which no command may. */
function connectMs(text: string | undefined, where: string): number {
  if (text === undefined || text === '0') return CONNECT_MS
  if (!/^\d{1,4}$/.test(text)) throw unusable(where, `connect_timeout=${text} is not a number of seconds`)
  return Math.max(2, Number(text)) * 1000
}

function socketFolder(port: number, where: string): string {
  const folder = SOCKET_FOLDERS.find((each) => existsSync(join(each, `.s.PGSQL.${port}`)))
  if (folder) return folder
  throw unusable(where, `there is no socket of port ${port} in ${SOCKET_FOLDERS.join(' or ')}; write a host`)
}

function unusable(where: string, message: string): WardenError {
  return refusal('unusable-database', `${where}: ${message}`, { parameters: { task: 'connect' } })
}
