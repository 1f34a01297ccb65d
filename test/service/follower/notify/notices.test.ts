import { describe, expect } from 'vitest'
import { endsNumber } from '../../../../src/service/store/repositories/intel.ts'
import { CHAIN, type NotifiedChain, TREASURY, test } from './notified-chain.ts'

const lag = {
  kind: 'lag',
  incident: '1',
  text: 'the follower is 7 min behind',
  command: 'txwarden chain status',
} as const
const GENUINE = `0xabc${'1'.repeat(34)}def`
const LOOKALIKE = `0xabc${'2'.repeat(34)}def`

const notified = async (chain: NotifiedChain) =>
  (await chain.events()).map(({ alert_name, kind, step, content }) => [alert_name, kind, step, content.notice?.text])

describe('a notice', () => {
  test('goes once to all MONITOR alerts of the chain, and its end to those that were reported', async ({ chain }) => {
    await chain.alert('grave', { kinds: ['allowance-spent'], fromScore: 90, minUsd: 100, confirmations: 5 })
    await chain.alert('other chain', { chainIds: [1] })
    for (let at = 0; at < 3; at++) await chain.notice({ ...lag, step: 'begun' })
    await chain.alert('late')
    for (let at = 0; at < 2; at++) await chain.notice({ ...lag, step: 'over', text: 'at the head again' })
    await chain.notice({ ...lag, incident: '2', step: 'begun' })
    expect(await notified(chain)).toEqual([
      ['grave', 'lag', 'begun', lag.text],
      ['grave', 'lag', 'over', 'at the head again'],
      ['grave', 'lag', 'begun', lag.text],
      ['late', 'lag', 'begun', lag.text],
    ])
    const [first] = await chain.events()
    expect(first?.content).toEqual({
      alert: { id: first?.alert_id, name: 'grave', type: 'MONITOR' },
      transaction: { chainId: CHAIN },
      notice: { kind: 'lag', step: 'begun', text: lag.text, details: [], command: lag.command },
    })
  })
})

describe('poisoning', () => {
  const poison = (transaction: number, other = LOOKALIKE) => ({
    transaction,
    kind: 'poison' as const,
    details: { other },
  })

  test('is reported together a day after the first, once, with samples', async ({ chain }) => {
    await chain.alert('watch')
    await chain.alert('grave', { kinds: ['allowance-spent'] })
    await chain.monitor()
    for (let block = 0; block < 30; block++) await chain.apply(poison(block), poison(100 + block))
    // A reorg does not count it again.
    await chain.undo(1)
    await chain.apply(poison(29), poison(129))
    await chain.settle(23 * 3_600_000)
    expect(await notified(chain)).toEqual([])
    await chain.settle(3_600_000)
    await chain.settle(3_600_000)
    const events = await notified(chain)
    expect(events).toEqual([['watch', 'digest', '', expect.stringMatching(/^60 poisoning transfers in the history/)]])
    const [{ content }] = (await chain.events()) as [Awaited<ReturnType<typeof chain.events>>[number]]
    expect(content.notice?.details).toEqual([
      expect.stringMatching(/^treasury \(0x7E57…007A\): 60, such as 0x0/),
      'Do not copy addresses from the history: compare all digits',
    ])
    expect(await chain.service.store.read.selectFrom('digests').selectAll().execute()).toEqual([])
  })

  test('that imitates an address that was paid lately is reported at once, once a day, to all alerts of the chain', async ({
    chain,
  }) => {
    await chain.alert('watch')
    await chain.alert('grave', { kinds: ['allowance-spent'], minUsd: 1000, fromScore: 90, confirmations: 5 })
    await chain.alert('other chain', { chainIds: [1] })
    await chain.monitor()
    const known = { chain_id: CHAIN, owner: TREASURY, counterparty: GENUINE, ends: endsNumber(GENUINE) }
    const row = {
      ...known,
      first_seen: chain.now,
      last_seen: chain.now,
      count: 1,
      had_value: 1 as const,
      standing: 2 as const,
    }
    await chain.service.store.write((db) => db.insertInto('counterparties').values(row).execute())
    await chain.apply(poison(1))
    await chain.apply(poison(2), poison(3, `0xabc${'3'.repeat(34)}def`), poison(4, `0xeee${'3'.repeat(34)}eee`))
    const events = await chain.events()
    expect(events.map(({ kind, alert_name }) => `${alert_name} ${kind}`)).toEqual([
      'watch lookalike',
      'grave lookalike',
    ])
    expect(events[0]?.content.notice?.text).toBe(
      'a lookalike of an address that 0x7e57…007a pays is in its history'.replace(
        '0x7e57…007a',
        'treasury (0x7e57…007a)',
      ),
    )
    await chain.settle(86_400_000)
    await chain.apply(poison(5, `0xabc${'5'.repeat(34)}def`))
    expect(await chain.events()).toHaveLength(2 + 2 + 1)
    // A payment to it long ago is nothing that anybody copies.
    await chain.service.store.write((db) => db.updateTable('counterparties').set({ last_seen: 1 }).execute())
    await chain.settle(86_400_000)
    const before = (await chain.events()).filter(({ kind }) => kind === 'lookalike')
    await chain.apply(poison(6, `0xabc${'4'.repeat(34)}def`))
    expect((await chain.events()).filter(({ kind }) => kind === 'lookalike')).toEqual(before)
  })
})

describe('values', () => {
  const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
  const paid = (transaction: number, amount: string, token = USDC) => ({
    transaction,
    kind: 'sent' as const,
    details: { moves: [{ token, amount, direction: 'out' as const, other: GENUINE }] },
  })

  test('below the lowest value of an alert are not reported; unknown ones are, and say so; nothing is not unknown', async ({
    chain,
  }) => {
    await chain.alert('large', { minUsd: 1000 })
    await chain.monitor()
    await chain.service.store.write(async (db) => {
      const price = { chain_id: CHAIN, token: USDC, decimals: 6, usd: '1', as_of: 1, generation: 1 }
      await db.insertInto('prices').values(price).execute()
      const counts = { rows_read: 1, rows_kept: 1, rows_rejected: 0, rejections: '[]', invalid: '[]', entries: 0 }
      const none = { max_age_ms: null, chain_ids: null, url: null, etag: null, last_modified: null }
      const times = { imported_at: 1, as_of: 1 }
      await db
        .insertInto('intel_sources')
        .values({ name: 'prices', format: 'prices', generation: 1, ...counts, ...times, ...none })
        .execute()
    })
    await chain.apply(paid(1, '999000000'), paid(2, '1000000000'), paid(3, '5', `0x${'4'.repeat(40)}`), {
      transaction: 4,
      kind: 'operator',
    })
    const sent = (transaction: number, details: object) => ({ transaction, kind: 'sent' as const, details })
    await chain.apply(
      sent(5, { other: USDC }),
      sent(6, { other: USDC, failed: true }),
      sent(7, { notes: [{ code: 'submitted-by', submitter: GENUINE }] }),
      sent(8, { other: TREASURY }),
      // A note decides by its code.
      sent(9, { notes: [{ code: 'more-changes', count: 2 }] }),
    )
    const events = await chain.events()
    expect(events.map(({ content }) => Number(content.transaction.transactionId))).toEqual([2, 3, 4, 7, 8])
    expect(events.map(({ content }) => content.activities?.[0]?.usd)).toEqual([
      1000,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(events[0]?.content.activities?.[0]?.moves).toMatchObject([{ symbol: 'USDC', decimals: 6, verified: true }])
  })
})
