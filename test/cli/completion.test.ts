import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished } from 'vitest'
import { completesArgument, completesOption } from '../../src/cli/completion/candidates.ts'
import { flagName } from '../../src/cli/options.ts'
import { nouns, commands as oneWordCommands } from '../../src/commands/index.ts'
import { asTyped, type Cli, makeCli, test } from '../support/cli.ts'
import { inTime } from '../support/in-time.ts'
import { serveForTest } from '../support/served.ts'

const commands = [...oneWordCommands, ...(await Promise.all(nouns.map((noun) => noun.load()))).flat()]

/** What a shell is offered: the values, without their descriptions. */
async function offered(cli: Cli, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await cli(['__complete', ...words], { env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']))
}

/** What a remote service offers; on a busy machine it may answer after the time limit. */
async function offeredInTime(...given: Parameters<typeof offered>): Promise<string[]> {
  let found: string[] = []
  while (found.length === 0) found = await offered(...given)
  return found
}

describe('completion from definitions', () => {
  test('offers every noun, verb and flag', async ({ cli }) => {
    const first = await offered(cli, [''])
    const listed = [...nouns, ...oneWordCommands]
    expect(first).toEqual(listed.map(({ name }) => name))
    for (const { name, options } of commands) {
      const words = name.split(' ')
      expect(await offered(cli, [...words.slice(0, -1), ''])).toContain(words.at(-1))
      const flags = await offered(cli, [...words, '--'])
      for (const [member, { negatable }] of Object.entries(options))
        expect(flags).toContain(negatable ? `--no-${flagName(member).slice(2)}` : flagName(member))
      expect(flags).toEqual(expect.arrayContaining(['--json', '--profile', '--help']))
    }
  })

  test('offers all words of a flag', async ({ cli }) => {
    let seen = 0
    for (const { name, options } of commands)
      for (const [member, option] of Object.entries(options)) {
        if (!option.choices) continue
        seen++
        const words = await offered(cli, [...name.split(' '), flagName(member), ''])
        expect(words.map((word) => word.toLowerCase())).toEqual(option.choices.map((word) => word.toLowerCase()))
      }
    expect(seen).toBeGreaterThan(10)
  })

  test('completes every id, name, file and chain', () => {
    const bare = commands.flatMap((command) => [
      ...Object.entries(command.arguments)
        .filter(([name]) => /^(id|svcTxId|file|source|setting|shell)$/.test(name))
        .filter((entry) => !completesArgument(entry, command))
        .map(([name]) => `${command.name} <${name}>`),
      ...Object.entries(command.options)
        .filter(([, { placeholder = '' }]) => /^(file|chain)$/.test(placeholder))
        .filter(([, option]) => !completesOption(option))
        .map(([member]) => `${command.name} ${flagName(member)}`),
    ])
    expect(bare).toEqual([])
  })

  test.each([
    [['cl'], ['cl']],
    [['cl', 'r'], ['remove']],
    [['cl', 'rm'], ['rm']],
    [['help', 'alert', 'en'], ['enable']],
    [['intel', 'graph', ''], ['import']],
    [['-p', 'prod', 'monitor', 'li'], ['list']],
    [['control-list', 'add', '--type', 'B'], ['BLOCK']],
    [['control-list', 'add', '--type=b'], ['--type=block']],
    [
      ['control-list', 'add', '--chain', 'ethereum,gno'],
      ['ethereum,gnosis', 'ethereum,gnosis-chiado'],
    ],
    [
      ['control-list', 'add', '--chain', 'ethereum,b'],
      ['ethereum,bsc', 'ethereum,base'],
    ],
    [
      ['control-list', 'add', '--chain', '1'],
      ['1', '10', '137', '11155111'],
    ],
    [['control-list', 'add', '--type', 'block', '--t'], ['--timeout']],
    [['validate', '--file', 'tx'], [':files']],
    [['config', 'service', 'get', 'block'], ['block-threshold']],
    [['config', 'set', 'rate'], ['rate-limit']],
    [
      ['api', 'PUT', '/ext'],
      [
        '/ext/v1/monitored-addresses',
        '/ext/v1/alert-configurations',
        '/ext/v1/alert-configurations/',
        '/ext/v1/destinations/',
        '/ext/v1/holds/',
        '/ext/v1/contracts',
        '/ext/v1/known-chains/',
        '/ext/v1/settings',
        '/ext/v1/names',
        '/ext/v1/safes',
      ],
    ],
    [['nonsense', 'alert', ''], []],
    [['alert', 'get', '--no-such-flag', '--', '--'], []],
  ])('%j offers %j', async (words, expected) => {
    expect(await offered(makeCli(), words)).toEqual(expected)
  })
})

describe('completion from the profile', () => {
  test('ends a path of the API with the ids that are there', async ({ cli }) => {
    const monitor = await cli.json(['monitor', 'add', '0x7e57000000000000000000000000000000000001', '--chain', '1'])
    const { alertId } = await cli.json(['alert', 'create', '--name', 'losses', '--type', 'SONAR'])
    const management = '/api/v2/management'
    expect(await offered(cli, ['api', 'DELETE', `${management}/monitor/`])).toEqual([
      `${management}/monitor/${monitor.id}`,
    ])
    expect(await offered(cli, ['api', 'PUT', `${management}/alert-configurations/${alertId.slice(0, 8)}`])).toEqual([
      `${management}/alert-configurations/${alertId}/status`,
    ])
    expect(await offered(cli, ['api', `${management}/control`])).toEqual([`${management}/control-lists`])
    expect(await offered(cli, ['api', 'P'])).toEqual(['POST', 'PUT'])
  })

  test('reads ids and names from the local database', async ({ cli }) => {
    const json = async (argv: readonly string[]) => await cli.json(argv)
    const { alertId } = await json(['alert', 'create', '--name', 'night\twatch', '--type', 'SONAR'])
    const { id } = await json(asTyped('destination create --name ops --channel email --email a@example.com'))
    const key = await json(['keys', 'create', '--kind', 'validation'])
    await cli(['profile', 'create', 'sandbox'])

    expect((await cli(['__complete', 'alert', 'delete', ''])).stdout).toBe(`${alertId}\tnight watch\n`)
    // What is new is there at once: the file that remembers knows the database it is about.
    const second = await json(['alert', 'create', '--name', 'second', '--type', 'SONAR'])
    expect(await offered(cli, ['alert', 'delete', ''])).toEqual([alertId, 'second'])
    expect((await cli(['__complete', 'alert', 'get', 'sec'])).stdout).toBe(`second\t${second.alertId}\n`)
    expect((await cli(['__complete', 'alert', 'get', second.alertId.slice(0, 20)])).stdout).toBe(
      `${second.alertId}\tsecond\n`,
    )
    await cli(['alert', 'delete', second.alertId, '--yes'])
    expect(await offered(cli, ['alert', 'delete', alertId, ''])).toEqual([])
    expect(await offered(cli, ['alert', 'create', '--destination', ''])).toEqual(['ops'])
    expect((await cli(['__complete', 'destination', 'get', ''])).stdout).toBe(`ops\t${id} (EMAIL)\n`)
    expect(await offered(cli, ['keys', 'revoke', ''])).toEqual([key.id])
    const alice = await json(['keys', 'create', '--kind', 'management', '--name', 'alice'])
    expect(await offered(cli, ['keys', 'revoke', ''])).toEqual([key.id, 'alice'])
    for (const name of ['twice', 'twice']) await cli(['keys', 'create', '--kind', 'validation', '--name', name])
    expect(await offered(cli, ['audit', 'list', '--by', 'tw'])).toEqual([])
    expect(await offered(cli, ['keys', 'revoke', alice.id])).toEqual([alice.id])
    expect(await offered(cli, ['-p', ''])).toEqual(['local', 'sandbox'])
    expect(await offered(cli, ['profile', 'use', 's'])).toEqual(['sandbox'])
    expect(await offered(cli, ['-p', 'sandbox', 'alert', 'get', ''])).toEqual([])
    expect(existsSync(join(cli.home, 'sandbox.db'))).toBe(false)
  })

  test('offers names of addresses after @, where an address stands', async ({ cli }) => {
    const [PAYROLL, SAFE] = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x7e57000000000000000000000000000000000005']
    await cli(['name', 'add', PAYROLL, 'payroll'])
    await cli(['name', 'add', PAYROLL, 'two words', '--chain', 'base'])
    await cli(['safe', 'add', SAFE, '--chain', 'ethereum', '--name', 'treasury'])
    await cli(['monitor', 'add', SAFE, '--chain', 'base', '--name', 'treasury'])
    expect(await offered(cli, ['validate', '--to', '@'])).toEqual(['@payroll', '@treasury'])
    expect(await offered(cli, ['validate', '--to=@p'])).toEqual(['--to=@payroll'])
    expect(await offered(cli, ['control-list', 'check', '@payroll', '@'])).toEqual(['@treasury'])
    expect((await cli(['__complete', 'intel', 'check', '@pa'])).stdout).toBe(`@payroll\t${PAYROLL} on every chain\n`)
    expect(await offered(cli, ['serve', '--host', '@'])).toEqual([])
    expect(await offered(cli, ['name', 'remove', ''])).toEqual([`all/${PAYROLL}`, `8453/${PAYROLL}`])
  })

  test('creates no database', async () => {
    const cli = makeCli({ withDatabase: false })
    for (const { name } of nouns) await offered(cli, [name, 'get', ''])
    expect(await offered(cli, ['alert', 'get', ''])).toEqual([])
    expect(existsSync(join(cli.home, 'local.db'))).toBe(false)
  })

  test('asks a remote service once a minute, and caches no secret', async ({ cli }) => {
    const { url, keys } = await serveForTest()
    const env = { TXWARDEN_MANAGEMENT_KEY: keys.management, TXWARDEN_VALIDATION_KEY: keys.validation }
    await cli(['profile', 'create', 'prod', '--base-url', url])
    const words = ['alert', 'get', '-p', 'prod', '']
    await cli(['alert', 'create', '--name', 'first', '--type', 'SONAR', '-p', 'prod'], { env })

    const [first] = await offeredInTime(cli, words, env)
    await cli(['alert', 'create', '--name', 'second', '--type', 'SONAR', '-p', 'prod'], { env })
    expect(await offered(cli, words, env)).toEqual([first])
    cli.clock.advance(61_000)
    expect(await offeredInTime(cli, words, env)).toHaveLength(2)

    const kept = join(cli.home, 'completion', 'prod.json')
    expect(statSync(kept).mode & 0o777).toBe(0o600)
    expect(readFileSync(kept, 'utf8')).not.toMatch(/txw_/)
    writeFileSync(kept, '{ half a fi')
    expect(await offeredInTime(cli, words, env)).toHaveLength(2)
  })

  test('caches separately for an address other than that of the profile', async ({ cli }) => {
    const [here, there] = [await serveForTest(), await serveForTest()]
    const env = (keys: typeof here.keys) => ({ TXWARDEN_MANAGEMENT_KEY: keys.management })
    await cli(['alert', 'create', '--name', 'here', '--type', 'SONAR', '--base-url', here.url], { env: env(here.keys) })
    expect(await offeredInTime(cli, ['--base-url', here.url, 'alert', 'get', ''], env(here.keys))).toHaveLength(1)
    expect(await offered(cli, ['--base-url', there.url, 'alert', 'get', ''], env(there.keys))).toEqual([])
  })
})

describe('failures give no candidates', () => {
  test('a service that does not respond within 300 ms', async ({ cli }) => {
    await listen(cli, () => undefined)
    const env = { TXWARDEN_MANAGEMENT_KEY: 'key' }
    const start = performance.now()
    expect(await inTime(offered(cli, ['alert', 'get', '-p', 'prod', ''], env), 15_000)).toEqual([])
    expect(performance.now() - start).toBeGreaterThan(290)
  })

  test('an exhausted rate limit, without waiting', async ({ cli }) => {
    let asked = 0
    await listen(cli, (_, response) => {
      asked++
      response.writeHead(200, { 'content-type': 'application/json' }).end(alertsNamed(['a']))
    })
    const env = { TXWARDEN_RATE_LIMIT: '1', TXWARDEN_MANAGEMENT_KEY: 'key' }
    let first: string[] = []
    for (; first.length === 0; cli.clock.advance(61_000)) {
      asked = 0
      first = await offered(cli, ['alert', 'get', '-p', 'prod', ''], env)
      await offered(cli, ['destination', 'get', '-p', 'prod', ''], env)
    }
    expect({ first, asked }).toEqual({ first: ['a'], asked: 1 })
  })

  test('values of a server that a shell would not read as one word', async ({ cli }) => {
    const ids = ['$(reboot)', '`id`', 'a;b', 'a b', "a'b", 'a\nb', '-rf', '\u001b[31m', ':files', 'good']
    const body = alertsNamed(ids, 'two\nlines \u001b]0;title\u0007')
    await listen(cli, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    const words = ['alert', 'get', '-p', 'prod', '']
    const env = { TXWARDEN_MANAGEMENT_KEY: 'key' }
    expect(await offeredInTime(cli, words, env)).toEqual(['good'])
    // Remembered now.
    expect((await cli(['__complete', ...words], { env })).stdout).toBe('good\ttwo lines ]0;title\n')
  })

  test('an invalid configuration, an unknown profile, an invalid database', async ({ cli }) => {
    writeFileSync(join(cli.home, 'local.db'), 'no database')
    expect(await offered(cli, ['alert', 'get', ''])).toEqual([])
    expect(await offered(cli, ['alert', 'get', '-p', 'nowhere', ''])).toEqual([])
    writeFileSync(join(cli.home, 'config.json'), '{ half a fi')
    expect(await offered(cli, ['profile', 'use', ''])).toEqual([])
    expect(await offered(cli, ['alert', 'lis'])).toEqual(['list'])
  })
})

/** The answer of a service with alerts of these ids. */
function alertsNamed(ids: readonly string[], alertName = 'a'): string {
  return JSON.stringify({ alerts: ids.map((alertId) => ({ alertId, alertName, alertType: 'SONAR', isActive: true })) })
}

/** A remote profile `prod` whose service is this listener. */
async function listen(cli: Cli, listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect((await cli(['profile', 'create', 'prod', '--base-url', url])).code).toBe(0)
}

describe('the completion script', () => {
  test.each(['bash', 'zsh', 'fish', 'powershell'])('of %s calls the program', async (shell) => {
    const cli = makeCli()
    const { code, stdout } = await cli(['completion', shell])
    expect(code).toBe(0)
    expect(stdout).toContain('__complete')
    expect(await cli.json(['completion', shell])).toEqual({ shell, script: stdout })
  })

  test('of an unknown shell is a usage error; the one for PowerShell is marked as untested', async ({ cli }) => {
    expect((await cli(['completion', 'tcsh'])).code).toBe(2)
    expect((await cli(['completion', '--help'])).stdout).toContain('is untested')
    expect((await cli(['completion', 'powershell'])).stdout).toContain('untested')
  })
})
