import { describe, expect } from 'vitest'
import { json, serveHttp } from '../../client/support/http-server.ts'
import { type Cli, makeCli, says, test } from '../../support/cli.ts'
import { serveForTest } from '../../support/served.ts'

const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const TERMINAL = { tty: true } as const

async function idOf(cli: Cli, ...argv: string[]): Promise<string> {
  const { stdout, stderr } = await cli([...argv, '--json'])
  const { id, alertId, controlListId } = JSON.parse(stdout || stderr)
  return id ?? alertId ?? controlListId
}

const addAlert = (cli: Cli, name: string) =>
  idOf(cli, 'alert', 'create', '--name', name, '--type', 'SONAR', '--on', 'unsafe')
const addDestination = (cli: Cli, name: string) =>
  idOf(cli, 'destination', 'create', '--name', name, '--channel', 'email', '--email', 'ops@example.com')
const addMonitor = (cli: Cli, chain: string, name: string) =>
  idOf(cli, 'monitor', 'add', ALICE, '--chain', chain, '--name', name)
const addEntry = (cli: Cli) => idOf(cli, 'control-list', 'add', ALICE, '--type', 'block')

describe('on a terminal a thing is named', () => {
  test('by the end of its id, as the list shows it', async ({ cli }) => {
    const ids = {
      alert: await addAlert(cli, 'Losses'),
      destination: await addDestination(cli, 'ops'),
      monitor: await addMonitor(cli, '1', 'treasury'),
      'control-list': await addEntry(cli),
    }
    for (const [noun, id] of Object.entries(ids)) {
      const short = `…${id.slice(-6)}`
      expect((await cli([noun, 'list'], TERMINAL)).stdout).toContain(short)
      expect((await cli([noun, 'list'], TERMINAL)).stdout).not.toContain(id)
      const line = {
        alert: ['alert', 'get', short],
        destination: ['destination', 'get', short],
        monitor: ['monitor', 'update', short, '--state', 'inactive'],
        'control-list': ['control-list', 'update', short, '--chain', 'base'],
      }[noun]
      const { code, stdout } = await cli([...(line ?? []), '--json'], TERMINAL)
      expect(code, noun).toBe(0)
      expect(stdout).toContain(id)
    }
  })

  test('by its name', async ({ cli }) => {
    const alert = await addAlert(cli, 'Losses')
    const destination = await addDestination(cli, 'ops')
    expect(await cli(['alert', 'disable', 'Losses'], TERMINAL)).toMatchObject({ code: 0 })
    expect(await cli(['alert', 'update', 'Losses', '--destination', 'ops'], TERMINAL)).toMatchObject({ code: 0 })
    expect(await cli.json(['alert', 'get', alert])).toMatchObject({
      isActive: false,
      destinationIds: [destination],
    })
    const id = await addMonitor(cli, '1', 'treasury')
    const updated = await cli(['monitor', 'update', 'treasury', '--name', 'vault', '--json'], TERMINAL)
    expect(JSON.parse(updated.stdout)).toMatchObject({ id, name: 'vault' })
  })

  test('and the question before it goes says its name and its whole id', async ({ cli }) => {
    const id = await addAlert(cli, 'Losses')
    const declined = await cli(['alert', 'delete', id.slice(-6)], { typed: ['n\n'], columns: 200 })
    expect(declined.stderr).toContain(`Delete alert ${id} (Losses) from profile local?`)
    expect(declined.code).toBe(130)

    const monitors = [await addMonitor(cli, '1', 'treasury'), await addMonitor(cli, '8453', 'treasury')]
    const several = await cli(['monitor', 'remove', ...monitors.map((each) => each.slice(-8))], {
      typed: ['y\n'],
      columns: 200,
    })
    for (const monitor of monitors) {
      expect(several.stderr).toContain(`  ${monitor}  ${ALICE} on `)
      expect(several.stdout).toContain(monitor)
    }
    expect((await cli(['monitor', 'list'])).stdout).toBe('')
  })

  test('by an address, and of several a person chooses one, or all to remove', async ({ cli }) => {
    const [first, second] = [await addMonitor(cli, '1', 'treasury'), await addMonitor(cli, '8453', 'treasury')]
    const toBase = [
      ['which?', '\u001b[B'],
      [`❯ ${ALICE} on base`, '\r'],
    ] as const
    const shown = await cli(['monitor', 'show', ALICE.toLowerCase(), '--json'], { typed: toBase, columns: 200 })
    expect(shown.stderr).toContain('names 2 monitored addresses: which?')
    expect(JSON.parse(shown.stdout)).toMatchObject({ id: second })
    const typed = [
      ['which?', '\u001b[B'],
      [`❯ ${ALICE} on base`, '\u001b[B'],
      ['❯ all 2', '\r'],
      ['Remove 2 monitored addresses', 'y\r'],
    ] as const
    const removed = await cli(['monitor', 'remove', 'treasury'], { typed, columns: 200 })
    for (const id of [first, second]) expect(removed.stdout).toContain(id)
    expect((await cli(['monitor', 'list'])).stdout).toBe('')
  })

  test('also on a remote service', async ({ cli }) => {
    const { url, keys } = await serveForTest()
    const env = { TXWARDEN_BASE_URL: url, TXWARDEN_MANAGEMENT_KEY: keys.management }
    const added = await cli(['monitor', 'add', ALICE, '--chain', '1', '--name', 'treasury', '--json'], { env })
    const { id } = JSON.parse(added.stdout)
    const removed = await cli(['monitor', 'remove', id.slice(-6), '--yes', '--json'], { ...TERMINAL, env })
    expect(JSON.parse(removed.stdout)).toMatchObject({ id })
  })
})

