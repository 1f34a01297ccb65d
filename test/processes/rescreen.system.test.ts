import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { insertTransaction } from '../../src/service/store/repositories/transactions.ts'
import { openSqliteStore } from '../../src/service/store/sqlite/open.ts'
import { madeAddress } from '../support/indexable-rows.ts'
import { storedValidation } from '../support/stored-validation.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { Program, runForJson } from './program.ts'

const ROWS = 600
const PAID = madeAddress('paid')
const result = JSON.stringify({ valid: true, combinedScore: 0, coverage: 'none' })

/** Stored payments to one address. */
async function fill(folder: string): Promise<void> {
  const store = await openSqliteStore(join(folder, 'local.db'))
  await store.write(async (db) => {
    for (let row = 0; row < ROWS; row++) {
      const sender = madeAddress(`sender ${row}`)
      const request = JSON.stringify({ transaction: { chainId: '1', from: sender, to: PAID, value: '1' } })
      const [id, created_at] = [`row-${String(row).padStart(6, '0')}`, Date.now() - ROWS + row]
      await insertTransaction(db, storedValidation({ id, created_at, from_key: sender, to_key: PAID, request, result }))
    }
  })
  await store.close()
}

test('a rescreen of an import that is killed repeatedly finds each change once, and sends one message', async () => {
  const folder = temporaryFolder()
  const env = { TXWARDEN_HOME: folder, TXWARDEN_ALLOW_DESTINATION: '127.0.0.1', TXWARDEN_DELIVERY_WAIT: '0' }
  await fill(folder)
  const hook = ['--name', 'hook', '--channel', 'WEBHOOK', '--webhook-url', 'http://127.0.0.1:9/hook']
  const { id: destinationId } = await runForJson<{ id: string }>(['destination', 'create', ...hook], env)
  const given = ['--name', 'listed', '--type', 'SONAR', '--rescreen', '--destination', destinationId]
  await runForJson(['alert', 'create', ...given], env)
  const list = join(folder, 'list.csv')
  writeFileSync(list, `address,kind,label\n${PAID},sanctioned,Listed\n`)

  const file = new DatabaseSync(join(folder, 'local.db'), { readOnly: true, timeout: 5000 })
  const count = (what: string) => Number(Object.values(file.prepare(`select count(${what}`).get() ?? {})[0])
  const found = () => count('*) from verdict_changes')
  const argvs = [
    ['intel', 'import', '--format', 'addresses', list, '--rescreen'],
    ['tx', 'rescreen'],
    ['tx', 'rescreen'],
  ]
  for (const argv of argvs) {
    const [before, program] = [found(), new Program(argv, env)]
    const hasEnded = program.ended.then(() => true)
    await expect.poll(() => found() > before, { interval: 1 }).toBe(true)
    program.signal('SIGKILL')
    expect(await hasEnded).toBe(true)
  }
  expect(found()).toBeLessThan(ROWS)
  expect(count('*) from deliveries')).toBe(0)

  const { total } = await runForJson<{ total: number }>(['tx', 'rescreen'], env)
  expect(total).toBe(ROWS)
  expect([found(), count('distinct svc_tx_id) from verdict_changes'), count('*) from deliveries')]).toEqual([
    ROWS,
    ROWS,
    1,
  ])
  const { content } = file.prepare('select content from alert_events').get() as { content: string }
  expect(JSON.parse(content).notice.text).toMatch(
    /^600 transactions changed: NO DATA → BLOCKED, listed by addresses:list.csv on /,
  )
  expect(await runForJson(['tx', 'rescreen'], env)).toMatchObject({ total: 0, content: [] })
  expect(count('*) from deliveries')).toBe(1)
  file.close()
})
