import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TestClock } from '../../support/deterministic.ts'
import { openForTest } from '../../support/open-service.ts'
import { ask, requestsTo, SENDER } from '../../support/requests.ts'
import { runs } from '../../support/share.ts'
import { callData } from '../risk/call-data.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const DOLLAR = 10n ** 6n
const MOST = 500

/** Every way to spend from the budget, how much, and whether the last of that way is repeated. */
const step = fc.record({
  way: fc.constantFrom('pay', 'allow', 'sign', 'replay', 'hold'),
  dollars: fc.integer({ min: 1, max: 300 }),
  isRepeated: fc.boolean(),
})

function permit(dollars: number, nonce: number, deadline: number) {
  const fields = (text: string) =>
    text.split(',').map((field) => {
      const [type = '', name = ''] = field.split(' ')
      return { type, name }
    })
  return {
    from: SENDER,
    typedData: {
      types: {
        EIP712Domain: fields('string name,string version,uint256 chainId,address verifyingContract'),
        Permit: fields('address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'),
      },
      primaryType: 'Permit',
      domain: { name: 'USD Coin', version: '2', chainId: '1', verifyingContract: USDC },
      message: {
        owner: SENDER,
        spender: PAYEE,
        value: String(BigInt(dollars) * DOLLAR),
        nonce: String(nonce),
        deadline: String(deadline),
      },
    },
  }
}

test('payments, allowances, messages, repeated ones and approved holds share a budget, and none gets past it', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
    const clock = new TestClock()
    const service = await openForTest({ clock })
    const agent = (await service.keys.create('validation')).key
    const desk = (await service.keys.create('management')).key
    await requestsTo(service).send('POST', '/ext/v1/policies', {
      name: 'payouts',
      mode: 'enforce',
      default: 'hold',
      allow: [{ pays: { to: [PAYEE], per: { '24h': `${MOST} USD` } } }, { signs: { types: ['Permit'] } }],
    })
    const { validate } = requestsTo(service, agent)
    const post = (key: string, path: string, body: object = {}) =>
      ask(service, 'POST', path, body, { 'x-api-key': key })
    const last = new Map<string, { readonly dollars: number; readonly nonce: number; readonly valid: boolean }>()
    let used = 0
    for (const [index, { way, dollars: asked, isRepeated }] of steps.entries()) {
      const before = isRepeated ? last.get(way) : undefined
      const { dollars, nonce } = before ?? { dollars: asked, nonce: index }
      const amount = BigInt(dollars) * DOLLAR
      // The same message, or the same request again, counts once.
      const isOnce = before?.valid === true && (way === 'sign' || way === 'replay')
      // A stored answer is the same; a message again passes while the budget is not above its limit.
      const fits = isOnce ? way === 'replay' || used <= MOST : used + dollars <= MOST
      const pay = { to: USDC, data: callData.transfer(PAYEE, amount) }
      const verdict =
        way === 'sign'
          ? (await post(agent, '/ext/v1/typed-data/validate', permit(dollars, nonce, clock.now() / 1000 + 60))).body
          : way === 'allow'
            ? await validate({ to: USDC, data: callData.approve(PAYEE, amount) })
            : await validate(pay, way === 'replay' ? { 'idempotency-key': `key ${nonce}` } : {})
      expect(verdict.valid, `${way} ${dollars} of ${used}`).toBe(fits)
      last.set(way, { dollars, nonce, valid: verdict.valid || isOnce })
      if (fits) used += isOnce ? 0 : dollars
      else if (way === 'hold') {
        const held = await post(agent, '/ext/v1/holds', {
          digest: `0x${String(index).padStart(64, '0')}`,
          kind: 'transaction',
          method: 'eth_sendTransaction',
          chainId: '1',
          svcTxIds: [verdict.svcTxId],
        })
        await post(desk, `/ext/v1/holds/${held.body.id}/approve`)
        for (const status of [200, 409])
          expect((await post(agent, `/ext/v1/holds/${held.body.id}/release`)).status).toBe(status)
        used += dollars
      }
      const { content } = await requestsTo(service).send('GET', '/ext/v1/policies/payouts/usage')
      expect(content[0].used).toBe(`${used} USD`)
    }
    await service.close()
  })
  await fc.assert(property, { numRuns: runs(60) })
})
