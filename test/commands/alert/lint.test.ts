import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { json, serveHttp } from '../../client/support/http-server.ts'
import { type Cli, makeCli, test } from '../../support/cli.ts'
import { argvOfShell } from '../../support/shell.ts'

const ADDRESS = '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5'

interface Found {
  readonly level: string
  readonly rule: string
  readonly name: string
  readonly text: string
  readonly try: string
}

/** Each a millisecond later: what is created at the same time is listed by its id, which is random. */
async function made(cli: Cli, ...argv: readonly string[]): Promise<Record<string, string>> {
  cli.clock.advance(1)
  const { code, stdout, stderr } = await cli([...argv, '--json'])
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Record<string, string>
}

const createDestination = async (cli: Cli, name: string, ...more: readonly string[]) =>
  (await made(cli, 'destination', 'create', '--name', name, '--channel', 'EMAIL', '--email', 'a@example.org', ...more))
    .id ?? ''

const createAlert = async (cli: Cli, name: string, ...flags: readonly string[]) =>
  (await made(cli, 'alert', 'create', '--name', name, '--type', 'SONAR', ...flags)).alertId ?? ''

async function lint(cli: Cli, options: Parameters<Cli>[1] = {}): Promise<{ code: number; found: Found[] }> {
  const { code, stdout, stderr } = await cli(['alert', 'lint', '--json'], options)
  if (stdout === '') throw new Error(stderr)
  return { code, found: JSON.parse(stdout).content as Found[] }
}

const shortly = ({ found }: { found: readonly Found[] }) =>
  found.map(({ level, rule, name }) => `${level} ${rule} ${name}`)

