import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../../src/service/store/sqlite/open.ts'
import { insertRows, madeAddress } from '../support/indexable-rows.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { Program, runForJson } from './program.ts'

// More than two groups of 32 blocks of 256.
const BLOCKS = 70
const GROUPS = 2

const TABLES = ['address_blocks', 'address_block_groups'] as const

function indexOf(database: string) {
  const file = new DatabaseSync(database, { readOnly: true, timeout: 5000 })
  try {
    return TABLES.map((table) =>
      file.prepare(`select *, hex(hashes) as hashes from ${table} order by until_at, until_id`).all(),
    )
  } finally {
    file.close()
  }
}

/** Serves until the index has so many blocks, and all groups where it is complete. */
async function serveUntil(folder: string, blocks: number, signal: NodeJS.Signals): Promise<void> {
  const server = new Program(['serve', '--drain', '0', '--port', '0', '--quiet'], { TXWARDEN_HOME: folder })
  await server.address()
  const isReached = ([first, groups]: readonly unknown[][]) =>
    Number(first?.length) >= blocks && (blocks < BLOCKS || Number(groups?.length) >= GROUPS)
  await expect.poll(() => isReached(indexOf(join(folder, 'local.db'))), { interval: 1 }).toBe(true)
  server.signal(signal)
  await server.ended
}

test('the index of addresses is the same after it is killed repeatedly as in one go', async () => {
  const [killed, fresh] = [temporaryFolder(), temporaryFolder()]
  const store = await openSqliteStore(join(killed, 'local.db'))
  await insertRows(store, 0, BLOCKS * 256 + 100, Date.now() - 3_600_000)
  await store.close()
  copyFileSync(join(killed, 'local.db'), join(fresh, 'local.db'))

  for (const blocks of [1, 20, 33, 50]) await serveUntil(killed, blocks, 'SIGKILL')
  await serveUntil(killed, BLOCKS, 'SIGTERM')
  await serveUntil(fresh, BLOCKS, 'SIGTERM')

  const index = indexOf(join(killed, 'local.db'))
  expect(index.map((rows) => rows.length)).toEqual([BLOCKS, GROUPS])
  expect(index).toEqual(indexOf(join(fresh, 'local.db')))
  const argv = ['tx', 'list', '--address', madeAddress('receiver 77')]
  const { content } = await runForJson<{ content: { svcTxId: string }[] }>(argv, { TXWARDEN_HOME: killed })
  expect(content.map(({ svcTxId }) => svcTxId)).toEqual(['row-00000077'])
})
