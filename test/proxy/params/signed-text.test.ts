import { expect, test } from 'vitest'
import type { Verdict } from '../../../src/api/verdict.ts'
import { call, post } from '../../support/proxy/post.ts'
import { faultOf, read } from '../../support/proxy/read.ts'
import { startProxyForTest } from '../../support/proxy/start.ts'

const from = '0x7e57e185f01f2900f3b969962d790bd76275007a'
const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`
const signIn = (version: number) =>
  `app.example wants you to sign in with your Ethereum account:\n0x7E57E185F01f2900F3b969962D790bD76275007A\n\n\nURI: https://app.example/login\nVersion: ${version}\nChain ID: 1\nNonce: 32891756\nIssued At: 2026-01-02T03:00:00Z`

test('a text is read as bytes and as it is, with the same digest', () => {
  const [asBytes, asText] = [hex('I agree'), 'I agree'].map((given) => read('personal_sign', [given, from]))
  expect(asBytes).toEqual({
    method: 'personal_sign',
    parts: [{ kind: 'text', text: 'I agree', from, chainId: '1' }],
    digest: asText?.digest,
    senders: [],
  })
})

test.each<[string, unknown[], RegExp]>([
  ['32 bytes', [`0x${'ab'.repeat(32)}`, from], /32 bytes, which can be the hash/],
  ['32 bytes as text', ['ab'.repeat(32), from], /32 bytes, which can be the hash/],
  ['the digits of 32 bytes', [hex(`0x${'ab'.repeat(32)}`), from], /32 bytes, which can be the hash/],
  ['bytes that are no text', ['0x1901ff', from], /bytes that are no text/],
  ['hex digits without 0x', ['deadbeef', from], /readers understand differently/],
  ['an odd number of digits', ['0x123', from], /pairs of hex digits/],
  ['the account first', [from, hex('I agree')], /is not an address/],
  ['no account', [hex('I agree')], /has 1 params/],
  ['no text', [{ text: 'I agree' }, from], /is not a string/],
])('%s is refused', (_, params, why) => {
  expect(faultOf('personal_sign', params).message).toMatch(why)
})

test('what looks like a sign-in and is none is a warning, and another text no data', async () => {
  const ask = async (text: string, lowestRefused: Verdict) => {
    const { url, upstream } = await startProxyForTest({ policy: { lowestRefused } })
    const { answer } = await post(url, call('personal_sign', [hex(text), from]))
    return { error: answer.error, arrived: upstream.arrived.length }
  }
  expect(await ask(signIn(2), 'WARNING')).toMatchObject({
    error: {
      code: -32_003,
      message: expect.stringContaining('it looks like a sign-in (EIP-4361) and is none: its Version is not 1 (WARNING'),
      data: { verdict: 'WARNING', svcTxId: null },
    },
    arrived: 0,
  })
  expect((await ask(signIn(1), 'WARNING')).error).toBeUndefined()
  expect(await ask(signIn(1), 'NO DATA')).toMatchObject({
    error: { data: { verdict: 'NO DATA', score: 0 } },
    arrived: 0,
  })
  expect(await ask('I agree', 'NO DATA')).toMatchObject({ error: { data: { verdict: 'NO DATA' } }, arrived: 0 })
  expect((await ask('I agree', 'UNSAFE')).error).toBeUndefined()
})