describe('alert lint', () => {
  test('has nothing to say of what is well', async ({ cli }) => {
    const ops = await createDestination(cli, 'ops')
    await createAlert(cli, 'bad ones', '--on', 'unsafe', '--when', 'blocked', '--destination', ops)
    await createAlert(
      cli,
      'poisoning',
      '--category',
      'fraud',
      '--sub-category',
      'addressPoisoning',
      '--destination',
      ops,
    )
    expect(await lint(cli)).toEqual({ code: 0, found: [] })
    expect((await cli(['alert', 'lint'], { tty: true })).stdout).toBe('No problems found.\n')
  })

  test('finds alerts whose scores exclude each other, by the threshold that is set', async ({ cli }) => {
    const ops = await createDestination(cli, 'ops')
    const to = ['--destination', ops]
    await createAlert(cli, 'safe but high', '--on', 'safe', '--from-score', '70', ...to)
    await createAlert(cli, 'unsafe but passed', '--on', 'unsafe', '--when', 'passed', ...to)
    await createAlert(cli, 'low but blocked', '--to-score', '69', '--when', 'blocked', ...to)
    await createAlert(cli, 'harmless fraud', '--on', 'safe', '--category', 'fraud', ...to)
    await createAlert(cli, 'warning or blocked', '--on', 'warning,unsafe', '--when', 'blocked', ...to)
    const before = await lint(cli)
    expect(before.code).toBe(13)
    expect(before.found.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'safe but high: no score satisfies score 70–100, SAFE (0–30): it never fires',
      'unsafe but passed: no score satisfies UNSAFE (70–100), PASSED (below 70): it never fires',
      'low but blocked: no score satisfies score 0–69, BLOCKED (70 or more): it never fires',
      'harmless fraud: no score satisfies SAFE (0–30), a category (score 31 or more): it never fires',
    ])
    await cli(['config', 'service', 'set', 'block-threshold', '80'])
    expect(shortly(await lint(cli))).not.toContain('error impossible-scores unsafe but passed')
    await cli(['config', 'service', 'set', 'block-threshold', '60'])
    expect(shortly(await lint(cli))).not.toContain('error impossible-scores low but blocked')
  })

  test('knows when an alert on no data can fire', async ({ cli }) => {
    const to = ['--destination', await createDestination(cli, 'ops')]
    await createAlert(cli, 'unknown', '--on', 'no-data', '--when', 'passed', ...to)
    await createAlert(cli, 'or blocked', '--on', 'no-data,unsafe', '--when', 'blocked', ...to)
    await createAlert(cli, 'with a finding', '--on', 'no-data', '--category', 'fraud', ...to)
    await createAlert(cli, 'high', '--on', 'no-data', '--from-score', '31', ...to)
    // A score of 20 blocks, and still no transaction without data does.
    await cli(['config', 'service', 'set', 'block-threshold', '20'])
    await createAlert(cli, 'and blocked', '--on', 'no-data', '--when', 'blocked', ...to)
    const linted = await lint(cli)
    expect(shortly(linted)).toEqual([
      'error blocked-without-data and blocked',
      'error impossible-scores with a finding',
      'error impossible-scores high',
    ])
    expect(linted.found[2]?.text).toBe('no score satisfies score 31–100, NO DATA (0–30): it never fires')
    expect(await cli(argvOfShell(linted.found[0]?.try ?? ''))).toMatchObject({ code: 0 })
    expect(shortly(await lint(cli))).not.toContain('error blocked-without-data and blocked')
  })

  test('finds alerts without destinations and unused destinations', async ({ cli }) => {
    const [on, off] = [await createDestination(cli, 'on'), await createDestination(cli, 'off', '--state', 'inactive')]
    await createDestination(cli, 'unused')
    await createAlert(cli, 'to nobody')
    await createAlert(cli, 'to the deaf', '--destination', off, '--on', 'unsafe')
    await createAlert(cli, 'to some', '--destination', `${on},${off}`)
    expect(shortly(await lint(cli))).toEqual([
      'error no-destination to nobody',
      'error inactive-destination to the deaf',
      'warning inactive-destination to some',
      'warning unused-destination unused',
    ])
  })

  test('finds what contradicts itself', async ({ cli }) => {
    const to = ['--destination', await createDestination(cli, 'ops')]
    await createAlert(cli, 'excluded', '--category', 'fraud', '--sub-category', 'reentrancy', ...to)
    await createAlert(cli, 'in part', '--category', 'fraud', '--sub-category', 'reentrancy,addressPoisoning', ...to)
    await createAlert(cli, 'one', '--on', 'unsafe', '--chain', 'base,ethereum', ...to)
    await createAlert(cli, 'two', '--on', 'unsafe', '--chain', 'ethereum,base', ...to)
    await made(cli, 'control-list', 'add', ADDRESS, '--type', 'allow', '--chain', 'ethereum')
    await made(cli, 'control-list', 'add', ADDRESS, '--type', 'block')
    await made(cli, 'control-list', 'add', ADDRESS, '--type', 'allow', '--product', 'RASP')
    const linted = await lint(cli)
    expect(shortly(linted)).toEqual([
      'error excluded-categories excluded',
      'warning excluded-categories in part',
      'warning duplicate two',
      `warning allowed-and-blocked ${ADDRESS}`,
    ])
    expect(linted.found[0]?.text).toBe(
      'reentrancy is cyber, but the alert is limited to category fraud: it never fires',
    )
  })

  test('finds alerts on losses while there are no prices, and MONITOR alerts while nothing is monitored', async ({
    cli,
  }) => {
    const to = ['--destination', await createDestination(cli, 'ops')]
    await createAlert(cli, 'large', '--from-loss', '1000', ...to)
    await createAlert(cli, 'small', '--to-loss', '1000', ...to)
    await made(cli, 'alert', 'create', '--name', 'watch', '--type', 'MONITOR', '--chain', 'base', ...to)
    await made(cli, 'monitor', 'add', ADDRESS, '--chain', 'ethereum')
    expect(shortly(await lint(cli))).toEqual([
      'error loss-without-prices large',
      'error nothing-monitored watch',
      'warning loss-without-prices small',
    ])
    const prices = join(cli.home, 'prices.csv')
    writeFileSync(prices, 'chainId,token,decimals,usd\n1,native,18,3000\n')
    await made(cli, 'intel', 'import', '--format', 'prices', prices)
    await made(cli, 'monitor', 'add', ADDRESS, '--chain', 'base')
    expect(await lint(cli)).toEqual({ code: 0, found: [] })
  })

  test('counts a Safe, whose events go to MONITOR alerts', async ({ cli }) => {
    const to = ['--destination', await createDestination(cli, 'ops')]
    await createAlert(cli, 'watch', '--type', 'MONITOR', '--chain', 'ethereum', ...to)
    await made(cli, 'safe', 'add', ADDRESS, '--chain', 'base', '--name', 'other')
    expect(shortly(await lint(cli))).toEqual(['error nothing-monitored watch'])
    await made(cli, 'safe', 'add', ADDRESS, '--chain', 'ethereum', '--name', 'treasury')
    expect(await lint(cli)).toEqual({ code: 0, found: [] })
  })

  test('only warns of an alert that is switched off', async ({ cli }) => {
    await cli(['alert', 'disable', await createAlert(cli, 'to nobody')])
    expect(await lint(cli)).toMatchObject({ code: 0, found: [{ level: 'warning', rule: 'no-destination' }] })
  })

  test('works on a hosted service, with what its endpoints give, and does not guess at the rest', async () => {
    const alert = (alertId: string, transactionFilter: object, destinationIds = ['d-1']) => {
      return { alertId, alertName: alertId, alertType: 'SONAR', isActive: true, destinationIds, transactionFilter }
    }
    const bodies: Readonly<Record<string, unknown>> = {
      '/api/v2/management/alert-configurations': {
        alerts: [
          alert('off', { validationStatusConfiguration: { alertOnSafe: false } }),
          alert('reversed', { fromScore: 80, toScore: 20 }),
          alert('gone', { fromTotalLoss: 5 }, ['d-2']),
          alert('half', { fromScore: 5 }, ['d-2', 'd-1']),
          alert('passed', {
            validationStatusConfiguration: { alertOnUnsafe: true },
            validationEnforcementConfiguration: { alertOnPassed: true },
          }),
        ],
      },
      '/api/v2/management/alert-configurations/destinations': [{ id: 'd-1', name: 'ops', channel: 'SLACK' }],
      '/api/v2/management/control-lists': { content: [], size: 25, number: 0, totalPages: 0, totalElements: 0 },
      '/api/v2/management/monitor': { content: [], size: 25, number: 0, totalElements: 0 },
    }
    await using hosted = await serveHttp((response, { url }) => {
      const body = bodies[url.replace(/\?.*/, '')]
      json(response, body ?? { status: 404, error: 'Not Found' }, body ? 200 : 404)
    })
    const env = { TXWARDEN_BASE_URL: hosted.url.origin, TXWARDEN_MANAGEMENT_KEY: 'a-key' }
    const linted = await lint(makeCli(), { env })
    expect([linted.code, shortly(linted)]).toEqual([
      13,
      [
        'error all-flags-off off',
        'error reversed-range reversed',
        'error missing-destination gone',
        'warning missing-destination half',
      ],
    ])
    expect(linted.found.map((found) => found.try)).toEqual([
      'txwarden alert update off --on warning,unsafe',
      'txwarden alert update reversed --from-score 20 --to-score 80',
      'txwarden alert update gone --destination <id>',
      'txwarden alert update half --destination d-1',
    ])
  })
  test('hands ids that a shell would act on to the program as they are', async () => {
    const alertId = "a'; touch x; $(id) `id` #"
    const destinationId = 'd e; $(id)'
    const entry = { address: ADDRESS, productType: 'SONAR', chainIds: [], createdAt: '2026-01-02T03:04:05.000Z' }
    const page = { size: 25, number: 0, totalPages: 1 }
    const bodies: Readonly<Record<string, unknown>> = {
      '/api/v2/management/alert-configurations': {
        alerts: [
          { alertId, alertName: 'a', alertType: 'SONAR', isActive: true, destinationIds: ['gone', destinationId] },
        ],
      },
      '/api/v2/management/alert-configurations/destinations': [
        { id: destinationId, name: 'ops', channel: 'SLACK', state: 'INACTIVE' },
        { id: '$HOME', name: 'spare', channel: 'SLACK' },
      ],
      '/api/v2/management/control-lists': {
        ...page,
        content: [
          { ...entry, id: '; id', type: 'ALLOW' },
          { ...entry, id: 'b', type: 'BLOCK' },
        ],
        totalElements: 2,
      },
      '/api/v2/management/monitor': { ...page, content: [], totalElements: 0 },
    }
    await using hosted = await serveHttp((response, { url }) => {
      const body = bodies[url.replace(/\?.*/, '')]
      json(response, body ?? { status: 404, error: 'Not Found' }, body ? 200 : 404)
    })
    const env = { TXWARDEN_BASE_URL: hosted.url.origin, TXWARDEN_MANAGEMENT_KEY: 'a-key' }
    const { found } = await lint(makeCli(), { env })
    expect(found.map((each) => argvOfShell(each.try.replace('<name>', 'n')))).toEqual([
      ['alert', 'update', alertId, '--destination', destinationId],
      ['destination', 'update', destinationId, '--state', 'active'],
      ['alert', 'create', '--name', 'n', '--type', 'SONAR', '--destination', '$HOME'],
      ['control-list', 'remove', '; id'],
    ])
  })
})

