import { expect, test } from 'vitest'
import { WardenError } from '../../src/shared/errors.ts'
import { call, notification, post } from '../support/proxy/post.ts'
import { startRecordingUpstream } from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, startProxyForTest } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'

const policy = { observe: true } as const
const [from] = signers
const send = (to: string, chainId = 1, id: unknown = 1) =>
  call('eth_sendRawTransaction', [signedTransfer({ to, chainId }).raw], id)
const blocked = send(BLOCKED_ADDRESS)
const text = JSON.stringify(blocked)

const bodies: readonly [string, string | Buffer, readonly RegExp[]][] = [
  ['nothing', '', [/not valid JSON/]],
  ['broken JSON', text.slice(0, -1), [/not valid JSON/]],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), [/not valid UTF-8/]],
  ['a number', ' 7', [/not an object/]],
  ['an empty batch', '[ ]', [/batch is empty/]],
  ['a member twice', text.replace('{', '{"method":"eth_call",'), [/method/]],
  ['1,001 members', JSON.stringify(Array.from({ length: 1001 }, () => call('eth_call'))), [/more than 1000/]],
  ['an unknown member', text.replace('{', '{"Method":"eth_call",'), [/unknown member/]],
  ['a method that is refused', `${JSON.stringify(call('eth_sign', ['0x']))} `, [/"eth_sign"/]],
  ['a notification of one', JSON.stringify(notification('evm_revert')), [/"evm_revert"/]],
  ['another case', text.replace('eth_send', 'eth_Send'), [/eth_SendRaw/]],
  ['params that are no transaction', JSON.stringify(call('eth_sendRawTransaction', ['0x02'])), [/invalid params/]],
  ['a fraction', text.replace('"id":1', '"id":1.0'), [/1\.0/]],
  [
    'an unknown member of a transaction',
    JSON.stringify(call('eth_sendTransaction', [{ from, to: ALLOWED_ADDRESS, To: BLOCKED_ADDRESS }])),
    [/invalid params/],
  ],
  ['another chain', JSON.stringify(send(ALLOWED_ADDRESS, 10)), [/chain/]],
  ['a blocked transaction', `${text}\n`, [/0xBAd0/i]],
  [
    'a batch of all',
    `[${[text, '7', JSON.stringify(call('eth_sign', [], 2)), '{"id":[]}', JSON.stringify(call('eth_call', [], 3))].join(' , ')}]`,
    [/0xBAd0/i, /not an object/, /"eth_sign"/, /its id/],
  ],
  ['two sends with one id', JSON.stringify([send(ALLOWED_ADDRESS), blocked]), [/same id/, /same id/]],
]

test('every body arrives byte for byte, its answer comes back, and what would be refused is reported', async () => {
  const { url, upstream, proxy, reported } = await startProxyForTest({ policy })
  for (const [name, body, reasons] of bodies) {
    const before = { lines: proxy.tally.lines.length, arrived: upstream.arrived.length }
    const direct = await post(upstream.url, body)
    const through = await post(url, body)
    expect([through.status, through.body.toString()], name).toEqual([direct.status, direct.body.toString()])
    const [asSent, forwarded, ...more] = upstream.arrived.slice(before.arrived)
    expect([forwarded?.body, more], name).toEqual([asSent?.body, []])
    const lines = proxy.tally.lines.slice(before.lines)
    expect(
      lines.map(({ outcome, isObserved }) => [outcome, isObserved]),
      name,
    ).toEqual(reasons.map(() => ['sent', true]))
    // What the node has to answer first is reported after what was decided at once.
    const notified = lines.map(({ reason }) => reason)
    for (const reason of reasons) expect(notified, name).toContainEqual(expect.stringMatching(reason))
  }
  expect([proxy.tally.counts.blocked, proxy.tally.worstRefused, proxy.tally.refusedWithoutVerdict.size]).toEqual([
    0,
    undefined,
    0,
  ])
  expect(reported).toEqual([])
})

test('what passes is not reported', async () => {
  const { url, proxy } = await startProxyForTest({ policy })
  await post(url, [call('eth_call'), send(ALLOWED_ADDRESS, 1, 2)])
  expect([proxy.tally.lines, proxy.tally.counts]).toMatchObject([[], { passed: 1, sent: 1 }])
})

test.each([
  ['the service does not answer', new WardenError({ kind: 'unavailable', code: 'timeout', message: 'late' }), 0],
  ['txwarden fails', new Error('of the test'), 1],
])('without a verdict all is forwarded, too: %s', async (_, fault, reports) => {
  const client = { call: () => Promise.reject(fault) } as never
  const { url, upstream, proxy, reported } = await startProxyForTest({ policy, client })
  expect((await post(url, [blocked, call('eth_call', [], 2)])).answers).toMatchObject([
    { result: expect.stringMatching(/^0x/) },
    { id: 2 },
  ])
  expect(upstream.calls()).toHaveLength(2)
  expect(proxy.tally.lines).toMatchObject([{ isObserved: true, reason: expect.stringMatching(/there is no verdict/) }])
  expect(reported).toHaveLength(reports)
})

test('a chain that is not known, or not that of the path', async () => {
  const upstream = await startRecordingUpstream({ chainId: '0x2105' })
  const upstreams = new Map([['/ethereum', new URL(upstream.url)]])
  const { url, proxy } = await startProxyForTest({ policy, upstream, upstreams })
  expect((await post(url, blocked)).answer.result).toMatch(/^0x/)
  expect(proxy.tally.lines).toMatchObject([{ reason: expect.stringContaining('not on ethereum') }])
})

test('web pages, other bodies than JSON and bodies that are too large are still refused', async () => {
  const { url, upstream } = await startProxyForTest({ policy, limits: { discard: 50 } })
  const statuses = [
    await post(url, blocked, { headers: { origin: 'https://page.example' } }),
    await post(url, blocked, { headers: { host: 'rebound.example' } }),
    await post(url, blocked, { headers: { 'content-type': 'text/plain' } }),
    await post(url, Buffer.alloc(5 * 1024 * 1024 + 1, ' ')),
  ].map(({ status }) => status)
  expect(statuses).toEqual([403, 403, 415, 413])
  expect(upstream.arrived).toEqual([])
})
