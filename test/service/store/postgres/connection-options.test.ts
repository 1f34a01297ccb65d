import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectionOptions } from '../../../../src/service/store/postgres/connection-options.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** Without the account's own ~/.postgresql. */
const NOTHING = {}

const refusal = (database: string, env: Readonly<Record<string, string>> = NOTHING) => {
  try {
    connectionOptions(database, env)
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}

describe('an address is read as libpq reads it', () => {
  test.each([
    [
      'postgres://u:p%40ss@db.example:6432/name',
      { host: 'db.example', port: 6432, user: 'u', password: 'p@ss', database: 'name' },
    ],
    ['postgresql://db.example', { host: 'db.example', port: 5432, user: undefined, database: undefined }],
    ['postgres://[::1]:6432/name', { host: '::1', port: 6432 }],
    ['postgres:///name?host=/run/pg&port=6433', { host: '/run/pg', port: 6433, database: 'name' }],
    ['postgres://u:p@/name?host=/run/pg', { host: '/run/pg', user: 'u', password: 'p', database: 'name' }],
    ['postgres://%2Frun%2Fpg/name', { host: '/run/pg', database: 'name' }],
    [
      'postgres://other:6432/other?host=db&port=1&user=u&dbname=name',
      { host: 'db', port: 1, user: 'u', database: 'name' },
    ],
    ['postgres://db/name?connect_timeout=1', { connectMs: 2000 }],
    ['postgres://db/name?connect_timeout=20', { connectMs: 20_000 }],
  ])('%s', (database, options) => {
    expect(connectionOptions(database, NOTHING)).toMatchObject(options)
  })

  test('what it leaves out comes from the environment', () => {
    const env = { PGHOST: '/run/pg', PGPORT: '6432', PGSSLMODE: 'verify-full', PGSSLROOTCERT: 'system' }
    expect(connectionOptions('postgres:///name', env)).toMatchObject({ host: '/run/pg', port: 6432, ssl: false })
    expect(connectionOptions('postgres://db/name', env)).toMatchObject({ host: 'db', mayBePlain: false })
  })
})

describe('sslmode', () => {
  const rootFile = () => {
    const file = join(temporaryFolder(), 'root.crt')
    writeFileSync(file, 'a certificate')
    return file
  }
  const of = (query: string) => connectionOptions(`postgres://db/name?${query}`, NOTHING)

  test('encrypts by default where the server can, without checks', () => {
    expect(of('')).toMatchObject({ mayBePlain: true, ssl: { rejectUnauthorized: false } })
    expect(of('sslmode=prefer')).toMatchObject({ mayBePlain: true, ssl: { rejectUnauthorized: false } })
    expect(of('sslmode=disable')).toMatchObject({ ssl: false, mayBePlain: false })
  })

  test('require encrypts, and checks the certificate when there is a root', () => {
    expect(of('sslmode=require')).toMatchObject({ mayBePlain: false, ssl: { rejectUnauthorized: false } })
    const checked = of(`sslmode=require&sslrootcert=${rootFile()}`)
    expect(checked).toMatchObject({ ssl: { rejectUnauthorized: true, ca: 'a certificate' } })
    expect(checked.ssl).toHaveProperty('checkServerIdentity')
  })

  test('verify-ca checks the certificate, verify-full its name too', () => {
    expect(of(`sslmode=verify-ca&sslrootcert=${rootFile()}`).ssl).toHaveProperty('checkServerIdentity')
    const full = of(`sslmode=verify-full&sslrootcert=${rootFile()}`)
    expect(full).toMatchObject({ mayBePlain: false, ssl: { rejectUnauthorized: true } })
    expect(full.ssl).not.toHaveProperty('checkServerIdentity')
  })

  test('system roots check names, and nothing weaker', () => {
    const { ssl } = of('sslrootcert=system')
    expect(ssl).toMatchObject({ rejectUnauthorized: true })
    expect(ssl).not.toHaveProperty('checkServerIdentity')
    expect(refusal('postgres://db/name?sslmode=require&sslrootcert=system')).toContain('write sslmode=verify-full')
  })
})

test.each([
  [
    'postgres://db/name?sslmode=allow',
    'sslmode=allow is not supported; write disable, prefer, require, verify-ca or verify-full',
  ],
  ['postgres://db/name?sslmode=verify-full', 'write sslrootcert=<file>, or sslrootcert=system'],
  ['postgres://db/name?sslmode=verify-full&sslrootcert=/no/such.crt', 'sslrootcert: cannot read /no/such.crt: ENOENT'],
  ['postgres://db/name?sslmode=no-verify', 'sslmode=no-verify is not supported; write require'],
  ['postgres://db/name?channel_binding=require', 'leave it out, and write sslmode=verify-full'],
  ['postgres://db/name?pgbouncer=true', 'connect to PostgreSQL directly'],
  ['postgres://db/name?application_name=x', 'leave it out, txwarden names its connections'],
  ['postgres://db/name?ssl=true', 'the parameter ssl is not supported; write sslmode=require, or verify-full'],
  ['postgres://db/name?uselibpqcompat=true', 'sslmode always means what it does in libpq'],
  ['postgres://db/name?target_session_attrs=read-write', 'write the address of the primary'],
  ['postgres://db/name?statement_timeout=1', 'the parameter statement_timeout is not supported; known: host'],
  ['postgres://a,b/name', 'several hosts are not supported; write the address of the primary'],
  ['postgres://a:1,b:2/name', 'it is not an address of one server'],
  ['postgres://db/name?port=70000', '70000 is not a port'],
  ['postgres://db/name?connect_timeout=soon', 'connect_timeout=soon is not a number of seconds'],
  ['postgres:///name?port=59999', 'there is no socket of port 59999 in /var/run/postgresql or /tmp; write a host'],
])('%s is refused with what to write instead', (database, text) => {
  const message = refusal(database)
  expect(message).toContain(text)
  expect(message).not.toContain('\n')
})

test('a refusal does not show the password', () => {
  expect(refusal('postgres://u:hunter2@db/name?ssl=true')).not.toContain('hunter2')
  expect(refusal('postgres://u@db/name?ssl=true&password=hunter2')).not.toContain('hunter2')
})
