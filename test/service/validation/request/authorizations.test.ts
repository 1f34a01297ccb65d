import { expect, test } from 'vitest'
import { testAddresses } from '../../../../src/service/intel/baseline-records.ts'
import { requestAuthorizations } from '../../../../src/service/validation/request/authorizations.ts'
import { makeCli } from '../../../support/cli.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const DRAINER = testAddresses.drainer

test('quantities are read in each form', () => {
  const delegate = DRAINER.toLowerCase()
  expect(
    requestAuthorizations([
      { chainId: 0, address: DRAINER, nonce: 5 },
      { chainId: '0x1', address: DRAINER, nonce: '5' },
    ]),
  ).toEqual([
    { chainId: '0', address: delegate, nonce: 5n },
    { chainId: '1', address: delegate, nonce: 5n },
  ])
  expect([requestAuthorizations(null), requestAuthorizations(undefined)]).toEqual([[], []])
})

const body = (authorization: object) =>
  JSON.stringify({
    transaction: { chainId: '1', from: SENDER, to: USDC, authorizations: [authorization] },
    trackNonce: false,
  })

test('a transaction is checked for the delegates of its authorizations', async () => {
  const stdin = body({ chainId: '0', address: DRAINER, nonce: '5' })
  const { code, stdout } = await makeCli()(['validate', '--file', '-', '--json'], { stdin })
  expect(code).toBe(12)
  expect(JSON.parse(stdout)).toMatchObject({ valid: false, internalAddressesWithMaxScore: [{ address: DRAINER }] })
})

test('an invalid authorization is rejected', async () => {
  const stdin = body({ chainId: '1', address: '0x12', nonce: '5' })
  const { code, stderr } = await makeCli()(['validate', '--file', '-'], { stdin })
  expect(code).toBe(8)
  expect(stderr).toContain('transaction.authorizations[0].address')
})
