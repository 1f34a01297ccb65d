import { expect, test } from 'vitest'
import { makeCli } from '../support/cli.ts'
import { call, post } from '../support/proxy/post.ts'
import { startRecordingUpstream } from '../support/proxy/recording-upstream.ts'
import { BLOCKED_ADDRESS, runProxyCommand, startProxyForTest } from '../support/proxy/start.ts'
import { signedTransfer } from '../support/proxy/transactions.ts'

test('a call that sends nothing is forwarded as it came', async () => {
  const { url, upstream } = await startProxyForTest()
  const body = '{ "id":"\\u0061","params":[ ],"method" : "eth_blockNumber","jsonrpc":"2.0"}\n'
  const { status, answer } = await post(url, body, { headers: { 'x-flashbots-signature': '0x1:0x2' } })
  expect([status, answer]).toEqual([200, { jsonrpc: '2.0', id: 'a', result: 'result of eth_blockNumber' }])
  expect(upstream.arrived.map((arrived) => arrived.body.toString())).toEqual([body])
  expect(upstream.arrived[0]?.headers['x-flashbots-signature']).toBe('0x1:0x2')
})

test('a blocked transaction is refused, and never arrives', async () => {
  const { url, upstream } = await startProxyForTest()
  const { raw } = signedTransfer({ to: BLOCKED_ADDRESS })
  const { status, answer } = await post(url, call('eth_sendRawTransaction', [raw], 7))
  expect([status, answer.id]).toEqual([200, 7])
  expect(answer.error).toMatchObject({
    code: -32_003,
    message: expect.stringMatching(/^txwarden blocked this: /),
    data: { source: 'txwarden', verdict: 'BLOCKED', state: 'blocked' },
  })
  expect(Buffer.concat(upstream.bytes).toString()).not.toContain(raw)
})

test('the command prints where it listens, and ends with 0', async () => {
  const upstream = await startRecordingUpstream()
  const { url, stop } = await runProxyCommand(makeCli(), upstream.url)
  expect((await post(url, call('net_version'))).answer.result).toBe('result of net_version')
  expect(await stop()).toMatchObject({ code: 0, stdout: `{"url":"${url}"}\n` })
})
