import { describe, expect, test } from 'vitest'
import type { OperationId } from '../../../src/api/operations/operations.ts'
import type { Hold } from '../../../src/api/schemas/hold.ts'
import type { Client } from '../../../src/client/client.ts'
import type { Approved, ProxyDecision } from '../../../src/proxy/decide/decision.ts'
import type { RefusalData, Refused } from '../../../src/proxy/decide/refusal.ts'
import type { PartVerdict } from '../../../src/proxy/decide/verdicts.ts'
import { createHolds } from '../../../src/proxy/holds/holds.ts'
import type { SigningRequest } from '../../../src/proxy/params/signing-request.ts'
import { OutcomeReports } from '../../../src/proxy/record/outcome-reports.ts'
import { type ErrorKind, WardenError } from '../../../src/shared/errors.ts'
import { BLOCKED } from '../../support/proxy/route-deps.ts'
import { payment, permit, signed } from './signing-requests.ts'

/**
 * What is answered for a hold in each of its states, and what is reported to the service. test/proxy/holds.test.ts runs the same with a
 * service; here its answers are those that no service gives by itself.
 */

const HASH = `0x${'5e'.repeat(32)}`
const EXPIRES = '2026-01-02T03:15:00.000Z'
const never = new AbortController().signal
const stored: PartVerdict = { ...BLOCKED, svcTxId: 'tx-1' }

const holdOf = (over: Partial<Hold> = {}) => ({ id: 'h-1', state: 'held', notifiedAlerts: 1, ...over }) as Hold

type Answers = Partial<Record<OperationId, (body: unknown, signal: AbortSignal) => unknown>>

interface Options {
  readonly answers?: Answers
  readonly read?: (method: string, params: readonly unknown[]) => unknown
  readonly limitMs?: number
  readonly selfApprove?: boolean
  readonly holdForMs?: number
}

function deps({ answers = {}, read = () => null, limitMs, selfApprove = false, holdForMs }: Options) {
  const calls: [OperationId, unknown][] = []
  const notes: string[] = []
  const client = {
    call: async (id: OperationId, input: { body?: unknown; params?: unknown }, { signal }: { signal: AbortSignal }) => {
      calls.push([id, input.body ?? input.params])
      return answers[id]?.(input.body, signal)
    },
  } as unknown as Client
  const note = (line: string) => void notes.push(line)
  const reports = new OutcomeReports({ client, note })
  const reads: [string, readonly unknown[]][] = []
  const upstream = {
    chainId: async () => '1',
    read: async (method: string, params: readonly unknown[] = []) => {
      reads.push([method, params])
      return read(method, params)
    },
  }
  const holds = createHolds({
    client,
    reports,
    upstream,
    limitMs,
    program: 'txwarden',
    policy: { holdForMs, selfApprove, note },
    isForAll: true,
  })
  return { holds, calls, notes, reads, reports }
}

const refusedOf = (request: SigningRequest): Refused => ({
  request,
  worst: stored,
  isByVerdict: true,
  byPolicy: undefined,
  feeFault: undefined,
})

function decideOn(
  { holds }: ReturnType<typeof deps>,
  {
    request = signed(),
    parts = [stored],
    signal = never,
  }: { request?: SigningRequest; parts?: (PartVerdict | null)[]; signal?: AbortSignal } = {},
) {
  return holds.decide(refusedOf(request), { kind: 'validated', parts, worst: stored }, signal)
}

/** What is answered, in short. */
function shown(decision: ProxyDecision | Approved) {
  if (decision.kind !== 'refuse') return decision
  const { message, data } = decision.error
  const { state, holdId, earlier } = data as RefusalData
  return { message, state, holdId, earlier }
}

async function answerTo(hold: Partial<Hold>, options: Options = {}, request = signed()) {
  const started = deps({ ...options, answers: { requestHold: () => holdOf(hold), ...options.answers } })
  return { ...started, decision: await decideOn(started, { request }) }
}

const OPENING = 'txwarden blocked this: it is a risk (BLOCKED, 100/100): '

