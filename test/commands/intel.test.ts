import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { answering, startReceiver } from '../service/alerts/receiver.ts'
import { type Cli, makeCli, refuses, test } from '../support/cli.ts'

const UNKNOWN = '0x52908400098527886E0F7030069857D2E4169EE7'
const SCAM = '0xadd4e55000112233445566778899aabbccddee01'
const ROUTER = '0x40e7e400112233445566778899aabbccddee0abc'
const LOOKALIKE = '0x40e999999999999999999999999999999999aabc'

const HEADER = 'address,kind,chainIds,severity,label'

function file(cli: Cli, name: string, text: string): string {
  const path = join(cli.home, name)
  writeFileSync(path, text)
  return path
}

function csv(cli: Cli, ...rows: readonly string[]): string {
  return file(cli, 'ours.csv', [HEADER, ...rows].join('\n'))
}

const rows = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `${SCAM.slice(0, -2)}${index.toString(16).padStart(2, '0')},malicious,,,x`,
  )

async function importFile(cli: Cli, path: string, ...more: readonly string[]) {
  return cli(['intel', 'import', '--format', 'addresses', '--source', 'ours', path, ...more])
}

describe('intel import', () => {
  test('says what was kept, what was not and why, and where it went', async ({ cli }) => {
    const path = csv(cli, `${SCAM},malicious,,90,a drainer`, 'nonsense,malicious,,,', `${ROUTER},protocol,777001,,x`)
    const { code, stdout } = await cli(
      ['intel', 'import', '--format', 'addresses', path, '--max-age', '30d', '--chain', 'base'],
      { tty: true, columns: 300 },
    )
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        '✓ Imported addresses:ours.csv (profile local)',
        '  read 3, kept 1, rejected 2; 1 entry',
        '  rejected 1: not an address, such as {"address":"nonsense","kind":"malicious","chainids":"","severity":"","label":""}',
        `  rejected 1: unsupported chain 777001, such as {"address":"${ROUTER}","kind":"protocol","chainids":"777001","severity":"","label":"x"}`,
        '  as of 2026-01-02 03:04 UTC; stale after 30d',
        '',
      ].join('\n'),
    })
  })

  test('with --json gives the counts, and nothing on stderr off a terminal', async ({ cli }) => {
    const { code, stdout, stderr } = await importFile(cli, csv(cli, `${SCAM},malicious,,90,a drainer`), '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      source: 'ours',
      read: 1,
      kept: 1,
      rejected: 0,
      entries: 1,
      replaced: null,
    })
  })

  test('reads stdin, and a folder', async ({ cli }) => {
    expect(await cli(['intel', 'import', '--format', 'ofac', '-'], { stdin: `${SCAM}\n` })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ofac:stdin\tofac\t1\t0\t1\t/),
    })
    mkdirSync(join(cli.home, 'ofac'))
    file(cli, 'ofac/sanctioned_addresses_ETH.txt', SCAM)
    file(cli, 'ofac/README.md', 'not part of the feed')
    expect(await cli(['intel', 'import', '--format', 'ofac', join(cli.home, 'ofac')])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ofac:ofac\tofac\t1\t0\t1\t/),
    })
  })

  test('shows its progress on a terminal, and clears it away', async ({ cli }) => {
    const many = Array.from({ length: 45_000 }, (_, index) => `0xadd4e550${index.toString(16).padStart(32, '0')}`)
    const path = file(cli, 'many.txt', many.join('\n'))
    const { code, stderr } = await cli(['intel', 'import', '--format', 'ofac', path], { tty: true })
    expect(code).toBe(0)
    const [, ...drawn] = stderr.split('\r\x1b[2K')
    expect(drawn[0]).toMatch(/^ {2}read [\d,]+ rows, \d+ %$/)
    expect(drawn.at(-1)).toBe('')
    const quiet = await cli(['intel', 'import', '--format', 'ofac', path, '--quiet'], { tty: true })
    expect(quiet.stderr).toBe('')
  })

  test('is refused for a snapshot that shrank, and taken with --force', async ({ cli }) => {
    await importFile(cli, csv(cli, ...rows(10)))
    const refused = await importFile(cli, csv(cli, ...rows(7)))
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 8, stdout: '' })
    expect(refused.stderr).toMatch(/7 .* 30 % fewer .* 10\n/)
    expect(refused.stderr).toContain('--force')
    expect((await importFile(cli, csv(cli, ...rows(7)), '--force')).code).toBe(0)
  })

  test('of something else imports nothing: exit code 8, and with --json one document on stderr', async ({ cli }) => {
    const path = file(cli, 'page.html', '<html></html>')
    const { code, stdout, stderr } = await cli(['intel', 'import', '--format', 'scamsniffer', path, '--json'])
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'not-this-format' } })
    expect((await cli(['intel', 'sources'])).stdout).toBe('')
  })

  const tokens = JSON.stringify({
    name: 'ours',
    tokens: [{ address: SCAM, chainId: 1, name: 'A token', symbol: 'TKN' }],
  })
  test.each([
    ['ofac', 'tokens.json', tokens, 'token-list'],
    ['scamsniffer', 'tokens.json', tokens, 'token-list'],
    ['token-list', 'ours.csv', `${HEADER}\n${rows(3).join('\n')}`, 'addresses'],
    ['prices', 'ours.csv', `${HEADER}\n${rows(3).join('\n')}`, 'addresses'],
  ])('%s for %s names the format that fits', async (format, name, text, fitting) => {
    const cli = makeCli()
    const path = file(cli, name, text)
    const { code, stderr } = await cli(['intel', 'import', '--format', format, path])
    expect(code).toBe(8)
    expect(stderr).toContain(`Try: txwarden intel import --format ${fitting} ${path}\n`)
    expect((await cli(['intel', 'import', '--format', fitting, path])).code).toBe(0)
  })

  test('a feed from stdin that fits several formats names them', async () => {
    const { code, stderr } = await makeCli()(['intel', 'import', '--format', 'addresses', '-'], {
      stdin: JSON.stringify([SCAM]),
    })
    expect(code).toBe(8)
    expect(stderr).toMatch(/It can be read as ofac or scamsniffer\./)
  })

  test.each([
    [['--format', 'ofac'], 2, 'needs a file, a folder, - for stdin, or --url'],
    [['--format', 'ofac', 'x', '--url', 'https://example.com'], 2, 'exclude each other'],
    [['x'], 2, '--format'],
    [['--format', 'nonsense', 'x'], 2, '"nonsense" is not one of ofac, scamsniffer'],
    [['--format', 'ofac', 'x', '--as-of', 'yesterday'], 2, '"yesterday" is not a time'],
    [['--format', 'ofac', 'x', '--max-age', 'soon'], 2, '"soon" is not a duration'],
    [['--format', 'ofac', 'x', '--chain', 'nowhere'], 2, '"nowhere" is not a chain'],
    [['--format', 'ofac', '/no/such/file'], 8, 'no such file'],
    [['--format', 'ofac', '--url', 'http://127.0.0.1:1/x'], 8, 'loopback'],
  ] as const)('%j ends with %i', async (argv, code, text) => {
    const result = await makeCli()(['intel', 'import', ...argv])
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' })
    expect(result.stderr).toContain(text)
  })

  test('does not wait for a terminal to end', async () => {
    const { code, stderr } = await makeCli()(['intel', 'import', '--format', 'ofac', '-'], { tty: true })
    expect(code).toBe(2)
    expect(stderr).toContain('stdin is a terminal')
  })

  test('with --dry-run changes nothing', async ({ cli }) => {
    const { stdout } = await importFile(cli, csv(cli, ...rows(1)), '--dry-run')
    expect(stdout).toContain('import')
    expect((await cli(['intel', 'sources'])).stdout).toBe('')
  })
})

