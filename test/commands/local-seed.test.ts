import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Address from 'ox/Address'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { describe, expect } from 'vitest'
import { subCategoryNames } from '../../src/api/vocabulary.ts'
import { demoAddresses, demoValidations } from '../../src/commands/local/demo-data.ts'
import { type Cli, makeCli, test } from '../support/cli.ts'

const seed = (cli: Cli, ...more: string[]) => cli(['local', 'seed', '--json', ...more])
const json = async <T>(cli: Cli, ...argv: string[]) => (await cli.json(argv)) as T
const database = (cli: Cli) => join(cli.home, 'local.db')

const EVERYTHING = { controlLists: 3, monitors: 3, destinations: 2, alerts: 3, validations: 19, reports: 4 }
const NOTHING = { controlLists: 0, monitors: 0, destinations: 0, alerts: 0, validations: 0, reports: 0 }

interface Row {
  readonly svcTxId: string
  readonly combinedScore: number
  readonly subCategory: string
  readonly valid: boolean
}

/** What it wrote, by the name of each validation. */
async function verdicts(cli: Cli): Promise<Record<string, string>> {
  const { content } = await json<{ content: Row[] }>(cli, 'tx', 'list', '--all')
  const named = content.map(async ({ svcTxId, valid, combinedScore, subCategory }) => {
    const { request } = await json<{ request: { clientData: { userAgent: string } } }>(cli, 'tx', 'get', svcTxId)
    const name = request.clientData.userAgent.replace('txwarden local seed: ', '')
    return [name, `${valid ? 'passed' : 'blocked'} ${combinedScore} ${subCategory}`.trim()]
  })
  return Object.fromEntries(await Promise.all(named))
}

describe('local seed', () => {
  test('fills every list, and says what there is to look at', async ({ cli }) => {
    const seeded = await cli(['local', 'seed'], { tty: true })
    expect(seeded).toMatchObject({ code: 0, stderr: '' })
    expect(seeded.stdout).toContain(`✓ Added demo data to ${database(cli)} (profile local)\n   3 control list entries`)
    expect(seeded.stdout).toContain('    txwarden tx list\n')
    const { rows } = await json<{ rows: Record<string, number> }>(cli, 'local', 'status')
    const { reports: _, ...lists } = EVERYTHING
    expect(rows).toMatchObject(lists)
  })

  test('shows every kind of verdict and every subCategory', async ({ cli }) => {
    expect(JSON.parse((await seed(cli)).stdout)).toMatchObject({ database: database(cli), added: EVERYTHING })
    const shown = await verdicts(cli)
    expect(shown).toMatchObject({
      'payment to a customer': 'passed 0',
      'stablecoins for a customer': 'passed 0',
      'payment to a lookalike of the customer': 'blocked 90 addressPoisoning',
      'payment to somebody new': 'passed 0',
      'approval to an unknown spender': 'passed 50 maliciousInteraction',
      'approval to an allowed spender': 'passed 0',
      'payment to a blocked address': 'blocked 100 blockedAddress',
      'payment of a go-between': 'passed 50 maliciousInteraction',
      'payment to the go-between': expect.stringMatching(/^passed (3[1-9]|[4-6]\d) maliciousInteraction$/),
      'signed payment': 'passed 0',
    })
    const seen = Object.values(shown).map((verdict) => verdict.split(' ')[2])
    expect(subCategoryNames.filter((name) => !seen.includes(name))).toEqual([])
    expect(Object.keys(shown)).toHaveLength(demoValidations.length)
  })

  test('leaves a history: who was paid and reported is known', async ({ cli }) => {
    await seed(cli)
    const pay = ['validate', '--chain', 'ethereum', '--from', demoAddresses.treasury, '--to', demoAddresses.customer]
    expect(await json(cli, ...pay)).toMatchObject({ coverage: expect.stringMatching(/partial|full/) })
  })

  test('sends nothing: every destination is inactive and of a reserved host', async ({ cli }) => {
    await seed(cli)
    const { content: there } = await json<{ content: { state: string; webhookUrl: string }[] }>(
      cli,
      'destination',
      'list',
    )
    expect(there.map(({ state }) => state)).toEqual(['INACTIVE', 'INACTIVE'])
    for (const { webhookUrl } of there) expect(webhookUrl).toMatch(/example\.com/)
  })

  test('leaves what comes after it alone: its alerts are inactive, and doctor finds nothing to mend in them', async ({
    cli,
  }) => {
    await seed(cli)
    const { content: alerts } = await json<{ content: { isActive: boolean }[] }>(cli, 'alert', 'list')
    expect(alerts.map(({ isActive }) => isActive)).toEqual([false, false, false])
    await cli(['validate', '--chain', '1', '--from', demoAddresses.treasury, '--to', demoAddresses.thief])
    expect(await json(cli, 'delivery', 'list')).toMatchObject({ content: [] })
    const { content: checks } = await json<{ content: { check: string; level: string }[] }>(cli, 'doctor')
    const wrong = checks.filter(
      ({ check, level }) => ['alerts', 'deliveries', 'destinations'].includes(check) && level === 'fail',
    )
    expect(wrong).toEqual([])
  })
})