describe('a hold is requested', () => {
  const bodyFor = async (request: SigningRequest, parts: (PartVerdict | null)[], options: Options = {}) => {
    const started = deps({ answers: { requestHold: () => holdOf() }, ...options })
    await decideOn(started, { request, parts })
    return started.calls
  }

  test('with the digest, kind, method, chain and validations of its transactions', async () => {
    const request = payment({ method: 'wallet_sendCalls', parts: 2 })
    const parts = [stored, { ...stored, svcTxId: 'tx-2' }]
    expect(await bodyFor(request, parts)).toEqual([
      [
        'requestHold',
        {
          digest: request.digest,
          kind: 'transaction',
          method: 'wallet_sendCalls',
          chainId: '1',
          svcTxIds: ['tx-1', 'tx-2'],
        },
      ],
    ])
  })

  test('with what its fees can cost, how long it waits, and whether its requester may approve it', async () => {
    const body = { maxFee: '7', holdForMs: 60_000, selfApprove: true }
    expect(await bodyFor(signed({ maxFee: 7n }), [stored], { holdForMs: 60_000, selfApprove: true })).toMatchObject([
      ['requestHold', body],
    ])
    const [[, plain]] = (await bodyFor(signed(), [stored])) as [[string, object]]
    expect(Object.keys(plain).filter((key) => key in body)).toEqual([])
  })

  test('with its messages, which are not stored', async () => {
    const [[, body]] = (await bodyFor(permit(), [{ ...stored, svcTxId: null }])) as [[string, object]]
    expect(body).toMatchObject({ kind: 'signature', messages: [{ chainId: '1' }] })
    expect(body).not.toHaveProperty('svcTxIds')
    const [[, plain]] = (await bodyFor(signed(), [stored])) as [[string, object]]
    expect(plain).not.toHaveProperty('messages')
  })

  test('not where the service stored no validation of a part', async () => {
    for (const parts of [[{ ...stored, svcTxId: null }], [null], []]) {
      const started = deps({})
      expect(shown(await decideOn(started, { parts }))).toEqual({
        message: `${OPENING}it cannot be held, as the service stored no validation of it`,
        state: 'blocked',
        holdId: undefined,
        earlier: undefined,
      })
      expect(started.calls).toEqual([])
    }
  })
})

describe('while it waits for a person', () => {
  test('the command that waits for it is named', async () => {
    const { decision } = await answerTo({})
    expect(shown(decision)).toEqual({
      message: 'txwarden holds this until it is approved: it is a risk (BLOCKED, 100/100). txwarden hold wait h-1',
      state: 'held',
      holdId: 'h-1',
      earlier: undefined,
    })
  })

  test('an earlier approval with an unknown outcome is said', async () => {
    const { decision } = await answerTo({ outcomeUnknownOf: 'h-0' })
    expect(shown(decision)).toMatchObject({
      message: expect.stringContaining(
        '(BLOCKED, 100/100), may be sent already: the outcome of an earlier approval is not known. txwarden',
      ),
    })
  })

  test('that no alert reports it is noted once, with what makes one', async () => {
    const request = (hold: Partial<Hold>, selfApprove: boolean) => {
      const started = deps({ selfApprove, answers: { requestHold: () => holdOf(hold) } })
      return { ...started, decide: () => decideOn(started) }
    }
    const own = request({ notifiedAlerts: 0 }, true)
    await own.decide()
    await own.decide()
    expect(own.notes).toEqual(['! hold h-1 waits, and no alert reports it. Try: txwarden alert create'])
    const others = request({ notifiedAlerts: 0 }, false)
    await others.decide()
    expect(others.notes).toEqual([
      '! hold h-1 waits, and no alert reports it. With the management key: txwarden alert create',
    ])
    for (const hold of [{ notifiedAlerts: 1 }, { notifiedAlerts: 0, state: 'rejected' }] as const) {
      const quiet = request(hold, true)
      await quiet.decide()
      expect(quiet.notes).toEqual([])
    }
  })
})

