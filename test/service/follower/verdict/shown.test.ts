import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openService, type Service } from '../../../../src/service/index.ts'
import {
  markEventsDropped,
  markEventsReorged,
  upsertChainEvents,
} from '../../../../src/service/store/repositories/chain-events.ts'
import { removeTransactions } from '../../../../src/service/store/repositories/retention.ts'
import type { Db } from '../../../../src/service/store/schema/schema.ts'
import { type Cli, test } from '../../../support/cli.ts'
import { defaults } from '../../../support/open-service.ts'
import { callData, drain, follow, hashOf, NOW, payee, payment, treasury, usdc } from './followed.ts'

/** The database of a command line, as a server beside it has it. */
async function beside<T>({ home, clock }: Cli, work: (service: Service) => Promise<T>): Promise<T> {
  const service = await openService({ ...defaults(), database: join(home, 'local.db'), clock })
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}

/** An event of the treasury, in the block of the transaction. */
const eventOf = (row: Awaited<ReturnType<typeof follow>>['row']) => ({
  id: 'event-1',
  chain_id: '1',
  tx_hash: hashOf(1),
  address: treasury,
  kind: 'allowance-spent' as const,
  svc_tx_id: row.id,
  block_number: 100,
  block_hash: row.block_hash ?? '',
  block_time: NOW / 1000,
  content: '{}',
  created_at: NOW,
  updated_at: NOW,
})

const PRICES = `chainId,token,decimals,usd\n1,${usdc},6,1\n`

test('a drain is listed as seen on the chain, and explained with its loss', async ({ cli }) => {
  const prices = join(cli.home, 'prices.csv')
  writeFileSync(prices, PRICES)
  await cli(['intel', 'import', '--format', 'prices', prices])
  const { row } = await beside(cli, (service) => follow(service, drain()))
  const { content } = await cli.json(['tx', 'list', '--origin', 'chain'])
  expect(content).toMatchObject([
    {
      svcTxId: row.id,
      origin: 'chain',
      transactionId: hashOf(1),
      blockNumber: '100',
      blockHash: row.block_hash,
      combinedScore: 80,
      valid: true,
    },
  ])
  expect((await cli(['tx', 'list', '--origin', 'validation', '--json'])).stdout).toContain('"content": []')
  expect((await cli(['tx', 'list'], { tty: true, columns: 200 })).stdout).toContain('chain, not validated')
  const explained = (await cli(['tx', 'explain', row.id], { tty: true })).stdout
  expect(explained).toContain('ethereum in block 100, not validated here')
  expect(explained).toContain('$12,500')
  expect(explained).toContain('UNSAFE')
  expect(explained).not.toContain('Simulated')
  expect((await cli.json(['tx', 'get', row.id])).svcTxId).toBe(row.id)
})

test('a payment that was validated names its validation; one that failed says so', async ({ cli }) => {
  const pay = ['--chain', 'ethereum', '--from', treasury, '--to', usdc, '--data', callData.transfer(payee, 5_000_000n)]
  const { svcTxId } = (await cli.json(['validate', ...pay])) as { svcTxId: string }
  const { row } = await beside(cli, (service) => follow(service, payment()))
  expect((await cli(['tx', 'explain', row.id], { tty: true })).stdout).toContain(
    `ethereum in block 100, validated as ${svcTxId}`,
  )
  expect(await cli.json(['tx', 'get', svcTxId])).toMatchObject({ transactionId: hashOf(1) })
  const failed = await beside(cli, (service) => follow(service, payment({ hash: hashOf(2) }, { succeeded: false })))
  expect((await cli(['tx', 'explain', failed.row.id], { tty: true })).stdout).toContain('It failed')
  expect((await cli(['tx', 'list', '--origin', 'other'])).code).toBe(2)
})

test('a transaction whose block a reorg removed is not shown as on the chain, until a block has it again', async ({
  cli,
}) => {
  const { row } = await beside(cli, (service) => follow(service, drain()))
  const event = eventOf(row)
  /** @returns what two commands say, after a change of the events */
  const after = async (change: (db: Db) => Promise<unknown>) => {
    await beside(cli, ({ store }) => store.write(change))
    const { chainState } = await cli.json(['tx', 'get', row.id])
    const [listed] = (await cli.json(['tx', 'list'])).content
    expect(listed.chainState).toBe(chainState)
    const [list, shown] = await Promise.all(
      [['list'], ['show', row.id]].map(async (argv) => {
        return (await cli(['tx', ...argv], { tty: true, columns: 200 })).stdout
      }),
    )
    const seen = /ethereum in block 100.*/.exec(shown ?? '')?.[0].trim()
    return [chainState, /removed by a reorg, not validated|chain, not validated/.exec(list ?? '')?.[0], seen]
  }
  const onChain = ['INCLUDED', 'chain, not validated', 'ethereum in block 100, not validated here']
  const removed = 'removed by a reorg, not validated'
  const place = 'ethereum in block 100, removed by a reorg'

  expect(await after(async (db) => upsertChainEvents(db, [event]))).toEqual(onChain)
  expect(await after((db) => markEventsReorged(db, { chainId: '1', from: 100, tip: 100, now: NOW }))).toEqual([
    'REORGED',
    removed,
    `${place} (it can return), not validated here`,
  ])
  expect(await after((db) => markEventsDropped(db, ['event-1'], NOW))).toEqual([
    'DROPPED',
    removed,
    `${place} (it did not return), not validated here`,
  ])
  // Another address of the same transaction, which only a later block has.
  const other = { ...event, id: 'event-2', address: payee }
  expect(await after((db) => upsertChainEvents(db, [other]))).toEqual(onChain)
})

test('what happened to an address stays when its transaction is pruned', async ({ cli }) => {
  await beside(cli, async (service) => {
    const { row } = await follow(service, drain())
    await service.store.write(async (db) => {
      const event = eventOf(row)
      await upsertChainEvents(db, [event])
      const age = { before: NOW + 365 * 24 * 3600_000, now: NOW }
      expect(await removeTransactions(db, [row.id], age)).toMatchObject({ transactions: 1 })
    })
    const events = await service.store.read.selectFrom('chain_events').select(['id', 'svc_tx_id']).execute()
    expect(events).toEqual([{ id: 'event-1', svc_tx_id: null }])
  })
})
