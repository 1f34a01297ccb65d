import { existsSync, rmSync } from 'node:fs'
import { expect } from 'vitest'
import { makeCli, says, test } from '../support/cli.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { serveForTest } from '../support/served.ts'

const ALICE = '0x7e57000000000000000000000000000000000001'

test('commands continue after a migration to PostgreSQL', async ({ cli }) => {
  const { database } = await freshDatabase(cli.home)
  const env = { TXWARDEN_DATABASE: database }
  await cli(['control-list', 'add', ALICE, '--type', 'block'])
  const moved = await cli(['local', 'migrate', '--to', database, '--yes', '--json'])
  expect(moved).toMatchObject({ code: 0 })
  expect(JSON.parse(moved.stdout)).toMatchObject({ to: database, masterKey: null })

  const judged = await cli(['validate', '--chain', '1', '--from', ALICE.replace(/1$/, '2'), '--to', ALICE, '--json'], {
    env,
  })
  expect(judged.code).toBe(12)
  const { served, rows, postgresVersion } = await cli.json(['local', 'status'], { env })
  expect({ served, validations: rows.validations }).toEqual({ served: false, validations: 1 })
  expect((await cli(['local', 'status'], { env, tty: true })).stdout).toContain(`PostgreSQL ${postgresVersion}`)
  expect(await cli(['local', 'backup', 'copy.db'], { env })).toMatchObject(
    says(8, `pg_dump --format=custom --file=<file> '${database}'`),
  )
})

test('a migration carries the master key: destinations are readable, and serve starts', async ({ cli }) => {
  const { database } = await freshDatabase(cli.home)
  const env = { TXWARDEN_DATABASE: database }
  await cli(['destination', 'create', '--name', 'ops', '--channel', 'EMAIL', '--email', 'ops@example.org'])
  const moved = await cli(['local', 'migrate', '--to', database, '--yes', '--json'])
  const { keyFile, isKeyThere } = JSON.parse(moved.stdout)
  expect(isKeyThere).toBe(true)
  const listed = await cli(['destination', 'list', '--json'], { env })
  expect(JSON.parse(listed.stdout).content).toMatchObject([{ name: 'ops', errorMessage: '' }])
  const doctor = await cli.json(['doctor'], { env })
  expect(JSON.stringify(doctor)).toContain(`${keyFile} decrypts the stored secrets`)

  rmSync(keyFile)
  expect(await cli(['serve', '--drain', '0', '--port', '0'], { env })).toMatchObject({ code: 8, stdout: '' })
  expect(await cli(['destination', 'list'], { env })).toMatchObject({ code: 8, stdout: '' })
  expect(JSON.stringify(await cli.json(['doctor'], { env }))).toContain('missing master key')
  expect(existsSync(keyFile)).toBe(false)
})

test('servers need the same master key, and rekey needs all servers stopped', async ({ cli }) => {
  const place = await freshDatabase(cli.home)
  const env = { TXWARDEN_DATABASE: place.database }
  const first = await serveForTest(place)
  const second = await serveForTest(place)
  expect(first.url).not.toBe(second.url)
  const stranger = { ...place, env: { TXWARDEN_MASTER_KEY: Buffer.alloc(32, 9).toString('base64') } }
  await expect(serveForTest(stranger)).rejects.toMatchObject({ kind: 'refused', code: 'another-master-key' })

  expect((await cli.json(['local', 'status'], { env })).served).toBe(true)
  const both = {
    ...env,
    TXWARDEN_MASTER_KEY: `${Buffer.alloc(32, 8).toString('base64')} ${Buffer.alloc(32, 9).toString('base64')}`,
  }
  expect(await cli(['local', 'rekey', '--yes'], { env: both })).toMatchObject(says(8, 'is being served'))
})

test('a key revoked by one server is refused by the other within a second', async () => {
  const place = await freshDatabase(makeCli().home)
  const first = await serveForTest(place)
  const second = await serveForTest(place)
  const ask = () =>
    fetch(`${second.url}/api/v2/management/control-lists`, { headers: { 'x-api-key': first.keys.management } })
  expect((await ask()).status).toBe(200)
  for (const { id, kind } of await first.serving.service.keys.list())
    if (kind === 'management') await first.serving.service.keys.revoke(id)
  second.clock.advance(1000)
  expect((await ask()).status).toBe(401)
})