describe('once it is rejected', () => {
  test('who rejected it is said, and why in quotes', async () => {
    const messageOf = async (hold: Partial<Hold>) =>
      (shown((await answerTo({ state: 'rejected', ...hold })).decision) as { message: string }).message
    expect(await messageOf({ decidedBy: 'key-7' })).toBe(`${OPENING}rejected by key-7. txwarden hold show h-1`)
    expect(await messageOf({})).toBe(`${OPENING}rejected by a person. txwarden hold show h-1`)
    expect(await messageOf({ reason: 'not "today"\u001b[31m ##[error]' })).toBe(
      `${OPENING}rejected by a person: "not \\"today\\" ## [error]". txwarden hold show h-1`,
    )
    expect(await messageOf({ reason: 'x'.repeat(300) })).toContain(`"${'x'.repeat(199)}…"`)
  })
})

describe('once it was sent', () => {
  const forwarded = { state: 'forwarded', transactionId: HASH, expiresAt: EXPIRES } as const

  test.each(['eth_sendRawTransaction', 'eth_sendRawTransactionConditional', 'eth_sendPrivateRawTransaction'])(
    '%s is answered with the hash, and nothing is read',
    async (method) => {
      const { decision, reads } = await answerTo(forwarded, {}, signed({ method }))
      expect(decision).toEqual({ kind: 'answer', result: HASH })
      expect(reads).toEqual([])
    },
  )

  test('eth_sendRawTransactionSync is answered with the receipt, where there is one', async () => {
    const request = signed({ method: 'eth_sendRawTransactionSync' })
    const receipt = { transactionHash: HASH }
    const { decision, reads } = await answerTo(forwarded, { read: () => receipt }, request)
    expect(decision).toEqual({ kind: 'answer', result: receipt })
    expect(reads).toEqual([['eth_getTransactionReceipt', [HASH]]])
    expect(shown((await answerTo(forwarded, {}, request)).decision)).toMatchObject({
      message: `${OPENING}it was sent before as ${HASH}. txwarden hold show h-1`,
      earlier: 'sent',
    })
  })

  test('a method with another answer, or without a known hash, is refused as sent before', async () => {
    const bundle = await answerTo(forwarded, {}, signed({ method: 'eth_sendBundle' }))
    expect(shown(bundle.decision)).toMatchObject({
      message: `${OPENING}it was sent before as ${HASH}. txwarden hold show h-1`,
      earlier: 'sent',
      state: 'blocked',
    })
    const unknown = { ...forwarded, transactionId: undefined }
    for (const method of ['eth_sendRawTransaction', 'eth_sendRawTransactionSync']) {
      const { decision, reads } = await answerTo(unknown, {}, signed({ method }))
      expect(shown(decision)).toMatchObject({ message: `${OPENING}it was sent before. txwarden hold show h-1` })
      expect(reads).toEqual([])
    }
  })

  test('a transaction without a nonce is another payment: when the next one can be sent is said', async () => {
    const messageOf = async (request: SigningRequest, hold: Partial<Hold> = forwarded) =>
      (shown((await answerTo(hold, {}, request)).decision) as { message: string }).message
    expect(await messageOf(payment())).toContain(
      `it was sent before as ${HASH}; another one like it can be sent with a nonce, or from ${EXPIRES} on. txwarden`,
    )
    expect(await messageOf(payment({ method: 'wallet_sendCalls' }))).toContain(
      `another one like it can be sent from ${EXPIRES} on`,
    )
    expect(await messageOf(payment(), { ...forwarded, expiresAt: undefined })).toContain(
      `it was sent before as ${HASH}. txwarden`,
    )
    // With a nonce it is the same one.
    expect((await answerTo(forwarded, {}, payment({ nonce: '0x1' }))).decision).toEqual({
      kind: 'answer',
      result: HASH,
    })
  })
})

