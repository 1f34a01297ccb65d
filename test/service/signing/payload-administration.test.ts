import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createIds } from '../../../src/service/runtime/ids.ts'
import { PayloadAdministration } from '../../../src/service/signing/payload-administration.ts'
import { openStore } from '../../../src/service/store/open.ts'
import { insertSigner } from '../../../src/service/store/repositories/signers.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { freshDatabase } from '../../support/fresh-database.ts'

test('retired signers stay in the list of signers', async () => {
  const clock = new TestClock()
  const folder = mkdtempSync(join(tmpdir(), 'txwarden-payloads-'))
  const store = await openStore((await freshDatabase(folder)).database, { env: {} })
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const signer = (address: string, created_at: number, retired_at: number | null) =>
    store.write((db) => insertSigner(db, { address, sealed_private_key: 'sealed', created_at, retired_at }))
  await signer('0x7e57000000000000000000000000000000000001', 1, 2)
  await signer('0x7e57000000000000000000000000000000000002', 2, null)
  const payloads = new PayloadAdministration({ store, clock, newId: createIds(clock, seededRandom()) })
  expect(await payloads.signers()).toEqual([
    '0x7e57000000000000000000000000000000000002',
    '0x7e57000000000000000000000000000000000001',
  ])
})
