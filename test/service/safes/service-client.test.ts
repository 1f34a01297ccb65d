import { test as base, describe, expect, onTestFinished } from 'vitest'
import { createBodyClient } from '../../../src/service/egress/body-client.ts'
import { NODE_POLICY } from '../../../src/service/egress/egress-policy.ts'
import { TransactionService } from '../../../src/service/safes/transaction-service/service-client.ts'
import { isHosted, parseServiceUrl } from '../../../src/service/safes/transaction-service/service-url.ts'
import { TestClock } from '../../support/deterministic.ts'
import { type SafeServiceStandIn, serviceRow, startSafeService } from '../../support/safe-service.ts'

const test = base.extend('started', () => started())

const SAFE = '0x7e570000000000000000000000000000000000a1'
const OTHER = '0x7e570000000000000000000000000000000000a2'
const OWNER = '0x7e570000000000000000000000000000000000B1'
const safe = { safe: SAFE }

async function started(key?: string) {
  const standIn = await startSafeService()
  const clock = new TestClock()
  const client = createBodyClient({ policy: NODE_POLICY, clock, peer: 'the transaction service' })
  onTestFinished(() => client.close())
  let spent = 0
  const meter = { spend: async () => void spent++, note: async () => undefined }
  const url = parseServiceUrl(standIn.url, '1').href
  const service = new TransactionService({ service: { url, ...(key && { key }) }, client, meter, clock })
  return { standIn, service, clock, spent: () => spent }
}

const rows = (count: number, from = 0n) =>
  Array.from({ length: count }, (_, index) => serviceRow(safe, { nonce: from + BigInt(index) }))

const hashesOf = (items: readonly { claimedHash: string }[]) => items.map(({ claimedHash }) => claimedHash).sort()
const sorted = (standIn: SafeServiceStandIn) => standIn.transactions.map(({ safeTxHash }) => safeTxHash).sort()