describe('again', () => {
  test('adds nothing, asks nothing, and says so', async ({ cli }) => {
    await seed(cli)
    expect(JSON.parse((await seed(cli)).stdout)).toMatchObject({ added: NOTHING })
    const { stdout } = await cli(['local', 'seed'], { tty: true })
    expect(stdout).toContain('already has the demo data')
  })

  test('adds what is gone, and only that', async ({ cli }) => {
    await seed(cli)
    const { content } = await json<{ content: { id: string }[] }>(cli, 'monitor', 'list')
    await cli(['monitor', 'remove', content[0]?.id ?? '', '--yes'])
    expect(JSON.parse((await seed(cli, '--yes')).stdout)).toMatchObject({ added: { ...NOTHING, monitors: 1 } })
  })
})

describe('into a database that is not empty', () => {
  const filled = async () => {
    const cli = makeCli()
    await cli(['control-list', 'add', demoAddresses.newcomer, '--type', 'allow'])
    return cli
  }
  const entries = async (cli: Cli) => (await json<{ totalElements: number }>(cli, 'control-list', 'list')).totalElements

  test('asks for confirmation; without one, nothing changes', async () => {
    const cli = await filled()
    const nobody = await seed(cli)
    expect(nobody).toMatchObject({ code: 2, stdout: '' })
    expect(nobody.stderr).toContain('--yes')
    expect(await cli(['local', 'seed'], { typed: [['is not empty', 'n\n']] })).toMatchObject({ code: 130 })
    expect(await entries(cli)).toBe(1)
  })

  test('yes adds to what is there', async () => {
    const cli = await filled()
    expect(await cli(['local', 'seed'], { typed: [['is not empty', 'y\n']] })).toMatchObject({ code: 0 })
    expect(await entries(cli)).toBe(4)
  })
})

test('names existing alerts that would notify about demo data', async ({ cli }) => {
  // Wide enough for one line, wherever temporary files are.
  const no = { typed: [['is not empty', 'n\n']], columns: 500 } as const
  const mail = ['--channel', 'EMAIL', '--email', 'ops@example.org', '--name', 'ops']
  const { id } = await json<{ id: string }>(cli, 'destination', 'create', ...mail)
  await cli(['alert', 'create', '--name', 'mine', '--type', 'SONAR', '--destination', id])
  const asked = await cli(['local', 'seed'], no)
  expect(asked.stderr).toContain('trigger the alert "mine"')
  await cli(['destination', 'update', id, '--state', 'inactive'])
  expect((await cli(['local', 'seed'], no)).stderr).not.toContain('trigger the alert')
})

test('with --dry-run it only says what it would do, and makes no database', async () => {
  const cli = makeCli({ withDatabase: false })
  expect((await cli(['local', 'seed', '--dry-run'], { tty: true })).stdout).toBe(
    `Would add demo data to ${database(cli)}\n`,
  )
  expect(globSync(database(cli))).toEqual([])
})

test('a remote service is refused', async () => {
  const refused = await makeCli()(['local', 'seed', '--yes', '--base-url', 'https://api.example.com'])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('this command needs a local profile')
})

describe('the demo data', () => {
  test('has addresses without known private keys', () => {
    const { lookalike, customer, ...plain } = demoAddresses
    const made = (name: string) =>
      `0x7e57${Hash.keccak256(Hex.fromString(`txwarden demo address: ${name}`)).slice(-36)}`
    for (const [name, address] of Object.entries({ ...plain, customer }))
      expect(address).toBe(Address.checksum(made(name) as Address.Address))
    const middle = made('lookalike').slice(8, 37)
    const digits = customer.toLowerCase()
    expect(lookalike).toBe(Address.checksum(`${digits.slice(0, 8)}${middle}${digits.slice(-5)}` as Address.Address))
  })

  test('gets the same verdicts as the examples', () => {
    const examples = globSync('examples/payment-*.json').map(
      (file) => (JSON.parse(readFileSync(file, 'utf8')) as { transaction: { to: string } }).transaction.to,
    )
    const notified = new Set(demoValidations.map(({ to }) => to))
    const poisoned = '0x7E57264e9905dae4419Bc28E908C169E749D3b22'
    expect(examples.filter((to) => !notified.has(to) && to !== poisoned)).toEqual([])
  })
})
