import { describe, expect } from 'vitest'
import { json, serveHttp } from '../client/support/http-server.ts'
import { asTyped, type Cli, makeCli, refuses, says, test } from '../support/cli.ts'
import { argvOfShell } from '../support/shell.ts'

const ENTER = '\r'
const DOWN = '\u001b[B'
const UNKNOWN = '00000000-0000-7000-8000-000000000000'

async function createAlert(cli: Cli, ...flags: string[]): Promise<string> {
  const { stdout, stderr, code } = await cli([
    ...asTyped('alert create --name Losses --type SONAR'),
    ...flags,
    '--json',
  ])
  if (code !== 0) throw new Error(stderr)
  return (JSON.parse(stdout) as { alertId: string }).alertId
}

async function createDestination(cli: Cli, name = 'ops'): Promise<string> {
  return (
    (await cli.json(['destination', 'create', '--name', name, '--channel', 'EMAIL', '--email', 'a@example.org'])) as {
      id: string
    }
  ).id
}

async function alertsOf(cli: Cli): Promise<Record<string, unknown>[]> {
  return ((await cli.json(['alert', 'list'])) as { content: Record<string, unknown>[] }).content
}

const bands = (safe: boolean, warning: boolean, unsafe: boolean) => ({
  alertOnSafe: safe,
  alertOnWarning: warning,
  alertOnUnsafe: unsafe,
})

