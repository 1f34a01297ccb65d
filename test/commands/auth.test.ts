import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { closedPort, json, serveHttp } from '../client/support/http-server.ts'
import { asTyped, type Cli, makeCli, refuses, says, test } from '../support/cli.ts'
import { type Served, serveForTest } from '../support/served.ts'

const KEY = `txw_val_${'AbCdEfGh'.repeat(6)}`
const LOGIN_PROD = ['auth', 'login', '-p', 'prod']

const configOf = (cli: Cli) => JSON.parse(readFileSync(join(cli.home, 'config.json'), 'utf8')) as unknown

const hintOf = (key: string) => `${key.slice(0, key.lastIndexOf('_') + 5)}…`

/** The program with a profile `prod` for the service, in use, and both its keys. */
async function loggedIn(service: Served): Promise<Cli> {
  const cli = makeCli()
  const { validation, management } = service.keys
  const prod = { 'base-url': service.url, 'validation-key': validation, 'management-key': management }
  writeFileSync(join(cli.home, 'config.json'), JSON.stringify({ active: 'prod', profiles: { prod } }))
  return cli
}

describe('auth login', () => {
  test('creates the profile, asks the service about both keys, and stores them for the owner alone', async ({
    cli,
  }) => {
    const { url, keys } = await serveForTest()
    const stdin = `${keys.validation}\n${keys.management}\n`
    const login = await cli([...LOGIN_PROD, '--base-url', url, '--kind', 'both', '--key-file', '-', '--json'], {
      stdin,
    })
    expect({ code: login.code, stderr: login.stderr, body: JSON.parse(login.stdout) as unknown }).toEqual({
      code: 0,
      stderr: '',
      body: {
        profile: 'prod',
        storedIn: 'file',
        baseUrl: url,
        managementUrl: url,
        keys: [
          {
            kind: 'validation',
            hint: hintOf(keys.validation),
            checked: 'the service looked for an unknown transaction (404)',
          },
          { kind: 'management', hint: hintOf(keys.management), checked: 'the control lists are readable with it' },
        ],
      },
    })
    expect(configOf(cli)).toEqual({
      profiles: { prod: { 'base-url': url, 'validation-key': keys.validation, 'management-key': keys.management } },
    })
    expect((statSync(join(cli.home, 'config.json')).mode & 0o777).toString(8)).toBe('600')
    expect(await cli(['control-list', 'list', '-p', 'prod'])).toMatchObject({ code: 0 })
  })

  test('asks for the keys on a terminal, and never shows them', async ({ cli }) => {
    const { url, keys } = await serveForTest()
    const login = await cli([...LOGIN_PROD, '--base-url', url], {
      typed: [
        ['Kind of key', '\n'],
        ['Validation key of', `${keys.validation}\n`],
        ['Management key of', `${keys.management}\n`],
      ],
      columns: 500,
    })
    expect(login.stdout).toBe(
      [
        `✓ Stored in profile prod for ${url}`,
        `  validation key ${hintOf(keys.validation)}: accepted; the service looked for an unknown transaction (404)`,
        `  management key ${hintOf(keys.management)}: accepted; the control lists are readable with it`,
        `  stored in ${join(cli.home, 'config.json')} (mode 0600), not in a keychain: there is no session bus`,
        '',
      ].join('\n'),
    )
    expect(login.code).toBe(0)
    expect(login.stderr).toContain(`Validation key of ${url}`)
    expect(login.stderr).toContain('Use it: -p prod, or txwarden profile use prod')
    for (const key of [keys.validation, keys.management]) expect(login.stderr).not.toContain(key.slice(0, 16))
  })

  test('reads a key from a file', async ({ cli }) => {
    const { url, keys } = await serveForTest()
    const file = join(cli.home, 'key.txt')
    writeFileSync(file, `\ufeff${keys.management}\r\n`)
    const login = await cli([...LOGIN_PROD, '--base-url', url, '--kind', 'management', '--key-file', file])
    expect(login).toEqual({ code: 0, stdout: `prod\t${url}\tmanagement\n`, stderr: '' })
    expect(configOf(cli)).toEqual({ profiles: { prod: { 'base-url': url, 'management-key': keys.management } } })
  })

  test.each(['validation', 'management'] as const)('does not store a %s key that the service refuses', async (kind) => {
    const cli = makeCli()
    const { url, keys } = await serveForTest()
    const unknown = KEY.replace('val', kind === 'validation' ? 'val' : 'mgmt')
    const ofOtherKind = kind === 'validation' ? keys.management : keys.validation
    for (const [key, why] of [
      [unknown, 'unknown or revoked'],
      [ofOtherKind, `needs a ${kind} key`],
    ] as const) {
      const login = await cli([...LOGIN_PROD, '--base-url', url, '--kind', kind, '--key-file', '-'], { stdin: key })
      expect(login).toMatchObject(refuses(3, why))
      expect(login.stderr).toContain('Nothing was stored.')
      expect(login.stderr).not.toContain(key)
    }
    expect((await cli(['profile', 'list', '--fields', 'name'])).stdout).toBe('local\n')
  })

  test('stores neither of two keys when one is refused', async ({ cli }) => {
    const { url, keys } = await serveForTest()
    const stdin = `${keys.validation}\n${keys.validation}`
    const login = await cli([...LOGIN_PROD, '--base-url', url, '--kind', 'both', '--key-file', '-'], { stdin })
    expect(login).toMatchObject(says(3, 'refuses this management key'))
    expect(login.stderr).toContain('auth login --kind both\n')
    expect((await cli(['profile', 'list', '--fields', 'name'])).stdout).toBe('local\n')
  })

  test('does not take a web page for a service that looked for the transaction', async ({ cli }) => {
    await using pages = await serveHttp((response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><h1>Not found</h1>'),
    )
    const login = await cli([...LOGIN_PROD, '--base-url', pages.url.href, '--kind', 'validation', '--key-file', '-'], {
      stdin: KEY,
    })
    expect(login).toMatchObject(refuses(5, 'received a web page (404)'))
  })

  test('does not take a path that is not there for one, either', async () => {
    const { url, keys } = await serveForTest()
    const login = await makeCli()(
      [...LOGIN_PROD, '--base-url', `${url}/nowhere`, '--kind', 'validation', '--key-file', '-'],
      { stdin: keys.validation },
    )
    expect(login).toMatchObject(says(5, 'could not be checked'))
  })

  test('of an unreachable service stores nothing without --no-check', async ({ cli }) => {
    const url = `http://127.0.0.1:${await closedPort()}`
    const login = [...LOGIN_PROD, '--base-url', url, '--kind', 'validation', '--key-file', '-', '--retries', '0']
    const failed = await cli(login, { stdin: KEY })
    expect(failed).toMatchObject({ code: 6, stdout: '' })
    expect(failed.stderr).toContain('Nothing was stored. --no-check stores the key without checking it.')
    expect(await cli([...login, '--no-check'], { stdin: KEY, tty: false })).toMatchObject({ code: 0 })
    expect(configOf(cli)).toEqual({ profiles: { prod: { 'base-url': url, 'validation-key': KEY } } })
  })

  test('checks the given key at the address of the profile, regardless of the environment', async ({ cli }) => {
    const { url, keys } = await serveForTest()
    const login = await cli([...LOGIN_PROD, '--base-url', url, '--kind', 'validation', '--key-file', '-'], {
      stdin: keys.validation,
      env: { TXWARDEN_VALIDATION_KEY: 'another', TXWARDEN_MANAGEMENT_URL: 'https://other.example' },
    })
    expect(login).toMatchObject({
      code: 0,
      stderr: 'TXWARDEN_VALIDATION_KEY is set and overrides the stored key.\n',
    })
  })

  test('sends a validation and a management key to their own addresses', async () => {
    await using validation = await serveHttp((response) => json(response, { code: 'not-found' }, 404))
    await using management = await serveHttp((response) =>
      json(response, { content: [], size: 1, number: 0, totalPages: 0, totalElements: 0 }),
    )
    const login = await makeCli()(
      [
        ...LOGIN_PROD,
        '--base-url',
        validation.url.origin,
        '--management-url',
        management.url.origin,
        '--kind',
        'both',
        '--key-file',
        '-',
      ],
      { stdin: 'for-validation\nfor-management\n' },
    )
    expect(login.code).toBe(0)
    const sent = (server: typeof validation) => server.seen.map(({ method, headers }) => [method, headers['x-api-key']])
    expect(sent(validation)).toEqual([['PUT', 'for-validation']])
    expect(sent(management)).toEqual([['GET', 'for-management']])
  })

  test('for another address than the profile has is refused: its keys would go there', async () => {
    const cli = await loggedIn(await serveForTest())
    const login = await cli(asTyped('auth login --base-url https://other.example --key-file - --kind validation'))
    expect(login).toMatchObject(refuses(8, 'store keys for https://other.example in another profile'))
  })

  test('with a management address that is new forgets the management key for the former one', async () => {
    const service = await serveForTest()
    const cli = await loggedIn(service)
    const login = await cli(
      ['auth', 'login', '--management-url', 'https://admin.example', '--kind', 'validation', '--key-file', '-'],
      { stdin: service.keys.validation },
    )
    expect(login).toMatchObject({
      code: 0,
      stderr: 'The previous management key was for another address and is deleted.\n',
    })
    expect((await cli(['config', 'list', '--fields', 'name'])).stdout).toBe(
      'base-url\nmanagement-url\nvalidation-key\n',
    )
  })

  test.each([
    [['auth', 'login'], 2, 'the local service needs no key'],
    [['auth', 'login', '--base-url', 'https://a.example'], 8, 'profile local is the local service'],
    [[...LOGIN_PROD], 2, 'profile "prod" does not exist; creating it needs --base-url'],
    [['auth', 'login', '-p', 'Prod', '--base-url', 'https://a.example'], 2, 'is not a valid profile name'],
    [[...LOGIN_PROD, '--base-url', 'a.example'], 2, '--base-url: "a.example" is not an http or https URL'],
    [[...LOGIN_PROD, '--base-url', 'https://a.example'], 2, 'auth login needs --kind, --key-file'],
    [[...LOGIN_PROD, '--base-url', 'https://a.example', '--kind', 'both'], 2, 'needs --key-file'],
    [[...LOGIN_PROD, '--base-url', 'https://a.example', '--key-file', '-'], 2, 'auth login needs --kind'],
    [
      [...LOGIN_PROD, '--base-url', 'https://a.example', '--kind', 'both', '--key-file', '-'],
      8,
      'stdin has 0 lines: expected one line per key (validation and management)',
    ],
    [
      [...LOGIN_PROD, '--base-url', 'https://a.example', '--kind', 'validation', '--key-file', 'nowhere'],
      8,
      'no such file',
    ],
  ])('%j is refused, and nothing is stored', async (argv, code, text) => {
    const cli = makeCli()
    expect(await cli(argv)).toMatchObject(refuses(code, text))
    expect((await cli(['profile', 'list', '--fields', 'name'])).stdout).toBe('local\n')
  })

  test('says where the keys of an address from the environment come from', async () => {
    const login = await makeCli()(['auth', 'login'], { env: { TXWARDEN_BASE_URL: 'https://a.example' } })
    expect(login).toMatchObject(says(2, 'Keys for https://a.example (TXWARDEN_BASE_URL) come from'))
  })

  test('refuses a key with blanks in it without repeating it', async () => {
    const login = await makeCli()(
      [...LOGIN_PROD, '--base-url', 'https://a.example', '--kind', 'validation', '--key-file', '-'],
      { stdin: 'two words' },
    )
    expect(login).toMatchObject(says(8, 'the validation key in stdin is not a valid API key'))
    expect(login.stderr).not.toContain('two words')
  })

  test('with --dry-run neither asks nor stores', async ({ cli }) => {
    expect(await cli([...LOGIN_PROD, '--base-url', 'https://a.example', '--dry-run'], { tty: true })).toEqual({
      code: 0,
      stdout: 'Would store keys of https://a.example in profile prod\n',
      stderr: '',
    })
    expect((await cli(['profile', 'list', '--fields', 'name'])).stdout).toBe('local\n')
  })
})

describe('auth status', () => {
  test('of the local service says that no key is needed', async () => {
    expect(await makeCli()(['auth', 'status', '--check'], { tty: true })).toEqual({
      code: 0,
      stdout: 'KEY         STATE\nvalidation  not needed\nmanagement  not needed\n',
      stderr: 'Profile local needs no key: its service is local.\n',
    })
  })

  test('shows source, first characters and address of both keys', async () => {
    const service = await serveForTest()
    const cli = await loggedIn(service)
    const status = await cli(['auth', 'status', '--json'], { env: { TXWARDEN_MANAGEMENT_KEY: 'short' } })
    expect(JSON.parse(status.stdout)).toEqual({
      profile: 'prod',
      content: [
        {
          kind: 'validation',
          state: 'set',
          hint: hintOf(service.keys.validation),
          source: 'profile',
          origin: 'prod',
          address: `${service.url}/`,
        },
        {
          kind: 'management',
          state: 'set',
          hint: '…',
          source: 'environment',
          origin: 'TXWARDEN_MANAGEMENT_KEY',
          address: `${service.url}/`,
        },
      ],
    })
    expect(status.code).toBe(0)
  })

  test('says which keys are kept back from an address that is not their own', async () => {
    const cli = await loggedIn(await serveForTest())
    const status = await cli(asTyped('auth status --base-url https://other.example --json --fields kind,state'))
    expect(JSON.parse(status.stdout)).toEqual({
      profile: 'prod',
      content: [
        { kind: 'validation', state: 'withheld' },
        { kind: 'management', state: 'withheld' },
      ],
    })
  })

  test('with --check asks the service, and is content when it takes both', async () => {
    const cli = await loggedIn(await serveForTest())
    const status = await cli(['auth', 'status', '--check', '--json', '--fields', 'kind,check'])
    expect(status).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(status.stdout)).toMatchObject({
      content: [
        { kind: 'validation', check: 'accepted' },
        { kind: 'management', check: 'accepted' },
      ],
    })
  })

  test('with --check exits with 3 when one is refused, and shows both', async () => {
    const cli = await loggedIn(await serveForTest())
    const status = await cli(['auth', 'status', '--check', '--json', '--fields', 'check,said'], {
      env: { TXWARDEN_VALIDATION_KEY: KEY },
    })
    expect(status.code).toBe(3)
    expect(JSON.parse(status.stdout)).toMatchObject({
      content: [{ check: 'refused', said: expect.stringContaining('unknown or revoked') }, { check: 'accepted' }],
    })
  })

  test('with --check ends with 3 when one is missing, and says how to give one', async ({ cli }) => {
    await cli(['profile', 'create', 'prod', '--base-url', 'https://api.example'])
    expect(await cli(['auth', 'status', '-p', 'prod', '--check'], { tty: true })).toMatchObject({
      code: 3,
      stderr: 'Store a key: txwarden auth login -p prod\n',
    })
    expect(await cli(['auth', 'status', '--base-url', 'https://api.example'], { tty: true })).toMatchObject({
      code: 0,
      stderr: 'Keys for an address without a profile: TXWARDEN_VALIDATION_KEY, TXWARDEN_MANAGEMENT_KEY\n',
    })
  })

  test('with --check exits with 6 when the service does not respond', async ({ cli }) => {
    mkdirSync(cli.home, { recursive: true })
    const status = await cli(['auth', 'status', '--check', '--retries', '0', '--json', '--fields', 'check'], {
      env: {
        TXWARDEN_BASE_URL: `http://127.0.0.1:${await closedPort()}`,
        TXWARDEN_VALIDATION_KEY: 'v',
        TXWARDEN_MANAGEMENT_KEY: 'm',
      },
    })
    expect(status.code).toBe(6)
    expect(JSON.parse(status.stdout)).toMatchObject({ content: [{ check: 'failed' }, { check: 'failed' }] })
  })
})