describe('alert create', () => {
  const create = (...flags: readonly string[]) => ['alert', 'create', '--name', 'ours', '--type', 'SONAR', ...flags]

  test.each([
    ['no destination', [], 'txwarden alert update ID --destination'],
    ['a loss range without prices', ['--from-loss', '1000'], 'txwarden intel import --format prices'],
    ['scores that exclude each other', ['--on', 'unsafe', '--to-score', '30'], 'txwarden alert update ID --on'],
    ['categories that exclude each other', ['--category', 'fraud', '--sub-category', 'reentrancy'], '--category cyber'],
  ])('warns about %s on stderr, with the id of the new alert', async (_, flags, next) => {
    const cli = makeCli()
    const { code, stdout, stderr } = await cli([...create(...flags), '--json'])
    const { alertId } = JSON.parse(stdout) as { alertId: string }
    expect(code).toBe(0)
    expect(stderr).toContain(next.replace('ID', alertId))
    for (const line of stderr.trimEnd().split('\n')) expect(line).toMatch(/^! .* Try: txwarden /)
  })

  test('says nothing about an alert without findings, nor about others', async ({ cli }) => {
    const ops = await createDestination(cli, 'ops')
    await createAlert(cli, 'without')
    expect(await cli(create('--on', 'unsafe', '--destination', ops))).toMatchObject({ code: 0, stderr: '' })
  })

  test('a MONITOR alert with nothing monitored and a duplicate are warned about', async ({ cli }) => {
    const ops = await createDestination(cli, 'ops')
    const monitor = (name: string) => ['alert', 'create', '--name', name, '--type', 'MONITOR', '--destination', ops]
    expect((await cli(monitor('one'))).stderr).toContain('txwarden monitor add')
    expect((await cli(monitor('two'))).stderr).toContain('"one"')
  })

  test('with --dry-run warns, too; with --curl sends nothing', async ({ cli }) => {
    expect((await cli([...create(), '--dry-run'])).stderr).toContain('! it has no destination')
    expect(await cli([...create(), '--curl'])).toMatchObject({ code: 0, stderr: '' })
  })

  test('asks for confirmation below the warnings', async () => {
    const { code, stderr } = await makeCli()(['alert', 'create', '--name', 'ours'], {
      typed: [
        ['❯ validations (SONAR)', '\n'],
        ['Verdicts', '\n'],
        ['When the service', '\n'],
        ['More conditions', '\n'],
        ['Create this alert', '\n'],
      ],
    })
    expect(code).toBe(0)
    expect(stderr.indexOf('it has no destination')).toBeLessThan(stderr.indexOf('Create this alert'))
    expect(stderr.split('it has no destination')).toHaveLength(2)
    // The id of the new alert is needed.
    expect(stderr).toMatch(/Try: txwarden alert update [0-9a-f]{8}-/)
  })
})

test('a silenced alert is a warning, here and in doctor, until the silence ends', async ({ cli }) => {
  const id = await createAlert(cli, 'quiet', '--destination', await createDestination(cli, 'mail'))
  await made(cli, 'alert', 'silence', id, '--for', '2h')
  const { code, found } = await lint(cli)
  expect({ code, found: shortly({ found }) }).toEqual({ code: 0, found: ['warning silenced quiet'] })
  expect(found[0]?.text).toContain('recorded and not sent, except sanctions and BLOCK entries')
  expect((await cli(['doctor'])).stdout).toContain('quiet: silenced until')
  expect((await cli(argvOfShell(found[0]?.try ?? ''))).code).toBe(0)
  expect((await lint(cli)).found).toEqual([])
})
