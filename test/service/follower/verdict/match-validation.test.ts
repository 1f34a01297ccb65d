import { describe, expect } from 'vitest'
import type { Output } from '../../../../src/api/operations/operations.ts'
import { executionIn } from '../../../../src/service/evm/executions.ts'
import { topicOf } from '../../../../src/service/evm/words.ts'
import { prepareHistory } from '../../../../src/service/follower/verdict/followed-history.ts'
import type { Service } from '../../../../src/service/index.ts'
import { createReads } from '../../../../src/service/records/reads/reads.ts'
import { saveSafeItem } from '../../../../src/service/store/repositories/safe-items.ts'
import { transactionsBetween } from '../../../../src/service/store/repositories/transactions.ts'
import { openForTest, test } from '../../../support/open-service.ts'
import { ask, send, validate } from '../../../support/requests.ts'
import { safe, wrapInMultiSend, wrapInSafe } from '../../risk/wrapping.ts'
import {
  attacker,
  callData,
  fakeCoin,
  follow,
  followed,
  hashOf,
  NOW,
  payee,
  payment,
  treasury,
  usdc,
} from './followed.ts'

const HASH = `0x${'5a'.repeat(32)}`
const DATA = callData.transfer(payee, 5_000_000n)
const pay = { from: treasury, to: usdc, data: DATA }
const DAY = 24 * 3600_000

const stored = (service: Service, id: string) =>
  send<Output<'getTransaction'>>(service, 'GET', `/ext/v1/transactions/${id}`)
const contacts = ({ store }: Service) =>
  store.read.selectFrom('counterparties').select(['counterparty', 'count', 'had_value', 'standing']).execute()
const edges = async ({ store }: Service) =>
  (await store.read.selectFrom('graph_edges').select('count').execute()).map(({ count }) => count)

const otherStart = (address: string) => `0xffff${address.slice(6)}`

async function validatedAs(service: Service, what: Parameters<typeof follow>[1]): Promise<string | null> {
  return (await follow(service, what)).row.validated_as
}

describe('a validation stands for a transaction', () => {
  test.each<[string, object, Parameters<typeof payment>[0]]>([
    ['with the same sender, target, value and data', pay, {}],
    ['with the same account nonce', { ...pay, nonce: '0x7' }, { nonce: 7 }],
    [
      'with the same delegations',
      { ...pay, authorizations: [{ chainId: '1', address: attacker, nonce: '8' }] },
      { authorizations: [{ authority: treasury, delegate: attacker, nonce: 8n }] },
    ],
    ['of a contract creation', { ...pay, to: '', data: '0x6000' }, { to: undefined, data: '0x6000' }],
  ])('%s', async (_, request, transaction) => {
    const service = await openForTest()
    const { svcTxId } = await validate(service, request)
    expect(await validatedAs(service, payment(transaction))).toBe(svcTxId)
  })

  test.each<[string, object, Parameters<typeof payment>[0]]>([
    ['another value', pay, { value: 1n }],
    ['other data', pay, { data: callData.transfer(attacker, 5_000_000n) }],
    ['another target', pay, { to: attacker }],
    ['another sender', pay, { from: attacker }],
    ['another account nonce', { ...pay, nonce: '8' }, { nonce: 7 }],
    [
      'a delegation that was not validated',
      pay,
      { authorizations: [{ authority: treasury, delegate: attacker, nonce: 0n }] },
    ],
    ['more bytes at the end', pay, { data: `${DATA}00` }],
    ['another value of the same first digits', { ...pay, value: '12345678' }, { value: 12345679n }],
    ['another target of the same last digits', pay, { to: otherStart(usdc) }],
    ['another sender of the same last digits', pay, { from: otherStart(treasury) }],
  ])('not with %s', async (_, request, transaction) => {
    const service = await openForTest()
    await validate(service, request)
    expect(await validatedAs(service, payment(transaction))).toBeNull()
  })

  test('of a week before the block at most, and not of afterwards', async ({ service }) => {
    await validate(service, pay)
    const at = (ms: number, hash: string) => {
      const what = payment({ hash })
      return { ...what, header: { ...what.header, timestamp: Math.floor((NOW + ms) / 1000) } }
    }
    expect(await validatedAs(service, at(7 * DAY + 60_000, hashOf(11)))).toBeNull()
    expect(await validatedAs(service, at(-120_000, hashOf(12)))).toBeNull()
    expect(await validatedAs(service, at(6 * DAY, hashOf(13)))).not.toBeNull()
  })

  test('once: two payments of a block need two', async ({ service }) => {
    const one = await validate(service, pay)
    const two = await validate(service, pay)
    const ids: (string | null)[] = []
    for (const number of [1, 2, 3]) ids.push(await validatedAs(service, payment({ hash: hashOf(number) })))
    expect(ids).toEqual([two.svcTxId, one.svcTxId, null])
  })

  test('that was reported with its hash, whatever it says', async ({ service }) => {
    const { svcTxId } = await validate(service, { ...pay, value: '5' })
    await send(service, 'PUT', `/api/v2/transaction/${svcTxId}`, { transactionId: hashOf(1) })
    expect(await validatedAs(service, payment())).toBe(svcTxId)
  })
})

