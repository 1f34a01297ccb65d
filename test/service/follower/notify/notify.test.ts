import { test as base, describe, expect } from 'vitest'
import { activeAlerts } from '../../../../src/service/store/repositories/alerts.ts'
import { ask } from '../../../support/requests.ts'
import { CHAIN, DRAINER, hashOf, NotifiedChain, TREASURY } from './notified-chain.ts'

const test = base.extend('chain', () => watched())

const TOKEN = `0x${'7'.repeat(40)}`
const sent = { transaction: 1, kind: 'sent' } as const
const steps = async (chain: NotifiedChain) => (await chain.notified()).map(({ alert, step }) => `${alert}: ${step}`)

/** A chain with an alert for everything, and the monitored treasury. */
async function watched(filter: object = {}): Promise<NotifiedChain> {
  const chain = await NotifiedChain.open()
  await chain.alert('watch', filter)
  await chain.monitor()
  return chain
}

describe('a transaction in a block', () => {
  test('is reported once, however often it is applied', async ({ chain }) => {
    await chain.apply(sent)
    await chain.undo(1)
    await chain.apply()
    await chain.apply(sent)
    for (let block = 0; block < 8; block++) await chain.apply()
    expect(await chain.notified()).toEqual([
      { alert: 'watch', transaction: hashOf(1), step: 'included', kind: 'sent', confirmations: 0, block: '101' },
    ])
  })

  test('has one message that names the gravest of its kinds', async ({ chain }) => {
    await chain.apply(
      { transaction: 1, kind: 'received' },
      { transaction: 1, kind: 'allowance-spent', details: { other: DRAINER } },
      { transaction: 1, kind: 'poison' },
      { transaction: 2, kind: 'received' },
    )
    const [first, second, ...more] = await chain.events()
    expect(first?.content).toMatchObject({ kind: 'allowance-spent', kinds: ['allowance-spent', 'received'] })
    expect([second?.kind, more]).toEqual(['received', []])
  })

  test('is named by the revocation that it makes, unless it moves something or another kind is graver', async ({
    chain,
  }) => {
    const revoked = { kind: 'allowance-revoked', details: { other: DRAINER, token: TOKEN, amount: '0' } } as const
    const paid = { moves: [{ token: '', amount: '5', direction: 'out', other: DRAINER }] } as const
    await chain.apply({ transaction: 1, kind: 'sent', details: { other: TOKEN } }, { transaction: 1, ...revoked })
    await chain.apply({ transaction: 2, kind: 'sent', details: paid }, { transaction: 2, ...revoked })
    await chain.apply(
      { transaction: 3, kind: 'sent', details: {} },
      { transaction: 3, ...revoked },
      { transaction: 3, kind: 'allowance-granted', details: { other: DRAINER, token: TOKEN, amount: '7' } },
    )
    await chain.apply({ transaction: 4, kind: 'sent', details: { other: DRAINER } })
    // An audit reads the same again: no news.
    await chain.find({ transaction: 4, kind: 'sent', details: { other: DRAINER } })
    expect((await chain.events()).map(({ content: { kind, kinds } }) => ({ kind, kinds }))).toEqual([
      { kind: 'allowance-revoked', kinds: ['allowance-revoked', 'sent'] },
      { kind: 'sent', kinds: ['sent', 'allowance-revoked'] },
      { kind: 'allowance-granted', kinds: ['allowance-granted', 'allowance-revoked', 'sent'] },
      { kind: 'sent', kinds: ['sent'] },
    ])
  })

  test('is reported by the kinds of the alert and of the monitored address', async () => {
    const chain = await NotifiedChain.open()
    await chain.alert('spent', { kinds: ['allowance-spent'] })
    await chain.alert('all')
    await chain.monitor()
    await chain.service.store.write((db) =>
      db
        .updateTable('monitored_addresses')
        .set({ kinds: JSON.stringify(['allowance-spent', 'sent']) })
        .execute(),
    )
    await chain.apply(
      { transaction: 1, kind: 'received' },
      { transaction: 2, kind: 'sent' },
      { transaction: 3, kind: 'allowance-spent' },
    )
    const notified = await chain.notified()
    expect(notified.map(({ alert, transaction }) => `${alert} ${Number(transaction)}`).sort()).toEqual([
      'all 2',
      'all 3',
      'spent 3',
    ])
  })

  test('that was reported is not reported again because it is seen, nor the other way round', async ({ chain }) => {
    const transaction = { chainId: CHAIN, from: TREASURY, to: `0x${'5'.repeat(40)}` }
    const validate = async () =>
      (await ask(chain.service, 'POST', '/api/v2/transaction/validate', { transaction, trackNonce: false })).body
        .svcTxId
    const report = (id: string, transactionId: string) =>
      ask(chain.service, 'PUT', `/api/v2/transaction/${id}`, { transactionId })
    await report(await validate(), hashOf(1))
    await chain.apply({ transaction: 1, kind: 'received' })
    await chain.apply({ transaction: 2, kind: 'sent' })
    await report(await validate(), hashOf(2))
    const notified = await chain.notified()
    expect(notified.map((each) => each.transaction).sort()).toEqual([hashOf(1), hashOf(2)])
    expect(notified.find((each) => each.transaction === hashOf(1))).toMatchObject({ kind: 'sent', confirmations: null })
    // The validation is known: it says what a message about a seen one says.
    const [reported] = (await chain.events()).filter(({ content }) => content.transaction.transactionId === hashOf(1))
    const { validatedAs, validation, result } = reported?.content ?? {}
    expect(validatedAs).not.toBeNull()
    expect(validation).toEqual({ verdict: result?.verdict, combinedScore: result?.combinedScore })
  })

  test('of a disabled monitor is not reported', async ({ chain }) => {
    await chain.service.store.write((db) => db.updateTable('monitored_addresses').set({ enabled: 0 }).execute())
    await chain.apply(sent)
    expect(await chain.notified()).toEqual([])
  })
})

