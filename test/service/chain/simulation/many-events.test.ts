import { expect, test } from 'vitest'
import { missingText } from '../../../../src/api/text/missing.ts'
import { type Recorded, recorded, replay } from './recorded.ts'

/** Answers of the second trip: in a realistic block, in that of the node. */
const [REALISTIC, OF_NODE] = [3, 4] as const

const word = (value: bigint) => value.toString(16).padStart(64, '0')

/** The events of the transaction, which is the second call of each run. */
function logsOf({ replies }: Recorded, index: number): object[] {
  const { result } = replies[index] as { readonly result: { readonly calls: { readonly logs: object[] }[] }[] }
  const logs = result[0]?.calls[1]?.logs
  if (logs === undefined) throw new Error('the answer has no second call')
  return logs
}

test('thousands of events in the name of the sender show the first allowances and changes, and say so', () => {
  const payment = recorded('payment')
  const topic = (digits: string) => `0x${digits.padStart(64, '0')}`
  const owner = topic(payment.transaction.from.slice(2))
  const approvals = Array.from({ length: 8000 }, (_, index) => ({
    address: `0x${'7e'.repeat(20)}`,
    topics: ['0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', owner, topic(`ab${index}`)],
    data: `0x${word(5n)}`,
  }))
  const items = (from: bigint) => ({
    address: `0x${'7e'.repeat(20)}`,
    topics: ['0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb', owner, owner, topic('1')],
    data: `0x${word(64n)}${word(64n + 32n * 8001n)}${[0n, 1n].map((value) => listOf(value === 0n ? from : undefined)).join('')}`,
  })
  const listOf = (from: bigint | undefined) =>
    word(8000n) +
    Array.from({ length: 8000 }, (_, index) => word(from === undefined ? 1n : from + BigInt(index))).join('')
  for (const [index, from] of [
    [REALISTIC, 1n],
    [OF_NODE, 10_000n],
  ] as const)
    logsOf(payment, index).push(...approvals, items(from))
  const { simulation, missing } = replay(payment)
  expect([simulation.changes.length, simulation.approvals.length]).toEqual([256, 256])
  expect(simulation.changes).toContainEqual(expect.objectContaining({ amount: -250_000_000n }))
  expect(missing.map(missingText)).toContain('Only the first 256 changes and allowances are shown')
})
