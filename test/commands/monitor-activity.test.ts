import { describe, expect } from 'vitest'
import type { ChainEventRow } from '../../src/service/store/schema/schema.ts'
import { json, serveHttp } from '../client/support/http-server.ts'
import { follow, hashOf, writeTo } from '../support/chain/followed.ts'
import { type Cli, makeCli, refuses, test } from '../support/cli.ts'

const ADDRESS = '0x7e57E185f01F2900f3B969962d790bd76275007A'.toLowerCase()
const OTHER = `0x51e1${'0'.repeat(36)}`
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

/** 2026-01-02T03:00:00Z. */
const TIME = 1_767_322_800

function event(id: string, more: Partial<ChainEventRow> = {}): ChainEventRow {
  const number = more.block_number ?? 20_000_000
  return {
    id,
    chain_id: '1',
    tx_hash: `0x${id.padStart(64, '7')}`,
    address: ADDRESS,
    kind: 'received',
    svc_tx_id: null,
    block_number: number,
    block_hash: hashOf(number),
    block_time: TIME,
    state: 'IN',
    round: 0,
    gone_number: null,
    gone_at: null,
    content: JSON.stringify({
      moves: [{ token: USDC, amount: '12500000000', direction: 'in', other: OTHER }],
      other: OTHER,
    }),
    created_at: TIME * 1000,
    updated_at: TIME * 1000,
    ...more,
  }
}

const store = (cli: Cli, ...events: readonly ChainEventRow[]) =>
  writeTo(cli, async (db) => {
    await db.insertInto('chain_events').values(events).execute()
  })

const activity = async (cli: Cli, ...argv: string[]) => {
  return ((await cli.json(['monitor', 'activity', ADDRESS, ...argv])) as { content: Record<string, unknown>[] }).content
}