describe('alert create', () => {
  test('turns every flag into its member of the filter', async ({ cli }) => {
    const destination = await createDestination(cli)
    const alertId = await createAlert(
      cli,
      ...['--destination', destination, '--on', 'warning,unsafe', '--when', 'Blocked', '--from-score', '40'],
      ...['--to-score', '90', '--from-loss', '1000', '--to-loss', '5000', '--category', 'fraud', '--category', 'cyber'],
      ...['--sub-category', 'addresspoisoning', '--chain', 'ethereum,base'],
    )

    expect(await alertsOf(cli)).toEqual([
      {
        alertId,
        alertName: 'Losses',
        alertType: 'SONAR',
        alertSentCounter: 0,
        destinationIds: [destination],
        transactionFilter: {
          validationStatusConfiguration: bands(false, true, true),
          validationEnforcementConfiguration: { alertOnPassed: false, alertOnBlocked: true },
          fromScore: 40,
          toScore: 90,
          fromTotalLoss: 1000,
          toTotalLoss: 5000,
          categories: ['fraud', 'cyber'],
          subCategories: ['addressPoisoning'],
          chainIds: [1, 8453],
        },
        isActive: true,
      },
    ])
  })

  test('shows people the filter, and warns about a missing destination', async () => {
    const created = await makeCli()(['alert', 'create', '--name', 'a', '--type', 'rasp', '--from-score', '70'], {
      tty: true,
    })
    expect(created).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^✓ Created alert a \(profile local\)\n {2}id \S{36}\n {2}fires on score ≥ 70\n$/),
      stderr: expect.stringContaining('no message is sent'),
    })
  })

  test.each([
    [[], '--name, --type'],
    [['--name', 'a'], '--type'],
    [['--type', 'sonar'], '--name'],
  ])('off a terminal, with %j, names everything that is missing', async (flags, missing) => {
    const cli = makeCli()
    expect(await cli(['alert', 'create', ...flags])).toMatchObject(
      refuses(2, `alert create needs ${missing}\nTry: txwarden alert create --name`),
    )
    expect(await alertsOf(cli)).toEqual([])
  })

  test.each([
    [['--from-score', '80', '--to-score', '20'], 2, '--from-score 80 is above --to-score 20'],
    [['--from-score', '101'], 2, '--from-score: 101 is not between 0 and 100'],
    [['--category', 'theft'], 2, '--category: "theft" is not one of fraud, cyber, compliance'],
    [['--chain', 'ethereal'], 2, '"ethereal" is not a chain'],
    [['--destination', UNKNOWN], 8, UNKNOWN],
  ])('with %j it is refused and nothing is written', async (flags, code, text) => {
    const cli = makeCli()
    const refused = await cli(['alert', 'create', '--name', 'a', '--type', 'sonar', ...flags])
    expect(refused).toMatchObject(refuses(code, text))
    expect(await alertsOf(cli)).toEqual([])
  })

  test('--state inactive switches it off in a second request', async ({ cli }) => {
    await createAlert(cli, '--state', 'inactive')
    expect(await alertsOf(cli)).toMatchObject([{ alertName: 'Losses', isActive: false }])
  })

  test('when the second request fails, reports the active alert and how to disable it', async () => {
    const made = { alertId: 'a-1', alertType: 'SONAR', alertName: 'Losses' }
    await using server = await serveHttp((response, { method }) =>
      method === 'PATCH' || method === 'PUT'
        ? json(response, { status: 403, error: 'Forbidden', message: 'no' }, 403)
        : json(response, method === 'GET' ? { alerts: [] } : made),
    )
    const failed = await makeCli()(['alert', 'create', '--name', 'Losses', '--type', 'sonar', '--state', 'inactive'], {
      env: { TXWARDEN_BASE_URL: server.url.href, TXWARDEN_MANAGEMENT_KEY: 'k' },
    })
    expect(failed).toMatchObject({ code: 3, stdout: '' })
    expect(failed.stderr).toContain('alert a-1 was created and is ACTIVE; deactivating it failed')
    expect(failed.stderr).toContain('Try: txwarden alert disable a-1')
  })

  test('a remote service is sent words that we do not know, with a line that says so', async () => {
    const made = { alertId: 'a-1', alertType: 'LIDAR', alertName: 'a' }
    await using server = await serveHttp((response, { method }) =>
      json(response, method === 'GET' ? { alerts: [] } : made),
    )
    const created = await makeCli()(
      ['alert', 'create', '--name', 'a', '--type', 'LIDAR', '--category', 'theft', '--json'],
      {
        env: { TXWARDEN_BASE_URL: server.url.href, TXWARDEN_MANAGEMENT_KEY: 'k' },
      },
    )
    expect(created.code).toBe(0)
    expect(created.stderr).toContain('Unknown value for --category: theft; sent unchanged.')
    expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toEqual({
      alertName: 'a',
      alertType: 'LIDAR',
      transactionFilter: { categories: ['theft'] },
    })
  })

  test('asks on a terminal only for what was not given', async ({ cli }) => {
    const destination = await createDestination(cli)
    const created = await cli(['alert', 'create', '--name', "It's me", '--on', 'unsafe', '--from-score', '70'], {
      typed: [
        ['Trigger', ENTER],
        ['❯◉ ops', ENTER],
        ['When the service', ENTER],
        ['More conditions', ENTER],
        ['Create this alert', ENTER],
      ],
    })
    expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ Created alert It's me") })
    expect(created.stderr).not.toContain('Name of the alert')
    expect(created.stderr).not.toContain('verdicts')
    expect(created.stderr).toContain('notifies  ops (EMAIL)')
    expect(created.stderr).toContain(
      `  txwarden alert create --name 'It'\\''s me' --type SONAR --destination ${destination} --on unsafe --from-score 70\n`,
    )
    expect(await alertsOf(cli)).toMatchObject([{ alertName: "It's me", destinationIds: [destination] }])
  })

  test('prints a command line that creates the same alert', async ({ cli }) => {
    const created = await cli(
      ['alert', 'create', '--name', "It's me; rm -rf /", '--chain', 'base,1', '--when', 'passed'],
      {
        typed: [
          ['❯ validations (SONAR)', DOWN],
          ['❯ validations of applications (RASP)', ENTER],
          ['Verdicts', ENTER],
          ['❯○ score', ' '],
          ['❯◉ score', ENTER],
          ['Lowest score', `0${ENTER}`],
          ['Highest score', `30${ENTER}`],
          // It never fires, so Enter alone changes nothing.
          ['Create this alert in profile local? (y/N)', `y${ENTER}`],
        ],
      },
    )
    const line = created.stderr.split('\n').findLast((text) => text.includes('txwarden alert create')) ?? ''
    await cli([...argvOfShell(line), '--force'])
    const [asked, copied] = await alertsOf(cli)
    expect(copied).toEqual({ ...asked, alertId: copied?.alertId })
  })

  test('prints the command line also when the service refuses, so that it can be repeated', async () => {
    await using server = await serveHttp((response) => json(response, { status: 400, message: 'no room' }, 400))
    const id = '019b7ca9-8c88-723c-9974-b32d541903b7'
    const refused = await makeCli()(['alert', 'create', '--name', 'a', '--destination', id, '-p', 'local'], {
      typed: [
        ['Trigger', ENTER],
        ['Verdicts', ENTER],
        ['When the service', ENTER],
        ['More conditions', ENTER],
        ['Create this alert', ENTER],
      ],
      env: { TXWARDEN_BASE_URL: server.url.href, TXWARDEN_MANAGEMENT_KEY: 'k' },
    })
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain(
      `txwarden alert create --name a --type SONAR --destination ${id} --on unsafe --profile local\n`,
    )
  })

  test('--dry-run shows the request and that a second one follows', async ({ cli }) => {
    const shown = await cli([
      'alert',
      'create',
      '--name',
      'a',
      '--type',
      'sonar',
      '--state',
      'inactive',
      '--dry-run',
      '--json',
    ])
    expect(JSON.parse(shown.stdout)).toMatchObject({ method: 'POST', body: { alertName: 'a', alertType: 'SONAR' } })
    expect(shown).toMatchObject(says(0, 'A second request deactivates it'))
    expect(await alertsOf(cli)).toEqual([])
  })
})

