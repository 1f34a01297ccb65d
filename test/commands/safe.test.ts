import { test as base, describe, expect } from 'vitest'
import { wrapInSafe } from '../service/risk/wrapping.ts'
import { makeCli, says } from '../support/cli.ts'

const test = base.extend('started', () => started())

const TREASURY = '0x7e570000000000000000000000000000000000a1'
const KEY = 'planted-key-of-the-service'
const URL = 'http://127.0.0.1:9/planted-path'

function started() {
  const cli = makeCli()
  const json = async (argv: readonly string[], more = {}) => {
    const { code, stdout, stderr } = await cli([...argv, '--json'], more)
    return { code, stderr, body: stdout === '' ? undefined : JSON.parse(stdout) }
  }
  const add = (more: readonly string[], options = {}) =>
    json(['safe', 'add', TREASURY, '--chain', 'ethereum', '--name', 'treasury', ...more], options)
  return { cli, json, add }
}

describe('safe add', () => {
  test('takes service and key, shows the host, and how often it is read', async ({ started: { cli, json, add } }) => {
    const added = await add(['--service', URL, '--key-file', '-'], { stdin: KEY })
    expect(added).toMatchObject({
      code: 0,
      body: { name: 'treasury', service: '127.0.0.1:9', isHosted: false, interval: '5s', intervalMs: 5000 },
    })
    const listed = await json(['safe', 'list'])
    expect(listed.body.content).toEqual([added.body])
    const table = await cli(['safe', 'list', '--wide'])
    expect(table.stdout).toMatch(/treasury.*127\.0\.0\.1:9.*5s.*own service/)
    const audit = await json(['audit', 'list'])
    expect(audit.body.content).toMatchObject([{ action: 'safe.create', after: { service: '127.0.0.1:9' } }])
    for (const shown of [added, listed, table, audit]) expect(JSON.stringify(shown)).not.toContain('planted')
  })

  test('reads the public service as often as its quota allows for all Safes', async ({ started: { json, add } }) => {
    const key = { env: { SAFE_API_KEY: KEY } }
    expect((await add([], key)).body).toMatchObject({
      service: 'api.safe.global',
      isHosted: true,
      interval: '1m 27s',
      reason: '50,000 requests a month for 1 Safe: one in 52s, 0 used',
    })
    const second = ['safe', 'add', TREASURY, '--chain', 'base', '--service', 'hosted']
    expect((await json(second, key)).body).toMatchObject({
      interval: '2m 53s',
      reason: '50,000 requests a month for 2 Safes: one in 52s, 0 used',
    })
    const anonymous = ['safe', 'add', TREASURY, '--chain', 'polygon', '--service', 'hosted']
    expect((await json(anonymous)).body).toMatchObject({
      interval: '14m 24s',
      reason: '5,000 requests a month without a key for 1 Safe: one in 8m 39s, 0 used',
    })
  })

  test('has no service without one, and the one of SAFE_TRANSACTION_SERVICE_URL', async ({
    started: { json, add },
  }) => {
    const { body } = await add([])
    expect(body).toMatchObject({ isHosted: false, reason: expect.stringContaining('no transaction service') })
    expect(body).not.toHaveProperty('interval')
    const other = ['safe', 'add', TREASURY, '--chain', 'base']
    const env = { SAFE_TRANSACTION_SERVICE_URL: URL, SAFE_API_KEY: KEY }
    expect((await json(other, { env })).body).toMatchObject({ service: '127.0.0.1:9', interval: '5s' })
    const none = ['safe', 'add', TREASURY, '--chain', 'polygon', '--service', 'none']
    expect((await json(none, { env })).body).not.toHaveProperty('service')
  })

  test('names the next command', async () => {
    const argv = ['safe', 'add', TREASURY, '--chain', 'ethereum', '--name', 'treasury']
    expect((await makeCli()(argv, { tty: true })).stdout).toContain('Next: txwarden safe show treasury\n')
    const served = await makeCli()([...argv, '--service', URL], { tty: true })
    expect(served.stdout).toContain('Next: txwarden safe queue treasury\n')
  })

  test('refuses a Safe that was added, and what is no base URL', async ({ started: { add } }) => {
    await add([])
    expect(await add([])).toMatchObject({ code: 8, stderr: expect.stringMatching(/already added.*safe update/s) })
    const { add: fresh } = started()
    for (const url of ['ftp://a.example', 'https://a.example/api/v1', 'https://u:planted@a.example', 'nonsense'])
      expect((await fresh(['--service', url])).code).not.toBe(0)
  })
})

