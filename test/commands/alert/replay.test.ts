import { describe, expect } from 'vitest'
import type { AlertReplay } from '../../../src/api/schemas/delivery.ts'
import { testAddresses } from '../../../src/service/intel/baseline-records.ts'
import { json, serveHttp } from '../../client/support/http-server.ts'
import { type Cli, makeCli, test } from '../../support/cli.ts'
import { ask } from '../../support/requests.ts'
import { serveForTest } from '../../support/served.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const { drainer: DRAINER, suspicious: SUSPICIOUS, benign: BENIGN } = testAddresses
const HASH = `0x${'ab'.repeat(32)}`
const DAY_MS = 24 * 60 * 60 * 1000

interface Options {
  readonly env?: Readonly<Record<string, string>>
}

async function judge(cli: Cli, to: string, argv: readonly string[] = [], options: Options = {}): Promise<string> {
  const flags = ['--from', SENDER, '--to', to, '--value', '7', '--fail-on', 'never', '--json']
  const { stdout, stderr } = await cli(['validate', '--chain', 'ethereum', ...flags, ...argv], options)
  if (stdout === '') throw new Error(stderr)
  // The next one is younger.
  cli.clock.advance(1000)
  return (JSON.parse(stdout) as { svcTxId: string }).svcTxId
}

async function createAlert(cli: Cli, flags: readonly string[], options: Options = {}): Promise<string> {
  const { stdout, stderr } = await cli(['alert', 'create', '--name', 'x', ...flags, '--json'], options)
  if (stdout === '') throw new Error(stderr)
  return (JSON.parse(stdout) as { alertId: string }).alertId
}

type Replayed = { readonly content: AlertReplay['transactions'] } & Omit<AlertReplay, 'transactions'>

async function replay(cli: Cli, id: string, argv: readonly string[] = [], options: Options = {}): Promise<Replayed> {
  const { code, stdout, stderr } = await cli(['alert', 'replay', id, ...argv, '--json'], options)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Replayed
}

const hits = ({ content }: Replayed) => content.filter((row) => row.matched).map((row) => row.svcTxId)

