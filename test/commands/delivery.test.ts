import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { test as base, describe, expect } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { openSqliteStore } from '../../src/service/store/sqlite/open.ts'
import { json, serveHttp } from '../client/support/http-server.ts'
import { type Answer, answering, inTurn, type Receiver, startReceiver } from '../service/alerts/receiver.ts'
import { asTyped, type Cli, makeCli, says } from '../support/cli.ts'
import { serveForTest } from '../support/served.ts'

const test = base.extend('setting', () => scene())

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const HERE = { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }
const LEAVE_IT = { ...HERE, TXWARDEN_DELIVERY_WAIT: '0' }

interface Scene {
  readonly cli: Cli
  readonly receiver: Receiver
  readonly destinationId: string
  readonly alertId: string
}

const read = <T>(stdout: string) => JSON.parse(stdout) as T

/** An alert that tells a webhook on this machine of every blocked transaction. */
async function scene(answer: Answer = answering(200)): Promise<Scene> {
  const cli = makeCli()
  const receiver = await startReceiver(answer)
  const url = `${receiver.origin}/hook`
  const create = ['destination', 'create', '--name', 'ops', '--channel', 'webhook', '--webhook-url', url, '--json']
  const { id: destinationId } = read<{ id: string }>((await cli(create, { env: HERE })).stdout)
  const alert = await cli(
    asTyped(`alert create --name unsafe --type sonar --destination ${destinationId} --on unsafe --json`),
  )
  const { alertId } = read<{ alertId: string }>(alert.stdout)
  return { cli, receiver, destinationId, alertId }
}

/** Judges a payment to a drainer, which the alert tells of. */
function judge(cli: Cli, env: Readonly<Record<string, string>> = HERE) {
  const payment = ['--chain', 'ethereum', '--from', SENDER, '--to', testAddresses.drainer, '--value', '7']
  return cli(['validate', ...payment, '--json'], { env })
}

async function deliveriesOf(cli: Cli, ...argv: string[]) {
  const { stdout } = await cli(['delivery', 'list', '--json', ...argv])
  return read<{ content: { id: string; state: string; attempts: number; svcTxId: string }[] }>(stdout).content
}

const counterOf = async ({ cli, alertId }: Scene) =>
  read<{ alertSentCounter: number }>((await cli(['alert', 'get', alertId, '--json'])).stdout).alertSentCounter