describe('safe update', () => {
  test('renames, keeps what is omitted, and replaces URL and key together', async ({ started: { cli, json, add } }) => {
    await add(['--service', URL, '--key-file', '-'], { stdin: KEY })
    expect((await json(['safe', 'update', 'treasury', '--name', 'vault'])).body).toMatchObject({
      name: 'vault',
      service: '127.0.0.1:9',
      interval: '5s',
    })
    const hosted = await json(['safe', 'update', 'vault', '--service', 'hosted', '--key-file', '-'], { stdin: KEY })
    expect(hosted.body).toMatchObject({ name: 'vault', isHosted: true, reason: expect.stringMatching(/^50,000/) })
    const none = await json(['safe', 'update', TREASURY, '--service', 'none'])
    expect(none.body).not.toHaveProperty('service')
    const { body } = await json(['audit', 'list'])
    expect(body.content).toMatchObject([...Array(3).fill({ action: 'safe.update' }), { action: 'safe.create' }])
    const shown = await cli(['safe', 'update', 'vault', '--name', ''], { tty: true })
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringMatching(/Updated 0x7E57\S+ on ethereum/i) })
  })

  test('changes nothing in a dry run, and without something to change', async ({ started: { json, add } }) => {
    await add([])
    const dry = await json(['safe', 'update', 'treasury', '--name', 'vault', '--dry-run'])
    expect(dry).toMatchObject({ code: 0 })
    for (const [flags, text] of [
      [[], 'needs --name or --service'],
      [['--key-file', '-'], 'needs --name or --service'],
      [['--name', 'vault', '--key-file', '-'], 'a key needs --service'],
      [['--service', 'nonsense'], 'is not a URL'],
    ] as const)
      expect(await json(['safe', 'update', 'treasury', ...flags], { stdin: KEY })).toMatchObject(says(2, text))
    expect((await json(['safe', 'list'])).body.content).toMatchObject([{ name: 'treasury' }])
  })
})

describe('a Safe is named', () => {
  test('by name, address or id; several of a name are listed', async ({ started: { json, add } }) => {
    const { id } = (await add([])).body
    await json(['safe', 'add', TREASURY, '--chain', 'base', '--name', 'treasury'])
    const ambiguous = await json(['safe', 'remove', 'treasury', '--yes'])
    expect(ambiguous).toMatchObject(says(8, id))
    expect(ambiguous.stderr).toContain('base')
    expect(
      (await json(['safe', 'remove', TREASURY.toUpperCase().replace('0X', '0x'), '--chain', 'base', '--yes'])).code,
    ).toBe(0)
    expect((await json(['safe', 'remove', id, '--yes'])).code).toBe(0)
    expect(await json(['safe', 'remove', 'treasury', '--yes'])).toMatchObject({ code: 5 })
    expect((await json(['safe', 'list'])).body.content).toEqual([])
  })
})

