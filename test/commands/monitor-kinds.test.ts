import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { json, serveHttp } from '../client/support/http-server.ts'
import { follow } from '../support/chain/followed.ts'
import { type Cli, type CliOptions, makeCli, refuses, test } from '../support/cli.ts'
import { serveForTest } from '../support/served.ts'

const ADDRESS = '0x7e57000000000000000000000000000000000001'
const OTHER = '0x7e57000000000000000000000000000000000002'
const EXT = '/ext/v1/monitored-addresses'

type Run = (argv: readonly string[], options?: CliOptions) => ReturnType<Cli>

const inProcess = async (): Promise<{ home: string; run: Run }> => {
  const cli = makeCli()
  return { home: cli.home, run: cli }
}

const overHttp = async (): Promise<{ home: string; run: Run }> => {
  const { url, keys } = await serveForTest()
  const cli = makeCli()
  const env = { TXWARDEN_BASE_URL: url, TXWARDEN_MANAGEMENT_KEY: keys.management }
  return { home: cli.home, run: (argv, options) => cli(argv, { ...options, env }) }
}

const listed = async (run: Run) =>
  (JSON.parse((await run(['monitor', 'list', '--json'])).stdout) as { content: Record<string, unknown>[] }).content

describe.each([
  ['in this process', inProcess],
  ['over HTTP', overHttp],
])('kinds and first block of a monitored address, %s', (_, open) => {
  test('are set by monitor add, shown by monitor list, and changed by monitor update', async () => {
    const { run } = await open()
    const flags = ['--kinds', 'received,sent', '--from-block', '31402118']
    const added = JSON.parse((await run(['monitor', 'add', ADDRESS, '--chain', 'base', ...flags, '--json'])).stdout)
    expect(added).toMatchObject({ address: ADDRESS, kinds: ['sent', 'received'], from: 31_402_118 })
    expect(await listed(run)).toEqual([added])
    expect((await run(['monitor', 'list'], { tty: true, columns: 160 })).stdout).toContain('sent, received')
    const update = (...more: string[]) => run(['monitor', 'update', added.id, ...more, '--json'])
    expect(JSON.parse((await update('--kinds', 'upgraded')).stdout)).toMatchObject({ kinds: ['upgraded'] })
    expect((await update('--name', 'treasury')).code).toBe(0)
    expect(await listed(run)).toEqual([{ ...added, name: 'treasury', kinds: ['upgraded'] }])
    expect((await update('--kinds', 'none', '--state', 'inactive')).code).toBe(0)
    const { kinds: __, ...all } = added
    expect(await listed(run)).toEqual([{ ...all, name: 'treasury', enabled: false }])
    const id = '00000000-0000-7000-8000-000000000000'
    expect(await run(['monitor', 'update', id, '--kinds', 'sent'])).toMatchObject({
      code: 5,
      stderr: expect.not.stringContaining('only txwarden'),
    })
  })

  test('survive --if-absent, a file of rows, an export and a manifest', async () => {
    const { run, home } = await open()
    const rows = join(home, 'rows.csv')
    writeFileSync(rows, `address,chain,kinds,from\n${ADDRESS},base,"sent, operator",17\n${OTHER},base,,latest\n`)
    expect(await run(['monitor', 'import', rows])).toMatchObject({ code: 0 })
    const imported = await listed(run)
    expect(imported).toMatchObject([{ kinds: ['operator', 'sent'], from: 17 }, { address: OTHER }])
    expect(imported[1]).not.toHaveProperty('kinds')
    const again = await run(['monitor', 'add', ADDRESS, '--chain', 'base', '--if-absent', '--json'])
    expect(JSON.parse(again.stdout)).toEqual(imported[0])

    const file = join(home, 'monitors.yaml')
    const { stdout } = await run(['export', 'monitor'])
    expect(stdout).toContain('kinds:\n  - operator\n  - sent\nfrom: 17\n')
    expect(stdout.match(/kinds:/g)).toHaveLength(1)
    writeFileSync(file, stdout)
    expect(await run(['diff', '--file', file, '--exit-code'])).toMatchObject({ code: 0 })
    for (const { id } of imported) await run(['monitor', 'remove', String(id), '--yes'])
    expect((await run(['apply', '--file', file, '--yes'])).code).toBe(0)
    // Written at once: the list may have them in another order.
    const byAddress = (rows: Awaited<ReturnType<typeof listed>>) =>
      rows.toSorted((a, b) => String(a.address).localeCompare(String(b.address)))
    expect(byAddress(await listed(run))).toMatchObject(byAddress(imported).map(({ id: _, ...rest }) => rest))

    writeFileSync(file, readFileSync(file, 'utf8').replace('  - operator\n', '').replace('from: 17', 'from: 18'))
    const diff = await run(['diff', '--file', file, '--json', '--exit-code'])
    expect(diff.code).toBe(13)
    expect(diff.stdout).toContain('"kinds"')
    expect((await run(['apply', '--file', file, '--yes'])).code).toBe(0)
    expect(byAddress(await listed(run))[0]).toMatchObject({ kinds: ['sent'], from: 17 })
    expect(await run(['diff', '--file', file, '--exit-code'])).toMatchObject({ code: 0 })

    writeFileSync(file, readFileSync(file, 'utf8').replace('kinds:\n  - sent\n', 'kinds: []\n'))
    expect((await run(['apply', '--file', file, '--yes'])).code).toBe(0)
    expect(byAddress(await listed(run))[0]).not.toHaveProperty('kinds')
  })
})

