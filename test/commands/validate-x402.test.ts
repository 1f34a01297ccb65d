import { describe, expect, test } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { makeCli, says } from '../support/cli.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const UNLISTED = '0x00000000000000000000000000000000000a11ce'

const shared = {
  scheme: 'exact',
  asset: USDC,
  payTo: testAddresses.benign,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
/** On Base; it has no EIP-3009. */
const DAI = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'
const first = (more: object = {}) => ({
  x402Version: 1,
  accepts: [{ ...shared, network: 'base', maxAmountRequired: '10000', ...more }],
})
const second = (more: object = {}) => ({
  x402Version: 2,
  accepts: [{ ...shared, network: 'eip155:8453', amount: '10000', ...more }],
})

async function check(body: object | string, ...flags: readonly string[]) {
  const argv = ['validate', '--x402', '-', '--from', SENDER, '--json', ...flags]
  const stdin = typeof body === 'string' ? body : JSON.stringify(body)
  const { code, stdout, stderr } = await makeCli()(argv, { stdin })
  const { verdict, content } = JSON.parse(stdout || '{}')
  return { code, stderr, verdict, amount: content?.[0].amount, reason: content?.[0].reason }
}

describe('an offer is read by the version that the body states', () => {
  test.each([
    ['version 1', first(), '10000'],
    ['version 2', second(), '10000'],
    ['version 2, after a byte order mark', `\ufeff${JSON.stringify(second())}`, '10000'],
    ['version 2, the same amount twice', second({ maxAmountRequired: '10000' }), '10000'],
    ['version 2, with null for the other amount', second({ maxAmountRequired: null }), '10000'],
    ['version 2, with members that are not of x402', { ...second({ note: 'PayTo' }), error: 'pay' }, '10000'],
  ])('%s', async (_, body, amount) => {
    expect(await check(body)).toMatchObject({ code: 0, verdict: 'SAFE', amount })
  })

  test.each([
    ['two amounts in version 1', first({ maxAmountRequired: '250000000000', amount: '1' }), 'amounts-differ'],
    ['two amounts in version 2', second({ maxAmountRequired: '250000000000' }), 'amounts-differ'],
    ['the amount of version 2 in version 1', first({ maxAmountRequired: undefined, amount: '1' }), 'no-amount'],
    ['the amount of version 1 in version 2', second({ maxAmountRequired: '1', amount: undefined }), 'no-amount'],
    ['a network of version 2 in version 1', first({ network: 'eip155:8453' }), 'unknown-network'],
    ['a chain id in version 1', first({ network: '8453' }), 'unknown-network'],
    ['a network of version 1 in version 2', second({ network: 'base' }), 'unknown-network'],
    ['no version', { ...second(), x402Version: undefined }, 'unknown-version'],
    ['version 3', { ...second(), x402Version: 3 }, 'unknown-version'],
    ['the zero address is paid', second({ payTo: `0x${'0'.repeat(40)}` }), 'void-payee'],
    ['the domain of another contract', second({ extra: { name: 'Permit2', version: '2' } }), 'void-domain'],
    ['another version of the domain', second({ extra: { name: 'USD Coin', version: '1' } }), 'void-domain'],
    ['another token, with any domain', second({ asset: DAI, extra: { name: 'Dai', version: '1' } }), 'unknown-domain'],
  ])('%s is NO DATA', async (_, body, code) => {
    expect(await check(body, '--fail-on', 'no-data')).toMatchObject({ code: 10, verdict: 'NO DATA', reason: { code } })
  })

  test.each([
    ['a network that is not known', second({ network: 'eip155:4294967111', payTo: testAddresses.drainer })],
    ['another scheme', second({ scheme: 'upto', payTo: testAddresses.drainer })],
    ['no asset', second({ asset: 'USDC', payTo: testAddresses.drainer })],
  ])('%s hides no payee that is listed', async (_, body) => {
    expect(await check(body)).toMatchObject({ code: 12, verdict: 'BLOCKED' })
  })

  const { drainer } = testAddresses
  test.each([
    ['the payee', second({ PayTo: drainer })],
    ['the payee, with an underscore', second({ pay_to: drainer })],
    ['the amount', second({ AMOUNT: '250000000000' })],
    ['the asset, with letters that fold to it', second({ a\u017f\u017fet: UNLISTED })],
    ['the network', second({ networ\u212a: 'eip155:1' })],
    ['the scheme', second({ Scheme: 'upto' })],
    ['the transfer method', second({ extra: { ...shared.extra, AssetTransferMethod: 'permit2' } })],
    ['the version', { ...second(), X402version: 1 }],
    ['the offers', { ...second(), Accepts: second({ payTo: drainer }).accepts }],
  ])('%s in another spelling is NO DATA', async (_, body) => {
    const reason = { code: 'other-spelling' }
    expect(await check(body, '--fail-on', 'no-data')).toMatchObject({ code: 10, verdict: 'NO DATA', reason })
  })

  const twice = JSON.stringify(second()).replace('"payTo"', `"payTo":"${drainer}","payTo"`)
  test.each([
    ['JSON', twice],
    ['base64', Buffer.from(twice).toString('base64')],
  ])('a member that is twice in %s is refused', async (_, stdin) => {
    const { code, stderr } = await makeCli()(['validate', '--x402', '-', '--from', SENDER], { stdin })
    expect(code).toBe(8)
    expect(stderr).toContain('stdin has the member "payTo" twice in one object (line 1)')
  })

  test('a void signature is named', async () => {
    const { reason } = await check(second({ extra: { name: 'Permit2', version: '2' } }))
    expect(reason.text).toBe('its signature would be void: name and version are not those of the token')
  })
})

describe('--max-amount', () => {
  const rich = second({ amount: '250000000000' })

  test('no limit without it', async () => {
    expect(await check(rich)).toMatchObject({ code: 0, verdict: 'SAFE' })
  })

  test.each([
    ['an offer above it', rich, '100', 10, 'WARNING', 'asks for 250,000 USDC, more than --max-amount 100'],
    ['one unit more', second({ amount: '100000001' }), '100', 10, 'WARNING', 'asks for 100.000001 USDC'],
    ['a limit with more decimals than the asset', second(), '0.00999999', 10, 'WARNING', 'asks for 0.01 USDC'],
    ['unknown decimals', second({ asset: UNLISTED }), '100', 10, 'WARNING', 'the decimals of its asset are not known'],
    ['an offer that is not read', second({ scheme: 'upto' }), '100', 10, 'NO DATA', 'its scheme is not exact'],
  ])('%s is refused', async (_, body, limit, code, verdict, text) => {
    const { reason, ...shown } = await check(body, '--max-amount', limit)
    expect(shown).toMatchObject({ code, verdict, stderr: expect.stringContaining(`! Offer 1: ${text}`) })
    expect(reason.text).toContain(text)
  })

  test.each([
    ['equal to it', second({ amount: '100000000' }), '100'],
    ['below it', second(), '0.01'],
  ])('an offer %s passes', async (_, body, limit) => {
    expect(await check(body, '--max-amount', limit)).toMatchObject({ code: 0, verdict: 'SAFE', stderr: '' })
  })

  test('a worse verdict has its own exit code', async () => {
    const body = second({ amount: '250000000000', payTo: testAddresses.drainer })
    expect(await check(body, '--max-amount', '100')).toMatchObject({ code: 12, verdict: 'BLOCKED' })
  })

  test('--fail-on never reports only', async () => {
    expect(await check(rich, '--max-amount', '100', '--fail-on', 'never')).toMatchObject({
      code: 0,
      verdict: 'WARNING',
    })
  })

  test('is an amount, and for x402 only', async () => {
    expect(await check(rich, '--max-amount', 'much')).toMatchObject(says(2, 'is not an amount: digits'))
    expect(await makeCli()(['validate', '--file', 'x', '--max-amount', '1'])).toMatchObject(
      says(2, '--max-amount needs --x402'),
    )
  })
})
