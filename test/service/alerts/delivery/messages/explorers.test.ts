import { describe, expect, test } from 'vitest'
import { chainIds } from '../../../../../src/api/chains.ts'
import { readExplorers } from '../../../../../src/service/alerts/delivery/messages/explorers.ts'

test('every chain has an explorer', () => {
  for (const chainId of chainIds) expect(readExplorers()(chainId)).toMatch(/^https:\/\/[a-z.]+$/)
  expect(readExplorers('')('31337')).toBeUndefined()
})

test('a configured explorer replaces the public one of its chain only', () => {
  const explorer = readExplorers(' ethereum=https://explorer.internal/eth/ , 8453=http://127.0.0.1:4000')
  expect(['1', '8453', '10'].map(explorer)).toEqual([
    'https://explorer.internal/eth',
    'http://127.0.0.1:4000',
    'https://optimistic.etherscan.io',
  ])
})

describe('is refused:', () => {
  test.each([
    ['https://explorer.internal', 'does not start with a known chain and ='],
    ['moon=https://explorer.internal', 'does not start with a known chain and ='],
    ['ethereum=', 'does not start with a known chain and ='],
    ['ethereum=explorer.internal', 'the explorer of ethereum is not an http or https URL'],
    ['ethereum=javascript:alert(1)', 'the explorer of ethereum is not an http or https URL'],
    ['ethereum=https://planted@explorer.internal', 'has a user, query or fragment'],
    ['ethereum=https://:planted@explorer.internal', 'has a user, query or fragment'],
    ['ethereum=https://explorer.internal/?chain=1', 'has a user, query or fragment'],
  ])('%s', (text, fault) => {
    expect(() => readExplorers(text)).toThrow(
      expect.objectContaining({ kind: 'refused', code: 'bad-explorer', message: expect.stringContaining(fault) }),
    )
  })
})
