import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../../src/service/store/sqlite/open.ts'
import { insertRows, madeAddress } from '../support/indexable-rows.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { Program, runForJson } from './program.ts'

/** Of 512 transactions each. */
const BLOCKS = 35

function indexOf(database: string) {
  const file = new DatabaseSync(database, { readOnly: true, timeout: 5000 })
  try {
    return file.prepare('select *, hex(hashes) as hashes from address_blocks order by until_at, until_id').all()
  } finally {
    file.close()
  }
}

/** Serves until the index has so many blocks. */
async function serveUntil(folder: string, blocks: number, signal: NodeJS.Signals): Promise<void> {
  const server = new Program(['serve', '--drain', '0', '--port', '0', '--quiet'], { TXWARDEN_HOME: folder })
  await server.address()
  await expect.poll(() => indexOf(join(folder, 'local.db')).length, { interval: 1 }).toBeGreaterThanOrEqual(blocks)
  server.signal(signal)
  await server.ended
}

test('the index of addresses is the same after it is killed repeatedly as in one go', async () => {
  const [killed, fresh] = [temporaryFolder(), temporaryFolder()]
  const store = await openSqliteStore(join(killed, 'local.db'))
  await insertRows(store, 0, BLOCKS * 512 + 100, Date.now() - 3_600_000)
  await store.close()
  copyFileSync(join(killed, 'local.db'), join(fresh, 'local.db'))

  for (const blocks of [1, 10, 17, 25]) await serveUntil(killed, blocks, 'SIGKILL')
  await serveUntil(killed, BLOCKS, 'SIGTERM')
  await serveUntil(fresh, BLOCKS, 'SIGTERM')

  const index = indexOf(join(killed, 'local.db'))
  expect(index).toHaveLength(BLOCKS)
  expect(index).toEqual(indexOf(join(fresh, 'local.db')))
  const argv = ['tx', 'list', '--address', madeAddress('receiver 77')]
  const { content } = await runForJson<{ content: { svcTxId: string }[] }>(argv, { TXWARDEN_HOME: killed })
  expect(content.map(({ svcTxId }) => svcTxId)).toEqual(['row-00000077'])
})