describe('the queue', () => {
  test('is what waits from a nonce on, with the ten fields, the signatures and the proposer', async () => {
    const { standIn, service, spent } = await started('k')
    standIn.key = 'k'
    const confirmations = [
      {
        owner: OWNER,
        submissionDate: '2026-11-27T08:00:00Z',
        transactionHash: null,
        signature: '0xAB',
        signatureType: 'EOA',
      },
      { owner: OTHER, signature: null },
      { owner: 'x', signature: '0x' },
    ]
    const fields = { nonce: 7n, value: 5n, data: '0xabcd', operation: 1, to: OTHER } as const
    standIn.transactions = [
      serviceRow(safe, { nonce: 6n }),
      serviceRow(safe, fields, { proposer: OWNER, confirmations, dataDecoded: { method: 'forged' }, unknown: 1 }),
      serviceRow(safe, { nonce: 8n }, { isExecuted: true }),
      serviceRow({ safe: OTHER }, { nonce: 7n }),
    ]
    const { items, unreadable } = await service.queue(SAFE, 7n)
    expect(unreadable).toBe(0)
    expect(items).toMatchObject([
      {
        claimedHash: standIn.transactions[1]?.safeTxHash,
        transaction: fields,
        nonce: 7n,
        fault: undefined,
        proposer: OWNER.toLowerCase(),
        submittedAt: Date.parse('2026-11-27T08:00:00.123Z'),
        confirmations: [
          { owner: OWNER.toLowerCase(), signature: '0xab' },
          { owner: OTHER, signature: null },
        ],
        executedBy: undefined,
      },
    ])
    expect(standIn.requests).toHaveLength(1)
    expect(spent()).toBe(1)
    expect(standIn.requests[0]?.query).toMatchObject({ executed: 'false', nonce__gte: '7', ordering: 'nonce' })
  })

  test('has all pages, each item once, in any order', async ({ started: { standIn, service } }) => {
    standIn.transactions = rows(230).reverse()
    expect(hashesOf((await service.queue(SAFE, 0n)).items)).toEqual(sorted(standIn))
    expect(standIn.requests).toHaveLength(3)
    standIn.transactions = [...standIn.transactions, ...standIn.transactions.slice(0, 20)]
    const { items } = await service.queue(SAFE, 0n)
    expect(hashesOf(items)).toEqual([...new Set(sorted(standIn))].sort())
  })

  test('is none when a page is missing, ends early, or the list changes meanwhile', async ({
    started: { standIn, service },
  }) => {
    standIn.transactions = rows(230)
    const refused = expect.objectContaining({ kind: 'unavailable', code: 'safe-service-unavailable' })
    const failing = async (instead: SafeServiceStandIn['instead']) => {
      standIn.requests.length = 0
      standIn.instead = instead
      await expect(service.queue(SAFE, 0n)).rejects.toEqual(refused)
    }
    for (const status of [500, 502, 422, 400]) await failing((_, number) => (number === 2 ? { status } : undefined))
    await failing((_, number) => (number === 3 ? { body: '[' } : undefined))
    await failing(() => ({ body: { count: 3, next: null, results: rows(2) } }))
    await failing(() => ({ body: { count: 101, next: null, results: rows(101) } }))
    await failing(() => ({ body: { count: 3, next: `${standIn.url}/x`, results: [] } }))
    await failing(() => ({ body: { count: 3, next: `${standIn.url}/x`, results: rows(1) } }))
    await failing(() => ({ status: 302, headers: { location: `${standIn.url}/api/v1/about/` } }))
    await failing((_, number) => {
      if (number === 2) standIn.transactions = standIn.transactions.slice(1)
      return undefined
    })
    // The list moves by one between two pages and keeps its length.
    await failing((_, number) => {
      if (number === 2) standIn.transactions = [...rows(1, 500n), ...standIn.transactions.slice(0, -1)]
      return undefined
    })
  })

  test('follows no link of the service', async ({ started: { standIn, service } }) => {
    const [first, second] = rows(2)
    standIn.instead = (_, number) => ({
      body:
        number === 1 ? { next: 'http://169.254.169.254/api/', results: [first] } : { next: null, results: [second] },
    })
    expect((await service.queue(SAFE, 0n)).items).toHaveLength(2)
    expect(standIn.requests.map(({ path }) => path)).toEqual(Array(2).fill(standIn.requests[0]?.path))
    expect(standIn.requests[1]?.query.offset).toBe('1')
  })

  test('keeps the rest beside an item that is too large or not legible', async ({ started: { standIn, service } }) => {
    const large = serviceRow(safe, { nonce: 1n }, { data: `0x${'ab'.repeat(5_000_000)}` })
    standIn.transactions = [
      ...rows(1),
      large,
      serviceRow(safe, { nonce: 2n }, { to: 'nowhere' }),
      serviceRow(safe, { nonce: 3n }, { safeTxHash: 'no hash' }),
      ...rows(1, 4n),
    ]
    const { items, unreadable } = await service.queue(SAFE, 0n)
    expect(items.map(({ nonce, fault }) => [nonce, fault])).toEqual([
      [0n, undefined],
      [1n, 'oversized'],
      [2n, 'unreadable'],
      [4n, undefined],
    ])
    expect(items[1]).toMatchObject({ claimedHash: large.safeTxHash, transaction: undefined })
    expect(unreadable).toBe(1)
  })

  test('counts an item that no answer has room for, and reads those around it one by one', async ({
    started: { standIn, service },
  }) => {
    const huge = serviceRow(safe, { nonce: 1n }, { origin: 'x'.repeat(33 * 1024 * 1024) })
    standIn.transactions = [...rows(1), huge, ...rows(2, 2n)]
    const { items, unreadable } = await service.queue(SAFE, 0n)
    expect(items.map(({ nonce }) => nonce)).toEqual([0n, 2n, 3n])
    expect(unreadable).toBe(1)
  })

  test('is given up after the first entry when no page fits, and at 128 MiB or 60 s in all', async ({
    started: { standIn, service, clock },
  }) => {
    const failing = async (instead: SafeServiceStandIn['instead'], why: string, requests: number) => {
      standIn.requests.length = 0
      standIn.instead = instead
      await expect(service.queue(SAFE, 0n)).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'safe-service-unavailable',
        message: expect.stringContaining(why),
      })
      expect(standIn.requests).toHaveLength(requests)
    }
    const blanks = ' '.repeat(33 * 1024 * 1024)
    await failing(() => ({ body: blanks }), 'a page with one entry is larger than 32 MiB', 3)
    // Each page has one entry, of 30 MiB.
    const padding = ' '.repeat(30 * 1024 * 1024)
    const page = (number: number) => JSON.stringify({ count: 99, next: standIn.url, results: rows(1, BigInt(number)) })
    const padded = (_: unknown, number: number) => ({ body: padding + page(number) })
    await failing(padded, 'the answers for one list are larger than 128 MiB', 5)
    const slow = (_: unknown, number: number) => {
      clock.advance(15_000)
      return { body: page(number) }
    }
    await failing(slow, 'the list was not complete after 60 s', 4)
  })

  test('a wrong hash hides no item that has the right one', async ({ started: { standIn, service } }) => {
    const right = serviceRow(safe, { nonce: 1n })
    standIn.transactions = [right, serviceRow(safe, { nonce: 1n, operation: 1 }, { safeTxHash: right.safeTxHash })]
    const { items } = await service.queue(SAFE, 0n)
    expect(items.map(({ transaction }) => transaction?.operation)).toEqual([0, 1])
  })
})

