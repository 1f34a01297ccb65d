import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { asTyped, type Cli, makeCli, test } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'

async function validated(cli: Cli, ...flags: readonly string[]): Promise<string> {
  const { stdout } = await cli(['validate', '--json', '--fail-on', 'never', ...flags])
  return JSON.parse(stdout).svcTxId
}

const blocked = (cli: Cli) => validated(cli, '--file', 'examples/transfer-to-blocked.json')

async function page(cli: Cli, id: string): Promise<string> {
  const file = join(cli.home, 'report.html')
  expect(await cli(['tx', 'report', id, '--html', file])).toMatchObject({ code: 0 })
  return readFileSync(file, 'utf8')
}

test('a page has the answer, what it does, why, the hashes and the command that makes it again', async ({ cli }) => {
  const id = await blocked(cli)
  const html = await page(cli, id)
  for (const part of [
    '<strong>BLOCKED</strong>',
    '95 of 100, cyber',
    'pays 250,000 USDC to',
    'Score 95 reaches the block threshold',
    'listed-address',
    'txwarden baseline',
    'No known transfers between addresses',
    'transfer on USD Coin',
    'No alert sent a message',
    '0x468cebd65882f240a5864ab487eacba5b138d06af29a3688da216b820d95710b',
    `txwarden tx report ${id} --html`,
  ])
    expect(html).toContain(part)
  expect(statSync(join(cli.home, 'report.html')).mode & 0o777).toBe(0o600)
})

test('without a node, the page says how to add one', async ({ cli }) => {
  const html = await page(cli, await blocked(cli))
  expect(html).toContain(
    'no node was queried; where none of ethereum is configured, txwarden chain add ethereum adds one',
  )
})

