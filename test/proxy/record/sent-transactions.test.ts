import { test as base, describe, expect } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import type { RequestValidation } from '../../../src/proxy/decide/verdicts.ts'
import type { SigningRequest } from '../../../src/proxy/params/signing-request.ts'
import { SentTransactions } from '../../../src/proxy/record/sent-transactions.ts'
import type { RpcCall } from '../../../src/proxy/rpc/json-rpc.ts'
import { WardenError } from '../../../src/shared/errors.ts'
import { SAFE } from '../../support/proxy/route-deps.ts'
import { payment, signed } from '../holds/signing-requests.ts'

const test = base.extend('sent', () => sentOn())

/** Which receipts are reported, of what was sent: one that is wrong makes counterparties known that were never paid. */

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const [HASH, OTHER] = [hashOf(0xab), hashOf(0xcd)] as const

const receipt = (transactionHash = HASH, more: object = {}) => ({
  transactionHash,
  blockNumber: '0x10',
  status: '0x1',
  logs: [],
  ...more,
})

/** Validations of the parts; null: it is not stored. */
const validated = (...ids: readonly (string | null)[]): RequestValidation => ({
  kind: 'validated',
  parts: ids.map((svcTxId) => ({ ...SAFE, svcTxId })),
  worst: SAFE,
})

interface Options {
  /** Fails a report. */
  readonly failing?: () => unknown
  readonly read?: (hash: string) => unknown
  /** Reports take a moment. */
  readonly isSlow?: boolean
}

function sentOn({ failing, read = () => null, isSlow = false }: Options = {}) {
  const stored: [id: string, body: object][] = []
  const faults: unknown[] = []
  const reads: string[] = []
  const client = {
    call: async (_: string, { params, body }: { params: Record<string, string>; body: object }) => {
      if (isSlow) await oneTurn()
      const fault = failing?.()
      if (fault !== undefined) throw fault
      stored.push([params['svc-transaction-id'] ?? '', body])
    },
  } as unknown as Client
  const sent = new SentTransactions({
    client,
    upstream: {
      read: async (method: string, params: readonly unknown[] = []) => {
        expect(method).toBe('eth_getTransactionReceipt')
        reads.push(String(params[0]))
        return read(String(params[0]))
      },
    },
    report: (error) => void faults.push(error),
  })
  const answer = (method: string, name: unknown, result: unknown) => {
    const call: RpcCall = { id: 1, method, params: [name], text: '' }
    sent.receipt(call)?.(result)
  }
  return {
    sent,
    stored,
    faults,
    reads,
    answer,
    isWaiting: (method: string, name: unknown) =>
      sent.receipt({ id: 1, method, params: [name], text: '' }) !== undefined,
    transaction: (hash: string, result: unknown) => answer('eth_getTransactionReceipt', hash, result),
  }
}

const included = (id: string, transactionId = HASH, more: object = {}) => [
  id,
  { transactionId, blockNumber: '16', ...more },
]
const oneTurn = () => new Promise(setImmediate)

describe('what was sent', () => {
  const waitsFor = (request: SigningRequest, validation: RequestValidation, result: unknown) => {
    const started = sentOn()
    started.sent.sent(request, validation, result)
    return ['eth_getTransactionReceipt', 'eth_getUserOperationReceipt', 'wallet_getCallsStatus'].map((method) =>
      [HASH, OTHER].filter((name) => started.isWaiting(method, name)),
    )
  }

  test('waits for the receipt of its hash: of what was signed, or that of the answer', () => {
    expect(waitsFor(signed({ hash: HASH }), validated('a'), OTHER)).toEqual([[HASH], [], []])
    expect(waitsFor(payment(), validated('a'), OTHER)).toEqual([[OTHER], [], []])
    expect(waitsFor(payment({ method: 'eth_sendUserOperation' }), validated('a'), OTHER)).toEqual([[], [OTHER], []])
    for (const result of [OTHER, { id: OTHER }])
      expect(waitsFor(payment({ method: 'wallet_sendCalls' }), validated('a'), result)).toEqual([[], [], [OTHER]])
  })

  test('waits for nothing where no validation is stored, or the answer is no hash', () => {
    const none = [[], [], []]
    expect(waitsFor(signed({ hash: HASH }), validated(null), HASH)).toEqual(none)
    expect(waitsFor(signed({ hash: HASH }), { kind: 'validated', parts: [null], worst: SAFE }, HASH)).toEqual(none)
    expect(waitsFor(payment(), validated(null), HASH)).toEqual(none)
    expect(waitsFor(payment(), validated('a'), { id: HASH })).toEqual(none)
    expect(waitsFor(signed({ hash: HASH }), { kind: 'cancel' }, HASH)).toEqual(none)
    expect(waitsFor(payment({ method: 'wallet_sendCalls' }), validated('a'), null)).toEqual(none)
    expect(waitsFor(payment({ method: 'eth_signTransaction' }), validated('a'), HASH)).toEqual(none)
  })

  test('is found by its hash in any case', ({ sent: { sent, isWaiting } }) => {
    sent.sent(payment(), validated('a'), HASH.toUpperCase())
    expect(isWaiting('eth_getTransactionReceipt', HASH)).toBe(true)
    expect(isWaiting('eth_getTransactionReceipt', HASH.toUpperCase())).toBe(true)
  })

  test('is not what a call of another method or without a name reads', ({ sent: { sent, isWaiting } }) => {
    sent.sent(payment(), validated('a'), HASH)
    for (const method of ['eth_getTransactionByHash', 'constructor']) expect(isWaiting(method, HASH)).toBe(false)
    for (const name of [undefined, 7, OTHER]) expect(isWaiting('eth_getTransactionReceipt', name)).toBe(false)
  })
})