describe('what belongs to no transaction', () => {
  test('is reported for each address, whatever verdict the alert wants', async () => {
    const chain = await watched({ fromScore: 90, categories: ['fraud'] })
    await chain.monitor(DRAINER.toLowerCase(), 'second')
    await chain.apply(
      {
        transaction: undefined,
        kind: 'unexplained-balance',
        details: { notes: [{ code: 'balance-unexplained', hasTrace: true }] },
      },
      { transaction: undefined, kind: 'nonce-jumped' },
      { transaction: undefined, kind: 'withdrawal', address: DRAINER.toLowerCase() },
    )
    const events = await chain.events()
    expect(events.map(({ kind, svc_tx_id }) => [kind, svc_tx_id])).toEqual([
      ['unexplained-balance', null],
      ['withdrawal', null],
    ])
    expect(events[0]?.content).toMatchObject({
      transaction: { chainId: CHAIN, blockNumber: '101' },
      kinds: ['unexplained-balance', 'nonce-jumped'],
      blockHash: expect.stringMatching(/^0x/),
    })
    expect(events[0]?.content.result).toBeUndefined()
  })
})

describe('a transaction that a reorg removes', () => {
  test('is retracted once, 6 blocks above the former tip, and notified when it is included again', async ({
    chain,
  }) => {
    await chain.apply(sent)
    await chain.undo(1)
    for (let block = 0; block < 6; block++) await chain.apply()
    expect(await steps(chain)).toEqual(['watch: included'])
    await chain.apply()
    expect(await chain.notified()).toMatchObject([
      { step: 'included' },
      { step: 'retracted', transaction: hashOf(1), block: '101', confirmations: 0, kind: 'sent' },
    ])
    await chain.apply(sent)
    await chain.apply()
    await chain.undo(2)
    for (let block = 0; block < 20; block++) await chain.apply()
    await chain.apply(sent)
    expect(await steps(chain)).toEqual([
      'watch: included',
      'watch: retracted',
      'watch: included-again',
      'watch: retracted',
      'watch: included-again',
    ])
  })

  test('is reported again when it does something graver in its new block, to those who want that, once', async ({
    chain,
  }) => {
    await chain.alert('small', { kinds: ['received'] })
    const received = { transaction: 1, kind: 'received' } as const
    await chain.apply(received)
    await chain.undo(1)
    await chain.apply(received, { transaction: 1, kind: 'allowance-spent' })
    await chain.undo(1)
    await chain.apply(received, { transaction: 1, kind: 'allowance-spent' })
    await chain.undo(1)
    await chain.apply(received)
    const notified = await chain.notified()
    expect(notified.map(({ alert, step, kind }) => `${alert}: ${step} ${kind}`).sort()).toEqual([
      'small: included received',
      'watch: included received',
      'watch: included-again allowance-spent',
    ])
  })

  test('is reported again when an audit finds something graver in its block, or another monitored address, once', async ({
    chain,
  }) => {
    const received = { transaction: 1, kind: 'received' } as const
    const theft = { transaction: 1, kind: 'sent' } as const
    const other = { transaction: 1, kind: 'received', address: DRAINER } as const
    await chain.monitor(DRAINER, 'purse')
    await chain.apply(received)
    await chain.find(theft)
    await chain.find(other)
    await chain.find(theft)
    await chain.undo(1)
    await chain.apply(received)
    await chain.find(theft, other)
    const notified = await chain.notified()
    expect(notified.map(({ step, kind }) => `${step} ${kind}`)).toEqual([
      'included received',
      'included sent',
      'included received',
    ])
  })

  test('is reported again when an audit finds what a retracted message said: that does not hold any more', async ({
    chain,
  }) => {
    const received = { transaction: 1, kind: 'received' } as const
    const theft = { transaction: 1, kind: 'allowance-spent' } as const
    await chain.apply(received, theft)
    await chain.undo(1)
    for (let block = 0; block < 7; block++) await chain.apply()
    await chain.apply(received)
    await chain.find(theft)
    expect((await chain.notified()).map(({ step, kind }) => `${step} ${kind}`)).toEqual([
      'included allowance-spent',
      'retracted allowance-spent',
      'included-again received',
      'included allowance-spent',
    ])
  })

  describe('and that touches several monitored addresses', () => {
    const THIRD = `0x${'3'.repeat(40)}`
    const to = (address: string) => ({ transaction: 1, kind: 'received', address }) as const
    const named = async (chain: NotifiedChain) =>
      (await chain.events()).map(({ step, content: { more = false, monitored = [], activities = [] } }) => {
        const addresses = monitored.map(({ address }) => address.toLowerCase())
        expect(new Set(activities.map(({ address }) => address.toLowerCase()))).toEqual(new Set(addresses))
        return [step, more, addresses.sort()]
      })
    const watchedAll = async () => {
      const chain = await watched()
      await chain.monitor(DRAINER, 'purse')
      await chain.monitor(THIRD, 'third')
      return chain
    }

    test('names each of them once, in one message or in further ones, and retracts all', async () => {
      const chain = await watchedAll()
      await chain.apply(to(TREASURY), to(DRAINER))
      await chain.find(to(THIRD))
      await chain.find(to(THIRD), to(DRAINER), to(TREASURY))
      await chain.undo(1)
      for (let block = 0; block < 8; block++) await chain.apply()
      await chain.apply(to(DRAINER))
      await chain.find(to(TREASURY), to(THIRD))
      expect(await named(chain)).toEqual([
        ['included', false, [TREASURY, DRAINER].sort()],
        ['included', true, [THIRD]],
        ['retracted', false, [TREASURY, DRAINER, THIRD].sort()],
        ['included-again', false, [DRAINER]],
        ['included', true, [TREASURY, THIRD].sort()],
      ])
    })

    test('says a graver kind of one although another one has a graver kind still', async () => {
      const chain = await watchedAll()
      await chain.apply({ transaction: 1, kind: 'allowance-spent' }, to(DRAINER))
      await chain.find({ transaction: 1, kind: 'sent', address: DRAINER })
      expect((await chain.notified()).map(({ kind }) => kind)).toEqual(['allowance-spent', 'sent'])
      expect((await named(chain))[1]).toEqual(['included', true, [DRAINER]])
    })

    test('names those that a report of it does not name', async () => {
      const chain = await watchedAll()
      const transaction = { chainId: CHAIN, from: TREASURY, to: `0x${'5'.repeat(40)}` }
      const validated = await ask(chain.service, 'POST', '/api/v2/transaction/validate', {
        transaction,
        trackNonce: false,
      })
      await ask(chain.service, 'PUT', `/api/v2/transaction/${validated.body.svcTxId}`, { transactionId: hashOf(1) })
      await chain.apply({ transaction: 1, kind: 'sent' }, to(DRAINER))
      const named = (await chain.events()).map(({ content: { more, blockHash, monitored } }) => [
        monitored?.map(({ name }) => name),
        more,
        blockHash === null,
      ])
      expect(named.sort()).toEqual([
        [['purse'], true, false],
        [['treasury'], undefined, true],
      ])
    })
  })

  test('is retracted on a fast chain no sooner than 10 s after the reorg', async ({ chain }) => {
    chain.blockMs = 250
    await chain.apply(sent)
    await chain.undo(1)
    for (let block = 0; block < 39; block++) await chain.apply()
    await chain.apply(sent)
    await chain.undo(1)
    for (let block = 0; block < 39; block++) await chain.apply()
    expect(await steps(chain)).toEqual(['watch: included'])
    await chain.apply()
    expect(await steps(chain)).toEqual(['watch: included', 'watch: retracted'])
  })

  test('is retracted after a minute on a branch that is as long, and not before', async ({ chain }) => {
    await chain.apply(sent)
    await chain.apply()
    await chain.undo(2)
    await chain.apply()
    await chain.settle(3_600_000)
    expect(await steps(chain)).toEqual(['watch: included'])
    await chain.apply()
    expect(await steps(chain)).toEqual(['watch: included', 'watch: retracted'])
  })

  test('is not retracted while one of its events is in the chain', async ({ chain }) => {
    await chain.apply(sent, { transaction: 1, kind: 'received' })
    await chain.undo(1)
    await chain.apply({ transaction: 1, kind: 'received' })
    for (let block = 0; block < 10; block++) await chain.apply()
    expect(await steps(chain)).toEqual(['watch: included'])
    await chain.undo(13)
    for (let block = 0; block < 20; block++) await chain.apply()
    expect(await steps(chain)).toEqual(['watch: included', 'watch: retracted'])
  })

  test('is retracted only to alerts that were reported of it, with more deliveries than are planned at once', async () => {
    const chain = await NotifiedChain.open()
    const destinations = await chain.destinations(40)
    await chain.alert('first', {}, destinations)
    await chain.alert('second', {}, destinations)
    await chain.alert('other kinds', { kinds: ['received'] }, destinations)
    await chain.monitor()
    await chain.apply(sent)
    await chain.undo(1)
    for (let block = 0; block < 7; block++) await chain.apply()
    expect((await steps(chain)).sort()).toEqual([
      'first: included',
      'first: retracted',
      'second: included',
      'second: retracted',
    ])
    const deliveries = await chain.service.store.read.selectFrom('deliveries').select('id').execute()
    expect(deliveries).toHaveLength(2 * 2 * destinations.length)
  })
})

