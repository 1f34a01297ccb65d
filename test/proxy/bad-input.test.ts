import { describe, expect, onTestFinished } from 'vitest'
import { startProxyServer } from '../../src/proxy/http/server.ts'
import { call, post } from '../support/proxy/post.ts'
import { behaviours } from '../support/proxy/recording-upstream.ts'
import { routeDeps } from '../support/proxy/route-deps.ts'
import { ALLOWED_ADDRESS, startProxyForTest, test } from '../support/proxy/start.ts'
import { signedTransfer } from '../support/proxy/transactions.ts'

const { raw } = signedTransfer({ to: ALLOWED_ADDRESS })
const send = call('eth_sendRawTransaction', [raw])

describe('bodies that are refused whole', () => {
  const bodies: readonly [string, string | Buffer, number][] = [
    ['nothing', '', -32_700],
    ['broken JSON', JSON.stringify(send).slice(0, -1), -32_700],
    ['two values', `${JSON.stringify(send)}${JSON.stringify(send)}`, -32_700],
    ['lines of requests', `${JSON.stringify(send)}\n${JSON.stringify(send)}\n`, -32_700],
    ['a byte order mark', Buffer.from(`\ufeff${JSON.stringify(send)}`), -32_700],
    ['UTF-16', Buffer.from(JSON.stringify(send), 'utf16le'), -32_700],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), -32_700],
    ['a comment', `${JSON.stringify(send)}// comment`, -32_700],
    ['NaN', '{"jsonrpc":"2.0","id":NaN,"method":"eth_call"}', -32_700],
    ['a number', '7', -32_600],
    ['null', 'null', -32_600],
    ['a text', '"eth_call"', -32_600],
    ['an empty object', '{}', -32_600],
    ['an empty batch', '[]', -32_600],
    ['a member twice', '{"jsonrpc":"2.0","id":1,"method":"eth_call","method":"eth_sendTransaction"}', -32_600],
    ['10,000 members', JSON.stringify(Array.from({ length: 10_000 }, () => send)), -32_600],
    [
      'deep nesting',
      `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      -32_600,
    ],
    ['deep nesting without end', '['.repeat(50_000), -32_700],
    ['deep objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, -32_600],
  ]
  test.each(bodies)('%s', async (_, body, code) => {
    const { url, upstream, reported } = await startProxyForTest()
    const { status, answer } = await post(url, body)
    expect([status, answer.id, answer.error?.code]).toEqual([200, null, code])
    expect(answer.error?.message.length).toBeLessThan(200)
    expect([upstream.arrived, reported]).toEqual([[], []])
  })
})

test('of names of a megabyte few characters are recorded', async () => {
  const lines: unknown[] = []
  const { url, proxy } = await startProxyForTest({ decided: (line) => void lines.push(line) })
  const name = 'x'.repeat(1_000_000)
  for (const method of [`eth_send${name}`, `${name}_sign`, name, `eth_send${'\n'.repeat(1_000_000)}`])
    await post(url, [call(method), call(method, [], 2)])
  expect(lines).toHaveLength(8)
  for (const line of [...lines, ...proxy.tally.lines]) expect(JSON.stringify(line).length).toBeLessThan(2000)
})

test('a batch in a batch is no request', async ({ proxy: { url, upstream } }) => {
  expect((await post(url, [[send], call('eth_call', [], 2)])).answers).toMatchObject([
    { id: null, error: { code: -32_600 } },
    { id: 2, result: 'result of eth_call' },
  ])
  expect(upstream.calls('eth_sendRawTransaction')).toEqual([])
})

describe('errors of ours', () => {
  test('nothing is forwarded, and it is reported once', async () => {
    const fault = new Error('of the test')
    const { url, upstream, reported } = await startProxyForTest({
      client: { call: () => Promise.reject(fault) } as never,
    })
    for (const request of [send, [call('eth_call', [], 5), send]]) {
      const { status, answer } = await post(url, request)
      expect([status, answer.error?.message]).toEqual([
        500,
        'txwarden: internal error of txwarden; nothing was forwarded',
      ])
    }
    expect(upstream.calls()).toEqual([])
    expect(reported).toEqual([fault, fault])
  })

  test('what may have been forwarded is not said to be not', async () => {
    const fault = new Error('of the test')
    const reported: unknown[] = []
    const fails = () => Promise.reject(fault)
    const deps = routeDeps({ upstream: { forward: fails, read: fails }, on: fails, events: { unvalidated: fails } })
    const report = (error: unknown) => void reported.push(error)
    const routes = new Map([['/', deps]])
    const closeUpstreams = () => Promise.resolve()
    const server = await startProxyServer({
      port: 0,
      allowedOrigins: [],
      routes,
      report,
      refused: () => undefined,
      closeUpstreams,
    })
    onTestFinished(() => server.stop())
    const messageOf = async (request: unknown) =>
      (await post(`http://127.0.0.1:${server.port}`, request)).answer.error?.message
    const known = 'txwarden: internal error of txwarden; '
    expect(await messageOf(call('eth_call'))).toBe(`${known}the request may have been forwarded`)
    expect(await messageOf([call('eth_call'), call('eth_sign', [], 2)])).toBe(
      `${known}the request may have been forwarded`,
    )
    expect(await messageOf(send)).toBe(`${known}nothing was forwarded`)
    expect(reported).toEqual([fault, fault, fault])
  })
})

describe('stop', () => {
  test('lets running requests finish, and takes no new ones', async ({ proxy: { url, upstream, proxy } }) => {
    let release = () => {}
    upstream.behaviour = async (arrived, response, node) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      behaviours.honest(arrived, response, node)
    }
    const running = post(url, send)
    await upstream.until(1)
    const stopped = proxy.stop()
    await expect(post(url, call('eth_call'))).rejects.toThrow(/ECONNREFUSED/)
    release()
    expect((await running).answer.result).toMatch(/^0x/)
    await stopped
  })

  test('called again, it ends what runs', async ({ proxy: { url, upstream, proxy } }) => {
    upstream.behaviour = behaviours.hangs
    const running = [post(url, send), post(url, call('eth_call'))].map((each) => each.catch(() => 'cut'))
    await upstream.until(2)
    const stopped = proxy.stop()
    await proxy.stop()
    await stopped
    expect(await Promise.all(running)).toEqual(['cut', 'cut'])
  })

  test('ends by itself', async () => {
    const { url, upstream, proxy } = await startProxyForTest({ limits: { stop: 1 } })
    upstream.behaviour = behaviours.hangs
    const running = post(url, call('eth_call')).catch(() => 'cut')
    await upstream.until(1)
    await proxy.stop()
    expect(await running).toBe('cut')
  })
})
