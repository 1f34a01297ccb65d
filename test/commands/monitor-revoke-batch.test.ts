import { expect, test } from 'vitest'
import { checksumOf, revokeBatch } from '../../src/commands/monitor/revoke-batch.ts'
import { readExpected } from '../../src/shared/safe/expected.ts'
import { makeCli } from '../support/cli.ts'

const token = '0x1111111111111111111111111111111111111111'
const safe = '0x7E57E185F01f2900F3b969962D790bD76275007A'

test('revocations are a batch that safe check --expect reads, for the Safe that they are of', async () => {
  const rows = ['0xaa', '0xbb'].map((data) => ({ revoke: { to: token, data } }))
  const batch = revokeBatch('10', safe, rows, 1)
  expect(await readExpected(batch)).toEqual({
    chainIds: [10n],
    safes: [safe.toLowerCase()],
    signed: {},
    calls: ['0xaa', '0xbb'].map((data) => ({ to: token, value: 0n, data, operation: 0 })),
  })
  expect(batch.meta.checksum).toBe(checksumOf(JSON.parse(JSON.stringify(batch))))
})

test('the checksum is the one that the Transaction Builder wrote', () => {
  // 5afe/safe-cli-nodejs, TRANSACTION_BUILDER_FORMAT_ANALYSIS.md: a file of version 1.18.2.
  const batch = {
    version: '1.0',
    chainId: '1',
    createdAt: 1761326849944,
    meta: {
      name: 'Transactions Batch',
      description: '',
      txBuilderVersion: '1.18.2',
      createdFromSafeAddress: '0xA77DE01e157f9f57C7c4A326eeE9C4874D0598b6',
      createdFromOwnerAddress: '',
      checksum: '0x8b5032f716845c8b08bab3d63dbd9ba92e056f3557793cd041e59b84e16aa989',
    },
    transactions: [
      {
        to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        value: '0',
        data: null,
        contractMethod: {
          inputs: [
            { internalType: 'address', name: 'spender', type: 'address' },
            { internalType: 'uint256', name: 'value', type: 'uint256' },
          ],
          name: 'approve',
          payable: false,
        },
        contractInputsValues: { spender: '0x474e5Ded6b5D078163BFB8F6dBa355C3aA5478C8', value: '100000000000' },
      },
    ],
  }
  expect(checksumOf(batch)).toBe(batch.meta.checksum)
  expect(checksumOf({ ...batch, chainId: '10' } as typeof batch)).not.toBe(batch.meta.checksum)
})

test.each([
  [[], '--revoke-batch needs --chain'],
  [['--chain', 'ethereum', '--spender', '0x12'], '--spender: "0x12" is not an address'],
  [['--chain', 'ethereum', '--token', 'USDC'], '--token: "USDC" is not an address'],
])('with %j is a usage error', async (flags, message) => {
  const { code, stderr } = await makeCli()(['monitor', 'exposure', token, '--revoke-batch', 'revoke.json', ...flags])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
})

test('a folder that is missing is said before a node is asked', async () => {
  const flags = ['--chain', 'ethereum', '--revoke-batch', '/nowhere/revoke.json']
  const { code, stderr } = await makeCli()(['monitor', 'exposure', token, ...flags])
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('--revoke-batch: there is no folder /nowhere'),
  })
})
