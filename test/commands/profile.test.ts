import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { makeCli, refuses, says, test } from '../support/cli.ts'

const PROD = 'https://api.prod.example'

describe('profile create', () => {
  test('makes a remote profile, which is then used by name', async ({ cli }) => {
    expect(await cli(['profile', 'create', 'prod', '--base-url', PROD, '--json'])).toEqual({
      code: 0,
      stdout: `${JSON.stringify(
        {
          name: 'prod',
          active: false,
          kind: 'remote',
          address: PROD,
          managementAddress: null,
          protected: false,
          keys: [],
        },
        undefined,
        2,
      )}\n`,
      stderr: '',
    })
    expect(await cli(['config', 'get', 'base-url', '-p', 'prod'])).toMatchObject({ code: 0, stdout: `${PROD}\n` })
  })

  test('shows the next command on a terminal', async () => {
    expect(await makeCli()(['profile', 'create', 'prod', '--base-url', PROD], { tty: true })).toEqual({
      code: 0,
      stdout: `✓ Created profile prod: remote service ${PROD}\n`,
      stderr: 'Store its API keys: txwarden auth login -p prod\nUse it: -p prod, or txwarden profile use prod\n',
    })
  })

  test('without an address makes a local service with a database of its own', async ({ cli }) => {
    await cli(['profile', 'create', 'sandbox'])
    await cli(['config', 'service', 'set', 'block-threshold', '90', '-p', 'sandbox'])
    expect((await cli(['config', 'service', 'get', 'block-threshold', '-p', 'sandbox'])).stdout).toBe('90\n')
    expect((await cli(['config', 'service', 'get', 'block-threshold'])).stdout).toBe('70\n')
    expect((await cli(['local', 'path', '-p', 'sandbox'])).stdout).toBe(`${join(cli.home, 'sandbox.db')}\n`)
  })

  test('stores a database as an absolute path', async ({ cli }) => {
    await cli(['profile', 'create', 'sandbox', '--database', 'x.db'])
    expect((await cli(['config', 'get', 'database', '-p', 'sandbox'])).stdout).toBe(`${join(process.cwd(), 'x.db')}\n`)
  })

  test.each([
    [['local'], 8, 'profile local already exists'],
    [['Prod'], 2, 'is not a valid profile name'],
    [['../x'], 2, 'is not a valid profile name'],
    [['prod', '--base-url', 'api.prod.example'], 2, 'is not an http or https URL'],
    [['prod', '--base-url', PROD, '--database', 'x.db'], 2, 'one of them'],
    [['prod', '--base-url', 'http://api.example'], 8, 'plain http: the API key could be intercepted'],
    [['prod', '--management-url', PROD], 2, '--management-url needs --base-url'],
    [[], 2, 'profile create needs <name>'],
  ])('%j is refused, and nothing is written', async (argv, code, text) => {
    const cli = makeCli()
    expect(await cli(['profile', 'create', ...argv])).toMatchObject(refuses(code, text))
    expect((await cli(['profile', 'list', '--fields', 'name'])).stdout).toBe('local\n')
  })

  test('does not show the password of a mistyped address', async ({ cli }) => {
    const { code, stderr } = await cli(['profile', 'create', 'prod', '--database', 'me:secret@db.example/x'])
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('is not an address') })
    expect(stderr).not.toContain('secret')
  })

  test('never replaces a profile', async ({ cli }) => {
    await cli(['profile', 'create', 'prod', '--base-url', PROD])
    expect(await cli(['profile', 'create', 'prod', '--base-url', 'https://other.example'])).toMatchObject({ code: 8 })
    expect((await cli(['config', 'get', 'base-url', '-p', 'prod'])).stdout).toBe(`${PROD}\n`)
  })

  test('with --dry-run only says what it would do', async ({ cli }) => {
    expect(await cli(['profile', 'create', 'prod', '--base-url', PROD, '--dry-run'], { tty: true })).toMatchObject({
      code: 0,
      stdout: `Would create profile prod: remote service ${PROD}\n`,
    })
    expect((await cli(['profile', 'list', '--fields', 'name'])).stdout).toBe('local\n')
  })
})

