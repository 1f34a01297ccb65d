import { describe, expect, test } from 'vitest'
import type { ProfileFile } from '../../src/config/profiles/profile-file.ts'
import { chooseProfile, type ResolveInput, resolveConfiguration, resolveSettings } from '../../src/config/resolve.ts'
import { WardenError } from '../../src/shared/errors.ts'

const PLACES = { config: '/home/someone/.config/txwarden', data: '/home/someone/.local/share/txwarden' }
const PROD = 'https://api.prod.example'
const ADMIN = 'https://admin.prod.example'
const OTHER = 'https://other.example'

const inputOf = (over: Partial<ResolveInput> = {}): ResolveInput => ({
  profile: undefined,
  flags: {},
  env: {},
  file: { profiles: {} },
  paths: PLACES,
  ...over,
})

const fileWith = (profile: ProfileFile['profiles'][string], active: string | undefined = 'prod'): ProfileFile => ({
  active,
  profiles: { prod: profile },
})

const configurationOf = (over: Partial<ResolveInput>) => resolveConfiguration(inputOf(over))

function failureOf(over: Partial<ResolveInput>): WardenError {
  try {
    resolveConfiguration(inputOf(over))
  } catch (error) {
    if (error instanceof WardenError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('an address with credentials', () => {
  const SECRET = 'S3cret/of@mine'

  test.each([
    `http://me:${SECRET}@host.example`,
    `https://me:${encodeURIComponent(SECRET)}@host`,
    `ftp://me:${SECRET}@h`,
  ])('is refused without showing them: %s', (address) => {
    const over = { env: { TXWARDEN_BASE_URL: address } }
    const shown = [failureOf(over).message, JSON.stringify(resolveSettings(inputOf(over)))].join('\n')
    expect(shown).not.toContain('S3cret')
    expect(shown).toContain('…@h')
  })
})

describe('precedence of values', () => {
  const flag = { flags: { output: 'csv' } }
  const environment = { env: { TXWARDEN_OUTPUT: 'tsv' } }
  const profile = { file: fileWith({ output: 'yaml' }) }

  test.each([
    ['flag before everything', { ...flag, ...environment, ...profile }, 'csv', 'flag', '--output'],
    ['environment before profile', { ...environment, ...profile }, 'tsv', 'environment', 'TXWARDEN_OUTPUT'],
    ['profile before default', profile, 'yaml', 'profile', 'prod'],
    ['nothing without a setting', {}, undefined, 'none', ''],
    ['a variable that is empty says nothing', { env: { TXWARDEN_OUTPUT: '' }, ...profile }, 'yaml', 'profile', 'prod'],
  ])('%s', (_, over, value, source, origin) => {
    expect(configurationOf(over).values.output).toEqual({ value, source, origin })
  })

  test('the default has the lowest precedence', () => {
    expect(configurationOf({}).values.timeout).toEqual({ value: '30s', source: 'default', origin: 'default' })
  })
})

describe('the profile in use', () => {
  const file = fileWith({ 'base-url': PROD })

  test.each([
    ['--profile', inputOf({ profile: 'a', env: { TXWARDEN_PROFILE: 'b' }, file }), 'a', 'flag'],
    ['TXWARDEN_PROFILE', inputOf({ env: { TXWARDEN_PROFILE: 'b' }, file }), 'b', 'environment'],
    ['what `profile use` wrote', inputOf({ file }), 'prod', 'file'],
    ['local, without a setting', inputOf(), 'local', 'default'],
  ])('is given by %s', (_, input, name, source) => {
    expect(chooseProfile(input)).toMatchObject({ name, source })
  })

  test('must exist, otherwise the error lists the profiles', () => {
    expect(failureOf({ profile: 'staging', file })).toMatchObject({
      kind: 'usage',
      code: 'unknown-profile',
      message: 'profile "staging" does not exist; existing: local, prod',
      try: 'txwarden profile list',
    })
  })

  test('names the environment variable in the error', () => {
    expect(failureOf({ env: { TXWARDEN_PROFILE: 'staging' } }).message).toBe(
      'profile "staging" (TXWARDEN_PROFILE) does not exist; existing: local',
    )
  })

  test('is not found among inherited members', () => {
    expect(failureOf({ profile: 'constructor' }).code).toBe('unknown-profile')
  })
})

describe('addresses', () => {
  const urls = (over: Partial<ResolveInput>) => {
    const { addresses } = configurationOf(over)
    return addresses && { validation: addresses.validation.origin, management: addresses.management.origin }
  }

  test('without an address the local service is used', () => {
    expect(urls({})).toBeUndefined()
  })

  test.each([
    ['the management address defaults to the base address', { file: fileWith({ 'base-url': PROD }) }, PROD, PROD],
    ['a profile can have two', { file: fileWith({ 'base-url': PROD, 'management-url': ADMIN }) }, PROD, ADMIN],
    [
      "a base address from a flag leaves the profile's management address out",
      { flags: { 'base-url': OTHER }, file: fileWith({ 'base-url': PROD, 'management-url': ADMIN }) },
      OTHER,
      OTHER,
    ],
    [
      "a base address from the environment leaves the profile's management address out",
      { env: { TXWARDEN_BASE_URL: OTHER }, file: fileWith({ 'base-url': PROD, 'management-url': ADMIN }) },
      OTHER,
      OTHER,
    ],
    [
      "a base address from a flag leaves the environment's management address out",
      { flags: { 'base-url': OTHER }, env: { TXWARDEN_MANAGEMENT_URL: ADMIN } },
      OTHER,
      OTHER,
    ],
    [
      'both from the environment belong together',
      { env: { TXWARDEN_BASE_URL: OTHER, TXWARDEN_MANAGEMENT_URL: ADMIN } },
      OTHER,
      ADMIN,
    ],
    [
      "a management address alone goes beside the profile's base address",
      { flags: { 'management-url': OTHER }, file: fileWith({ 'base-url': PROD, 'management-url': ADMIN }) },
      PROD,
      OTHER,
    ],
  ])('%s', (_, over, validation, management) => {
    expect(urls(over)).toEqual({ validation, management })
  })

  test('a management URL without a base URL is refused', () => {
    expect(failureOf({ env: { TXWARDEN_MANAGEMENT_URL: ADMIN } })).toMatchObject({
      kind: 'refused',
      code: 'missing-base-url',
    })
  })
})

describe('a stored key', () => {
  const stored = fileWith({
    'base-url': `${PROD}/v`,
    'management-url': ADMIN,
    'validation-key': 'stored-v',
    'management-key': 'stored-m',
  })
  const keysOf = (over: Partial<ResolveInput>) => {
    const { keys, withheld } = configurationOf(over)
    return { keys, withheld }
  }

  test('is sent to the addresses of its profile', () => {
    expect(keysOf({ file: stored })).toEqual({
      keys: { validation: 'stored-v', management: 'stored-m' },
      withheld: [],
    })
  })

  test('is sent to another path of the same origin', () => {
    expect(keysOf({ file: stored, flags: { 'base-url': `${PROD}/other`, 'management-url': `${ADMIN}/x` } })).toEqual({
      keys: { validation: 'stored-v', management: 'stored-m' },
      withheld: [],
    })
  })

  test.each([
    ['another host', OTHER],
    ['another port', `${PROD}:8443`],
    ['plain http', PROD.replace('https', 'http')],
  ])('is withheld from %s', (_, address) => {
    expect(keysOf({ file: stored, flags: { 'base-url': address } })).toEqual({
      keys: {},
      withheld: ['validation', 'management'],
    })
    expect(keysOf({ file: stored, env: { TXWARDEN_BASE_URL: address } })).toEqual({
      keys: {},
      withheld: ['validation', 'management'],
    })
  })

  test('is withheld alone if only its address differs', () => {
    expect(keysOf({ file: stored, flags: { 'management-url': OTHER } })).toEqual({
      keys: { validation: 'stored-v' },
      withheld: ['management'],
    })
  })

  test('of a profile without an address is never sent', () => {
    const file = fileWith({ 'validation-key': 'stored-v' })
    expect(keysOf({ file, flags: { 'base-url': OTHER } })).toEqual({ keys: {}, withheld: ['validation'] })
  })

  test('is overridden by one from the environment, which is sent to any address', () => {
    expect(keysOf({ file: stored, env: { TXWARDEN_VALIDATION_KEY: 'mine' }, flags: { 'base-url': OTHER } })).toEqual({
      keys: { validation: 'mine' },
      withheld: ['management'],
    })
  })

  test('is not used by the local service', () => {
    expect(keysOf({ env: { TXWARDEN_VALIDATION_KEY: 'mine' } })).toEqual({ keys: {}, withheld: [] })
  })
})

describe('plain http, once allowed for a profile,', () => {
  const file = fileWith({ 'base-url': 'http://intranet.example', 'insecure-http': 'true' })
  const allowed = (over: Partial<ResolveInput>) => configurationOf(over).values['insecure-http'].value

  test("is allowed for the profile's own address only", () => {
    expect(allowed({ file })).toBe('true')
    expect(allowed({ file, flags: { 'base-url': 'http://other.example' } })).toBe('false')
    expect(allowed({ file, flags: { 'base-url': 'http://other.example', 'insecure-http': 'true' } })).toBe('true')
  })
})

describe('an invalid value', () => {
  test.each([
    ['a flag', { flags: { timeout: '3 parsecs' } }, 'usage', '--timeout: "3 parsecs" is not a duration, such as 30s'],
    [
      'the environment',
      { env: { TXWARDEN_BASE_URL: 'api.example' } },
      'refused',
      'TXWARDEN_BASE_URL: "api.example" is not an http or https URL',
    ],
    [
      'the profile',
      { file: fileWith({ retries: '99' }) },
      'refused',
      'retries of profile prod: "99" is not a number from 0 to 20',
    ],
  ])('from %s is refused with its place', (_, over, kind, message) => {
    expect(failureOf(over)).toMatchObject({ kind, code: 'invalid-setting', message })
  })

  test('is not shown if it is a key', () => {
    const failure = failureOf({ env: { TXWARDEN_VALIDATION_KEY: 'sec ret' } })
    expect(failure.message).toBe('TXWARDEN_VALIDATION_KEY: the value is not a valid API key')
  })

  test('does not prevent the explanation of others', () => {
    const { values } = resolveSettings(inputOf({ file: fileWith({ timeout: 'soon', output: 'json' }) }))
    expect(values.timeout).toEqual({
      value: 'soon',
      source: 'profile',
      origin: 'prod',
      fault: 'is not a duration, such as 30s',
    })
    expect(values.output.value).toBe('json')
  })
})

describe('the local database', () => {
  test('is separate for each local profile', () => {
    const file: ProfileFile = { profiles: { sandbox: {} } }
    expect(configurationOf({}).database).toBe(`${PLACES.data}/local.db`)
    expect(configurationOf({ file, profile: 'sandbox' }).database).toBe(`${PLACES.data}/sandbox.db`)
  })

  test('can be set in the environment', () => {
    expect(configurationOf({ env: { TXWARDEN_DATABASE: '/srv/x.db' } })).toMatchObject({
      database: '/srv/x.db',
      values: { database: { source: 'environment', origin: 'TXWARDEN_DATABASE' } },
    })
  })
})
