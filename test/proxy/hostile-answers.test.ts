import { describe, expect, test } from 'vitest'
import { call, post } from '../support/proxy/post.ts'
import { type Behaviour, saying } from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, startProxyForTest } from '../support/proxy/start.ts'
import { signedTransfer } from '../support/proxy/transactions.ts'

const { raw, hash } = signedTransfer({ to: ALLOWED_ADDRESS })
const send = call('eth_sendRawTransaction', [raw], 1)
const DEPTH = 50_000
const deep = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`
const deepObject = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`

/** Members of answers beside `jsonrpc`. */
const answers: Readonly<Record<string, string>> = {
  'a deep list as id': `"id":${deep},"result":"${hash}"`,
  'a deep object as id': `"id":${deepObject},"result":"${hash}"`,
  'a list as id': `"id":[1],"result":"${hash}"`,
  'an object as id': `"id":{"id":1},"result":"${hash}"`,
  'a long id': `"id":"${'1'.repeat(1_000_000)}","result":"${hash}"`,
  'a deep error for all': `"id":null,"error":{"code":-32000,"message":"no","data":${deep}}`,
  'a deep error without an id': `"error":{"code":-32000,"message":"no","data":${deepObject}}`,
  'a large error for all': `"id":null,"error":{"code":-32000,"message":"${'no'.repeat(4_000_000)}","data":"${'x'.repeat(4_000_000)}"}`,
  'a deep error': `"id":1,"error":{"code":-32000,"message":"no","data":${deep}}`,
  'a deep result': `"id":1,"result":${deep}`,
}
const textOf = (members: string) => `{"jsonrpc":"2.0",${members}}`
const says = (text: string): Behaviour => saying(200, text, { 'content-type': 'application/json' })

describe('an upstream that answers with', () => {
  test.each(Object.entries(answers))('%s breaks nothing', async (_name, members) => {
    const text = textOf(members)
    const { url, upstream, reported } = await startProxyForTest()
    upstream.behaviour = says(text)
    const alone = await post(url, send)
    expect([alone.status, alone.body.equals(Buffer.from(text))]).toEqual([200, true])

    const many = Array.from({ length: 100 }, (_, index) => call('eth_blockNumber', [], 100 + index))
    for (const body of [text, `[${text}]`, `[${text},${text}]`]) {
      upstream.behaviour = says(body)
      const { status, answers: mixed } = await post(url, [call('eth_sign', [], 0), send, ...many])
      expect(status).toBe(200)
      expect(mixed.map(({ id }) => id)).toEqual([0, 1, ...many.map(({ id }) => id)])
      expect(mixed[0]?.error?.code).toBe(-32_003)
      for (const { error } of mixed.slice(2))
        expect(error?.code).toSatisfy((code) => code === -32_002 || code === -32_000)
    }
    expect(upstream.calls('eth_sendRawTransaction')).toHaveLength(4)
    expect(reported).toEqual([])
  })

  test('a short error for all gives it to each call, with its data', async () => {
    const { url, upstream } = await startProxyForTest()
    const error = { code: -32_000, message: 'no batches', data: { limit: 10 } }
    upstream.behaviour = says(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
    const { answers: mixed } = await post(url, [call('eth_sign', [], 0), send, call('eth_call', [], 2)])
    expect(mixed.slice(1)).toMatchObject([
      { id: 1, error },
      { id: 2, error },
    ])
  })

  test('a deep code of a sender does not stop a cancel', async () => {
    const { url, upstream } = await startProxyForTest({ policy: { lowestRefused: 'SAFE' } })
    upstream.behaviour = says(textOf(`"id":1,"result":${deep}`))
    const account = `0x${'aa'.repeat(20)}`
    const cancel = call('eth_sendTransaction', [{ from: account, to: account }])
    await post(url, cancel)
    expect(upstream.calls().map(({ method }) => method)).toEqual(['eth_getCode', cancel.method])
  })
})
