import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aboutValidation } from '../../src/service/alerts/matching/enqueue-alerts.ts'
import { insertAlertEvents, insertDeliveries } from '../../src/service/store/repositories/alert-events.ts'
import { insertTransaction } from '../../src/service/store/repositories/transactions.ts'
import { openSqliteStore } from '../../src/service/store/sqlite/open.ts'
import { storedValidation } from '../support/stored-validation.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createKey, Program } from './program.ts'

const ROWS = 200
const ROW_BYTES = 500_000
/** All rows of the eight answers at once are 800 MB; when garbage is collected depends on the load of the machine. */
const MOST_GROWTH = 256 * 1024 * 1024

test('lists of half-megabyte rows, several at once, stay in small memory', async () => {
  const home = temporaryFolder()
  await fill(join(home, 'local.db'))
  const env = { TXWARDEN_HOME: home }
  const [validation, management] = [await createKey('validation', env), await createKey('management', env)]
  const server = new Program(['serve', '--drain', '0', '--port', '0'], env)
  const url = await server.address()
  const get = async (path: string, { key }: { key: string }) => {
    const response = await fetch(`${url}${path}`, { headers: { 'x-api-key': key } })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const created = await fetch(`${url}/api/v2/management/alert-configurations`, {
    method: 'POST',
    headers: { 'x-api-key': management.key, 'content-type': 'application/json' },
    body: JSON.stringify({ alertName: 'all', alertType: 'SONAR' }),
  })
  const { alertId } = (await created.json()) as { alertId: string }
  const lists = [
    ['/ext/v1/transactions?size=1000', validation],
    ['/ext/v1/transactions?size=1000&chainId=1&sort=updatedAt', validation],
    ['/ext/v1/deliveries?size=1000', management],
    [`/ext/v1/alert-configurations/${alertId}/replay?since=1970-01-01T00:00:00Z`, management],
  ] as const
  // The first answers load code.
  for (const [path, key] of lists) await get(path.replace('size=1000', 'size=1'), key)

  const before = memoryOf(server).now
  const answers = await Promise.all([...lists, ...lists].map(([path, key]) => get(path, key)))

  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(body.content ?? body.transactions).toHaveLength(ROWS)
  }
  expect(memoryOf(server).most - before).toBeLessThan(MOST_GROWTH)
})

async function fill(path: string): Promise<void> {
  const store = await openSqliteStore(path)
  const large = 'a'.repeat(ROW_BYTES / 2)
  await store.write(async (db) => {
    for (let index = 0; index < ROWS; index++) {
      const [id, created_at] = [`row-${String(index).padStart(4, '0')}`, index + 1]
      const result = JSON.stringify({ error: large, coverage: 'none', svcTxId: id })
      const from_key = `0x${'12'.repeat(20)}`
      await insertTransaction(
        db,
        storedValidation({ id, from_key, to_key: null, request: `"${large}"`, result, created_at }),
      )
      const event = { alert_id: 'alert', alert_name: '', alert_type: 'SONAR', content: `"${large}${large}"` } as const
      await insertAlertEvents(db, [{ id, ...aboutValidation(id), ...event, created_at, confirmed_at: null }])
      const delivery = { id, event_id: id, alert_id: 'alert', state: 'SENT', channel: 'WEBHOOK' } as const
      const times = { due_at: created_at, created_at, updated_at: created_at }
      const rest = { destination_id: 'gone', destination_name: '', attempts: 1, uncounted: 0, error_message: '' }
      await insertDeliveries(db, [{ ...delivery, ...times, ...rest, severity: 0, group_id: null }])
    }
  })
  await store.close()
}

/** Resident bytes of a process. */
function memoryOf({ pid }: Program): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kib = (name: string) => 1024 * Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1])
  return { now: kib('VmRSS'), most: kib('VmHWM') }
}