describe('alert replay', () => {
  test('shows hits first, and for each miss the clause that rejected it', async ({ cli }) => {
    const bad = await judge(cli, DRAINER)
    const benign = await judge(cli, BENIGN)
    const middling = await judge(cli, SUSPICIOUS)
    const rasp = await judge(cli, DRAINER, ['--product', 'RASP'])
    const id = await createAlert(cli, ['--type', 'SONAR', '--on', 'warning,unsafe', '--from-score', '80'])

    const { code, stdout } = await cli(['alert', 'replay', id, '--since', '7d'])
    const line = (svcTxId: string, start: string, end: string) =>
      expect.stringMatching(new RegExp(`^${svcTxId}\\t${start}\\t.*${end}$`))
    expect({ code, lines: stdout.trimEnd().split('\n') }).toEqual({
      code: 0,
      lines: [
        line(bad, 'true', '95\\t\\t'),
        line(rasp, 'false', 'alertType\\tproduct is RASP'),
        line(middling, 'false', 'fromScore\\tscore 50, minimum 80'),
        line(benign, 'false', 'validationStatusConfiguration\\tstatus is SAFE, alert on WARNING or UNSAFE'),
      ],
    })

    const shown = await cli(['alert', 'replay', id], { tty: true, columns: 200 })
    expect(shown.stdout).toContain('fires')
    expect(shown.stderr).toContain('1 of 4 would have fired. Rejected by --type: 1, --from-score: 1, --on: 1.')
  })

  test('shows people what fires and the nearest misses, and with --all-rows the others', async ({ cli }) => {
    const bad = await judge(cli, DRAINER)
    for (let count = 0; count < 6; count++) await judge(cli, BENIGN)
    const middling = await judge(cli, SUSPICIOUS)
    const id = await createAlert(cli, ['--type', 'SONAR', '--on', 'unsafe'])
    const shown = await cli(['alert', 'replay', id], { tty: true, columns: 200 })
    const rows = shown.stdout.trimEnd().split('\n').slice(1)
    expect(rows).toHaveLength(6)
    expect(rows[0]).toContain(bad.slice(-10))
    expect(rows[1]).toContain(middling.slice(-10))
    expect(rows[1]).toContain('--on')
    expect(shown.stderr).toContain('2 other misses are not shown: use --all-rows.')
    const all = await cli(['alert', 'replay', id, '--all-rows'], { tty: true, columns: 200 })
    expect(all.stdout.trimEnd().split('\n')).toHaveLength(9)
    expect(all.stderr).not.toContain('--all-rows')
  })

  test('shows NO DATA as a status of its own', async ({ cli }) => {
    const unknown = await judge(cli, `0x${'5'.repeat(40)}`)
    const id = await createAlert(cli, ['--type', 'SONAR', '--on', 'unsafe'])
    expect((await replay(cli, id)).content).toMatchObject([
      { svcTxId: unknown, status: 'NO DATA', enforcement: 'PASSED', combinedScore: 0, matched: false },
    ])
    const { stdout } = await cli(['alert', 'replay', id], { tty: true, columns: 200 })
    expect(stdout).toContain('NO DATA')
    expect(stdout).toContain('status is NO DATA (its score is in the range of SAFE), alert on UNSAFE')
  })

  test('--since, --until, --limit and --all select the validations', async ({ cli }) => {
    const old = await judge(cli, DRAINER)
    cli.clock.advance(8 * DAY_MS)
    const young = await judge(cli, DRAINER)
    const youngest = await judge(cli, DRAINER)
    const id = await createAlert(cli, ['--type', 'SONAR'])
    expect(hits(await replay(cli, id))).toEqual([youngest, young])
    expect(hits(await replay(cli, id, ['--since', '30d']))).toEqual([youngest, young, old])
    expect(hits(await replay(cli, id, ['--since', '2026-01-01', '--until', '7d']))).toEqual([old])
    expect(await replay(cli, id, ['--limit', '1'])).toMatchObject({ judged: 1, hits: 1, truncated: true })
    expect(await replay(cli, id, ['--since', '30d', '--all'])).toMatchObject({ judged: 3, truncated: false })
    for (const wrong of [
      ['--all', '--limit', '3'],
      ['--since', '1d', '--until', '2d'],
      ['--since', 'soon'],
      ['--since', '2026-99-99'],
    ])
      expect(await cli(['alert', 'replay', id, ...wrong])).toMatchObject({ code: 2, stdout: '' })
  })

  test('reads more than it takes in at a time, each once', async ({ cli }) => {
    const served = await serveForTest()
    const env = served.env
    const body = { transaction: { chainId: '1', from: SENDER, to: BENIGN }, trackNonce: false }
    // Not over HTTP: a busy server refuses some of so many.
    for (let judged = 0; judged < 450; judged++) {
      const answer = await ask(served.serving.service, 'POST', '/api/v2/transaction/validate', body)
      expect(answer.status).toBe(200)
    }
    const id = await createAlert(cli, ['--type', 'SONAR'], { env })
    const since = ['--since', '2020-01-01']
    const all = await replay(cli, id, since, { env })
    expect(all).toMatchObject({ judged: 450, hits: 450, truncated: false })
    expect(new Set(hits(all)).size).toBe(450)
    expect(await replay(cli, id, [...since, '--limit', '450'], { env })).toMatchObject({
      judged: 450,
      truncated: false,
    })
    expect(await replay(cli, id, [...since, '--limit', '449'], { env })).toMatchObject({ judged: 449, truncated: true })
  })

  test('of a MONITOR alert looks at what was reported, and says who is touched', async ({ cli }) => {
    await cli(['monitor', 'add', BENIGN, '--chain', 'ethereum', '--name', 'treasury'])
    const reported = await judge(cli, BENIGN)
    await judge(cli, BENIGN)
    const elsewhere = await judge(cli, SUSPICIOUS)
    for (const id of [reported, elsewhere]) await cli(['tx', 'update', id, '--transaction-id', HASH])
    const answer = await replay(cli, await createAlert(cli, ['--type', 'MONITOR']))
    expect(answer).toMatchObject({
      judged: 2,
      hits: 1,
      content: [
        { svcTxId: elsewhere, matched: false, clauses: [{ clause: 'monitored', matched: false }] },
        { svcTxId: reported, clauses: [{ matched: true, text: `touches ${BENIGN} (treasury)` }] },
      ],
    })
  })

  test('of an alert that is switched off asks all the same, and says that it is off', async ({ cli }) => {
    const svcTxId = await judge(cli, DRAINER)
    const id = await createAlert(cli, ['--type', 'SONAR'])
    await cli(['alert', 'disable', id])
    expect(await replay(cli, id)).toMatchObject({ isActive: false, content: [{ svcTxId, matched: true }] })
    const { stderr } = await cli(['alert', 'replay', id], { tty: true })
    expect(stderr).toContain(`The alert is inactive. Activate it: txwarden alert enable ${id}`)
  })

  test('names the loss as unknown where there were no prices', async ({ cli }) => {
    const svcTxId = await judge(cli, DRAINER)
    const id = await createAlert(cli, ['--type', 'SONAR', '--from-loss', '1'])
    expect(await replay(cli, id)).toMatchObject({
      hits: 0,
      content: [
        {
          svcTxId,
          clauses: [{ matched: true }, { clause: 'fromTotalLoss', text: expect.stringContaining('unknown') }],
        },
      ],
    })
  })

  test('with an unknown id is not found', async () => {
    const { code, stderr } = await makeCli()(['alert', 'replay', 'nothing'])
    expect(code).toBe(5)
    expect(stderr).toContain('there is no alert "nothing"')
  })

  test('of a hosted service says plainly that there is none', async () => {
    const alert = { alertId: 'an-id', alertName: 'x', alertType: 'SONAR', isActive: true }
    await using hosted = await serveHttp((response, request) =>
      request.url?.startsWith('/ext/')
        ? json(response, { status: 404, error: 'Not Found' }, 404)
        : json(response, { alerts: [alert] }),
    )
    const env = { TXWARDEN_BASE_URL: hosted.url.origin, TXWARDEN_MANAGEMENT_KEY: 'a-key' }
    const { code, stderr } = await makeCli()(['alert', 'replay', 'an-id'], { env })
    expect(code).toBe(5)
    expect(stderr).toContain("has no replay of alerts: only txwarden's own service offers it")
  })
})
