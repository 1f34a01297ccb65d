import { describe, expect, test } from 'vitest'
import type { ValidatedMethod } from '../../src/proxy/decide/methods.ts'
import { call, post } from '../support/proxy/post.ts'
import { type Behaviour, behaviours, type RpcReply, saying } from '../support/proxy/recording-upstream.ts'
import {
  ALLOWED_ADDRESS,
  BLOCKED_ADDRESS,
  type StartedProxy,
  type StartProxyOptions,
  startProxyForTest,
} from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'

const [account = ''] = signers
const { raw } = signedTransfer({ to: account, value: 0n })
const unsigned = { from: account, to: account, nonce: '0x0' }

/** Params of each method that can send or sign a cancel. */
const cancels: readonly (readonly [ValidatedMethod, readonly unknown[]])[] = [
  ['eth_sendTransaction', [unsigned]],
  ['eth_signTransaction', [unsigned]],
  ['eth_sendRawTransaction', [raw]],
  ['eth_sendRawTransactionSync', [raw]],
  ['eth_sendRawTransactionConditional', [raw, {}]],
  ['eth_sendPrivateTransaction', [{ tx: raw }]],
  ['eth_sendPrivateTransaction', [unsigned]],
  ['eth_sendPrivateRawTransaction', [raw]],
  ['eth_sendBundle', [{ txs: [raw], blockNumber: '0x1' }]],
  ['mev_sendBundle', [{ version: 'v0.1', inclusion: { block: '0x1' }, body: [{ tx: raw, canRevert: false }] }]],
]

const designatorOf = (delegate: string) => `0xef0100${delegate.slice(2)}`
const UNKNOWN_DELEGATE = `0x${'12'.repeat(20)}`

const started = async (reply: RpcReply, options: StartProxyOptions = {}): Promise<StartedProxy> => {
  const proxy = await startProxyForTest(options)
  proxy.upstream.results.set('eth_getCode', () => reply)
  return proxy
}
/** No verdict passes. */
const strict = { policy: { lowestRefused: 'SAFE' } } as const

const questions = ({ upstream }: StartedProxy) => upstream.calls('eth_getCode').map(({ params }) => params)
const sends = ({ upstream }: StartedProxy) => upstream.calls().filter(({ method }) => method !== 'eth_getCode')

/** Sends each cancel. @returns the verdicts that they are refused with; null: one is forwarded */
async function verdictsOf(proxy: StartedProxy): Promise<unknown[]> {
  const verdicts: unknown[] = []
  for (const [index, [method, params]] of cancels.entries()) {
    const { answer } = await post(proxy.url, call(method, params))
    verdicts.push(answer.error ? answer.error.data?.verdict : null)
    expect(questions(proxy)).toEqual(Array(index + 1).fill([account, 'latest']))
  }
  expect(sends(proxy)).toHaveLength(verdicts.filter((verdict) => verdict === null).length)
  return verdicts
}
const allAre = (verdict: unknown) => Array(cancels.length).fill(verdict)