describe('profile list', () => {
  test('marks the one in use, from any source', async ({ cli }) => {
    await cli(['profile', 'create', 'prod', '--base-url', PROD])
    const active = async (argv: string[], env = {}) =>
      (
        JSON.parse((await cli(['profile', 'list', '--json', ...argv], { env })).stdout).content as {
          name: string
          active: boolean
        }[]
      )
        .filter((row) => row.active)
        .map((row) => row.name)
    expect(await active([])).toEqual(['local'])
    expect(await active(['-p', 'prod'])).toEqual(['prod'])
    expect(await active([], { TXWARDEN_PROFILE: 'prod' })).toEqual(['prod'])
    await cli(['profile', 'use', 'prod'])
    expect(await active([])).toEqual(['prod'])
  })

  test('reads well on a terminal', async ({ cli }) => {
    await cli(['profile', 'create', 'prod', '--base-url', PROD])
    expect((await cli(['profile', 'list'], { tty: true })).stdout).toBe(
      [
        '   PROFILE  KIND    ADDRESS OR DATABASE',
        `*  local    local   ${cli.home}/local.db`,
        `   prod     remote  ${PROD}`,
        '',
      ].join('\n'),
    )
  })

  test('works where the profile in use is none, which no other command does', async ({ cli }) => {
    const env = { TXWARDEN_PROFILE: 'gone' }
    expect(await cli(['control-list', 'list'], { env })).toMatchObject(
      says(2, 'profile "gone" (TXWARDEN_PROFILE) does not exist; existing: local'),
    )
    expect(await cli(['profile', 'list', '--fields', 'name'], { env })).toEqual({
      code: 0,
      stdout: 'local\n',
      stderr: 'Selected profile "gone" does not exist.\n',
    })
  })
})

describe('profile use', () => {
  test('lasts', async ({ cli }) => {
    await cli(['profile', 'create', 'sandbox'])
    expect(await cli(['profile', 'use', 'sandbox'], { tty: true, columns: 400 })).toMatchObject({
      code: 0,
      stdout: `✓ Selected profile sandbox: local service, database ${join(cli.home, 'sandbox.db')}\n`,
    })
    expect((await cli(['local', 'path'])).stdout).toBe(`${join(cli.home, 'sandbox.db')}\n`)
  })

  test('of one that is not there changes nothing', async ({ cli }) => {
    expect(await cli(['profile', 'use', 'nowhere', '--json'])).toMatchObject(refuses(2, '"code":"unknown-profile"'))
  })

  test('says when the environment wins over it', async ({ cli }) => {
    await cli(['profile', 'create', 'sandbox'])
    const used = await cli(['profile', 'use', 'local'], { env: { TXWARDEN_PROFILE: 'sandbox' } })
    expect(used.stderr).toBe('TXWARDEN_PROFILE is set and overrides it: sandbox\n')
  })
})

describe('profile delete', () => {
  test('asks, and a no changes nothing', async ({ cli }) => {
    await cli(['profile', 'create', 'prod', '--base-url', PROD])
    expect(await cli(['profile', 'delete', 'prod'], { typed: [['Delete profile prod', 'n\n']] })).toMatchObject({
      code: 130,
      stdout: '',
    })
    expect(await cli(['profile', 'delete', 'prod'])).toMatchObject({ code: 2, stdout: '' })
    expect((await cli(['profile', 'list', '--fields', 'name'])).stdout).toBe('local\nprod\n')
    expect(await cli(['profile', 'delete', 'prod'], { typed: [['Delete profile prod', 'y\n']] })).toMatchObject({
      code: 0,
    })
    expect((await cli(['profile', 'list', '--fields', 'name'])).stdout).toBe('local\n')
  })

  test('of the one in use goes back to local', async ({ cli }) => {
    await cli(['profile', 'create', 'prod', '--base-url', PROD])
    await cli(['profile', 'use', 'prod'])
    const deleted = await cli(['profile', 'delete', 'prod', '--yes'], { tty: true })
    expect(deleted.stdout).toBe('✓ Deleted profile prod\n  selected profile: local\n')
    expect(JSON.parse(readFileSync(join(cli.home, 'config.json'), 'utf8'))).toEqual({ profiles: {} })
  })

  test('never deletes local', async () => {
    expect(await makeCli()(['profile', 'delete', 'local', '--yes'])).toMatchObject(
      says(8, 'profile local cannot be deleted'),
    )
  })
})

test('plain http to another machine is taken where it was said to be trusted, and remembered', async ({ cli }) => {
  const plain = ['--base-url', 'http://api.example', '--insecure-http']
  expect(await cli(['profile', 'create', 'lan', ...plain])).toMatchObject({ code: 0 })
  expect((await cli(['config', 'get', 'insecure-http', '-p', 'lan'])).stdout).toBe('true\n')
  expect(await cli(['profile', 'create', 'here', '--base-url', 'http://127.0.0.1:8787'])).toMatchObject({ code: 0 })
})
