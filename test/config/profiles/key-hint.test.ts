import { expect, test } from 'vitest'
import { keyHint } from '../../../src/config/profiles/key-hint.ts'

test.each([
  ['a key of our own: its prefix and four characters', `txw_val_${'AbCdEfGh'.repeat(6)}`, 'txw_val_AbCd…'],
  ['a management key', `txw_mgmt_${'AbCdEfGh'.repeat(6)}`, 'txw_mgmt_AbCd…'],
  ['a long key of another service', 'sk-0123456789abcdefghij', 'sk-0…'],
  ['a short key: nothing', 'hunter2', '…'],
  ['a prefix alone: nothing', 'txw_val_abc', '…'],
])('the hint of %s', (_, key, hint) => {
  expect(keyHint(key)).toBe(hint)
})