describe('a receipt', () => {
  test('is reported once, with block and time', async ({ sent: { sent, transaction, stored } }) => {
    sent.sent(signed({ hash: HASH }), validated('a'), HASH)
    transaction(HASH, receipt(HASH, { blockTimestamp: '0x65920080' }))
    transaction(HASH, receipt(HASH))
    await oneTurn()
    expect(stored).toEqual([included('a', HASH, { blockTime: '2024-01-01T00:00:00.000Z' })])
  })

  test.each<[string, object, string | undefined]>([
    ['its own', { blockTimestamp: '0x1', logs: [{ blockTimestamp: '0x2' }] }, '1970-01-01T00:00:01.000Z'],
    ['of its first event', { logs: [{ blockTimestamp: '0x2' }] }, '1970-01-01T00:00:02.000Z'],
    ['no time of 0', { blockTimestamp: '0x0' }, undefined],
    ['the last second of the year 9999', { blockTimestamp: '0x3afff4417f' }, '9999-12-31T23:59:59.000Z'],
    ['no time after it', { blockTimestamp: '0x3afff44180' }, undefined],
    ['no decimal', { blockTimestamp: 5 }, undefined],
    ['no text', { blockTimestamp: 'now' }, undefined],
    ['no decimal text', { blockTimestamp: '12' }, undefined],
    ['no list', { blockTimestamp: ['0x2'] }, undefined],
    ['no events', { logs: null }, undefined],
    ['no event that is none', { logs: [null] }, undefined],
  ])('has the time that nodes give: %s', async (_, more, blockTime) => {
    const { sent, transaction, stored } = sentOn()
    sent.sent(payment(), validated('a'), HASH)
    transaction(HASH, receipt(HASH, more))
    await oneTurn()
    expect(stored).toEqual([included('a', HASH, blockTime === undefined ? {} : { blockTime })])
  })

  test.each<[string, unknown]>([
    ['is not there yet', null],
    ['is about another transaction', receipt(OTHER)],
    ['has no hash', { ...receipt(), transactionHash: 'HASH' }],
    ['has a hash that is no text', { ...receipt(), transactionHash: 7 }],
    ['has no number of a block', { ...receipt(), blockNumber: null }],
    ['has a number that is not hex', { ...receipt(), blockNumber: '16' }],
    ['has a number that no block has', { ...receipt(), blockNumber: `0x${'1'.repeat(17)}` }],
  ])('that %s is not reported, and the next one is', async (_, first) => {
    const { sent, transaction, stored } = sentOn()
    sent.sent(payment(), validated('a'), HASH)
    transaction(HASH, first)
    await oneTurn()
    expect(stored).toEqual([])
    transaction(HASH, { ...receipt(), transactionHash: HASH.toUpperCase().replace('0X', '0x') })
    await oneTurn()
    expect(stored).toMatchObject([['a', { blockNumber: '16' }]])
  })

  test('of what reverted is not reported, and nothing waits for it any more', async ({
    sent: { sent, transaction, stored, isWaiting },
  }) => {
    sent.sent(payment(), validated('a'), HASH)
    transaction(HASH, receipt(HASH, { status: '0x0' }))
    await oneTurn()
    expect([stored, isWaiting('eth_getTransactionReceipt', HASH)]).toEqual([[], false])
  })

  test('that is the answer to the send itself is reported', async ({ sent: { sent, stored } }) => {
    const request = signed({ method: 'eth_sendRawTransactionSync', hash: HASH })
    sent.sent(request, validated('a'), receipt())
    sent.sent(request, validated('b'), HASH)
    sent.sent(signed({ hash: HASH }), validated('c'), receipt())
    sent.sent(request, validated('d'), { ...receipt(), transactionHash: 7 })
    sent.sent(signed({ method: request.method, hash: OTHER }), validated(null), receipt(OTHER))
    await oneTurn()
    expect(stored).toEqual([included('a')])
  })

  test('of each transaction of a bundle is reported for its own validation', async ({
    sent: { sent, transaction, stored },
  }) => {
    const [first] = signed({ hash: HASH }).parts
    const [second] = signed({ hash: OTHER }).parts
    sent.sent({ ...signed({ method: 'eth_sendBundle' }), parts: [first, second] }, validated('a', 'b'), null)
    transaction(OTHER, receipt(OTHER))
    await oneTurn()
    expect(stored).toEqual([included('b', OTHER)])
  })
})

