import { mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { setChains } from '../../src/api/chains.ts'
import { administer } from '../../src/service/administration/administration.ts'
import { keyFilePath } from '../../src/service/secrets/key-file.ts'
import { seededRandom, TestClock } from '../support/deterministic.ts'
import { emptyPlace, freshDatabase } from '../support/fresh-database.ts'
import { ask } from '../support/requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openServices } from './servers.ts'

const ENTRY = { address: '0x7e57000000000000000000000000000000000001', type: 'BLOCK', productType: 'SONAR' }
const ROLLUP = { chainId: '777001', address: ENTRY.address }
const TRANSACTION = { chainId: '1', from: '0x7e57000000000000000000000000000000000002', to: ENTRY.address }

async function tablesOf(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query("select tablename from pg_tables where schemaname = 'public'")).rows
  } finally {
    await client.end()
  }
}

/** A file with something of every kind in it, among it bytes and secrets. */
async function filledFile(folder: string): Promise<string> {
  const database = join(folder, 'local.db')
  const [service] = await openServices(1, { database, keyFolder: folder })
  if (!service) throw new Error('no service')
  await ask(service, 'POST', '/api/v2/management/control-lists', ENTRY, { 'idempotency-key': 'once' })
  await ask(service, 'POST', '/api/v2/management/monitor', {
    address: ENTRY.address,
    chainId: '1',
    name: 'Ünïcode %_',
  })
  const { body } = await ask(service, 'POST', '/api/v2/management/alert-configurations/destinations', {
    name: 'bot',
    channel: 'TELEGRAM',
    attributes: { chatId: '1', token: 'a-token-of-a-bot' },
  })
  await ask(service, 'POST', '/api/v2/management/alert-configurations', {
    alertName: 'blocked',
    alertType: 'SONAR',
    destinationIds: [body.id],
  })
  await ask(service, 'PUT', `/ext/v1/known-chains/${ROLLUP.chainId}`, { name: 'our-rollup', currency: 'FOO' })
  await ask(service, 'PUT', '/ext/v1/known-chains/59144/limits', { finality: 20, maxFee: '5' })
  await ask(service, 'POST', '/api/v2/management/monitor', { ...ROLLUP, name: 'there' })
  for (let count = 0; count < 3; count++)
    await ask(service, 'POST', '/api/v2/transaction/validate', { transaction: TRANSACTION, trackNonce: false })
  const intel = await service.intel()
  const rows = Array.from(
    { length: 1200 },
    (_, index) => `0xadd4e550${index.toString(16).padStart(32, '0')},malicious,a scam`,
  )
  await intel.import({
    format: 'addresses',
    source: 'ours',
    from: { name: 'stdin', stream: textStream(['address,kind,label', ...rows].join('\n')) },
  })
  await service.keys.create('management')
  await service.close()
  return database
}

