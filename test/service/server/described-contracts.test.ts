import { expect, test } from 'vitest'
import { serveForTest } from '../../support/served.ts'

const VAULT = '0x7e57c0de0000000000000000000000000000aa01'
const SENDER = '0x7e57000000000000000000000000000000000001'
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
/** payOut of 500 USDC. */
const DATA = `0x0221038a${'7e57ad044cf326f43274a51e5e590fcfecc3eba5'.padStart(64, '0')}${(500_000_000).toString(16).padStart(64, '0')}`

test('what is described counts from the next verdict of a running server on', async () => {
  const { url, keys } = await serveForTest()
  const send = async (method: string, path: string, kind: keyof typeof keys, body: object) => {
    const headers = {
      'content-type': 'application/json',
      'x-validation-product': 'SONAR',
      prefer: 'explain',
      'x-api-key': keys[kind],
    }
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
    return (await answer.json()) as { coverage: string; explanation: { actions: readonly string[] } }
  }
  const transaction = { chainId: '8453', from: SENDER, to: VAULT, value: '0', data: DATA }
  const validate = () => send('POST', '/api/v2/transaction/validate', 'validation', { transaction, trackNonce: false })
  const before = await validate()
  expect(before).toMatchObject({ coverage: 'none' })
  const effects = [{ kind: 'transfer', asset: { token: USDC, amount: 'amount' }, from: '@contract', to: 'to' }]
  const functions = [{ call: 'payOut(address to, uint256 amount)', effects }]
  await send('PUT', '/ext/v1/contracts', 'management', { address: VAULT, chainId: '8453', functions })
  const after = await validate()
  expect(after.coverage).toBe('partial')
  expect(after.explanation.actions.join()).toMatch(/^pays out 500 USDC to 0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5/)
})