describe('once it was released, and its outcome is not known', () => {
  const released = { state: 'released', expiresAt: EXPIRES } as const

  test('a signed one that the node knows was sent, which the service learns', async () => {
    const read = (method: string) => (method === 'eth_getTransactionByHash' ? { hash: HASH } : null)
    const { decision, calls, reads } = await answerTo(released, { read }, signed({ hash: HASH }))
    expect(decision).toEqual({ kind: 'answer', result: HASH })
    expect(reads).toEqual([['eth_getTransactionByHash', [HASH]]])
    expect(calls.slice(1)).toEqual([['settleHold', { outcome: 'forwarded', transactionId: HASH }]])
  })

  test('it is refused until it can be approved again, where the node does not know it or it has no hash', async () => {
    const message = `${OPENING}it was approved and sent, and its outcome is not known; from ${EXPIRES} on it can be approved again. txwarden hold show h-1`
    for (const [request, count] of [
      [signed({ hash: HASH }), 1],
      [payment(), 0],
    ] as const) {
      const { decision, calls, reads } = await answerTo(released, {}, request)
      expect(shown(decision)).toEqual({ message, state: 'blocked', holdId: 'h-1', earlier: 'unknown' })
      expect([calls.length, reads.length]).toEqual([1, count])
    }
    const { decision } = await answerTo({ state: 'released' })
    expect(shown(decision)).toMatchObject({ message: expect.stringContaining('its outcome is not known. txwarden') })
  })
})

describe('an approval', () => {
  const token = { releaseToken: 'r-1' }
  const used = async (options: Options, request = signed({ hash: HASH })) => {
    const started = deps({
      ...options,
      answers: { requestHold: () => holdOf({ state: 'approved' }), ...options.answers },
    })
    const approved = await decideOn(started, { request })
    if (approved.kind !== 'approved') throw new Error('it is not approved')
    return { ...started, approved, decision: await approved.use() }
  }
  const conflict = () => {
    throw new WardenError({ kind: 'refused', code: 'conflict', message: 'used', status: 409 })
  }

  test('is used up before it is forwarded, and its outcome is reported with its token', async () => {
    const { decision, calls, reports } = await used({ answers: { releaseHold: () => token } })
    expect(calls.slice(1)).toEqual([['releaseHold', { holdId: 'h-1' }]])
    if (decision.kind !== 'forward') throw new Error('it is not forwarded')
    await decision.onOutcome?.('unknown')
    expect(calls).toHaveLength(2)
    await decision.onOutcome?.({ result: HASH })
    await reports.end(1000)
    expect(calls.slice(2)).toEqual([['settleHold', { outcome: 'forwarded', transactionId: HASH, releaseToken: 'r-1' }]])
  })

  test('that another request used is decided about again, three times at most', async () => {
    const { decision, calls } = await used({ answers: { releaseHold: conflict } })
    expect(shown(decision)).toMatchObject({
      message: `${OPENING}its approval is used. txwarden hold show h-1`,
      holdId: 'h-1',
      earlier: 'unknown',
    })
    expect(calls.map(([id]) => id)).toEqual(Array(3).fill(['requestHold', 'releaseHold']).flat())
  })

  test('that another request used is answered as that one', async () => {
    let requests = 0
    const { decision } = await used({
      answers: {
        requestHold: () =>
          holdOf(requests++ === 0 ? { state: 'approved' } : { state: 'forwarded', transactionId: HASH }),
        releaseHold: conflict,
      },
    })
    expect(decision).toEqual({ kind: 'answer', result: HASH })
  })

  test('is not used where the service does not answer', async () => {
    const { decision, notes, calls } = await used({ answers: { releaseHold: () => fail('unavailable', 503) } })
    expect(shown(decision)).toMatchObject({ message: `${OPENING}it cannot be held, as the service does not answer` })
    expect(notes).toEqual(['! it cannot be held: of the test'])
    expect(calls.map(([id]) => id)).toEqual(['requestHold', 'releaseHold'])
  })

  test('whose token comes too late is given back', async () => {
    const late = Promise.withResolvers<typeof token>()
    const { decision, calls, reports } = await used({ limitMs: 5, answers: { releaseHold: () => late.promise } })
    expect(shown(decision)).toMatchObject({ message: `${OPENING}it cannot be held, as the service does not answer` })
    late.resolve(token)
    await late.promise
    await new Promise(setImmediate)
    await reports.end(1000)
    expect(calls.slice(2)).toEqual([['settleHold', { outcome: 'refused', isUntransmitted: true, releaseToken: 'r-1' }]])
  })
})