describe('a signed payload', () => {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const open = `0x12345678${word(5n)}${word(64n)}`
  const empty = `${open}${word(0n)}`

  test('in its slot is what makes the call data differ; another one is not', async ({ service }) => {
    const transaction = { from: treasury, to: attacker, data: empty }
    const { svcTxId, payload } = await validate<{ svcTxId: string; payload: string }>(
      ...([service, transaction, {}, { signTransaction: true }] as const),
    )
    expect(payload).toHaveLength(2 + 2 * 192)
    const sent = (bytes: string) => `${open}${word(192n)}${bytes}`
    const filled = (bytes: string, hash: string) =>
      followed(
        {
          from: treasury,
          to: attacker,
          hash,
          data: sent(bytes),
        },
        [{ address: treasury, kind: 'sent', details: {} }],
      )
    expect(await validatedAs(service, filled('ab'.repeat(192), hashOf(1)))).toBeNull()
    expect(await validatedAs(service, filled(payload.slice(2), hashOf(2)))).toBe(svcTxId)
  })

  test.each([
    ['no', null],
    ['yes', 'validated'],
  ])('that was issued with a slot "%s" is in what looks like one, or not', async (mode, expected) => {
    const service = await openForTest()
    const transaction = { from: treasury, to: attacker, data: empty }
    const { svcTxId, payload } = await validate<{ svcTxId: string; payload: string }>(
      ...([service, transaction, { 'x-txwarden-payload-slot': mode }, { signTransaction: true }] as const),
    )
    const data = `${open}${word(192n)}${payload.slice(2)}`
    const sent = followed({ from: treasury, to: attacker, data }, [{ address: treasury, kind: 'sent', details: {} }])
    expect(await validatedAs(service, sent)).toBe(expected && svcTxId)
  })
})

describe('the call of a Safe', () => {
  const inner = { from: safe, to: usdc, data: DATA }
  const executed = (data: string) =>
    followed({ from: attacker, to: safe, data }, [{ address: safe, kind: 'sent', details: {} }])

  test('was validated as the item of the queue whose hash its event has', async ({ service }) => {
    const { svcTxId } = await validate(service, { ...inner, to: payee })
    const nothing = { claimed_hash: null, nonce: '0', content: null, proposer: null, submitted_at: null }
    const item = {
      id: 'i',
      safe_id: 's',
      kind: 'transaction',
      safe_tx_hash: HASH,
      svc_tx_id: svcTxId ?? null,
    } as const
    const checked = {
      verdict: null,
      effect_digest: null,
      checked_at: null,
      evidence_revision: null,
      transaction_id: null,
    }
    const times = { first_seen_at: NOW, updated_at: NOW }
    await service.store.write((db) =>
      saveSafeItem(db, {
        ...item,
        ...nothing,
        ...checked,
        ...times,
        confirmations: '[]',
        state: 'executable',
        round: 0,
      }),
    )
    const executed = (emitter: string, topics: readonly string[], data: string) =>
      followed(
        { from: attacker, to: safe, data: wrapInSafe(usdc, 0n, DATA) },
        [{ address: safe, kind: 'sent', details: {} }],
        { logs: [{ address: emitter, topics: [topicOf('ExecutionSuccess(bytes32,uint256)'), ...topics], data }] },
      )
    const none = '0'.repeat(64)
    // Another contract can emit any hash.
    expect(await validatedAs(service, executed(attacker, [], `${HASH}${none}`))).toBeNull()
    // An event without a hash, and the same Safe on another chain.
    expect(await validatedAs(service, executed(safe, [], '0x'))).toBeNull()
    const elsewhere = executed(safe, [], `${HASH}${none}`)
    expect(await validatedAs(service, { ...elsewhere, chainId: '10' })).toBeNull()
    expect(await validatedAs(service, executed(safe, [], `${HASH}${none}`))).toBe(svcTxId)
    // Since 1.4.1 the hash is a topic.
    expect(
      executionIn({ address: safe, topics: [topicOf('ExecutionSuccess(bytes32,uint256)'), HASH], data: '0x' }),
    ).toEqual({ kind: 'safe', account: safe, subject: HASH, succeeded: true })
  })

  test('was validated as what the Safe does', async ({ service }) => {
    const { svcTxId } = await validate(service, inner)
    expect(await validatedAs(service, executed(wrapInSafe(usdc, 0n, DATA)))).toBe(svcTxId)
  })

  test('was validated with a nonce of an account, which its call does not show', async ({ service }) => {
    const { svcTxId } = await validate(service, { ...inner, nonce: '5' })
    expect(await validatedAs(service, executed(wrapInSafe(usdc, 0n, DATA)))).toBe(svcTxId)
  })

  test('one of several does not stand for all', async ({ service }) => {
    await validate(service, inner)
    const both = wrapInMultiSend({ to: usdc, data: DATA }, { to: usdc, data: callData.transfer(attacker, 9n) })
    const multiSend = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
    expect(await validatedAs(service, executed(wrapInSafe(multiSend, 0n, both, 1)))).toBeNull()
    expect(await validatedAs(service, executed(wrapInSafe(usdc, 1n, DATA)))).toBeNull()
  })
})

