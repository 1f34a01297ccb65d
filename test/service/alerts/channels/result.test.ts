import { expect, test } from 'vitest'
import { failed, sent } from '../../../../src/service/alerts/channels/channel.ts'

test('a latency is whole milliseconds, as the interface has it: clocks count parts of them', () => {
  expect(sent(12.7)).toMatchObject({ latencyMs: 13 })
  expect(failed('refused', 'no', 0.4)).toMatchObject({ latencyMs: 0 })
})