describe('intel sources', () => {
  test('lists what is in force, and says what is too old', async ({ cli }) => {
    await importFile(cli, csv(cli, ...rows(3)), '--max-age', '1h')
    cli.clock.advance(7_200_000)
    const { stdout } = await cli(['intel', 'sources', '--json'])
    expect(JSON.parse(stdout).content).toEqual([
      {
        source: 'ours',
        format: 'addresses',
        read: 3,
        kept: 3,
        rejected: 0,
        rejections: [],
        invalid: [],
        entries: 3,
        importedAt: '2026-01-02T03:04:05.000Z',
        asOf: '2026-01-02T03:04:05.000Z',
        maxAgeMs: 3_600_000,
        isStale: true,
        silentSince: '2026-01-02T03:04:05.000Z',
        chainIds: null,
        url: null,
        sync: null,
      },
    ])
    expect((await cli(['intel', 'sources'], { tty: true })).stdout).toContain('ago, stale')
  })

  test('says what to do when there are none', async () => {
    const { code, stdout } = await makeCli()(['intel', 'list'], { tty: true })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'No feeds yet. Try: txwarden intel catalogue\n' })
  })
})

describe('intel remove', () => {
  test('asks for confirmation, and needs --yes without a terminal', async ({ cli }) => {
    await importFile(cli, csv(cli, ...rows(3)))
    expect(await cli(['intel', 'remove', 'ours'])).toMatchObject({ code: 2, stdout: '' })
    const no = await cli(['intel', 'remove', 'ours'], { typed: ['n\r'] })
    expect(no.code).toBe(130)
    expect((await cli(['intel', 'sources'])).stdout).toContain('ours')

    const yes = await cli(['intel', 'rm', 'ours', '--yes', '--json'])
    expect(JSON.parse(yes.stdout)).toMatchObject({ source: 'ours', entries: 3 })
    expect((await cli(['intel', 'sources'])).stdout).toBe('')
  })

  test('of an unknown source ends with 5', async () => {
    const { code, stderr } = await makeCli()(['intel', 'remove', 'nothing', '--yes'])
    expect(code).toBe(5)
    expect(stderr).toContain('there is no source "nothing"')
  })
})

