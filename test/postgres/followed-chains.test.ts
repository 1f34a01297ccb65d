import { expect, onTestFinished } from 'vitest'
import { openStore } from '../../src/service/store/open.ts'
import { fakeNode } from '../support/chain/fake-node.ts'
import { followedChain, hashOf } from '../support/chain/followed.ts'
import { test } from '../support/cli.ts'
import { freshDatabase } from '../support/fresh-database.ts'

const ADDRESS = '0x7e57000000000000000000000000000000000001'

test('commands about followed chains work on PostgreSQL', async ({ cli }) => {
  const { database } = await freshDatabase(cli.home)
  const node = await fakeNode({ head: 20_000_100 })
  const env = { TXWARDEN_DATABASE: database, TXWARDEN_CHAIN_ETHEREUM_URL: node.url }
  const run = async (...argv: string[]) => {
    const { code, stdout, stderr } = await cli([...argv, '--json'], { env })
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout) as unknown
  }
  const flags = ['--kinds', 'sent', '--from-block', '17']
  expect(await run('monitor', 'add', ADDRESS, '--chain', 'ethereum', ...flags)).toMatchObject({ from: 17 })
  expect(await run('monitor', 'list')).toMatchObject({ content: [{ kinds: ['sent'], from: 17 }] })

  const store = await openStore(database, { env: {} })
  onTestFinished(() => store.close())
  const block = (number: number) => ({
    chain_id: '1',
    number,
    hash: hashOf(number),
    parent_hash: hashOf(number - 1),
    time: node.chain.headTime - (20_000_100 - number) * 12,
  })
  const event = {
    id: 'e1',
    chain_id: '1',
    tx_hash: `0x${'7'.repeat(64)}`,
    address: ADDRESS,
    kind: 'sent' as const,
    svc_tx_id: null,
    block_number: 20_000_000,
    block_hash: hashOf(20_000_000),
    block_time: node.chain.headTime,
    state: 'IN' as const,
    round: 0,
    gone_number: null,
    gone_at: null,
    content: '{}',
    created_at: 1,
    updated_at: 1,
  }
  await store.write(async (db) => {
    const now = (await store.time?.()) ?? 0
    await db
      .insertInto('chain_heads')
      .values(followedChain(cli, { lease_until: now + 600_000 }))
      .execute()
    await db.insertInto('chain_blocks').values([19_999_990, 20_000_000].map(block)).execute()
    await db.insertInto('chain_events').values(event).execute()
  })
  expect(await run('chain', 'status')).toMatchObject({
    content: [{ state: 'AT_HEAD', head: 20_000_100, tip: 20_000_000, lagBlocks: 100, monitored: 1, callsToday: 1234 }],
  })
  expect(await run('chain', 'mode', 'ethereum', 'sparse')).toMatchObject({ changed: true, mode: 'sparse' })
  expect(await run('chain', 'skip', 'ethereum', '--to-block', 'latest', '--yes')).toMatchObject({ unread: 99 })
  expect(await run('chain', 'status')).toMatchObject({ content: [{ tip: 20_000_099, mode: 'sparse' }] })
  const since = ['--since', '2026-01-01', '--kind', 'sent']
  expect(await run('monitor', 'activity', ADDRESS, ...since)).toMatchObject({
    content: [{ id: 'e1', kind: 'sent', blockNumber: '20000000' }],
  })
})
