import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../src/service/store/open.ts'
import { WardenError } from '../../src/shared/errors.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'

const certificate = (name: string) => fileURLToPath(new URL(`../support/certificates/${name}`, import.meta.url))
const AUTHORITY = `sslrootcert=${certificate('authority.pem')}`

/** Whether the connection is encrypted, or why there is none. */
async function connectedWith(server: PostgresServer, query: string): Promise<'encrypted' | 'plain' | string> {
  try {
    const store = await openStore(`${await server.createDatabase()}?${query}`, { env: {} })
    try {
      const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(
        store.read,
      )
      return rows[0]?.ssl ? 'encrypted' : 'plain'
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    return `${error.code}: ${error.message}`
  }
}

describe.each([
  ['a trusted certificate', 'trusted'],
  ['a certificate for another name', 'other-name'],
  ['a self-signed certificate', 'self-signed'],
])('a server with %s', (_, name) => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres({
      certificate: { cert: certificate(`${name}.pem`), key: certificate(`${name}.key.pem`) },
    })
  })
  afterAll(() => server.stop())

  test('is encrypted without checks by prefer, the default, and by require', async () => {
    expect(await connectedWith(server, '')).toBe('encrypted')
    expect(await connectedWith(server, 'sslmode=prefer')).toBe('encrypted')
    expect(await connectedWith(server, 'sslmode=require')).toBe('encrypted')
    expect(await connectedWith(server, 'sslmode=disable')).toBe('plain')
  })

  test('is checked with a root certificate, and by name with verify-full', async () => {
    const accepts = async (query: string) => (await connectedWith(server, query)) === 'encrypted'
    const isChained = name !== 'self-signed'
    expect(await accepts(`sslmode=require&${AUTHORITY}`)).toBe(isChained)
    expect(await accepts(`sslmode=verify-ca&${AUTHORITY}`)).toBe(isChained)
    expect(await accepts(`sslmode=verify-full&${AUTHORITY}`)).toBe(name === 'trusted')
    expect(await connectedWith(server, 'sslmode=verify-full&sslrootcert=system')).toMatch(/^unusable-database: /)
  })
})

describe('a server without TLS', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  test('is used with prefer, the default, and refused with require', async () => {
    expect(await connectedWith(server, '')).toBe('plain')
    expect(await connectedWith(server, 'sslmode=require')).toMatch(/^unusable-database: .*SSL/)
  })

  test('is used over its socket', async () => {
    const name = new URL(await server.createDatabase()).pathname
    const { port } = new URL(server.url)
    for (const address of [
      `postgres://txwarden@${name}?host=${server.folder}&port=${port}&sslmode=require`,
      `postgres://${name}?host=${encodeURIComponent(server.folder)}&port=${port}&user=txwarden`,
      `postgres://txwarden@${encodeURIComponent(server.folder)}:${port}${name}`,
    ]) {
      const store = await openStore(address, { env: {} })
      await store.close()
    }
  })
})