describe('a user operation', () => {
  test('is reported where it succeeded, and the transaction that has it as well', async () => {
    const resultOf = async (result: unknown) => {
      const { sent, answer, stored } = sentOn()
      sent.sent(payment({ method: 'eth_sendUserOperation' }), validated('a'), HASH)
      answer('eth_getUserOperationReceipt', HASH, result)
      await oneTurn()
      return stored
    }
    expect(await resultOf({ success: true, receipt: receipt(OTHER) })).toEqual([included('a', OTHER)])
    for (const result of [
      { success: false, receipt: receipt(OTHER) },
      { success: 'true', receipt: receipt(OTHER) },
      { success: true, receipt: receipt(OTHER, { status: '0x0' }) },
      { success: true, receipt: null },
      null,
    ])
      expect(await resultOf(result)).toEqual([])
  })
})

describe('calls of a wallet', () => {
  const reportsOf = async (ids: readonly (string | null)[], ...results: readonly unknown[]) => {
    const { sent, answer, stored } = sentOn()
    sent.sent(payment({ method: 'wallet_sendCalls', parts: ids.length }), validated(...ids), { id: '0xCa11' })
    for (const result of results) answer('wallet_getCallsStatus', '0xca11', result)
    await oneTurn()
    return stored
  }

  test('in one transaction have its receipt, one by one each its own', async () => {
    expect(await reportsOf(['a', 'b'], { receipts: [receipt()] })).toEqual([included('a'), included('b')])
    expect(await reportsOf(['a', 'b'], { receipts: [receipt(), receipt(OTHER)] })).toEqual([
      included('a'),
      included('b', OTHER),
    ])
    expect(await reportsOf(['a', 'b'], { receipts: [receipt(HASH, { status: '0x0' }), receipt(OTHER)] })).toEqual([
      included('b', OTHER),
    ])
  })

  test('without receipts are not reported, and with the next ones they are', async () => {
    const wrong = [{ transactionHash: 'HASH' }, { transactionHash: [HASH] }, { blockNumber: ['0x10'] }]
    for (const result of [
      ...[{}, { receipts: [] }, { receipts: 'none' }, { receipts: [null] }, 'pending'],
      ...wrong.map((more) => ({ receipts: [receipt(HASH, more)] })),
    ])
      expect(await reportsOf(['a'], result, { receipts: [receipt(OTHER)] })).toEqual([included('a', OTHER)])
  })
})

describe('a report that fails', () => {
  const fault = new WardenError({ kind: 'unavailable', code: 'down', message: 'down', status: 503 })
  const conflict = new WardenError({ kind: 'refused', code: 'conflict', message: 'reported', status: 409 })
  const started = async (failing: unknown, ids = ['a']) => {
    const faults = [failing]
    const all = sentOn({ failing: () => faults.shift() })
    all.sent.sent(payment({ method: 'wallet_sendCalls', parts: ids.length }), validated(...ids), HASH)
    const receipts = () => all.answer('wallet_getCallsStatus', HASH, { receipts: [receipt()] })
    receipts()
    await oneTurn()
    return { ...all, receipts }
  }

  test('is made again with the next receipt', async () => {
    const { faults, receipts, stored } = await started(fault)
    expect([faults, stored]).toEqual([[fault], []])
    receipts()
    await oneTurn()
    expect(stored).toEqual([included('a')])
  })

  test('is not made again for one of several, whose others are reported', async () => {
    const { faults, receipts, stored } = await started(fault, ['a', 'b'])
    receipts()
    await oneTurn()
    expect([faults, stored]).toEqual([[fault], [included('b')]])
  })

  test('as another one was reported before is none', async () => {
    const { faults, isWaiting } = await started(conflict)
    expect([faults, isWaiting('wallet_getCallsStatus', HASH)]).toEqual([[], false])
  })
})

describe('at the end', () => {
  test('missing receipts are read once, and their reports are waited for', async () => {
    const { sent, reads, stored } = sentOn({ read: (hash) => (hash === HASH ? receipt() : null), isSlow: true })
    sent.sent(payment(), validated('a'), HASH)
    sent.sent(payment(), validated('b'), OTHER)
    await sent.settle(10_000)
    expect([reads, stored]).toEqual([[HASH, OTHER], [included('a')]])
  })

  test('the last 200 are read, and a node that has stopped is no fault', async () => {
    const { sent, reads, faults } = sentOn({ read: () => Promise.reject(new Error('stopped')) })
    for (let number = 1; number <= 201; number++) sent.sent(payment(), validated('a'), hashOf(number))
    await sent.settle(10_000)
    expect([reads.length, reads[0], faults]).toEqual([200, hashOf(2), []])
  })

  test('a node or service that does not answer is not waited for', async () => {
    const { sent } = sentOn({ read: () => new Promise(() => undefined) })
    sent.sent(payment(), validated('a'), HASH)
    await sent.settle(5)
  })
})
