import { test as base, expect, onTestFinished } from 'vitest'
import type { SeenCode } from '../../../../src/service/chain/accounts/age.ts'
import { seenAccounts } from '../../../../src/service/chain/accounts/seen-accounts.ts'
import { openStore } from '../../../../src/service/store/open.ts'
import { deleteChainNode, insertChainNode } from '../../../../src/service/store/repositories/chain-nodes.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const test = base.extend('made', () => opened())

const DAY_MS = 86_400_000
const [A, B] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const code = (address: string, fingerprint: string, since: number): SeenCode => ({ address, fingerprint, since })

async function opened() {
  const folder = temporaryFolder()
  const { database } = await freshDatabase(folder)
  const clock = new TestClock()
  const store = await openStore(database, { env: {} })
  onTestFinished(() => store.close())
  let writes = 0
  const counted = {
    read: store.read,
    write: <T>(work: Parameters<typeof store.write<T>>[0]) => {
      writes++
      return store.write(work)
    },
  }
  const accounts = seenAccounts({ store: counted, clock })
  const loaded = async (chainId: string, ...addresses: string[]) => {
    const seen = new Map<string, SeenCode>()
    await accounts.load(chainId, addresses, seen)
    return Array.from(seen.values())
  }
  return { store, clock, accounts, loaded, writes: () => writes }
}

test('code is remembered by chain and address, with the earliest time', async ({ made: { accounts, loaded } }) => {
  await accounts.save('1', [code(B, 'x', 300), code(A, 'y', 200)])
  await accounts.save('1', [code(A, 'y', 100)])
  await accounts.save('1', [code(A, 'y', 250)])
  expect(await loaded('1', A, B)).toEqual(expect.arrayContaining([code(A, 'y', 100), code(B, 'x', 300)]))
  expect(await loaded('10', A, B)).toEqual([])
  expect(await loaded('1')).toEqual([])
})

test('other code starts anew', async ({ made: { accounts, loaded } }) => {
  await accounts.save('1', [code(A, 'old', 100)])
  await accounts.save('1', [code(A, 'new', 900)])
  expect(await loaded('1', A)).toEqual([code(A, 'new', 900)])
  await accounts.save('1', [code(A, 'old', 950)])
  expect(await loaded('1', A)).toEqual([code(A, 'old', 950)])
})

test('what is known is not written again, until it is about to expire', async ({
  made: { accounts, clock, loaded, writes },
}) => {
  await accounts.save('1', [code(A, 'x', 100), code(B, 'x', 100)])
  await accounts.save('1', [code(A, 'x', 100), code(B, 'x', 200)])
  await accounts.save('1', [])
  expect(writes()).toBe(1)
  clock.advance(31 * DAY_MS)
  await accounts.save('1', [code(A, 'x', 100)])
  expect(writes()).toBe(2)
  clock.advance(60 * DAY_MS)
  await accounts.save('1', [code(`0x${'c'.repeat(40)}`, 'x', 100)])
  // Nobody used B for 91 days.
  expect(await loaded('1', A, B)).toEqual([code(A, 'x', 100)])
})

test('with a node of the chain goes what nodes of it said', async ({ made: { store, accounts, loaded } }) => {
  const node = { id: 'n', chain_id: '1', host: 'h', sealed_url: 's', priority: 1, created_at: 1 }
  await store.write((db) => insertChainNode(db, node))
  for (const chainId of ['1', '10']) await accounts.save(chainId, [code(A, 'x', 100)])
  await store.write((db) => deleteChainNode(db, 'n'))
  expect(await loaded('1', A)).toEqual([])
  expect(await loaded('10', A)).toEqual([code(A, 'x', 100)])
})

test('a database that fails costs no verdict', async ({ made: { store, accounts, loaded } }) => {
  await store.close()
  await accounts.save('1', [code(A, 'x', 100)])
  expect(await loaded('1', A)).toEqual([])
})