describe('what names several things is refused with all of them, and changes nothing', () => {
  test('a name', async ({ cli }) => {
    const ids = [await addMonitor(cli, '1', 'treasury'), await addMonitor(cli, '8453', 'treasury')]
    for (const options of [TERMINAL, {}]) {
      const refused = await cli(['monitor', 'remove', 'treasury', '--yes'], options)
      expect(refused).toMatchObject({ code: 8, stdout: '' })
      for (const id of ids) expect(refused.stderr).toContain(id)
      expect(refused.stderr).toContain('Try: txwarden monitor list --wide')
    }
    expect((await cli(['monitor', 'list'])).stdout.trim().split('\n')).toHaveLength(2)
  })

  test('the end of ids, one of which is the name of another thing', async ({ cli }) => {
    const ids = ['0a1b2c3d-0000-7000-8000-00000000beef', '0a1b2c3d-0000-7000-8000-00000001beef']
    const rows = ids.map((id) => ({ id, name: 'a', channel: 'SLACK', webhookUrl: '' }))
    const other = { id: 'd-1', name: '01beef', channel: 'SLACK', webhookUrl: '' }
    await using server = await serveHttp((response) => json(response, [...rows, other]))
    const remote = { env: { TXWARDEN_BASE_URL: server.url.href, TXWARDEN_MANAGEMENT_KEY: 'k' }, tty: true }
    expect((await cli(['destination', 'list'], remote)).stdout).toMatch(/ …00beef\n.* …01beef\n/)
    expect((await cli(['destination', 'get', '00beef', '--json'], remote)).stdout).toContain(ids[0])
    const refused = await cli(['destination', 'get', '01beef', '--yes'], remote)
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain(ids[1])
    expect(refused.stderr).toContain('d-1')
    // Too short to be the end of an id.
    expect(await cli(['destination', 'get', 'beef'], remote)).toMatchObject({ code: 5 })
  })

  test('one thing that may have a twin among those that were not read', async () => {
    const monitor = {
      id: '0a1b2c3d-0000-7000-8000-00000000beef',
      name: 'treasury',
      address: ALICE,
      chainId: '1',
      enabled: true,
    }
    const content = Array.from({ length: 1000 }, (_, index) => ({ ...monitor, id: `id-${index}`, name: '' }))
    content[7] = { ...monitor }
    let requests = 0
    await using server = await serveHttp((response) => {
      requests += 1
      const page = { content: requests === 1 ? content : content.map((each) => ({ ...each, name: '' })), size: 1000 }
      json(response, { ...page, number: requests - 1, totalElements: 12_000, totalPages: 12 })
    })
    const remote = { env: { TXWARDEN_BASE_URL: server.url.href, TXWARDEN_MANAGEMENT_KEY: 'k' }, tty: true }
    const refused = await makeCli()(['monitor', 'update', 'treasury', '--state', 'inactive'], remote)
    expect(refused).toMatchObject(says(8, 'more than 10,000 monitored addresses'))
    expect(requests).toBe(10)
  })
})

