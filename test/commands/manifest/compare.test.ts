import { expect, test } from 'vitest'
import { matchesShown } from '../../../src/commands/manifest/compare.ts'
import { leastProcessorTime } from '../../support/processor-time.ts'

test.each([
  // As our own service masks: a long secret by its end, a short one whole, an address where it is secret.
  ['••••wxyz', 'abcdefghijklmnopqrstuvwxyz', true],
  ['••••wxyz', 'abcdefghijklmnopqrstuvwxy.', false],
  ['••••', 'anything', true],
  ['••••', '', false],
  ['https://hooks.slack.com/services/T1/B1/••••wxyz', 'https://hooks.slack.com/services/T1/B1/aaaabbbbccccwxyz', true],
  ['https://hooks.slack.com/services/T1/B1/••••wxyz', 'https://hooks.slack.com/services/T2/B1/aaaabbbbccccwxyz', false],
  [
    'https://hooks.slack.com/services/T1/B1/••••wxyz',
    'https://evil.example/?https://hooks.slack.com/services/T1/B1/wxyz',
    false,
  ],
  [
    'https://discord.com/api/webhooks/1/••••wxyz/slack?••••',
    'https://discord.com/api/webhooks/1/aaaabbbbwxyz/slack?wait=1',
    true,
  ],
  // As others do.
  ['abc***', 'abcdefgh', true],
  ['***xyz***', 'aaaxyzbbb', true],
  ['https://x.example/%E2%80%A2%E2%80%A2', 'https://x.example/secret', true],
  // What is no mask is the value.
  ['a.c', 'abc', false],
  ['a*c', 'a*c', true],
])('a service that shows %j can have %j: %s', (shown, secret, can) => {
  expect(matchesShown(secret, shown)).toBe(can)
})

test('a mask of many parts takes time in proportion to the secret', () => {
  // Each part could match at many places: 60 of them would try all combinations.
  const time = leastProcessorTime(() =>
    expect(matchesShown(`${'a'.repeat(5_000)}b`, `${'***a'.repeat(60)}***c`)).toBe(false),
  )
  expect(time).toBeLessThan(100)
})
