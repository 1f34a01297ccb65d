import { describe, expect, test } from 'vitest'
import { profileNameFault, profileNames, withoutProfile } from '../../../src/config/profiles/profile-file.ts'

describe('profiles', () => {
  const file = { active: 'prod', profiles: { prod: { output: 'json' }, staging: {} } }

  test('always include local', () => {
    expect(profileNames({ profiles: {} })).toEqual(['local'])
    expect(profileNames(file)).toEqual(['local', 'prod', 'staging'])
  })

  test('have local as active after the active one is removed', () => {
    expect(withoutProfile(file, 'prod')).toEqual({ active: undefined, profiles: { staging: {} } })
    expect(withoutProfile(file, 'staging')).toEqual({ active: 'prod', profiles: { prod: { output: 'json' } } })
  })

  test.each(['prod', 'eu-1', 'a.b_c', '0'])('can be named %j', (name) => {
    expect(profileNameFault(name)).toBeUndefined()
  })

  test.each(['', 'Prod', '.hidden', '-p', '../x', 'a b', '__proto__', 'x'.repeat(65)])('cannot be named %j', (name) => {
    expect(profileNameFault(name)).toMatch(/^is not a valid profile name/)
  })
})