async function* textStream(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const administrationOf = (database: string, keyFolder: string) =>
  administer({ database, keyFolder, env: {}, clock: new TestClock(), random: seededRandom() })

test('copies every row and byte, with the secrets of their key', async () => {
  const folder = temporaryFolder()
  const from = await filledFile(folder)
  const to = await emptyPlace(folder)
  const report = await administrationOf(from, folder).migrateTo(to)
  const rowsOf = (name: string) => report.tables.find(({ table }) => table === name)?.rows
  expect(report.tables.length).toBeGreaterThanOrEqual(24)
  expect([rowsOf('intel_entries'), rowsOf('transactions'), rowsOf('alert_events')]).toEqual([1200, 3, 3])
  expect(rowsOf('chain_settings')).toBe(2)
  // As another process, which has read no definition.
  setChains([])

  const { copyFileSync } = await import('node:fs')
  copyFileSync(`${from}.key`, report.keyFile)
  const [moved] = await openServices(1, { database: to, keyFolder: folder })
  if (!moved) throw new Error('no service')
  const judged = await ask(moved, 'POST', '/api/v2/transaction/validate', {
    transaction: TRANSACTION,
    trackNonce: false,
  })
  expect(judged.body).toMatchObject({ valid: false })
  const again = await ask(moved, 'POST', '/api/v2/management/control-lists', ENTRY, { 'idempotency-key': 'once' })
  expect(again).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } })
  expect((await ask(moved, 'GET', '/api/v2/management/monitor?name=%25_')).body.totalElements).toBe(1)
  expect((await ask(moved, 'GET', '/api/v2/management/monitor')).body.totalElements).toBe(2)
  expect((await ask(moved, 'GET', '/ext/v1/known-chains')).body.content.slice(-2)).toMatchObject([
    { name: 'linea', finality: 20, maxFee: '5' },
    { name: 'our-rollup', currency: 'FOO', source: 'defined' },
  ])
  const there = { transaction: { ...TRANSACTION, chainId: ROLLUP.chainId }, trackNonce: false }
  expect((await ask(moved, 'POST', '/api/v2/transaction/validate', there)).body).toMatchObject({ valid: false })
  const { bytes, ...status } = await administrationOf(to, folder).status()
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(status).toMatchObject({ exists: true, rows: { validations: 5, keys: 1 }, postgresVersion: expect.any(String) })
})

test('without the key of its secrets nothing is copied, and with it everything is', async () => {
  const folder = temporaryFolder()
  const from = await filledFile(folder)
  const to = await emptyPlace(folder)
  const key = `${from}.key`
  renameSync(key, `${key}.away`)
  const migrated = () => administrationOf(from, folder).migrateTo(to)
  await expect(migrated()).rejects.toMatchObject({ code: 'another-master-key' })
  const wrong = administer({
    database: from,
    keyFolder: folder,
    clock: new TestClock(),
    random: seededRandom(),
    env: { TXWARDEN_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') },
  })
  await expect(wrong.migrateTo(to)).rejects.toMatchObject({ code: 'another-master-key' })
  expect(await tablesOf(to)).toEqual([])
  renameSync(`${key}.away`, key)
  // A folder stands where the key of the new database belongs.
  const keyFile = keyFilePath({ database: to, keyFolder: folder })
  mkdirSync(keyFile)
  await expect(migrated()).rejects.toThrow()
  rmdirSync(keyFile)
  const report = await migrated()
  expect(report).toMatchObject({ isKeyThere: true, masterKey: { source: key } })
  expect(readFileSync(report.keyFile)).toEqual(readFileSync(key))
})

test('refuses a target that is not empty', async () => {
  const folder = temporaryFolder()
  const from = await filledFile(folder)
  const { database: to, keyFolder } = await freshDatabase(folder)
  const [other] = await openServices(1, { database: to, keyFolder })
  if (!other) throw new Error('no service')
  await ask(other, 'POST', '/api/v2/management/monitor', { address: ENTRY.address, chainId: '10' })
  await expect(administrationOf(from, folder).migrateTo(to)).rejects.toMatchObject({ code: 'target-not-empty' })
  expect((await ask(other, 'GET', '/api/v2/management/monitor')).body.totalElements).toBe(1)
  expect((await ask(other, 'GET', '/api/v2/management/control-lists')).body.totalElements).toBe(0)
})

test('commands for SQLite files name the alternative', async () => {
  const { database, keyFolder } = await freshDatabase(temporaryFolder())
  expect(database.startsWith(inject('postgres')?.replace(/postgres$/, '') ?? '-')).toBe(true)
  const administration = administrationOf(database, keyFolder)
  const said = async (work: Promise<unknown>) => work.catch((error: { code: string; try: string }) => error)
  expect(await said(administration.backUp('x', { overwrite: false }))).toMatchObject({
    try: expect.stringMatching(/^pg_dump /),
  })
  expect(await said(administration.restore('x'))).toMatchObject({ try: expect.stringMatching(/^pg_restore /) })
  expect(await said(administration.reset())).toMatchObject({ try: expect.stringMatching(/^psql /) })
})