describe('alert list and alert get', () => {
  test('show people a table with what each alert fires on', async ({ cli }) => {
    const id = await createAlert(cli, '--on', 'unsafe', '--when', 'blocked', '--from-score', '70')
    const listed = await cli(['alert', 'list'], { tty: true, columns: 120 })
    expect(listed.stdout).toBe(
      [
        'NAME    TYPE   STATE   ID       FIRES ON                         DESTINATIONS',
        `Losses  SONAR  active  …${id.slice(-6)}  unsafe, and blocked, score ≥ 70  none: no message is sent`,
        '',
      ].join('\n'),
    )
  })

  test('name the destinations, also on a narrow terminal, and say which are inactive', async ({ cli }) => {
    const id = await createAlert(cli, '--on', 'unsafe', '--destination', await createDestination(cli))
    const [{ name = '' } = {}] = (await cli.json(['destination', 'list'])).content as { name: string }[]
    expect((await cli(['alert', 'list'], { tty: true, columns: 80 })).stdout).toMatch(
      new RegExp(`DESTINATIONS.*\n.* ${name}\n`),
    )
    await cli(['destination', 'update', name, '--state', 'inactive'])
    expect((await cli(['alert', 'show', id], { tty: true })).stdout).toMatch(
      new RegExp(`destinations +${name} \\(inactive\\)\n`),
    )
  })

  test('give pipes the members of the contract', async ({ cli }) => {
    const id = await createAlert(cli, '--from-score', '70')
    expect((await cli(['alert', 'list'])).stdout).toBe(`Losses\tSONAR\ttrue\t${id}\t{"fromScore":70}\t\t0\t\n`)
  })

  test('an empty list says what to do next', async () => {
    expect(await makeCli()(['alert', 'list'], { tty: true })).toMatchObject({
      code: 0,
      stdout: 'No alerts yet. Try: txwarden alert create\n',
    })
  })

  test('get finds one alert in the list', async ({ cli }) => {
    await createAlert(cli)
    const id = await createAlert(cli, '--from-score', '70', '--force')
    const found = await cli(['alert', 'get', id, '--json'])
    expect(JSON.parse(found.stdout)).toEqual((await alertsOf(cli))[1])
  })

  test.each(['get', 'enable', 'disable', 'update'])(
    '%s of an unknown id is exit code 5 and says where ids are',
    async (verb) => {
      const flags = verb === 'update' ? ['--from-score', '1'] : []
      expect(await makeCli()(['alert', verb, UNKNOWN, ...flags])).toEqual({
        code: 5,
        stdout: '',
        stderr: `txwarden: there is no alert "${UNKNOWN}"\nTry: txwarden alert list\n`,
      })
    },
  )
})