describe('what a block has is stored', () => {
  test('once, also when a reorg moves it to another block', async ({ service }) => {
    const { svcTxId = '' } = await validate(service, pay)
    const first = await follow(service, payment())
    const same = await follow(service, payment())
    const again = await follow(service, payment({}, { number: 101, branch: 1 }))
    expect([same.row.id, again.row.id]).toEqual([first.row.id, first.row.id])
    expect(again.row).toMatchObject({ block_number: '101', created_at: first.row.created_at, validated_as: svcTxId })
    const seen = await stored(service, first.row.id)
    expect(seen).toMatchObject({
      origin: 'chain',
      validatedAs: svcTxId,
      blockNumber: '101',
      transactionId: hashOf(1),
    })
    expect(seen.blockHash).toBe(again.row.block_hash)
    expect(seen.reports.map(({ blockNumber }) => blockNumber)).toEqual(['100', '101'])
    // So has its validation.
    const { blockNumber, reports, origin } = await stored(service, svcTxId)
    expect([blockNumber, reports.length, origin]).toEqual(['101', 2, undefined])
    expect(await edges(service)).toEqual([1])
    expect(await contacts(service)).toEqual([{ counterparty: payee, count: 1, had_value: 1, standing: 2 }])
  })

  test('with another verdict, when it does something else there', async ({ service }) => {
    await follow(service, payment())
    const failed = await follow(service, payment({}, { number: 101, branch: 1, succeeded: false }))
    expect((await stored(service, failed.row.id)).result.simulation).toMatchObject({ status: 'reverted' })
  })

  test('and nothing else can be reported about it', async ({ service }) => {
    const { row } = await follow(service, payment())
    const path = `/api/v2/transaction/${row.id}`
    expect((await ask(service, 'PUT', path, { transactionId: hashOf(1) })).status).toBe(200)
    expect((await ask(service, 'PUT', path, { transactionId: hashOf(9) })).status).toBe(409)
  })

  test('and a validation that was reported as something else keeps that', async ({ service }) => {
    const { svcTxId = '' } = await validate(service, { ...pay, nonce: '7' })
    await send(service, 'PUT', `/api/v2/transaction/${svcTxId}`, { transactionId: hashOf(9) })
    expect(await validatedAs(service, payment({ nonce: 7 }))).toBe(svcTxId)
    expect((await stored(service, svcTxId)).transactionId).toBe(hashOf(9))
  })
})