function fail(kind: ErrorKind, status?: number): never {
  throw new WardenError({ kind, code: 'of-the-test', message: 'of the test', ...(status !== undefined && { status }) })
}

describe('a service that does not hold', () => {
  test.each<[ErrorKind, string]>([
    ['auth', 'the service does not accept the API key'],
    ['not-found', 'the service has no holds'],
    ['refused', 'the service refused to hold it'],
    ['rate-limited', 'the service has too many requests'],
    ['unavailable', 'the service does not answer'],
    ['unexpected', 'the service failed'],
  ])('by an error of kind %s refuses, in words of our own', async (kind, words) => {
    const { decision, notes } = await answerTo({}, { answers: { requestHold: () => fail(kind) } })
    expect(shown(decision)).toEqual({
      message: `${OPENING}it cannot be held, as ${words}`,
      state: 'blocked',
      holdId: undefined,
      earlier: undefined,
    })
    expect(notes).toEqual(['! it cannot be held: of the test'])
  })

  test('because the client left, or by an internal error, ends the body', async () => {
    await expect(answerTo({}, { answers: { requestHold: () => fail('interrupted') } })).rejects.toThrow('of the test')
    const fault = new TypeError('internal')
    const request = { requestHold: () => Promise.reject(fault) }
    await expect(answerTo({}, { answers: request })).rejects.toBe(fault)
  })

  test.each<[string, Partial<Hold>]>([
    ['id', { id: 'h 1' }],
    ['id but a flag', { id: '--help' }],
    ['name of who decided', { decidedBy: '\u001b[31m' }],
    ['hash', { transactionId: '0x12' }],
    ['time', { expiresAt: 'soon' }],
  ])('but sends a text that is no %s is not shown', async (_, hold) => {
    const { decision, notes } = await answerTo({ state: 'rejected', ...hold })
    expect(shown(decision)).toMatchObject({ message: `${OPENING}it cannot be held, as the service failed` })
    expect(notes).toEqual(['! it cannot be held: the service sent a hold that cannot be read'])
  })

  test('sends what can be shown', async () => {
    const hold = { state: 'rejected', decidedBy: 'key-7', transactionId: HASH, expiresAt: EXPIRES } as const
    expect(shown((await answerTo(hold)).decision)).toMatchObject({ message: expect.stringContaining('by key-7') })
  })
})

describe('a service that takes too long', () => {
  test('is not called again for the other requests of a body, and is for the next body', async () => {
    const started = deps({ limitMs: 5, answers: { requestHold: () => new Promise(() => undefined) } })
    const [body, next] = [new AbortController(), new AbortController()]
    for (const { signal } of [body, body, next])
      expect(shown(await decideOn(started, { signal }))).toMatchObject({
        message: `${OPENING}it cannot be held, as the service does not answer`,
      })
    expect(started.calls).toHaveLength(2)
    expect(started.notes[0]).toBe('! it cannot be held: the service did not answer within 0.005 s')
  })

  test('sees that its time is over, and that the client left', async () => {
    const signals: AbortSignal[] = []
    const wait = (_: unknown, signal: AbortSignal) => {
      signals.push(signal)
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    await answerTo({}, { limitMs: 5, answers: { requestHold: wait } })
    const client = new AbortController()
    const started = deps({ limitMs: 5_000, answers: { requestHold: wait } })
    const deciding = decideOn(started, { signal: client.signal })
    await new Promise(setImmediate)
    client.abort(new Error('the client left'))
    await expect(deciding).rejects.toThrow('the client left')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })
})