describe('intel check', () => {
  test('shows every record with its source, and what the address looks like', async ({ cli }) => {
    await importFile(cli, csv(cli, `${SCAM},malicious,,90,a drainer`, `${ROUTER},protocol,10,,Example Router`))
    const { stdout } = await cli(['intel', 'check', SCAM.toUpperCase().replace('0X', '0x'), '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      address: SCAM,
      content: [{ kind: 'malicious', severity: 90, label: 'a drainer', source: 'ours' }],
    })
    const table = (await cli(['intel', 'check', LOOKALIKE], { tty: true, columns: 200 })).stdout
    expect(table).toContain(`protocol  Example Router  resembles ${ROUTER}  optimism  ours`)
  })

  test('shows what holds on one chain', async ({ cli }) => {
    await importFile(cli, csv(cli, `${ROUTER},protocol,10,,Example Router`))
    const records = async (chain: string) =>
      (await cli.json(['intel', 'check', ROUTER, '--chain', chain])).content.length
    expect([await records('optimism'), await records('1')]).toEqual([1, 0])
  })

  test('knows what txwarden knows by itself, and says when nothing is known', async ({ cli }) => {
    const known = await cli(['intel', 'check', '0xdAC17F958D2ee523a2206206994597C13D831ec7'])
    expect(known.stdout).toContain('txwarden baseline')
    const unknown = await cli(['intel', 'check', UNKNOWN.toLowerCase()], { tty: true })
    expect(unknown).toMatchObject({ code: 0, stdout: `No records for ${UNKNOWN}.\n` })
  })

  test('of a selector shows its signatures', async ({ cli }) => {
    mkdirSync(join(cli.home, 'signatures'))
    file(cli, 'signatures/095ea7b3', 'approve(address,uint256)')
    await cli(['intel', 'import', '--format', '4byte', join(cli.home, 'signatures')])
    expect(await cli(['intel', 'check', '0x095ea7b3'])).toMatchObject({
      code: 0,
      stdout: 'approve(address,uint256)\t4byte:signatures\n',
    })
  })

  test('refuses what is no address', async () => {
    const { code, stderr } = await makeCli()(['intel', 'check', '0x123'])
    expect(code).toBe(2)
    expect(stderr).toContain('"0x123"')
  })
})

describe('intel sync', () => {
  const env = { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }

  test('fetches what was fetched, goes on when one fails, and sums up', async ({ cli }) => {
    let isBroken = false
    const good = await startReceiver(answering(200, JSON.stringify([SCAM])))
    const bad = await startReceiver((response) => response.writeHead(isBroken ? 500 : 200).end(JSON.stringify([SCAM])))
    for (const [name, { origin }] of Object.entries({ good, bad }))
      expect(
        await cli(['intel', 'import', '--format', 'scamsniffer', '--source', name, '--url', origin], { env }),
      ).toMatchObject({ code: 0 })
    await importFile(cli, csv(cli, ...rows(1)))

    isBroken = true
    const { code, stdout, stderr } = await cli(['intel', 'sync'], { env })
    expect(code).toBe(4)
    expect(stdout).toMatch(/^good\treplaced\tscamsniffer\t1\t/)
    expect(stdout.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain('HTTP 500')

    const one = await cli(['intel', 'sync', 'good', '--json'], { env })
    expect(JSON.parse(one.stdout).content).toEqual([expect.objectContaining({ source: 'good', outcome: 'replaced' })])
  })

  test('has nothing to do when nothing was fetched', async () => {
    expect(await makeCli()(['intel', 'sync', '--json'])).toMatchObject({ code: 0, stdout: '{\n  "content": []\n}\n' })
  })
})

test.each([['import', '--format', 'ofac', '/no/such/file'], ['remove', 'x', '--yes'], ['sync']])(
  'a hosted service has no feeds: intel %s says so',
  async (...argv) => {
    expect(await makeCli()(['intel', ...argv, '--base-url', 'https://service.example'])).toMatchObject(
      refuses(2, 'this command needs a local profile'),
    )
  },
)

test('what a feed says is heard by the next validation, and silent once it is removed', async ({ cli }) => {
  await importFile(cli, csv(cli, `${SCAM},malicious,,90,a drainer`))
  const judge = async () => {
    return (
      (await cli.json(['validate', '--chain', '1', '--from', ROUTER, '--to', SCAM, '--value', '1'])) as {
        combinedScore: number
      }
    ).combinedScore
  }
  expect(await judge()).toBe(90)
  await cli(['intel', 'remove', 'ours', '--yes'])
  expect(await judge()).toBeLessThan(70)
})
