import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { type Cli, makeCli, refuses, says, test } from '../support/cli.ts'

const PROD = 'https://api.prod.example'
const KEY = `txw_val_${'AbCdEfGh'.repeat(6)}`

/** A profile `prod` with both keys, in use. */
function withKeys(cli: Cli, more: Record<string, string> = {}): void {
  const prod = { 'base-url': PROD, 'validation-key': KEY, 'management-key': KEY.replace('val', 'mgmt'), ...more }
  writeFileSync(join(cli.home, 'config.json'), JSON.stringify({ active: 'prod', profiles: { prod } }))
}

describe('config set', () => {
  test('stores a value that from then on is in effect', async ({ cli }) => {
    expect(await cli(['config', 'set', 'output', 'json'])).toEqual({ code: 0, stdout: 'output\tjson\n', stderr: '' })
    expect((await cli(['control-list', 'list'])).stdout).toContain('"content": []')
    expect((await cli(['control-list', 'list', '-o', 'tsv'])).stdout).toBe('')
  })

  test('says in a sentence what it did, and when the environment wins over it', async ({ cli }) => {
    const set = await cli(['config', 'set', 'output', 'json'], { tty: true, env: { TXWARDEN_OUTPUT: 'table' } })
    expect(set).toEqual({
      code: 0,
      stdout: '✓ output is now json (profile local)\n',
      stderr: 'TXWARDEN_OUTPUT is set and overrides it.\n',
    })
  })

  test.each([
    [['colour', 'red'], 2, 'unknown setting "colour": expected one of base-url'],
    [['timeout'], 2, 'config set needs <value>'],
    [['timeout', 'soon'], 2, 'timeout: "soon" is not a duration'],
    [['base-url', PROD], 8, 'profile local is the local service'],
    [['timeout', '1s', '-p', 'nowhere'], 2, 'profile "nowhere" does not exist'],
  ])('%j is refused, and nothing is stored', async (argv, code, text) => {
    const cli = makeCli()
    expect(await cli(['config', 'set', ...argv])).toMatchObject(refuses(code, text))
    expect((await cli(['config', 'list'])).stdout).toBe('')
  })

  test('never takes a key from the command line, and does not repeat it', async ({ cli }) => {
    for (const argv of [['validation-key', KEY], ['validation-key']]) {
      const refused = await cli(['config', 'set', ...argv])
      expect(refused).toMatchObject(refuses(2, 'Try: txwarden auth login --kind validation'))
      expect(refused.stderr).not.toContain(KEY)
    }
  })

  test('of another address asks, and forgets the keys of the former one', async ({ cli }) => {
    withKeys(cli)
    const other = ['config', 'set', 'base-url', 'https://other.example']
    expect(await cli(other)).toMatchObject(says(2, 'validation and management key'))
    expect(await cli(other, { typed: [['will be deleted. Continue?', 'n\n']], columns: 300 })).toMatchObject({
      code: 130,
    })
    expect((await cli(['config', 'get', 'base-url'])).stdout).toBe(`${PROD}\n`)
    expect(await cli([...other, '--yes'])).toMatchObject({ code: 0 })
    expect((await cli(['config', 'list'])).stdout).toBe('base-url\thttps://other.example\n')
  })

  test('of another path of the same address keeps the keys, and asks nothing', async ({ cli }) => {
    withKeys(cli)
    expect(await cli(['config', 'set', 'base-url', `${PROD}/v`])).toMatchObject({ code: 0 })
    expect((await cli(['config', 'list', '--fields', 'name'])).stdout).toBe(
      'base-url\nvalidation-key\nmanagement-key\n',
    )
  })

  test('of a management address forgets the management key alone', async ({ cli }) => {
    withKeys(cli)
    await cli(['config', 'set', 'management-url', 'https://admin.example', '--yes'])
    expect((await cli(['config', 'list', '--fields', 'name'])).stdout).toBe(
      'base-url\nmanagement-url\nvalidation-key\n',
    )
  })

  test('with --dry-run changes nothing; with --curl there is nothing to show', async ({ cli }) => {
    expect(await cli(['config', 'set', 'output', 'json', '--dry-run'])).toMatchObject({
      code: 0,
      stdout: 'set output to json (profile local)\n',
    })
    expect(await cli(['config', 'set', 'output', 'json', '--curl'])).toMatchObject({ code: 2 })
    expect((await cli(['config', 'list'])).stdout).toBe('')
  })
})

describe('config get', () => {
  test('prints the value alone, of a key its first characters', async ({ cli }) => {
    withKeys(cli)
    expect(await cli(['config', 'get', 'base-url'], { tty: true })).toEqual({
      code: 0,
      stdout: `${PROD}\n`,
      stderr: '',
    })
    expect(await cli(['config', 'get', 'validation-key'])).toMatchObject({ stdout: 'txw_val_AbCd…\n' })
    expect(await cli.json(['config', 'get', 'base-url'])).toEqual({
      name: 'base-url',
      value: PROD,
    })
  })

  test('of what is not stored ends with 5', async () => {
    expect(await makeCli()(['config', 'get', 'timeout'])).toEqual({
      code: 5,
      stdout: '',
      stderr: 'txwarden: timeout is not set in profile local\nTry: txwarden config explain\n',
    })
  })
})

