import { expect } from 'vitest'
import { json, serveHttp } from '../../client/support/http-server.ts'
import { asTyped, type CliOptions, makeCli, test } from '../../support/cli.ts'
import { serveForTest } from '../../support/served.ts'

const BLOCKED = ['validate', '--file', 'examples/transfer-to-blocked.json']
const PASSED = ['validate', '--file', 'examples/transfer-to-known.json']

/** Runs `watch` until `work` is done and its events are printed, and a little longer for what must not follow. */
async function watchDuring(
  cli: ReturnType<typeof makeCli>,
  flags: readonly string[],
  { events = 1, ...options }: CliOptions & { readonly events?: number },
  work: () => Promise<unknown>,
) {
  const stop = new AbortController()
  const printed = Promise.withResolvers<void>()
  const onStdout = (text: string) => {
    if (text.split('\n').length > events) printed.resolve()
  }
  const argv = ['watch', '--interval', '100ms', '--since', '1h', ...flags]
  const watching = cli(argv, { ...options, onStdout, signal: stop.signal })
  await work()
  await printed.promise
  await new Promise((resolve) => setTimeout(resolve, 400))
  stop.abort()
  return watching
}

test('into a pipe, one JSON object a line; interrupting it is its good end', async ({ cli }) => {
  await cli(PASSED)
  const { code, stdout } = await watchDuring(cli, [], { events: 2 }, () => {
    cli.clock.advance(5)
    return cli(BLOCKED)
  })
  expect(code).toBe(0)
  const notified = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(notified.map(({ happening, valid }) => [happening, valid])).toEqual([
    ['validation', true],
    ['validation', false],
  ])
})

test.each([
  [
    240,
    / {2}pays 250,000 USDC to 0x[0-9a-fA-F]{40}.* {2}ethereum {2}\w+ {2}(?:from 0x[0-9a-fA-F]{40} {2})?[0-9a-f-]{36}\n$/,
  ],
  [100, / {2}pays 250,000 USDC to 0x[0-9a-f]{6}…[0-9a-f]{4}.* {2}…[0-9a-f]{10}\n$/i],
  [80, / {2}pays 250,000 USDC to 0x[0-9a-f]{6}…[0-9a-f]{4}.* {2}…[0-9a-f]{10}\n$/i],
])('on a terminal of %i columns, a line has what is paid and who gains it', async (columns, line) => {
  const cli = makeCli()
  const watched = await watchDuring(cli, ['--only', 'validations'], { tty: true, columns }, () => cli(BLOCKED))
  expect(watched.stdout).toMatch(/^03:04:05 UTC {2}BLOCKED 95 /)
  expect(watched.stdout).toMatch(line)
  expect(watched.stdout.trimEnd().length).toBeLessThanOrEqual(columns)
})

test('on a terminal, stderr says what is followed and how to stop', async ({ cli }) => {
  const { stderr } = await watchDuring(cli, ['--only', 'validations'], { tty: true }, () => cli(BLOCKED))
  expect(stderr).toBe('Waiting for validations (profile local). Ctrl-C stops.\n')
})

test('into a pipe, nothing is said about waiting', async ({ cli }) => {
  expect((await watchDuring(cli, [], {}, () => cli(PASSED))).stderr).toBe('')
})

test('shows the same verdict as validate', async ({ cli }) => {
  const [notified] = (await cli([...PASSED, '-o', 'tsv'])).stdout.split('\t')
  const { stdout } = await watchDuring(cli, ['--only', 'validations'], { tty: true, columns: 200 }, async () => {})
  expect(notified).toBe('SAFE')
  expect(stdout).toContain(`  ${notified} 0 `)
})

test('NO DATA has another color than SAFE', async ({ cli }) => {
  const coloured = { tty: true, columns: 200, events: 2, env: { NO_COLOR: '', FORCE_COLOR: '1' } }
  const unknown = ['--from', `0x${'1'.repeat(40)}`, '--to', `0x${'2'.repeat(40)}`, '--value', '1', '--chain', '1']
  await cli(['validate', ...unknown, '--fail-on', 'never'])
  await cli(PASSED)
  const { stdout } = await watchDuring(cli, ['--only', 'validations'], coloured, async () => {})
  const yellow = '\u001b[33m'
  const green = '\u001b[32m'
  expect(stdout).toContain(`${yellow}NO DATA 0`)
  expect(stdout).toContain(`${green}SAFE 0`)
})

test('deliveries are followed through their states, over HTTP as well', async ({ cli }) => {
  const served = await serveForTest()
  const env = served.env
  const destination = (await cli.json(
    asTyped(
      'destination create --name hook --channel webhook --webhook-url https://hooks.example.com/x --state inactive',
    ),
    { env },
  )) as { id: string }
  await cli(['alert', 'create', '--name', 'all', '--type', 'sonar', '--destination', destination.id], { env })
  const { stdout } = await watchDuring(cli, ['--only', 'deliveries'], { env }, () => cli(BLOCKED, { env }))
  expect(JSON.parse(stdout.trim())).toMatchObject({
    happening: 'delivery',
    state: 'CANCELLED',
    destinationName: 'hook',
  })
})

test.each([['--json'], ['-o', 'csv'], ['--jq', '.']])('%s is refused: it never ends', async (...flags) => {
  const { code, stderr } = await makeCli()(['watch', ...flags])
  expect(code).toBe(2)
  expect(stderr).toContain('txwarden watch -o ndjson')
})

test('it ends when its reader went away', async ({ cli }) => {
  await cli(PASSED)
  await cli(BLOCKED)
  const ended = await cli(['watch', '--interval', '100ms', '--since', '1h'], { readerLeavesAfter: 1 })
  expect(ended.code).toBe(0)
  expect(ended.stdout.trim().split('\n')).toHaveLength(1)
})

test('no text of a service forges a line', async () => {
  const forged = (text: string) => `${text}\n12:00:00 UTC  SAFE 0\u001b[2J`
  const at = '2026-01-02T03:00:00.000Z'
  const delivery = {
    id: forged('d1'),
    eventId: 'e1',
    alertId: 'a1',
    alertName: forged('all'),
    alertType: 'SONAR',
    svcTxId: 't1',
    destinationId: 'x1',
    destinationName: forged('hook'),
    channel: forged('WEBHOOK'),
    state: forged('SENT'),
    attempts: 1,
    errorMessage: forged('late'),
    createdAt: at,
    updatedAt: at,
  }
  const page = { content: [delivery], size: 25, number: 0, totalPages: 1, totalElements: 1 }
  await using service = await serveHttp((response) => json(response, page))
  const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_MANAGEMENT_KEY: 'a-key' }
  const flags = ['--only', 'deliveries']
  const { stdout } = await watchDuring(makeCli(), flags, { tty: true, env }, async () => {})
  expect(stdout).toContain('SENT')
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  expect(stdout).not.toContain('\u001b')
})