describe('monitor activity', () => {
  test('shows what happened, with amounts, verdict, and whether it was validated here', async ({ cli }) => {
    await cli(['monitor', 'add', ADDRESS, '--chain', 'ethereum', '--name', 'treasury', '--quiet'])
    const validate = ['validate', '--chain', '1', '--from', OTHER, '--to', ADDRESS, '--value', '1', '--json']
    const { svcTxId } = JSON.parse((await cli([...validate, '--fail-on', 'never'])).stdout) as { svcTxId: string }
    const seen = (id: string, validated_as: string | null) => ({ origin: 'chain' as const, id, validated_as })
    await writeTo(cli, async (db) => {
      const row = await db.selectFrom('transactions').selectAll().where('id', '=', svcTxId).executeTakeFirstOrThrow()
      await db
        .insertInto('transactions')
        .values([
          { ...row, ...seen('a', null) },
          { ...row, ...seen('b', svcTxId) },
        ])
        .execute()
    })
    await store(
      cli,
      event('1', { svc_tx_id: 'a', kind: 'sent' }),
      event('2', { svc_tx_id: 'b', block_number: 20_000_001, block_time: TIME + 12 }),
      event('3', {
        kind: 'unexplained-balance',
        tx_hash: hashOf(20_000_002),
        block_number: 20_000_002,
        block_time: TIME + 24,
        content: JSON.stringify({
          moves: [{ token: '', amount: '1500000000000000000', direction: 'out', other: OTHER }],
        }),
      }),
    )
    const [unexplained, validated, other] = await activity(cli)
    expect(other).toMatchObject({
      id: '1',
      address: '0x7E57E185F01f2900F3b969962D790bD76275007A',
      name: 'treasury',
      chainId: '1',
      kind: 'sent',
      state: 'INCLUDED',
      text: ['+ 12,500 USDC (value unknown) from 0x51E1…0000'],
      moves: [{ symbol: 'USDC', decimals: 6, verified: true, amount: '12500000000', direction: 'in' }],
      blockNumber: '20000000',
      blockHash: hashOf(20_000_000),
      blockTime: '2026-01-02T03:00:00.000Z',
      transactionId: event('1').tx_hash,
      transaction: { svcTxId: 'a', origin: 'chain', combinedScore: 0 },
    })
    expect(other).not.toHaveProperty('validatedAs')
    expect(validated).toMatchObject({
      id: '2',
      validatedAs: svcTxId,
      validation: { verdict: 'NO DATA', combinedScore: 0 },
    })
    expect(unexplained).toMatchObject({ kind: 'unexplained-balance', text: [expect.stringContaining('1.5 ETH')] })
    expect(unexplained).not.toHaveProperty('transactionId')
    expect(unexplained).not.toHaveProperty('validatedAs')
    const shown = (await cli(['monitor', 'activity', ADDRESS], { tty: true, columns: 200 })).stdout
    expect(shown).toContain('not validated here')
    expect(shown).toContain('validated here as NO DATA')
    expect((await cli(['monitor', 'activity', ADDRESS])).stdout).toContain('validated here as NO DATA')
  })

  test('shows what a reorg removed, and hides nothing', async ({ cli }) => {
    await store(cli, event('1', { state: 'GONE' }), event('2', { state: 'OUT' }), event('3', { kind: 'poison' }))
    expect(await activity(cli)).toMatchObject([
      { id: '3', kind: 'poison' },
      { id: '2', state: 'DROPPED' },
      { id: '1', state: 'REORGED' },
    ])
    const { stdout } = await cli(['monitor', 'activity', ADDRESS], { tty: true, columns: 160 })
    expect(stdout).toMatch(/retracted/)
    expect(stdout).toMatch(/\breorged\b/)
  })

  test('is narrowed down by chain, time and kind, and read page by page', async ({ cli }) => {
    await store(
      cli,
      event('1'),
      event('2', { chain_id: '8453', block_time: TIME + 60 }),
      event('3', { kind: 'sent', block_time: TIME + 120 }),
      event('4', { address: OTHER, block_time: TIME + 180 }),
    )
    const ids = async (...argv: string[]) => (await activity(cli, ...argv)).map(({ id }) => id)
    expect(await ids()).toEqual(['3', '2', '1'])
    expect(await ids('--chain', 'base')).toEqual(['2'])
    expect(await ids('--kind', 'sent')).toEqual(['3'])
    expect(await ids('--since', '2026-01-02T03:01:00Z')).toEqual(['3', '2'])
    expect(await ids('--since', '2m')).toEqual([])
    expect(await ids('--sort', 'blockTime,asc', '--size', '2')).toEqual(['1', '2'])
    expect(await ids('--all')).toEqual(['3', '2', '1'])
    const { next } = (await cli.json(['monitor', 'activity', ADDRESS, '--size', '2'])) as {
      next: string
    }
    expect(next).toBeDefined()
    expect(await cli(['monitor', 'activity', ADDRESS, '--kind', 'theft'])).toMatchObject({ code: 2 })
    expect(await cli(['monitor', 'activity', '0x12'])).toMatchObject({ code: 2 })
    expect((await cli(['monitor', 'activity', OTHER.replace('51e1', '51e2')], { tty: true })).stdout).toBe(
      'Nothing was seen: only monitored addresses on followed chains are. Try: txwarden chain status\n',
    )
  })

  test('of a service without it says so in one line', async () => {
    await using hosted = await serveHttp((response) => json(response, { status: 404, error: 'Not Found' }, 404))
    const env = { TXWARDEN_BASE_URL: hosted.url.origin, TXWARDEN_MANAGEMENT_KEY: 'a-key' }
    const answer = await makeCli()(['monitor', 'activity', ADDRESS], { env })
    expect(answer).toMatchObject(refuses(5, 'has no list of chain events'))
  })
})

test('watch shows chain events beside validations, and again when they are taken back', async ({ cli }) => {
  await follow(cli)
  const stop = new AbortController()
  const lines: Record<string, unknown>[] = []
  const one = Promise.withResolvers<void>()
  const two = Promise.withResolvers<void>()
  const onStdout = (text: string) => {
    lines.splice(
      0,
      lines.length,
      ...text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    )
    if (lines.length >= 1) one.resolve()
    if (lines.length >= 2) two.resolve()
  }
  const watching = cli(['watch', '--interval', '100ms', '--since', '1h'], { onStdout, signal: stop.signal })
  await store(cli, event('1'))
  await one.promise
  await writeTo(cli, (db) =>
    db
      .updateTable('chain_events')
      .set({ state: 'OUT', updated_at: TIME * 1000 + 5000 })
      .execute(),
  )
  await two.promise
  stop.abort()
  expect((await watching).code).toBe(0)
  expect(lines).toMatchObject([
    { happening: 'chain-event', id: '1', state: 'INCLUDED' },
    { happening: 'chain-event', id: '1', state: 'DROPPED' },
  ])
})
