import { expect, test } from 'vitest'
import type { OperationId } from '../../src/api/operations/operations.ts'
import { holding } from '../support/proxy/holding.ts'
import { call, post } from '../support/proxy/post.ts'
import { BLOCKED_ADDRESS } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'

const LIMIT_MS = 50
/** Where others have to answer within it, also on a busy machine. */
const LONG_LIMIT_MS = 1_000

/** A service of which one operation answers when it is instructed to. */
async function slow(id: OperationId, holdLimitMs: number) {
  const answering = Promise.withResolvers<void>()
  const request: OperationId[] = []
  const state = { isSlow: false }
  const started = await holding(
    {},
    {
      holdLimitMs,
      request: (each) => {
        request.push(each)
        return each === id && state.isSlow ? answering.promise : undefined
      },
    },
  )
  return { ...started, state, answer: answering.resolve, count: () => request.filter((each) => each === id).length }
}

const { raw: bytes } = signedTransfer({ to: BLOCKED_ADDRESS })
const NOT_HELD = /: it cannot be held, as the service does not answer$/

test('where the service does not answer whether it is held, it is refused after a limit of its own', async () => {
  const { raw, arrived, state, notes } = await slow('requestHold', LIMIT_MS)
  state.isSlow = true
  expect((await raw(bytes)).error).toMatchObject({
    code: -32_003,
    message: expect.stringMatching(NOT_HELD),
    data: { state: 'blocked', verdict: 'BLOCKED' },
  })
  expect(notes).toEqual(['! it cannot be held: the service did not answer within 0.05 s'])
  expect(arrived()).toEqual([])
})

test('in a batch it is waited for once', async () => {
  const { url, arrived, state, count } = await slow('requestHold', LIMIT_MS)
  state.isSlow = true
  const batch = signers.map((from, id) =>
    call('eth_sendTransaction', [{ from, to: BLOCKED_ADDRESS, value: '0x1' }], id),
  )
  const { answers } = await post(url, batch)
  expect(answers).toHaveLength(signers.length)
  for (const { error } of answers) expect(error?.message).toMatch(NOT_HELD)
  expect(count()).toBe(1)
  // Another request asks again.
  await post(url, call('eth_sendRawTransaction', [bytes]))
  expect(count()).toBe(2)
  expect(arrived()).toEqual([])
})

test('an approval that is released too late is given back, and nothing was sent for it', async () => {
  const { raw, approve, hold, arrived, state, answer } = await slow('releaseHold', LONG_LIMIT_MS)
  const held = await raw(bytes)
  await approve(held)
  state.isSlow = true
  expect((await raw(bytes)).error?.message).toMatch(NOT_HELD)
  expect(arrived()).toEqual([])
  expect((await hold(held)).state).toBe('approved')
  state.isSlow = false
  answer()
  expect(await untilSent(() => raw(bytes))).toMatch(/^0x/)
  expect((await hold(held)).state).toBe('forwarded')
  expect(arrived()).toHaveLength(1)
})

/** The late release and what gives it back are under way. */
async function untilSent(send: () => ReturnType<Awaited<ReturnType<typeof slow>>['raw']>): Promise<unknown> {
  for (;;) {
    const { result, error } = await send()
    if (result !== undefined) return result
    expect(error?.message).toContain('its outcome is not known')
  }
}
