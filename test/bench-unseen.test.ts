import { describe, expect, test } from 'vitest'
import { present } from '../bench/detection/adversarial/evidence.ts'
import { analysisOf } from '../bench/detection/effect-messages.ts'
import { callData } from '../bench/detection/unseen/index.ts'
import { messages } from '../bench/detection/unseen/messages.ts'
import { month } from '../bench/detection/unseen/month.ts'
import { payments } from '../bench/detection/unseen/payments.ts'

const sides = [
  ['attacks', callData.flatMap(({ attacks }) => attacks)],
  ['honest calls', callData.flatMap(({ honest }) => honest)],
  ['transactions of the month', month],
] as const

describe('the unseen sets', () => {
  test('have enough cases of each side', () => {
    const [attacks, honest] = sides.map(([, rows]) => rows.length)
    expect(attacks).toBeGreaterThanOrEqual(80)
    expect(honest).toBeGreaterThanOrEqual(80)
    expect(messages.attacks.length).toBeGreaterThanOrEqual(40)
    expect(messages.honest.length).toBeGreaterThanOrEqual(40)
    expect(month.length).toBe(200)
  })

  test('names payments that are in the sets', () => {
    const ids = [...callData.flatMap(({ attacks }) => attacks), ...messages.attacks].map(({ id }) => id)
    expect(payments.filter((id) => !ids.includes(id))).toEqual([])
  })

  test.each(sides)('describe valid transactions with unique ids: %s', (_, rows) => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    for (const row of rows) {
      const { from, to, data, value } = present(row).transaction
      for (const address of [from, to]) expect(address, row.id).toMatch(/^0x[0-9a-f]{40}$/)
      expect(data, row.id).toMatch(/^0x(?:[0-9a-f]{2})*$/)
      expect([value >= 0n, row.what.endsWith('.'), row.source !== ''], row.id).toEqual([true, true, true])
    }
  })

  test.each(['attacks', 'honest'] as const)('describe messages that are read, with unique ids: %s', (side) => {
    expect(new Set(messages[side].map(({ id }) => id)).size).toBe(messages[side].length)
    for (const message of messages[side]) expect(analysisOf(message).transaction.chainId, message.id).toMatch(/^\d+$/)
  })
})