test('one transaction, those of a nonce, messages, delegates and the version are read', async ({
  started: { standIn, service },
}) => {
  standIn.transactions = [
    serviceRow(safe, { nonce: 1n }, { isExecuted: true, transactionHash: `0x${'c'.repeat(64)}` }),
    serviceRow(safe, { nonce: 1n, operation: 1 }),
    serviceRow(safe, { nonce: 2n }),
  ]
  const [executed] = standIn.transactions
  expect(await service.transaction(executed?.safeTxHash ?? '')).toMatchObject({ executedBy: `0x${'c'.repeat(64)}` })
  expect((await service.withNonce(SAFE, 1n)).items).toHaveLength(2)
  const hash = `0x${'d'.repeat(64)}`
  const [own] = standIn.transactions
  const message = { safe: own?.safe, messageHash: hash, created: '2026-11-27T08:00:00Z', proposedBy: OWNER }
  standIn.messages = [
    { ...message, message: { types: {}, message: {} }, confirmations: [{ owner: OWNER, signature: '0x01' }] },
    { ...message, messageHash: 'none', message: 'text' },
    { ...message, message: 'x'.repeat(300_000) },
  ]
  expect(await service.messages(SAFE)).toMatchObject([
    {
      claimedHash: hash,
      message: { types: {} },
      confirmations: [{ signature: '0x01' }],
      proposer: OWNER.toLowerCase(),
    },
    { claimedHash: hash, message: undefined },
  ])
  const delegate = { safe: own?.safe, delegate: OTHER, delegator: OWNER, label: 'bot\u202e', expiryDate: null }
  standIn.delegates = [delegate, { ...delegate, delegate: 'x' }]
  expect(await service.delegates(SAFE)).toEqual([{ delegate: OTHER, delegator: OWNER.toLowerCase(), label: 'bot' }])
})

test('another transaction or nonce than was requested is no answer', async ({ started: { standIn, service } }) => {
  const [first, second] = rows(2)
  standIn.instead = () => ({ body: second })
  await expect(service.transaction(first?.safeTxHash ?? '')).rejects.toThrow('the answer is another transaction')
  standIn.instead = () => ({ body: { count: 1, next: null, previous: null, results: [second] } })
  await expect(service.withNonce(SAFE, 0n)).rejects.toThrow('the answer has another nonce than 0')
})

test.each([
  [401, 'auth', 'safe-service-key', undefined],
  [403, 'auth', 'safe-service-key', undefined],
  [404, 'not-found', 'not-in-service', undefined],
  [429, 'rate-limited', 'safe-quota', 30_000],
  [503, 'unavailable', 'safe-service-unavailable', 30_000],
] as const)(
  '%i is an error of the kind %s, without a text of the service',
  async (status, kind, code, retryAfterMs) => {
    const { standIn, service } = await started('planted-key')
    standIn.instead = () => ({ status, headers: { 'retry-after': '30' }, body: 'planted-text' })
    const error = await service.delegates(SAFE).catch((thrown) => thrown)
    expect(error).toMatchObject({ kind, code, retryAfterMs })
    expect(JSON.stringify([error, error.message])).not.toContain('planted')
  },
)

test('URLs of services: a base without the paths of the API, the hosted one by a word', () => {
  expect(parseServiceUrl('hosted', '42161').href).toBe('https://api.safe.global/tx-service/arb1/')
  expect(parseServiceUrl('http://127.0.0.1:8000', '1').href).toBe('http://127.0.0.1:8000/')
  expect(isHosted(parseServiceUrl('hosted', '1'))).toBe(true)
  expect(isHosted(parseServiceUrl('https://api.safe.global.example.org', '1'))).toBe(false)
  for (const text of [
    'x',
    'ftp://a.example',
    'https://u:p@a.example',
    'https://a.example/?k=planted',
    'https://a.example/api/v1',
  ])
    expect(() => parseServiceUrl(text, '1')).toThrow(expect.objectContaining({ code: 'bad-service-url' }))
})
