import { describe, expect, test } from 'vitest'
import { keyOrigin, keysLeftBehind } from '../../../src/config/profiles/key-origin.ts'

const BASE = 'https://api.example/v'
const ADMIN = 'https://admin.example'
const keys = { 'validation-key': 'v', 'management-key': 'm' }

describe('the origin a key belongs to', () => {
  test('is that of the base URL, or of the management URL for a management key', () => {
    const both = { 'base-url': BASE, 'management-url': ADMIN }
    expect(keyOrigin(both, 'validation')).toBe('https://api.example')
    expect(keyOrigin(both, 'management')).toBe('https://admin.example')
    expect(keyOrigin({ 'base-url': BASE }, 'management')).toBe('https://api.example')
    expect(keyOrigin({}, 'validation')).toBeUndefined()
  })
})

describe('keys left behind by a change of addresses', () => {
  const before = { ...keys, 'base-url': BASE }

  test.each([
    ['none, when only the path changes', { ...before, 'base-url': 'https://api.example/w' }, []],
    ['both, when the base address changes', { ...before, 'base-url': ADMIN }, ['validation', 'management']],
    ['the management key, when it gets an address of its own', { ...before, 'management-url': ADMIN }, ['management']],
    ['both, when there is no address any more', keys, ['validation', 'management']],
    ['none that is new as well', { ...before, 'base-url': ADMIN, 'validation-key': 'n', 'management-key': 'n' }, []],
    ['none that is gone', { 'base-url': ADMIN }, []],
  ])('%s', (_, after, left) => {
    expect(keysLeftBehind(before, after)).toEqual(left)
  })
})