describe('config unset', () => {
  test('forgets a value; a second time it says that there was none', async ({ cli }) => {
    await cli(['config', 'set', 'output', 'json'])
    expect(await cli(['config', 'unset', 'output', '-o', 'table'])).toMatchObject({
      code: 0,
      stdout: '✓ Removed output (profile local)\n',
    })
    expect(await cli(['config', 'unset', 'output'], { tty: true })).toMatchObject({
      code: 0,
      stdout: '✓ output was not set (profile local)\n',
    })
  })

  test('of the base address takes the keys with it, and asks first', async ({ cli }) => {
    withKeys(cli)
    expect(await cli(['config', 'unset', 'base-url'])).toMatchObject({ code: 2 })
    expect(await cli(['config', 'unset', 'base-url', '--yes'])).toMatchObject({ code: 0 })
    expect((await cli(['config', 'list'])).stdout).toBe('')
  })

  test('of a key asks first', async ({ cli }) => {
    withKeys(cli)
    expect(await cli(['config', 'unset', 'management-key'])).toMatchObject({ code: 2 })
    await cli(['config', 'unset', 'management-key'], { typed: [['Delete the stored management-key', 'y\n']] })
    expect((await cli(['config', 'list', '--fields', 'name'])).stdout).toBe('base-url\nvalidation-key\n')
  })

  test('never leaves a management address alone', async ({ cli }) => {
    withKeys(cli, { 'management-url': 'https://admin.example' })
    expect(await cli(['config', 'unset', 'base-url', '--yes'])).toMatchObject(says(8, 'management-url needs base-url'))
  })
})

describe('config list', () => {
  test('shows what is stored, keys by their first characters', async ({ cli }) => {
    withKeys(cli, { output: 'table' })
    const listed = await cli(['config', 'list', '--json'])
    expect(JSON.parse(listed.stdout).content).toEqual([
      { name: 'base-url', value: PROD },
      { name: 'validation-key', value: 'txw_val_AbCd…' },
      { name: 'management-key', value: 'txw_mgmt_AbCd…' },
      { name: 'output', value: 'table' },
    ])
  })

  test('says on a terminal where to look when nothing is stored', async () => {
    expect((await makeCli()(['config', 'list'], { tty: true })).stdout).toBe(
      'No settings stored in profile local. Settings in effect: txwarden config explain\n',
    )
  })
})

describe('config explain', () => {
  test('says of every setting where its value comes from', async ({ cli }) => {
    withKeys(cli, { timeout: '10s' })
    const explained = await cli(['config', 'explain', '--retries', '1'], {
      tty: true,
      env: { TXWARDEN_MANAGEMENT_KEY: 'hosted-0123456789-abcdefgh', TXWARDEN_DATABASE: '/srv/x.db' },
    })
    expect(explained).toEqual({
      code: 0,
      stdout: [
        'SETTING            VALUE                     SOURCE       FROM',
        'profile            prod                      file         profile use',
        'base-url           https://api.prod.example  profile      prod',
        'management-url     https://api.prod.example  profile      prod',
        'validation-key     txw_val_AbCd…             profile      prod',
        'management-key     host…                     environment  TXWARDEN_MANAGEMENT_KEY',
        'database           /srv/x.db                 environment  TXWARDEN_DATABASE',
        'output             -                         none',
        'timeout            10s                       profile      prod',
        'retries            1                         flag         --retries',
        'rate-limit         -                         none',
        'insecure-http      false                     default',
        'allow-destination  -                         none',
        'delivery-wait      2s                        default',
        'protected          false                     default',
        '',
      ].join('\n'),
      stderr: '',
    })
  })

  test('shows a value that cannot be used as such, where every other command ends there', async ({ cli }) => {
    withKeys(cli, { timeout: 'soon' })
    expect(await cli(['control-list', 'list'])).toMatchObject(
      says(8, 'timeout of profile prod: "soon" is not a duration'),
    )
    const rows = (await cli.json(['config', 'explain'])).content as { name: string }[]
    expect(rows.find(({ name }) => name === 'timeout')).toEqual({
      name: 'timeout',
      value: 'soon',
      source: 'profile',
      origin: 'prod',
      fault: 'is not a duration, such as 30s',
      description: 'Maximum wait for a response',
    })
    expect(await cli(['config', 'set', 'timeout', '10s'])).toMatchObject({ code: 0 })
    expect((await cli(['config', 'explain', '--json'])).stdout).not.toContain('is not a duration')
  })

  test('never prints a key', async ({ cli }) => {
    withKeys(cli)
    for (const format of ['table', 'json', 'yaml', 'csv', 'tsv', 'ndjson']) {
      const { stdout } = await cli(['config', 'explain', '-o', format])
      expect(stdout).toContain('txw_val_AbCd…')
      expect(stdout).not.toContain(KEY.slice(0, 16))
    }
  })
})

describe('config path', () => {
  test('prints the path alone, also when the file is broken', async ({ cli }) => {
    const path = join(cli.home, 'config.json')
    writeFileSync(path, '{')
    expect(await cli(['config', 'path'], { tty: true })).toEqual({ code: 0, stdout: `${path}\n`, stderr: '' })
    expect(await cli.json(['config', 'path'])).toEqual({ path })
    expect(await cli(['control-list', 'list'])).toEqual({
      code: 8,
      stdout: '',
      stderr: `txwarden: ${path} is not valid JSON\n  Correct it, or move it away to start over.\nTry: txwarden config path\n`,
    })
  })
})
