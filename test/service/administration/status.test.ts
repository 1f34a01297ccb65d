import { existsSync, readdirSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SCHEMA_VERSION } from '../../../src/service/store/migrate.ts'
import { acquireServeLock } from '../../../src/service/store/sqlite/serve-lock.ts'
import { send, validate } from '../../support/requests.ts'
import { ALICE, localDatabase } from './local-database.ts'

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

const CREATED = '2026-01-02T03:04:05.000Z'

describe('the status', () => {
  test('of a missing database creates neither database nor key', async () => {
    const { administration, database, folder } = localDatabase()
    expect(await administration.status()).toEqual({
      database,
      exists: false,
      bytes: 0,
      schemaVersion: null,
      sqliteVersion: process.versions.sqlite,
      rows: null,
      rates: null,
      outbox: null,
      signer: null,
      masterKey: null,
      sealedBy: [],
      quotas: [],
      served: false,
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('shows row counts, signer and master key', async () => {
    const { administration, database, use, block } = localDatabase({ TXWARDEN_MASTER_KEY: MASTER_KEY })
    await block(ALICE)
    await use(async (service) => {
      await send(service, 'POST', '/api/v2/management/monitor', { address: ALICE, chainId: '1' })
      const bot = { name: 'ops', channel: 'TELEGRAM', attributes: { chatId: '1', token: 'a-token-of-a-bot' } }
      const { id } = await send(service, 'POST', '/api/v2/management/alert-configurations/destinations', bot)
      const alert = { alertName: 'blocked', alertType: 'SONAR', destinationIds: [id] }
      await send(service, 'POST', '/api/v2/management/alert-configurations', alert)
      const revoked = await service.keys.create('validation')
      await service.keys.revoke(revoked.id)
      await service.keys.create('management')
      const transaction = { from: ALICE.replace(/1$/, '3'), to: ALICE.replace(/1$/, '4'), value: '1' }
      await validate(service, transaction, {}, { signTransaction: true })
    })
    const status = await administration.status()
    expect(status).toEqual({
      database,
      exists: true,
      bytes: statSync(database).size,
      logBytes: 0,
      reusableBytes: 0,
      freeDiskBytes: expect.any(Number),
      schemaVersion: SCHEMA_VERSION,
      sqliteVersion: process.versions.sqlite,
      rows: {
        controlLists: 1,
        monitors: 1,
        alerts: 1,
        destinations: 1,
        validations: 1,
        deliveries: 1,
        auditRecords: 7,
        counterparties: 0,
        graphEdges: 0,
        intelEntries: 0,
        keys: 1,
        chainNodes: 0,
      },
      rates: { lastMinute: 1, lastHour: 1, lastDay: 1 },
      quotas: [
        { name: 'alerts', used: 1, most: 2000 },
        { name: 'destinations', used: 1, most: 1000 },
        { name: 'contracts', used: 0, most: 5000 },
        { name: 'names', used: 0, most: 10_000 },
        { name: 'safes', used: 0, most: 500 },
        { name: 'policies', used: 0, most: 500 },
      ],
      // The validation matches the alert, and nothing here sends.
      outbox: { unplanned: 0, pending: 1, held: 0, failed: 0, oldestPending: CREATED, due: 1, dueSince: CREATED },
      signer: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      masterKey: {
        source: 'TXWARDEN_MASTER_KEY',
        id: expect.stringMatching(/^[0-9a-f]{8}$/),
        ids: status.sealedBy,
        fault: null,
      },
      sealedBy: [status.masterKey?.id],
      served: false,
    })
    expect(existsSync(`${database}.key`)).toBe(false)
  })

  test('shows a running serve', async () => {
    const { administration, database, block } = localDatabase()
    await block(ALICE)
    const lock = acquireServeLock(database)
    expect((await administration.status()).served).toBe(true)
    lock.release()
    expect((await administration.status()).served).toBe(false)
  })

  test('shows why a master key is invalid', async () => {
    const { administration } = localDatabase({ TXWARDEN_MASTER_KEY: 'too short' })
    expect((await administration.status()).masterKey).toEqual({
      source: 'TXWARDEN_MASTER_KEY',
      id: null,
      ids: [],
      fault: expect.stringContaining('TXWARDEN_MASTER_KEY'),
    })
  })
})