describe('history', () => {
  const known = async (service: Service) => (await validate(service, { ...pay, value: '0' })).combinedScore
  const coverage = async (service: Service) => (await validate(service, pay)).coverage

  test('what was only seen vouches for nobody', async ({ service }) => {
    await follow(service, payment())
    expect(await known(service)).toBe(0)
    expect(await coverage(service)).toBe('none')
    expect(await contacts(service)).toMatchObject([{ counterparty: payee, had_value: 1, standing: 2 }])
    expect(await edges(service)).toEqual([1])
  })

  test('what was validated and seen vouches for whom it paid', async ({ service }) => {
    await validate(service, pay)
    await follow(service, payment())
    expect(await coverage(service)).toBe('full')
    expect(await contacts(service)).toMatchObject([{ counterparty: payee, had_value: 1, standing: 2 }])
  })

  test('unless it failed', async ({ service }) => {
    await validate(service, pay)
    await follow(service, payment({}, { succeeded: false }))
    expect([await contacts(service), await edges(service)]).toEqual([[], []])
  })

  describe('a token on no list', () => {
    const moves = [{ token: fakeCoin, amount: '5', direction: 'out', other: payee }] as const
    const paid = callData.transfer(payee, 5n)
    const item = (token: string) => callData.transferFrom(treasury, payee, 5n).replace('0x23b872dd', token)

    test.each([
      ['transfer', { from: treasury, to: fakeCoin, data: paid }],
      ['transferFrom of its own', { from: treasury, to: fakeCoin, data: item('0x23b872dd') }],
      ['safeTransferFrom of an item', { from: treasury, to: fakeCoin, data: item('0x42842e0e') }],
    ])('pays whom the owner names in its own call: %s', async (_, transaction) => {
      const service = await openForTest()
      await follow(service, followed(transaction, [{ address: treasury, kind: 'sent', details: { moves } }]))
      expect(await contacts(service)).toMatchObject([{ counterparty: payee, had_value: 1, standing: 2 }])
      expect(await edges(service)).toEqual([])
    })

    test('also by a Safe of the owner', async ({ service }) => {
      const transaction = { from: attacker, to: safe, data: wrapInSafe(fakeCoin, 0n, paid) }
      await follow(service, followed(transaction, [{ address: safe, kind: 'sent', details: { moves } }]))
      expect(await contacts(service)).toMatchObject([{ counterparty: payee, had_value: 1, standing: 2 }])
    })

    test.each([
      ['another call of the token', { from: treasury, to: fakeCoin, data: '0x4e71d92d' }, 'sent'],
      ['a call of another contract', { from: treasury, to: attacker, data: paid }, 'sent'],
      ['a payment to another address', { from: treasury, to: fakeCoin, data: callData.transfer(attacker, 5n) }, 'sent'],
      ['a transaction of another sender', { from: attacker, to: fakeCoin, data: paid }, 'allowance-spent'],
    ] as const)('near miss: an event of %s', async (_, transaction, kind) => {
      const service = await openForTest()
      await follow(service, followed(transaction, [{ address: treasury, kind, details: { moves } }]))
      expect(await contacts(service)).toMatchObject([{ counterparty: payee, had_value: 0 }])
    })
  })

  test('who pays is a contact without value, and dust is no edge', async ({ service }) => {
    const bait = { token: usdc, amount: '0', direction: 'out', other: attacker } as const
    const income = { token: 'native', amount: '1000', direction: 'in', other: payee } as const
    await follow(
      service,
      followed({ from: attacker, to: usdc }, [
        { address: treasury, kind: 'poison', details: { other: attacker, moves: [bait] } },
        { address: treasury, kind: 'received', details: { other: payee, moves: [income] } },
      ]),
    )
    expect(await contacts(service)).toMatchObject([{ counterparty: payee, had_value: 0, standing: 2 }])
    expect(await edges(service)).toEqual([])
  })
})

test.each([
  ['less', 900_000n, 0],
  ['more', 1_100_000n, 1],
])('native currency that arrives and is worth %s than a dollar, by its price', async (_, gwei, count) => {
  const income = { token: 'native', amount: String(gwei * 10n ** 9n), direction: 'in', other: payee } as const
  const received = { address: treasury, kind: 'received', details: { other: payee, moves: [income] } } as const
  const priceOf = (token: string) => (token === 'native' ? { decimals: 18, usd: '1000' } : undefined)
  const { store } = await openForTest()
  const reads = createReads(store.read)
  const history = await prepareHistory(followed({ from: payee, to: treasury }, [received]), [], priceOf, reads)
  expect(history.edges).toHaveLength(count)
})

test('lists have both origins, or one; alerts of a product are replayed against validations only', async ({
  service,
}) => {
  await validate(service, pay)
  const { row } = await follow(service, payment({ hash: hashOf(5), value: 3n }))
  const { content } = await send(service, 'GET', '/ext/v1/transactions')
  expect(content).toHaveLength(2)
  const filtered = async (origin: string) =>
    (await send(service, 'GET', `/ext/v1/transactions?origin=${origin}`)).content as { svcTxId: string }[]
  expect(await filtered('chain')).toMatchObject([{ origin: 'chain', validatedAs: null }])
  const [validation, ...others] = await filtered('validation')
  expect([others.length, validation]).toEqual([0, expect.not.objectContaining({ origin: 'chain' })])
  const range = { since: 0, until: undefined, before: undefined }
  const replayed = async (isReported: boolean) =>
    (await transactionsBetween(service.store.read, { ...range, isReported }, 9)).map(({ id }) => id)
  expect(await replayed(false)).toEqual([validation?.svcTxId])
  expect(await replayed(true)).toEqual([row.id])
})