describe('an alert with confirmations', () => {
  test('is reported under so many blocks, and of a removed transaction before that not at all', async () => {
    const chain = await watched({ confirmations: 3 })
    await chain.apply(sent)
    await chain.apply({ transaction: 2, kind: 'received' })
    await chain.undo(1)
    for (let block = 0; block < 2; block++) await chain.apply()
    expect(await chain.notified()).toEqual([])
    for (let block = 0; block < 10; block++) await chain.apply()
    expect(await chain.notified()).toMatchObject([{ transaction: hashOf(1), step: 'included', confirmations: 3 }])
    await chain.undo(13)
    for (let block = 0; block < 20; block++) await chain.apply()
    await chain.settle(60_000)
    expect((await chain.notified())[1]).toMatchObject({ transaction: hashOf(1), step: 'retracted', confirmations: 3 })
  })

  test('misses nothing when a gap is caught up at once', async () => {
    const chain = await watched({ confirmations: 5 })
    await chain.apply({ transaction: 1, kind: 'sent' })
    await chain.apply({ transaction: 2, kind: 'sent' })
    await chain.skip(500)
    expect((await chain.notified()).map((each) => Number(each.transaction))).toEqual([1, 2])
  })

  test('can want what is final', async () => {
    const chain = await watched({ confirmations: 'finalized' })
    chain.finalized = 90
    await chain.apply(sent)
    for (let block = 0; block < 300; block++) await chain.apply()
    expect(await chain.notified()).toEqual([])
    await chain.settle(0, 100)
    expect(await chain.notified()).toEqual([])
    await chain.settle(0, 101)
    await chain.settle(0, 350)
    expect(await chain.notified()).toMatchObject([{ transaction: hashOf(1), confirmations: 300 }])
  })

  test('counts what is deep as final where the node does not say it', async () => {
    const chain = await watched({ confirmations: 'finalized' })
    await chain.apply(sent)
    for (let block = 0; block < 255; block++) await chain.apply()
    expect(await chain.notified()).toEqual([])
    await chain.apply()
    expect(await steps(chain)).toEqual(['watch: included'])
  })

  test.each([
    [12, 0],
    [12, 3],
    ['finalized', 0],
    ['finalized', 3],
    [3, 'finalized'],
  ])(
    'that wants %s, and %s from now on, misses nothing that was seen before and is reported nothing twice',
    async (before, after) => {
      const chain = await NotifiedChain.open()
      chain.finalized = 90
      const alertId = await chain.alert('watch', { confirmations: before })
      await chain.monitor()
      for (let transaction = 1; transaction <= 6; transaction++) await chain.apply({ transaction, kind: 'sent' })
      const body = { alertId, alertType: 'MONITOR', alertName: 'watch', isActive: true }
      const change = (confirmations: unknown) =>
        ask(chain.service, 'PUT', '/ext/v1/alert-configurations', { ...body, transactionFilter: { confirmations } })
      // Twice: what waits under the first condition is not forgotten.
      expect((await change(5)).status).toBe(200)
      expect((await change(after)).status).toBe(200)
      for (let transaction = 7; transaction <= 9; transaction++) await chain.apply({ transaction, kind: 'sent' })
      for (let block = 0; block < 30; block++) await chain.apply()
      await chain.settle(0, chain.tip)
      const notified = (await chain.notified()).map((each) => Number(each.transaction))
      expect(notified.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    },
  )

  test.each([
    [5, 0],
    [12, 3],
    ['finalized', 0],
    ['finalized', 3],
  ])(
    'that wants %s, and %s from now on, is reported of blocks that a step applies with the alerts of before',
    async (before, after) => {
      const chain = await NotifiedChain.open()
      // Of another server, whose clock is ahead.
      chain.now = Date.now() + 3_600_000
      chain.finalized = 90
      const alertId = await chain.alert('watch', { confirmations: before })
      await chain.monitor()
      chain.alerts = await activeAlerts(chain.service.store.read)
      await chain.apply({ transaction: 1, kind: 'sent' })
      const body = { alertId, alertType: 'MONITOR', alertName: 'watch', isActive: true }
      const transactionFilter = { confirmations: after }
      await ask(chain.service, 'PUT', '/ext/v1/alert-configurations', { ...body, transactionFilter })
      await chain.apply({ transaction: 2, kind: 'sent' })
      chain.alerts = undefined
      for (let block = 0; block < 30; block++) await chain.apply()
      expect((await chain.notified()).map((each) => Number(each.transaction))).toEqual([1, 2])
    },
  )
})