describe('alert update', () => {
  test('changes only what is given', async ({ cli }) => {
    const id = await createAlert(cli, '--on', 'unsafe', '--from-score', '70', '--category', 'fraud', '--chain', 'base')
    const [before] = await alertsOf(cli)
    const updated = await cli(['alert', 'update', id, '--to-score', '90', '--name', 'Other', '--json'])
    expect(JSON.parse(updated.stdout)).toEqual({
      ...before,
      alertName: 'Other',
      transactionFilter: { ...(before?.transactionFilter as object), toScore: 90 },
    })
  })

  test('sets active, and says what an inactive one does', async ({ cli }) => {
    const id = await createAlert(cli, '--on', 'unsafe')
    const updated = await cli(['alert', 'update', id, '--state', 'inactive'], { tty: true })
    expect(updated.stdout).toContain('  inactive: no message is sent\n')
    expect(await alertsOf(cli)).toMatchObject([{ isActive: false }])
    await cli(['alert', 'update', id, '--from-score', '80'])
    expect(await alertsOf(cli)).toMatchObject([{ isActive: false }])
    await cli(['alert', 'update', id, '--state', 'active'])
    expect(await alertsOf(cli)).toMatchObject([{ isActive: true, transactionFilter: { fromScore: 80 } }])
  })

  test('none clears a clause, and destinations', async ({ cli }) => {
    const destination = await createDestination(cli)
    const id = await createAlert(
      cli,
      '--destination',
      destination,
      '--on',
      'unsafe',
      '--from-score',
      '70',
      '--chain',
      'base',
    )
    const flags = ['--destination', 'none', '--on', 'none', '--from-score', 'none', '--chain', 'None']
    const updated = await cli(['alert', 'update', id, ...flags, '--json'])
    expect(JSON.parse(updated.stdout)).toMatchObject({ destinationIds: [], transactionFilter: {} })
    expect((await alertsOf(cli))[0]).toMatchObject({ destinationIds: [], transactionFilter: {} })
  })

  test('keeps members that a newer service has, and whether it is active', async () => {
    const stored = { alertId: 'a-1', alertName: 'a', alertType: 'SONAR', isActive: false }
    const filter = { fromScore: 10, toHops: 2 }
    await using server = await serveHttp((response, { method, body }) =>
      method === 'GET'
        ? json(response, { alerts: [{ ...stored, transactionFilter: filter }] })
        : json(response, JSON.parse(body)),
    )
    await makeCli()(['alert', 'update', 'a-1', '--from-score', '20'], {
      env: { TXWARDEN_BASE_URL: server.url.href, TXWARDEN_MANAGEMENT_KEY: 'k' },
    })
    expect(JSON.parse(server.seen[1]?.body ?? '')).toEqual({
      ...stored,
      destinationIds: [],
      transactionFilter: { fromScore: 20, toHops: 2 },
    })
  })

  test('checks a range against the end that is already stored', async ({ cli }) => {
    const id = await createAlert(cli, '--to-score', '50')
    expect(await cli(['alert', 'update', id, '--from-score', '60'])).toMatchObject(
      says(8, '--from-score 60 is above --to-score 50'),
    )
  })

  test('without a flag and off a terminal says what could be changed', async () => {
    expect(await makeCli()(['alert', 'update', UNKNOWN])).toMatchObject(
      says(2, 'alert update needs at least one of --name, --destination, --state, --on'),
    )
  })

  test('without a flag asks on a terminal, with the present values as answers', async ({ cli }) => {
    const destination = await createDestination(cli)
    const id = await createAlert(cli, '--destination', destination, '--on', 'unsafe', '--from-score', '70')
    const updated = await cli(['alert', 'update', id], {
      typed: [
        ['Name of the alert (Losses)', ENTER],
        ['◉ ops', ENTER],
        ['❯○ safe', ' '],
        ['❯◉ safe', ENTER],
        ['When the service', ENTER],
        ['❯◉ score', ENTER],
        ['Lowest score, 0 to 100 (none: no limit) (70)', ENTER],
        ['Highest score, 0 to 100 (no limit)', `95${ENTER}`],
        ['Update this alert', ENTER],
      ],
    })
    expect(updated).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('✓ Updated alert Losses (profile local)'),
    })
    expect(updated.stderr).toContain('  fires on  unsafe, score ≥ 70\n            → safe or unsafe, score 70–95\n')
    expect(updated.stderr).toContain(`  txwarden alert update ${id} --on safe,unsafe --to-score 95\n`)
    expect(await alertsOf(cli)).toMatchObject([
      {
        destinationIds: [destination],
        transactionFilter: { validationStatusConfiguration: bands(true, false, true), fromScore: 70, toScore: 95 },
      },
    ])
  })

  test('a clause that is no longer wanted is cleared', async ({ cli }) => {
    const id = await createAlert(cli, '--from-score', '70', '--chain', 'base')
    const updated = await cli(['alert', 'update', id], {
      typed: [
        ['Name of the alert', ENTER],
        ['Verdicts', ENTER],
        ['When the service', ENTER],
        ['❯◉ score', ' '],
        ['❯○ score', ENTER],
        ['Chains, ids or names (all: every chain) (base)', ENTER],
        ['Update this alert', ENTER],
      ],
    })
    expect(updated.stderr).toContain(`  txwarden alert update ${id} --from-score none\n`)
    expect(await alertsOf(cli)).toMatchObject([{ transactionFilter: { chainIds: [8453] } }])
  })

  test('sends nothing when every answer is the present one', async ({ cli }) => {
    const id = await createAlert(cli, '--on', 'unsafe')
    const updated = await cli(['alert', 'update', id], {
      typed: [
        ['Name of the alert', ENTER],
        ['Verdicts', ENTER],
        ['When the service', ENTER],
        ['More conditions', ENTER],
      ],
    })
    expect(updated).toMatchObject({ code: 0, stdout: '✓ Nothing to change in alert Losses\n' })
    expect(updated.stderr).not.toContain('Update this alert')
  })

  test('--curl says that it reads first', async () => {
    expect(await makeCli()(['alert', 'update', UNKNOWN, '--from-score', '1', '--curl'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('/api/v2/management/alert-configurations'),
      stderr: expect.stringContaining('This command reads before it writes'),
    })
  })

  test.each([
    [
      ['update', '--from-score', '80'],
      ['-X PUT', '"fromScore":80'],
    ],
    [['disable'], ['-X PUT', '/status', '"isActive":false']],
  ])('--dry-run --curl reads, and prints the change (%j)', async ([verb = '', ...flags], parts) => {
    const cli = makeCli()
    const id = await createAlert(cli)
    const shown = await cli(['alert', verb, id, ...flags, '--dry-run', '--curl'])
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    for (const part of [...parts, 'x-api-key: ', '$TXWARDEN_MANAGEMENT_KEY']) expect(shown.stdout).toContain(part)
    const [alert] = await alertsOf(cli)
    expect(alert).toMatchObject({ isActive: true })
    expect(JSON.stringify(alert)).not.toContain('"fromScore":80')
  })
})