describe('a service without them', () => {
  const stored = { id: 'an-id', address: ADDRESS, name: 'old', chainId: '1', enabled: true }
  const hosted = () =>
    serveHttp((response, { url, method }) => {
      if (url.startsWith('/ext/')) json(response, { status: 404, error: 'Not Found' }, 404)
      else if (url.endsWith('/destinations')) json(response, [])
      else if (url.includes('/alert-configurations')) json(response, { alerts: [] })
      else if (url.includes('/monitor') && method === 'GET')
        json(response, { content: [stored], size: 25, number: 0, totalElements: 1 })
      else json(response, { content: [], size: 25, number: 0, totalPages: 0, totalElements: 0 })
    })
  const env = (url: URL) => ({ TXWARDEN_BASE_URL: url.href, TXWARDEN_MANAGEMENT_KEY: 'any' })

  test.each([
    ['monitor', 'add', OTHER, '--chain', '1', '--kinds', 'sent'],
    ['monitor', 'add', OTHER, '--chain', '1', '--from-block', '17'],
    ['monitor', 'update', 'old', '--kinds', 'sent'],
  ])('%s %s refuses in one line, and changes nothing: %s %s %s', async (...argv) => {
    await using server = await hosted()
    expect(await makeCli()(argv, { env: env(server.url) })).toMatchObject(
      refuses(
        5,
        `${server.url.origin} has no kinds and from of monitored addresses: only txwarden's own service offers it\n`,
      ),
    )
    expect(server.seen.filter(({ method }) => method !== 'GET').map(({ url }) => url)).toEqual([EXT])
  })

  test.each([
    ['kinds and from of monitored addresses', `kind: monitor\naddress: "${OTHER}"\nchainId: "1"\nkinds: [sent]\n`],
    ['list of Safes', `kind: safe\nname: treasury\nchainId: "1"\naddress: "${OTHER}"\n`],
  ])('refuses a manifest with %s before the first change', async (addition, manifest) => {
    await using server = await hosted()
    const cli = makeCli()
    const file = join(cli.home, 'infra.yaml')
    writeFileSync(file, manifest)
    const refused = await cli(['diff', '--file', file], { env: env(server.url) })
    expect(refused).toMatchObject({ code: 5, stdout: '' })
    expect(refused.stderr).toContain(`has no ${addition}`)
    expect(server.seen.every(({ method }) => method === 'GET')).toBe(true)
  })

  test('gets every other request as the interface has it', async () => {
    await using server = await hosted()
    const add = ['monitor', 'add', OTHER, '--chain', '1', '--from-block', 'latest', '--curl']
    expect((await makeCli()(add, { env: env(server.url) })).stdout).not.toContain('/ext/')
    expect((await makeCli()(['monitor', 'list'], { env: env(server.url) })).code).toBe(0)
    expect(
      (await makeCli()(['monitor', 'update', 'an-id', '--state', 'inactive'], { env: env(server.url) })).code,
    ).not.toBe(5)
    expect(server.seen.some(({ url }) => url.startsWith('/ext/'))).toBe(false)
  })
})

describe('monitor add', () => {
  const note = (chains: string) =>
    `Monitored addresses are not followed on ${chains.replaceAll(',', ', ')}: MONITOR alerts fire for reported transactions only. Follow with: txwarden serve --follow ${chains}\n`

  test('says in one line when nobody follows the chain', async ({ cli }) => {
    const add = async (...argv: string[]) => (await cli(['monitor', 'add', ...argv, '--json'])).stderr
    expect(await add(ADDRESS, '--chain', 'ethereum,base')).toBe(note('ethereum,base'))
    await follow(cli)
    expect(await add(OTHER, '--chain', 'ethereum,base')).toBe(note('base'))
    expect(await add(OTHER, '--chain', 'ethereum,base', '--if-absent')).toBe('')
    expect(await add(OTHER, '--chain', 'optimism', '--state', 'inactive')).toBe('')
    expect(await add(OTHER, '--chain', 'polygon', '--quiet')).toBe('')
    expect(await add(OTHER, '--chain', 'polygon', '--dry-run')).not.toContain('followed')
    cli.clock.advance(10_001)
    expect(await add(ADDRESS.replace('0001', '0003'), '--chain', 'ethereum')).toBe(note('ethereum'))
  })

  test('says it over HTTP, too', async () => {
    const { run } = await overHttp()
    expect((await run(['monitor', 'add', OTHER, '--chain', 'base', '--json'])).stderr).toBe(note('base'))
  })

  test.each([
    [['--kinds', 'poison'], '--kinds: "poison" is not one of allowance-spent'],
    [['--kinds', 'snt'], 'Did you mean sent?'],
    [['--from-block', 'now'], '--from-block: "now" is not a block number or latest'],
    [['--from-block', '1e3'], 'is not a block number or latest'],
  ])('%j is refused, and nothing is added', async (flags, text) => {
    const cli = makeCli()
    const result = await cli(['monitor', 'add', ADDRESS, '--chain', '1', ...flags])
    expect(result).toMatchObject(refuses(2, text))
    expect(await listed(cli)).toEqual([])
  })
})