test('a Safe that hands a contract to a registered Safe of the chain is a WARNING; another address is refused', async ({
  started: { cli, json },
}) => {
  const [from, token, owner] = ['5afe', '70ce', '0abc'].map((digits) => `0x${digits.repeat(10)}`) as [
    ...[string, string, string],
  ]
  const data = wrapInSafe(token, 0n, `0xf2fde38b${TREASURY.slice(2).padStart(64, '0')}`)
  const send = ['validate', '--chain', 'ethereum', '--from', owner, '--to', from, '--data', data, '--fail-on', 'never']
  const verdict = async () => (await json(send)).body.verdict
  expect(await verdict()).toBe('BLOCKED')
  await json(['safe', 'add', TREASURY, '--chain', 'base'])
  await json(['monitor', 'add', TREASURY, '--chain', 'ethereum'])
  expect(await verdict()).toBe('BLOCKED')
  const { id } = (await json(['safe', 'add', TREASURY, '--chain', 'ethereum'])).body
  expect(await verdict()).toBe('WARNING')
  expect((await cli([...send, '--explain'], { tty: true })).stdout).toContain('is a registered Safe')
  await json(['safe', 'remove', id, '--yes'])
  expect(await verdict()).toBe('BLOCKED')
  await json(['control-list', 'add', TREASURY, '--type', 'allow'])
  expect(['SAFE', 'NO DATA', 'WARNING']).toContain(await verdict())
})

test('safe show needs a node of the chain', async ({ started: { json, add } }) => {
  await add([])
  expect(await json(['safe', 'show', 'treasury'])).toMatchObject(says(6, 'txwarden chain add ethereum'))
})

test('kind: safe in manifests: exported without secrets, compared, created, renamed and pruned', async ({
  started: { cli, json, add },
}) => {
  await add(['--service', 'hosted', '--key-file', '-'], { stdin: KEY })
  const { stdout: manifest } = await cli(['export', 'safe'])
  expect(manifest).toContain('kind: safe')
  expect(manifest).toContain('serviceUrl: hosted')
  expect(manifest).not.toContain('planted')
  const same = await cli(['diff', '-f', '-'], { stdin: manifest })
  expect(same).toMatchObject({ code: 0 })
  const renamed = manifest.replace('name: treasury', 'name: vault')
  expect((await cli(['apply', '-f', '-', '--yes'], { stdin: renamed })).code).toBe(0)
  expect((await json(['safe', 'list'])).body.content).toMatchObject([
    { name: 'vault', reason: expect.stringMatching(/^50,000/) },
  ])
  const other = started()
  expect((await other.cli(['apply', '-f', '-', '--yes'], { stdin: manifest })).code).toBe(0)
  expect((await other.json(['safe', 'list'])).body.content).toMatchObject([{ name: 'treasury', isHosted: true }])
})

test('a queue that is not read says since when, in the list and in doctor', async ({ started: { cli, json, add } }) => {
  const { id, ...added } = (await add(['--service', URL])).body
  expect(added).not.toHaveProperty('silentSince')
  cli.clock.advance(7_200_000)
  const listed = await json(['safe', 'list'])
  expect(listed.body.content).toMatchObject([{ silentSince: '2026-01-02T03:04:05.000Z' }])
  expect((await cli(['safe', 'list'], { tty: true, columns: 200 })).stdout).toMatch(/SILENT SINCE[\s\S]*2 hours ago/)
  const { body } = await json(['doctor'])
  expect(body.content).toContainEqual({
    check: 'safes',
    level: 'warn',
    try: `txwarden serve --safes ${id}`,
    text: expect.stringMatching(/its queue is not read since 2026-01-02 03:04 UTC \(2 h\)$/),
  })
})

test('doctor names a Safe whose chain has no node, and one without a transaction service', async ({
  started: { json, add },
}) => {
  await add([])
  const { code, body } = await json(['doctor'])
  expect(code).toBe(13)
  expect(body.content.filter(({ check }: { check: string }) => check === 'safes')).toMatchObject([
    { level: 'fail', text: expect.stringContaining('no node'), try: 'txwarden chain add ethereum' },
    {
      level: 'warn',
      text: expect.stringContaining('no transaction service'),
      try: expect.stringMatching(/^txwarden safe update \S+ --service hosted$/),
    },
  ])
})