describe('alert enable and alert disable', () => {
  test('switch an alert off and on again', async ({ cli }) => {
    const id = await createAlert(cli)
    const disabled = await cli(['alert', 'disable', id, '--json'])
    expect(JSON.parse(disabled.stdout)).toMatchObject({ alertId: id, isActive: false })
    expect(await cli(['alert', 'enable', id], { tty: true })).toMatchObject({
      code: 0,
      stdout: '✓ Activated alert Losses (profile local)\n',
    })
    expect(await alertsOf(cli)).toMatchObject([{ isActive: true }])
  })
})

describe('alert silence', () => {
  test('silences an alert for a time, shows it, and ends it', async ({ cli }) => {
    const id = await createAlert(cli)
    const silenced = await cli(['alert', 'silence', id, '--for', '2h', '--json'])
    const { silencedUntil } = JSON.parse(silenced.stdout)
    expect(JSON.parse(silenced.stdout)).toMatchObject({ alertId: id, silencesBlocked: false })
    expect(await alertsOf(cli)).toMatchObject([{ silencedUntil }])
    const terminal = { tty: true, env: { TZ: 'UTC' } }
    expect((await cli(['alert', 'list'], terminal)).stdout).toContain('silenced, ends in')
    const at = (Date.parse(silencedUntil) + 3_600_000) as number
    const until = ['--until', new Date(at).toISOString(), '--also-blocked']
    const longer = await cli(['alert', 'silence', 'Losses', ...until], terminal)
    expect(longer.stdout).toContain('Silenced alert Losses until ')
    expect(longer.stdout).toContain('sanctions and BLOCK entries, too')
    expect(await cli(['alert', 'silence', id, '--off'], terminal)).toMatchObject({
      code: 0,
      stdout: '✓ Alert Losses is not silenced (profile local)\n',
    })
    expect(await cli(['alert', 'silence', id])).toMatchObject({ code: 2 })
    expect(await cli(['alert', 'silence', id, '--for', '1h', '--off'])).toMatchObject({ code: 2 })
    expect(await cli(['alert', 'silence', id, '--for', '90d'])).toMatchObject({ code: 8 })
  })
})