describe('without a terminal', () => {
  test('--chain chooses one of several with the same address', async ({ cli }) => {
    const ids = { ethereum: await addMonitor(cli, '1', 'treasury'), base: await addMonitor(cli, '8453', 'treasury') }
    const refused = await cli(['monitor', 'disable', ALICE])
    expect(refused).toMatchObject(says(8, 'names 2 monitored addresses: add --chain, or use the whole id'))
    const change = async (...argv: string[]) => JSON.parse((await cli(['monitor', ...argv, '--json'])).stdout)
    expect(await change('disable', ALICE, '--chain', 'base')).toMatchObject({ id: ids.base, enabled: false })
    const enabled = await cli(['monitor', 'enable', 'treasury', '--chain', 'base', '-o', 'table'])
    expect(enabled.stdout).toBe(`✓ ${ALICE} (treasury) on base is now active (profile local)\n`)
    expect(await change('update', ALICE, '--chain', '1', '--name', 'vault')).toMatchObject({ id: ids.ethereum })
    expect(await change('show', ALICE, '--chain', 'base')).toMatchObject({ id: ids.base })
    // The id of another chain is a contradiction, not a choice.
    for (const argv of [
      ['remove', ids.ethereum, '--yes'],
      ['update', ids.ethereum, '--name', 'x'],
      ['show', ids.ethereum],
    ])
      expect(await cli(['monitor', ...argv, '--chain', 'base'])).toMatchObject(says(5, 'there is no monitored address'))
    expect(await cli(['monitor', 'remove', '-', '--chain', 'base', '--yes'])).toMatchObject(
      says(2, '--chain and - exclude'),
    )
    expect(await change('remove', ALICE, '--chain', 'base', '--yes')).toMatchObject({ id: ids.base })
    expect(await change('list')).toMatchObject({ content: [{ id: ids.ethereum }] })
  })

  test('a whole id and an exact name are taken, the end of an id is refused', async ({ cli }) => {
    const id = await addAlert(cli, 'Losses')
    for (const options of [{}, { ...TERMINAL, env: { TERM: 'dumb' } }]) {
      const refused = await cli(['alert', 'delete', id.slice(-6), '--yes'], options)
      expect(refused).toMatchObject({ code: 8, stdout: '' })
      expect(refused.stderr).toContain('whole id')
    }
    expect(await cli(['alert', 'get', id.slice(-6), '--no-input'], TERMINAL)).toMatchObject({ code: 8 })
    expect(await cli(['alert', 'get', 'losses'])).toMatchObject({ code: 5 })
    expect(await cli.json(['alert', 'delete', 'Losses', '--yes'])).toMatchObject({
      configurationId: id,
    })
  })

  test('a whole id costs no request beside the change', async () => {
    let requests = 0
    await using server = await serveHttp((response) => {
      requests += 1
      json(response, { configurationId: '0a1b2c3d-0000-7000-8000-00000000beef' })
    })
    const env = { TXWARDEN_BASE_URL: server.url.href, TXWARDEN_MANAGEMENT_KEY: 'k' }
    const line = ['alert', 'delete', '0a1b2c3d-0000-7000-8000-00000000beef', '--yes']
    expect(await makeCli()(line, { env })).toMatchObject({ code: 0 })
    expect(requests).toBe(1)
  })
})

test('a key of the local service is revoked by the end of its id', async ({ cli }) => {
  const id = await idOf(cli, 'keys', 'create', '--kind', 'validation')
  const revoked = await cli(['keys', 'revoke', id.slice(-6)], { typed: ['y\n'], columns: 200 })
  expect(revoked.stderr).toContain(id)
  expect((await cli.json(['keys', 'list'])).content).toMatchObject([{ id, revokedAt: expect.any(String) }])
})

test.each([
  ['alert', 'delete', 'nope'],
  ['destination', 'delete', 'nope'],
  ['keys', 'revoke', 'nope'],
  ['monitor', 'remove', 'nope'],
  ['control-list', 'remove', `0x${'1'.repeat(40)}`],
])('%s %s asks nobody about what is not there', async (...argv) => {
  const { code, stderr } = await makeCli()(argv, { typed: ['n\n'], columns: 200 })
  expect({ code, stderr }).toEqual({ code: 5, stderr: expect.not.stringMatching(/(?:Delete|Remove|Revoke) .*\?/) })
})