test('a page needs nothing else: no script, no request, no link', async ({ cli }) => {
  const whole = await page(cli, await blocked(cli))
  expect(whole).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  expect(whole).not.toMatch(/<(?:script|link|img|iframe|a)\b|\bsrc=|\bhref=|url\(|https?:/i)
})

test('the page has the path of transfers to a flagged address', async ({ cli }) => {
  const [payee, mule, drainer] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`, testAddresses.drainer]
  const edges = ['from,to', `${payee},${mule}`, `${mule},${drainer}`].join('\n')
  await cli(['intel', 'graph', 'import', '-'], { stdin: edges })
  const lines = (await page(cli, await validated(cli, '--chain', '1', '--from', SENDER, '--to', payee, '--value', '1')))
    .split('<h2>Transfers to a listed address</h2>')[1]
    ?.split('<pre>')[1]
    ?.split('</pre>')[0]
    ?.split('\n')
  expect(lines).toMatchObject([
    expect.stringMatching(/^0xabab\S+ {2}recipient$/i),
    expect.stringMatching(/^ {2}0xcdcd\S+$/i),
    expect.stringMatching(new RegExp(`^ {4}${drainer} {2}is .*\\(txwarden baseline\\)$`)),
  ])
})

test('a listing that came later counts where it is worse', async ({ cli }) => {
  const address = `0x${'ab'.repeat(20)}`
  const id = await validated(cli, '--chain', '1', '--from', SENDER, '--to', address, '--value', '1')
  const stdin = JSON.stringify({ address, kind: 'malicious', severity: 90, label: 'drainer' })
  await cli(['intel', 'import', '--format', 'addresses', '--source', 'ours', '-'], { stdin })
  await cli(['tx', 'rescreen'])
  const later = (await cli.json(['tx', 'explain', id, '--history'])).content[0]
  const html = await page(cli, id)
  for (const part of [`<strong>${later.to}</strong>`, `${later.from} when it was validated`, 'Since then', '(ours)'])
    expect(html).toContain(part)
})

test('messages that alerts sent are on the page', async ({ cli }) => {
  await cli(asTyped('destination create --name ops --channel WEBHOOK --webhook-url https://192.0.2.1/hook --json'))
  await cli([
    'alert',
    'create',
    '--name',
    'blocked payments',
    '--type',
    'SONAR',
    '--destination',
    'ops',
    '--when',
    'blocked',
  ])
  const html = await page(cli, await blocked(cli))
  expect(html).toContain('blocked payments')
  expect(html).toContain('ops (WEBHOOK)')
})

describe('texts of third parties', () => {
  const label =
    '</td><script>alert(1)</script><img src=x onerror=alert(1)> @all #1 [x](https://evil.example) | `a` \u202egnp'

  const withLabel = async () => {
    const cli = makeCli()
    const address = `0x${'ab'.repeat(20)}`
    const stdin = JSON.stringify({ address, kind: 'malicious', label })
    await cli(['intel', 'import', '--format', 'addresses', '--source', 'ours', '-'], { stdin })
    return { cli, id: await validated(cli, '--chain', '1', '--from', SENDER, '--to', address, '--value', '1') }
  }

  test('are text in HTML', async () => {
    const { cli, id } = await withLabel()
    const html = await page(cli, id)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain('\\u{202e}gnp')
    expect(html).not.toMatch(/<script|<img|\u202e/)
  })

  test('are no markup, link or mention in Markdown', async () => {
    const { cli, id } = await withLabel()
    const { code, stdout } = await cli(['tx', 'report', id, '--md', '-'])
    expect(code).toBe(0)
    const row = stdout.split('\n').find((line) => line.startsWith('| 95') || line.includes('listed-address'))
    expect(row).not.toMatch(/<script|@all|#1|https:\/\/|[^\\]\[x\]|\u202e/)
    expect(row?.split(/(?<!\\)\|/)).toHaveLength(7)
  })

  needs('chromium').test('are text in a browser', async () => {
    const { cli, id } = await withLabel()
    await page(cli, id)
    const file = `file://${join(cli.home, 'report.html')}`
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${join(cli.home, 'browser')}`]
    const dom = execFileSync('chromium', [...flags, '--dump-dom', file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    expect(dom).toContain('<strong>BLOCKED</strong>')
    expect(dom).not.toMatch(/<script|<img/)
  })
})

describe('what is refused', () => {
  test.each([[[]], [['--html', 'a.html', '--md', 'a.md']]])('%j', async (flags) => {
    const cli = makeCli()
    expect(await cli(['tx', 'report', await blocked(cli), ...flags])).toMatchObject({ code: 2 })
  })

  test('an unknown id', async () => {
    const id = '01990000-0000-7000-8000-000000000000'
    expect(await makeCli()(['tx', 'report', id, '--md', '-'])).toMatchObject({ code: 5, stdout: '' })
  })
})

const word = (value: number | string) => String(value).padStart(64, '0')
const transferTo = (to: string) => `a9059cbb${word(to.slice(2).toLowerCase())}${word(1)}`

/** multicall(bytes[]) with transfers to as many addresses. */
function batchOf(count: number): string {
  const items = Array.from({ length: count }, (_, n) => transferTo(`0x${(n + 1).toString(16).padStart(40, 'd')}`))
  const offsets = items.map((_, n) => word((count * 32 + n * 160).toString(16)))
  const bytes = items.map((item) => word('44') + item.padEnd(256, '0'))
  return `0xac9650d8${word('20')}${word(count.toString(16))}${offsets.join('')}${bytes.join('')}`
}

test.each([
  ['one call with much data', `0x${transferTo(testAddresses.benign)}${'00'.repeat(480_000)}`],
  ['many calls', batchOf(2500)],
])('the page of the largest transaction, %s, is made at once and is small', async (_, data) => {
  const cli = makeCli()
  const file = JSON.stringify({ chainId: '1', from: SENDER, to: testAddresses.benign, data })
  const { stdout } = await cli(['validate', '--file', '-', '--json', '--fail-on', 'never'], { stdin: file })
  const { svcTxId } = JSON.parse(stdout)
  const before = process.threadCpuUsage()
  expect((await page(cli, svcTxId)).length).toBeLessThan(1_000_000)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(1000)
})