describe('alert delete', () => {
  test('off a terminal wants --yes before anything is sent', async ({ cli }) => {
    const id = await createAlert(cli)
    expect(await cli(['alert', 'delete', id])).toMatchObject(refuses(2, '--yes'))
    expect(await alertsOf(cli)).toHaveLength(1)
    expect(await cli(['alert', 'delete', id, '--yes'])).toEqual({ code: 0, stdout: `${id}\n`, stderr: '' })
    expect(await alertsOf(cli)).toEqual([])
  })

  test('on a terminal asks, and Enter alone means no', async ({ cli }) => {
    const id = await createAlert(cli)
    expect(await cli(['alert', 'rm', id], { typed: [ENTER] })).toMatchObject(refuses(130, 'nothing was changed'))
    expect(await cli(['alert', 'rm', id], { typed: [`y${ENTER}`] })).toMatchObject({
      code: 0,
      stdout: `✓ Deleted alert ${id}: Losses (profile local)\n`,
    })
  })

  test('of several, those that are there go and the others are named', async ({ cli }) => {
    const id = await createAlert(cli)
    const deleted = await cli(['alert', 'delete', UNKNOWN, id, '--yes'])
    expect(deleted).toMatchObject({ code: 4, stdout: `${id}\n`, stderr: expect.stringContaining('1 of 2 failed') })
    expect(await alertsOf(cli)).toEqual([])
  })
})

test('a destination that is not there: says which command lists those there are', async ({ cli }) => {
  const create = ['alert', 'create', '--name', 'payments', '--type', 'SONAR', '--on', 'unsafe']
  const refused = await cli([...create, '--destination', 'nosuch', '-o', 'table'])
  expect(refused.code).toBe(8)
  expect(refused.stderr).toContain('Try: txwarden destination list')
  const { alertId } = await cli.json(create)
  const update = await cli(['alert', 'update', alertId, '--destination', 'nosuch', '-o', 'table'])
  expect(update.stderr).toContain('Try: txwarden destination list')
})
