import { expect, test } from 'vitest'
import { safeBatch } from '../../src/commands/monitor/safe-batch.ts'
import { readExpected } from '../../src/shared/safe/expected.ts'
import { makeCli } from '../support/cli.ts'

const token = '0x1111111111111111111111111111111111111111'

test('revocations are a batch that safe check --expect reads', async () => {
  const rows = ['0xaa', '0xbb'].map((data) => ({ revoke: { to: token, data } }))
  const batch = safeBatch('10', rows, 1)
  expect(await readExpected(batch)).toEqual({
    chainIds: [10n],
    safes: [],
    signed: {},
    calls: ['0xaa', '0xbb'].map((data) => ({ to: token, value: 0n, data, operation: 0 })),
  })
})

test('a batch is of one chain', async () => {
  const { code, stderr } = await makeCli()(['monitor', 'exposure', token, '--safe-batch', 'revoke.json'])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--safe-batch needs --chain') })
})