describe('auth logout', () => {
  test('asks, then deletes what is stored and keeps the address', async () => {
    const service = await serveForTest()
    const cli = await loggedIn(service)
    expect(await cli(['auth', 'logout'])).toMatchObject({ code: 2 })
    expect(
      await cli(['auth', 'logout'], { typed: [['Delete the validation and management key', 'n\n']] }),
    ).toMatchObject({ code: 130 })
    expect(
      await cli(['auth', 'logout'], { typed: [['Delete the validation and management key', 'y\n']] }),
    ).toMatchObject({
      code: 0,
      stdout: '✓ Deleted the validation and management key stored in profile prod\n',
    })
    expect(configOf(cli)).toEqual({ active: 'prod', profiles: { prod: { 'base-url': service.url } } })
    expect(await cli(['auth', 'logout'], { tty: true })).toMatchObject({
      code: 0,
      stdout: '✓ No key is stored in profile prod\n',
    })
  })

  test('can delete one of the two', async () => {
    const cli = await loggedIn(await serveForTest())
    const logout = await cli(['auth', 'logout', '--kind', 'management', '--yes', '--json'])
    expect(JSON.parse(logout.stdout)).toEqual({ profile: 'prod', removed: ['management'] })
    expect((await cli(['config', 'list', '--fields', 'name'])).stdout).toBe('base-url\nvalidation-key\n')
  })
})