describe('a command that raises an alert', () => {
  test('and many others leaves them to be planned, and every view of the outbox shows how many', async ({
    setting: { cli, receiver },
  }) => {
    const store = await openSqliteStore(join(cli.home, 'local.db'))
    await store.write(async (db) => {
      const columns = sql.raw(
        'name, type, filter, on_no_data, is_active, sent_counter, silences_blocked, created_at, updated_at',
      )
      for (let count = 1; count < 40; count++) {
        await sql`insert into alerts (id, ${columns}) select ${`${count}`}, ${columns} from alerts limit 1`.execute(db)
        await sql`insert into alert_destinations select ${`${count}`}, id, 0 from destinations`.execute(db)
      }
    })
    await store.close()
    const judged = await judge(cli, LEAVE_IT)
    expect(judged).toMatchObject(says(12, '40 alert deliveries are pending'))
    expect((await cli(['delivery', 'list'])).stderr).toContain('40 more of all alerts are not planned yet')
    const status = read((await cli(['local', 'status', '--json'])).stdout)
    expect(status).toMatchObject({ outbox: { unplanned: 40, pending: 0 } })
    expect((await cli(['doctor'])).stdout).toContain('40 not planned yet')

    const sent = read((await cli(['delivery', 'send', '--json'], { env: HERE })).stdout)
    expect(sent).toMatchObject({ sent: 40, unplanned: 0, pending: 0 })
    // One for each alert, also when several send to the same destination.
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(40)
    expect((await cli(['delivery', 'list'])).stderr).not.toContain('not planned')
  })

  test('sends it before it ends, and its outcome is the verdict alone', async ({ setting: all }) => {
    const judged = await judge(all.cli)
    expect(judged).toMatchObject({ code: 12, stderr: '' })
    expect(all.receiver.requests).toHaveLength(1)
    expect(await deliveriesOf(all.cli)).toMatchObject([{ state: 'SENT', attempts: 1 }])
    expect(await counterOf(all)).toBe(1)
  })

  test('stops waiting for a receiver at the time limit and prints the command to continue', async () => {
    // On a busy machine a command may end before its attempt begins.
    for (;;) {
      const { cli } = await scene(() => undefined)
      const judged = await judge(cli, { ...HERE, TXWARDEN_DELIVERY_WAIT: '300ms' })
      expect(judged).toMatchObject({ code: 12, stderr: '1 alert delivery is pending. Try: txwarden delivery send\n' })
      const [delivery] = await deliveriesOf(cli)
      expect(delivery).toMatchObject({ state: 'PENDING' })
      if (delivery?.attempts === 1) break
    }
  })

  test('again and again, each time for too short, does not use up the tries: the receiver may have taken it', async () => {
    let isSlow = true
    const all = await scene((response) => void (isSlow || response.end()))
    const brief = { ...HERE, TXWARDEN_DELIVERY_WAIT: '50ms' }
    await judge(all.cli, brief)
    // On a busy machine a command may end before its attempt begins.
    for (;;) {
      const [{ id = '', attempts = 0 } = {}] = await deliveriesOf(all.cli)
      if (attempts === 12) break
      all.cli.clock.advance(30 * 3_600_000)
      await all.cli(['delivery', 'retry', id], { env: brief })
    }
    expect(await deliveriesOf(all.cli)).toMatchObject([
      {
        state: 'PENDING',
        attempts: 12,
        errorMessage: expect.stringMatching(/(command|service) (ended|stopped) before/),
      },
    ])
    isSlow = false
    all.cli.clock.advance(3_600_000)
    expect((await all.cli(['delivery', 'send', '--json'], { env: HERE })).stderr).toBe('sent to ops\n')
    expect(new Set(all.receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('that may not wait leaves it in the outbox', async ({ setting: { cli, receiver } }) => {
    await judge(cli, LEAVE_IT)
    const judged = await judge(cli, LEAVE_IT)
    expect(judged).toMatchObject({ code: 12, stderr: '2 alert deliveries are pending. Try: txwarden delivery send\n' })
    expect(receiver.requests).toHaveLength(0)
  })
})

describe('delivery send', () => {
  test('sends what waits, and sums up', async ({ setting: all }) => {
    await judge(all.cli, LEAVE_IT)
    await judge(all.cli, LEAVE_IT)
    const sent = await all.cli(['delivery', 'send', '--json'], { env: HERE })
    expect(sent).toMatchObject({ code: 0, stderr: 'sent to ops\nsent to ops\n' })
    expect(read(sent.stdout)).toEqual({
      served: false,
      unplanned: 0,
      sent: 2,
      failedAttempts: 0,
      pending: 0,
      held: 0,
      failed: 0,
      oldestPending: null,
      nextTry: null,
    })
    expect(await counterOf(all)).toBe(2)
    expect((await all.cli(['delivery', 'send'], { tty: true })).stdout).toBe(
      '✓ Sent 0, 0 attempts failed, 0 pending (profile local)\n',
    )
  })

  test('ends when no delivery is due and lists the failures', async () => {
    const { cli } = await scene(answering(503))
    await judge(cli, LEAVE_IT)
    const sent = await cli(['delivery', 'send', '--json'], { env: HERE })
    expect(sent.code).toBe(0)
    expect(sent.stderr).toMatch(
      /^ops: the receiver answered 503\nNext attempt at 2026-01-02 03:04 UTC, in [4-6] s\. Try: sleep [4-6]; txwarden delivery send\n$/,
    )
    expect(read(sent.stdout)).toMatchObject({
      sent: 0,
      failedAttempts: 1,
      pending: 1,
      oldestPending: '2026-01-02T03:04:05.000Z',
      nextTry: expect.stringMatching(/^2026-01-02T03:04:(09|10|11)\./),
    })
  })

  test('that is interrupted says how many were sent and how many still wait', async () => {
    const interrupt = new AbortController()
    const { cli } = await scene(inTurn(answering(200), () => interrupt.abort()))
    await judge(cli, LEAVE_IT)
    await judge(cli, LEAVE_IT)
    const sent = await cli(['delivery', 'send', '--json'], { env: HERE, signal: interrupt.signal })
    expect(sent).toMatchObject({ code: 130, stdout: '' })
    expect(JSON.parse(sent.stderr.split('\n').at(-2) ?? '')).toMatchObject({
      error: { details: ['Sent 1, 1 attempt failed, 1 pending (profile local)'], try: 'txwarden delivery send' },
    })
  })

  test('says when it can go on after a process that was killed while it sent', async ({ setting: { cli } }) => {
    await judge(cli, LEAVE_IT)
    const file = new DatabaseSync(join(cli.home, 'local.db'))
    const until = cli.clock.now() + 42_000
    file.prepare("update lanes set claim_id = 'of a killed one', lease_until = ?").run(until)
    file.close()
    const sent = await cli(['delivery', 'send'], { tty: true, env: HERE })
    expect(sent.stdout).toBe('✓ Sent 0, 0 attempts failed, 1 pending (profile local)\n')
    expect(sent.stderr).toBe(
      'Another process is sending to this destination, or was killed while sending: free at 2026-01-02 03:04 UTC, in 42 s at\nthe latest.\nTry: sleep 42; txwarden delivery send\n',
    )
    expect(await deliveriesOf(cli)).toMatchObject([{ dueAt: new Date(until).toISOString() }])
    cli.clock.advance(42_000)
    expect((await cli(['delivery', 'send'], { env: HERE })).stderr).toBe('sent to ops\n')
  })

  test('counts apart what an inactive destination holds, and no command goes on about it', async ({
    setting: { cli, destinationId },
  }) => {
    await judge(cli, LEAVE_IT)
    await cli(['destination', 'update', destinationId, '--state', 'inactive'], { env: HERE })
    const sent = await cli(['delivery', 'send', '--json'], { env: HERE })
    expect(read(sent.stdout)).toMatchObject({ pending: 0, held: 1, oldestPending: null, nextTry: null })
    expect(sent.stderr).toBe('1 more held by an inactive destination. Try: txwarden destination list\n')
    expect(await judge(cli)).toMatchObject({ code: 12, stderr: '' })
    expect((await cli(['local', 'status'], { tty: true })).stdout).toMatch(
      /alert deliveries +0 pending, 1 held by inactive destinations\n/,
    )
  })

  test('leaves it to a serve that holds the database', async () => {
    const served = await serveForTest()
    const env = { ...HERE, TXWARDEN_DATABASE: served.serving.service.database }
    const sent = await makeCli()(['delivery', 'send', '--json'], { env })
    expect(read(sent.stdout)).toMatchObject({ served: true, sent: 0 })
  })

  test('with --dry-run says what it would do', async ({ setting: { cli, receiver } }) => {
    await judge(cli, LEAVE_IT)
    expect((await cli(['delivery', 'send', '--dry-run'], { tty: true, env: HERE })).stdout).toBe(
      'Would send due deliveries\n',
    )
    expect(receiver.requests).toHaveLength(0)
  })
})

describe('delivery list', () => {
  test('can be narrowed down to a state, a destination, an alert, a validation and a time', async ({
    setting: { cli, destinationId, alertId },
  }) => {
    await judge(cli)
    cli.clock.advance(3_600_000)
    await judge(cli, LEAVE_IT)
    const [second, first] = await deliveriesOf(cli)
    const ids = async (...argv: string[]) => (await deliveriesOf(cli, ...argv)).map(({ id }) => id)
    expect(await ids('--state', 'pending')).toEqual([second?.id])
    expect(await ids('--destination', destinationId, '--alert', alertId)).toEqual([second?.id, first?.id])
    expect(await ids('--alert', 'another')).toEqual([])
    expect(await ids('--transaction', first?.svcTxId ?? '')).toEqual([first?.id])
    expect(await ids('--since', '30m')).toEqual([second?.id])
    expect(await ids('--until', '30m')).toEqual([first?.id])
    expect(await ids('--sort', 'createdAt,asc', '--size', '1')).toEqual([first?.id])
  })

  test('is empty at first', async () => {
    expect((await makeCli()(['delivery', 'list'], { tty: true })).stdout).toBe('No deliveries yet.\n')
  })

  test('of a hosted service says plainly that there is none', async () => {
    await using hosted = await serveHttp((response) => json(response, { status: 404, error: 'Not Found' }, 404))
    const env = { TXWARDEN_BASE_URL: hosted.url.origin, TXWARDEN_MANAGEMENT_KEY: 'a-key' }
    for (const argv of [['list'], ['show', 'an-id'], ['retry', 'an-id']]) {
      const answer = await makeCli()(['delivery', ...argv, '--json'], { env })
      expect(answer).toMatchObject({ code: 5, stdout: '' })
      expect(read(answer.stderr)).toMatchObject({ error: { code: 'not-offered', status: 404 } })
    }
  })
})

describe('delivery show', () => {
  test('has every try with its latency and our reason', async () => {
    const { cli } = await scene(answering(503))
    await judge(cli)
    const [delivery] = await deliveriesOf(cli)
    const shown = (await cli(['delivery', 'show', delivery?.id ?? ''], { tty: true })).stdout
    expect(shown).toMatch(/state +PENDING\n/)
    expect(shown).toMatch(/destination +ops \(WEBHOOK, /)
    expect(shown).toMatch(/attempt 1 +2026-01-02T03:04:05.000Z {2}\d+ ms {2}FAILED the receiver answered 503\n/)
    const record = read((await cli(['delivery', 'get', delivery?.id ?? '', '--json'])).stdout)
    expect(record).toMatchObject({
      tries: [{ number: 1, state: 'FAILED', errorMessage: 'the receiver answered 503' }],
      content: { transaction: { from: SENDER }, result: { enforcement: 'BLOCKED' } },
    })
    expect(JSON.stringify(record)).not.toContain('/hook')
  })

  test('with an unknown id is not found', async () => {
    expect(await makeCli()(['delivery', 'show', 'nothing'])).toMatchObject(says(5, 'There is no delivery'))
  })
})

describe('delivery retry', () => {
  test('sends one that was given up again, at once', async () => {
    let status = 400
    const all = await scene((response) => response.writeHead(status).end())
    await judge(all.cli)
    const [given] = await deliveriesOf(all.cli)
    await giveUp(all)
    expect(await deliveriesOf(all.cli)).toMatchObject([{ state: 'FAILED', attempts: 12 }])
    status = 200
    const retried = await all.cli(['delivery', 'retry', given?.id ?? '', '--json'], { env: HERE })
    expect(retried).toMatchObject({ code: 0, stderr: 'sent to ops\n' })
    expect(read(retried.stdout)).toEqual({ retried: 1, sent: 1, failedAttempts: 0 })
    expect(await deliveriesOf(all.cli)).toMatchObject([{ state: 'SENT', attempts: 13 }])
    expect(read((await all.cli(['delivery', 'retry', given?.id ?? '', '--json'])).stdout)).toEqual({ retried: 0 })
  })

  test('of many asks first', async ({ setting: { cli, destinationId } }) => {
    await judge(cli, LEAVE_IT)
    const argv = ['delivery', 'retry', '--destination', destinationId]
    expect(await cli(argv)).toMatchObject(says(2, 'Pass --yes'))
    expect((await cli([...argv, '--since', '1d', '--yes'], { tty: true, env: HERE })).stdout).toBe(
      '✓ Retried 1 delivery: 1 sent, 0 attempts failed (profile local)\n',
    )
    expect(await deliveriesOf(cli)).toMatchObject([{ state: 'SENT' }])
  })

  test('says how many it would send again, and how old they are, before it asks', async () => {
    const all = await scene(answering(410))
    await judge(all.cli)
    all.cli.clock.advance(86_400_000)
    await judge(all.cli)
    await judge(all.cli)
    const argv = ['delivery', 'retry', '--destination', all.destinationId]
    const declined = await all.cli(argv, { typed: [['Retry', 'n\n']], columns: 200 })
    expect(declined.code).toBe(130)
    expect(declined.stdout + declined.stderr).toContain(
      'Retry 3 deliveries that have not been sent (1 failed, 2 cancelled), the oldest of 2026-01-02 03:04 UTC,',
    )
    const narrowed = await all.cli([...argv, '--since', '1h'], { typed: [['Retry', 'n\n']], columns: 200 })
    expect(narrowed.stdout + narrowed.stderr).toContain(
      'Retry 2 deliveries that have not been sent (2 cancelled), the oldest',
    )
  })

  test('says what is held up by a destination that is switched off, and what ends that', async ({
    setting: { cli, destinationId },
  }) => {
    await judge(cli, LEAVE_IT)
    const [delivery] = await deliveriesOf(cli)
    await cli(['destination', 'update', destinationId, '--state', 'inactive'], { env: HERE })
    const retried = await cli(['delivery', 'retry', delivery?.id ?? '', '--json'], { env: HERE })
    expect(retried.code).toBe(13)
    expect(read(retried.stdout)).toEqual({ retried: 1, held: 1, heldBy: [destinationId] })
    const mend = `txwarden destination update ${destinationId} --state active`
    expect(retried.stderr).toContain(`! 1 delivery waits until destination ${destinationId} is active. Try: ${mend}\n`)
    expect((await cli(['delivery', 'list'], { tty: true })).stdout).toContain('the destination is inactive')
    expect((await cli(['delivery', 'show', delivery?.id ?? ''], { tty: true })).stdout).toContain(mend)

    await cli(mend.split(' ').slice(1), { env: HERE })
    expect(await deliveriesOf(cli)).toMatchObject([{ state: 'SENT' }])
  })

  test('says why nothing was sent', async () => {
    const { cli } = await scene(answering(503))
    await judge(cli)
    const [delivery] = await deliveriesOf(cli)
    cli.clock.advance(3_600_000)
    expect(await cli(['delivery', 'retry', delivery?.id ?? ''], { tty: true, env: HERE })).toEqual({
      code: 13,
      stdout: '✓ Retried 1 delivery: 0 sent, 1 attempt failed (profile local)\n',
      stderr: expect.stringMatching(/^ops: the receiver answered 503\n/),
    })
  })

  test('needs to know which', async () => {
    expect(await makeCli()(['delivery', 'retry'])).toMatchObject({ code: 2 })
    expect(await makeCli()(['delivery', 'retry', 'nothing'])).toMatchObject({ code: 5 })
  })
})

/** Lets so much time pass that no try is left. */
async function giveUp({ cli }: Scene): Promise<void> {
  for (let count = 0; count < 11; count++) {
    cli.clock.advance(30 * 3_600_000)
    await cli(['delivery', 'send'], { env: HERE })
  }
}

test('a destination whose receiver is gone says so for as long as it is switched off', async () => {
  const { cli, destinationId } = await scene(answering(410))
  await judge(cli)
  const shown = async () => [
    (await cli(['destination', 'list'], { tty: true, columns: 200 })).stdout,
    (await cli(['destination', 'get', destinationId], { tty: true })).stdout,
  ]
  for (const text of await shown()) {
    expect(text).toContain('inactive')
    expect(text).toContain('switched off: the receiver answered 410 (gone): it wants no more events')
  }
  await cli(['destination', 'update', destinationId, '--state', 'active'], { env: HERE })
  for (const text of await shown()) expect(text).not.toContain('switched off')
})

test('another address switches on what its receiver switched off, and not what a person did', async () => {
  const { cli, destinationId } = await scene(answering(410))
  await judge(cli)
  const moved = [
    'destination',
    'update',
    destinationId,
    '--webhook-url',
    'https://ops.example.org/in',
    '--token-file',
    '-',
  ]
  const stdin = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const repaired = await cli([...moved, '-o', 'table'], { env: HERE, stdin })
  expect(repaired.stdout).toContain('  it is active again\n')
  expect(repaired.stderr).toContain(`Try: txwarden delivery retry --destination ${destinationId} --since 1d\n`)
  expect(await cli.json(['destination', 'show', destinationId])).toMatchObject({ state: 'ACTIVE', errorMessage: '' })
  await cli(['destination', 'update', destinationId, '--state', 'inactive'], { env: HERE })
  await cli(moved, { env: HERE, stdin })
  expect(await cli.json(['destination', 'show', destinationId])).toMatchObject({ state: 'INACTIVE' })
})

describe('destination delete', () => {
  test('is refused while deliveries wait, says how many, and cancels them when forced', async ({
    setting: { cli, destinationId, alertId },
  }) => {
    await judge(cli, LEAVE_IT)
    await judge(cli, LEAVE_IT)
    await cli(['alert', 'delete', alertId, '--yes'])
    const refused = await cli(['destination', 'delete', destinationId, '--yes', '--json'])
    expect(refused.code).toBe(8)
    expect(read(refused.stderr)).toMatchObject({ error: { code: 'deliveries-pending', status: 409 } })
    expect(refused.stderr).toContain('2 pending deliveries')

    expect(await cli(['destination', 'delete', destinationId, '--yes', '--force'])).toMatchObject({ code: 0 })
    const [one] = await deliveriesOf(cli)
    expect(await deliveriesOf(cli)).toMatchObject([
      { state: 'CANCELLED', errorMessage: 'the destination was deleted' },
      { state: 'CANCELLED' },
    ])
    expect(read((await cli(['delivery', 'retry', one?.id ?? '', '--json'])).stdout)).toEqual({ retried: 0 })
  })
})

test('local status counts pending and failed deliveries', async ({ setting: { cli } }) => {
  await judge(cli, LEAVE_IT)
  expect((await cli(['local', 'status'], { tty: true })).stdout).toMatch(
    /alert deliveries +1 pending, the oldest from 2026-01-02 03:04 UTC\n/,
  )
  expect(read((await cli(['local', 'status', '--json'])).stdout)).toMatchObject({
    outbox: { pending: 1, failed: 0, oldestPending: '2026-01-02T03:04:05.000Z' },
  })
})

test('tx show and alert replay name the messages that a silence hid or a digest sends', async ({ setting: at }) => {
  const { cli, alertId, destinationId } = at
  await cli(['destination', 'update', destinationId, '--group', 'on'], { env: HERE })
  for (let count = 0; count < 7; count++) await judge(cli)
  const single = (await deliveriesOf(cli, '--state', 'sent')).find(({ svcTxId }) => svcTxId !== undefined)
  const [grouped] = read<{ content: { id: string; svcTxId: string; groupId: string }[] }>(
    (await cli(['delivery', 'list', '--state', 'grouped', '--json'])).stdout,
  ).content
  const silence = await cli(['alert', 'silence', alertId, '--for', '2h', '--json'])
  const { silencedUntil } = read<{ silencedUntil: string }>(silence.stdout)
  await judge(cli)
  const [silenced] = await deliveriesOf(cli, '--state', 'silenced')
  if (!single || !grouped || !silenced) throw new Error('no deliveries')

  const of = { alertId, alertName: 'unsafe', destinationName: 'ops' }
  const until = silencedUntil.replace(/\.\d+Z/, '.000Z')
  const inDigest = { grouped: [{ ...of, deliveryId: grouped.id, digestId: grouped.groupId }] }
  const hidden = { silenced: [{ ...of, deliveryId: silenced.id, until }] }
  const explained = async (id: string) => read<object>((await cli(['tx', 'explain', id, '--json'])).stdout)
  const replayed = read<{ content: { svcTxId: string }[] }>(
    (await cli(['alert', 'replay', alertId, '--json'])).stdout,
  ).content
  const terminal = { tty: true, columns: 240 }
  const table = (await cli(['alert', 'replay', alertId], terminal)).stdout
  for (const { svcTxId, expected, text } of [
    { ...grouped, expected: inDigest, text: `in the digest ${grouped.groupId} to ops` },
    { ...silenced, expected: hidden, text: `silenced until ${until.slice(0, 16).replace('T', ' ')}` },
  ]) {
    expect(await explained(svcTxId)).toMatchObject(expected)
    expect(replayed.find((row) => row.svcTxId === svcTxId)).toMatchObject(expected)
    expect((await cli(['tx', 'explain', svcTxId], terminal)).stdout).toContain(`unsafe: ${text}`)
    expect(table).toContain(text)
  }
  const plain = Object.keys(await explained(single.svcTxId))
  expect(plain.filter((name) => ['silenced', 'grouped'].includes(name))).toEqual([])
})