describe('a cancel of an account', () => {
  const answers: Readonly<Record<string, RpcReply>> = {
    'no code': { result: '0x' },
    nothing: { result: null },
    'an empty text': { result: '' },
    'an odd number of digits': { result: '0x0' },
    'a number': { result: 0 },
    'a list': { result: [designatorOf(BLOCKED_ADDRESS)] },
    'an object': { result: { code: '0x' } },
    'an error': { error: { code: -32_601, message: 'the method eth_getCode does not exist' } },
  }
  test.each(Object.entries(answers))(
    'passes after one question, also on the block list, when the node says %s',
    async (_name, reply) => {
      const proxy = await started(reply, strict)
      await proxy.client.call('createControlList', { body: { type: 'BLOCK', productType: 'SONAR', address: account } })
      expect(await verdictsOf(proxy)).toEqual(allAre(null))
    },
  )

  test.each([
    ['on the block list', BLOCKED_ADDRESS],
    ['that nobody knows', UNKNOWN_DELEGATE],
  ])('that runs the code of a delegate %s is refused', async (_name, delegate) => {
    const designator = designatorOf(delegate)
    expect(await verdictsOf(await started({ result: designator }))).toEqual(allAre('BLOCKED'))
    const proxy = await started({ result: designator.toUpperCase().replace('0X', '0x') })
    const { answer } = await post(proxy.url, call('eth_sendRawTransaction', [raw]))
    expect(answer.error?.message.toLowerCase()).toContain(`delegate ${delegate}`)
  })

  test.each([
    ['code of a contract', '0x6080604052'],
    ['a short designator', '0xef0100'],
    ['a long designator', `${designatorOf(UNKNOWN_DELEGATE)}00`],
  ])('whose sender has %s is validated like any transaction', async (_name, code) => {
    const proxy = await started({ result: code }, strict)
    await proxy.client.call('createControlList', { body: { type: 'BLOCK', productType: 'SONAR', address: account } })
    expect(await verdictsOf(proxy)).toEqual(allAre('BLOCKED'))
  })

  const later: Readonly<Record<string, RpcReply | Behaviour>> = {
    'has too many requests': behaviours['429'],
    fails: behaviours['500'],
    'closes the connection': behaviours.closes,
    'answers with an error': { error: { code: -32_005, message: 'limit exceeded' } },
    'says that it has none': { result: '0x' },
    'says nothing': { result: null },
  }
  test.each(Object.entries(later))(
    'is refused when its node said once that it has code, and now %s',
    async (_, now) => {
      const proxy = await started({ result: designatorOf(BLOCKED_ADDRESS) })
      const cancel = call('eth_sendRawTransaction', [raw])
      expect((await post(proxy.url, cancel)).answer.error?.data?.verdict).toBe('BLOCKED')
      if (typeof now === 'function') proxy.upstream.behaviour = now
      else proxy.upstream.results.set('eth_getCode', () => now)
      for (let again = 0; again < 2; again += 1)
        expect((await post(proxy.url, cancel)).answer.error?.data?.verdict).toBe('BLOCKED')
      expect(sends(proxy)).toEqual([])
      // Another sender is not meant.
      const other = signedTransfer({ to: signers[1] ?? '', value: 0n, signer: 1 })
      await post(proxy.url, call('eth_sendRawTransaction', [other.raw]))
      expect(sends(proxy)).toHaveLength(1)
    },
  )

  test('that runs the code of a known delegate is forwarded, and stored', async () => {
    const proxy = await started({ result: designatorOf(ALLOWED_ADDRESS) })
    expect((await post(proxy.url, call('eth_sendRawTransaction', [raw]))).answer.error).toBeUndefined()
    expect(sends(proxy)).toHaveLength(1)
    expect(proxy.proxy.tally.counts).toMatchObject({ sent: 1, blocked: 0 })
  })

  const bad: Readonly<Record<string, Behaviour>> = {
    'closes the connection': behaviours.closes,
    'breaks off': behaviours['closes in the body'],
    'has no JSON': behaviours.HTML,
    'has too many requests': behaviours['429'],
    fails: behaviours['500'],
    'is empty': behaviours['empty body'],
    redirects: saying(302, '', { location: 'http://127.0.0.1:1/' }),
  }
  test.each(Object.entries(bad))('is forwarded without a verdict when the upstream %s', async (_name, behaviour) => {
    const proxy = await startProxyForTest(strict)
    proxy.upstream.behaviour = behaviour
    await post(proxy.url, call('eth_sendRawTransaction', [raw]))
    expect(proxy.upstream.calls().map(({ method }) => method)).toEqual(['eth_getCode', 'eth_sendRawTransaction'])
  })

  test('that is delegated is refused in a batch and as a notification', async () => {
    const proxy = await started({ result: designatorOf(BLOCKED_ADDRESS) })
    const cancel = call('eth_sendRawTransaction', [raw], 2)
    const { answers } = await post(proxy.url, [call('eth_blockNumber', [], 1), cancel])
    expect(answers).toMatchObject([
      { id: 1, result: expect.anything() },
      { id: 2, error: { code: -32_003 } },
    ])
    await post(proxy.url, { jsonrpc: '2.0', method: cancel.method, params: cancel.params })
    expect(sends(proxy)).toMatchObject([{ method: 'eth_blockNumber' }])
    expect(questions(proxy)).toHaveLength(2)
  })
})

test('the code of a sender is no question for what is no cancel', async () => {
  const proxy = await started({ result: '0x' })
  const payment = signedTransfer({ to: ALLOWED_ADDRESS })
  await post(proxy.url, call('eth_sendRawTransaction', [payment.raw]))
  await post(proxy.url, call('eth_sendTransaction', [{ ...unsigned, value: '0x1' }]))
  await post(proxy.url, call('eth_sendTransaction', [{ ...unsigned, data: '0x12' }]))
  expect(questions(proxy)).toEqual([])
})
