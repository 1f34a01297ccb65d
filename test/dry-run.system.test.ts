import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { type OperationId, operation, operationIds } from '../src/api/operations/operations.ts'
import { testAddresses } from '../src/service/intel/baseline-records.ts'
import { json, serveHttp } from './client/support/http-server.ts'
import { answering, type Receiver, startReceiver } from './service/alerts/receiver.ts'
import { type Cli, says, test } from './support/cli.ts'
import { rowsIn } from './support/every-command.ts'
import { serveForTest } from './support/served.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const HERE = { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }
const payment = (to: string) => ['--chain', 'ethereum', '--from', SENDER, '--to', to, '--value', '7']
const body = (to: string) =>
  JSON.stringify({ transaction: { chainId: '1', from: SENDER, to }, trackNonce: true, signTransaction: true })
const row = (to: string) => JSON.stringify({ chainId: '1', from: SENDER, to })

interface Scene {
  readonly receiver: Receiver
  /** A thing of every kind, by the word its path has for it. */
  readonly ids: Readonly<Record<string, string>>
}

/** A service with a thing of every kind, and an alert that tells a webhook on this machine of every verdict. */
async function settle(cli: Cli, env: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const receiver = await startReceiver(answering(200))
  const made = async (...argv: string[]) => {
    const { code, stdout, stderr } = await cli([...argv, '--json'], { env: { ...HERE, ...env } })
    expect({ code, stderr }).toMatchObject({ code: 0 })
    return JSON.parse(stdout)
  }
  const url = `${receiver.origin}/hook`
  const hook = ['--name', 'ops', '--channel', 'webhook', '--webhook-url', url]
  const { id: destination } = await made('destination', 'create', ...hook)
  const { alertId } = await made(
    ...['alert', 'create', '--name', 'all', '--type', 'sonar', '--destination', destination],
    ...['--on', 'safe', '--on', 'warning', '--on', 'unsafe'],
  )
  const { controlListId } = await made('control-list', 'add', testAddresses.benign, '--type', 'allow')
  const { id: monitor } = await made('monitor', 'add', testAddresses.benign, '--chain', 'ethereum')
  const { svcTxId } = await made('validate', ...payment(testAddresses.benign), '--sign', '--track-nonce')
  const { content } = await made('delivery', 'list')
  const asked = {
    digest: `0x${'ab'.repeat(32)}`,
    kind: 'transaction',
    method: 'eth_sendTransaction',
    chainId: '1',
    svcTxIds: [svcTxId],
  }
  const request = ['api', 'POST', '/ext/v1/holds', '--body', '-']
  const hold = await cli(request, { env: { ...HERE, ...env }, stdin: JSON.stringify(asked) })
  expect(hold).toMatchObject({ code: 0 })
  return {
    receiver,
    ids: {
      '/transaction/': svcTxId,
      '/transactions/': svcTxId,
      '/control-lists/': controlListId,
      '/monitor/': monitor,
      '/destinations/': destination,
      '/integration/': destination,
      '/alert-configurations/': alertId,
      '/alerts/': alertId,
      '/deliveries/': content[0].id,
      '/holds/': JSON.parse(hold.stdout).id,
      '/requested-holds/': JSON.parse(hold.stdout).id,
    },
  }
}

/** What operations need in their query. */
const queries: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  replayAlert: ['since=2026-01-01T00:00:00Z'],
  getExposure: [`address=${testAddresses.benign}`, 'chainId=1'],
  findNames: ['name=payroll'],
  checkAddress: [`address=${testAddresses.benign}`],
  checkSelector: ['selector=0x095ea7b3'],
  listAffected: [`address=${testAddresses.benign}`],
  listTokens: ['chainId=1', 'symbol=USDC'],
}

/** The line that calls an operation, on things that are there. */
function lineOf(id: (typeof operationIds)[number], ids: Scene['ids']): string[] {
  const { method, path } = operation(id)
  const before = path.slice(0, Math.max(0, path.indexOf('{')))
  const thing = Object.keys(ids).findLast((word) => before.endsWith(word))
  const query = (queries[id] ?? []).flatMap((each) => ['--query', each])
  const filled = path.replace(/\{[^}]+\}/, thing === undefined ? 'unknown' : (ids[thing] ?? ''))
  const product = ['--header', 'x-validation-product: SONAR']
  return [
    'api',
    method,
    filled,
    ...product,
    ...query,
    ...(method === 'GET' || method === 'DELETE' ? [] : ['--body', '-']),
  ]
}

const message = JSON.stringify({ typedData: JSON.parse(readFileSync('examples/permit-to-drainer.json', 'utf8')) })
const validations = operationIds.filter((id) => id.startsWith('validateTransaction'))

/** Reads that end without an answer here: there is no node, no Safe and no policy. */
const outcomes: Partial<Record<OperationId, object>> = {
  getExposure: { id: 'getExposure', code: 6, stderr: expect.stringContaining('No node of ethereum') },
  getSafe: { id: 'getSafe', code: 5, stderr: expect.stringContaining('There is no safe') },
  getPolicyUsage: { id: 'getPolicyUsage', code: 5, stderr: expect.stringContaining('There is no policy') },
}

describe('a dry run of every operation changes no data and sends no notifications', () => {
  async function prove(cli: Cli, database: string, scene: Scene, env: Readonly<Record<string, string>> = {}) {
    const options = { env: { ...HERE, ...env }, stdin: body(testAddresses.benign) }
    const since = JSON.stringify({ since: '2026-01-01T00:00:00Z' })
    const own: Partial<Record<OperationId, string>> = {
      validateTypedData: message,
      replayPolicies: since,
      draftPolicy: since,
    }
    const stdinOf = (id: OperationId) => own[id] ?? body(testAddresses.benign)
    const before = rowsIn(database)
    const notified = scene.receiver.requests.length
    for (const id of operationIds)
      for (const flags of [['--dry-run'], ['--dry-run', '--curl']]) {
        const line = [...lineOf(id, scene.ids), ...flags]
        const { code, stdout, stderr } = await cli(line, { ...options, stdin: stdinOf(id) })
        expect(rowsIn(database), `${id} ${flags} ${stderr}`).toEqual(before)
        if (validations.includes(id)) expect(JSON.parse(stdout), id).toMatchObject({ valid: true })
        expect({ id, code, stderr }).toEqual(outcomes[id] ?? { id, code: 0, stderr: '' })
      }
    for (const version of ['v1', 'v2'])
      for (const more of [[], ['--sign', '--track-nonce'], ['--curl']])
        expect(
          (
            await cli(
              ['validate', ...payment(testAddresses.drainer), '--api-version', version, '--dry-run', ...more],
              options,
            )
          ).code,
        ).toBe(12)
    const batch = ['validate', '--batch', '-', '--dry-run']
    expect((await cli(batch, { ...options, stdin: row(testAddresses.drainer) })).code).toBe(12)
    expect(rowsIn(database)).toEqual(before)
    expect(scene.receiver.requests).toHaveLength(notified)

    // The same lines do leave something when they are meant.
    for (const id of validations) {
      const now = rowsIn(database)
      expect((await cli(lineOf(id, scene.ids), options)).code).toBe(0)
      expect(rowsIn(database), id).not.toEqual(now)
    }
  }

  test('in this process', async ({ cli }) => {
    await prove(cli, join(cli.home, 'local.db'), await settle(cli))
  })

  test('over HTTP', async ({ cli }) => {
    const folder = temporaryFolder()
    const database = join(folder, 'served.db')
    const { url, keys } = await serveForTest({
      database,
      keyFolder: folder,
      allowDestinations: ['127.0.0.1'],
      hasAdminApi: true,
    })
    const env = {
      TXWARDEN_BASE_URL: url,
      TXWARDEN_VALIDATION_KEY: keys.validation,
      TXWARDEN_MANAGEMENT_KEY: keys.management,
    }
    const scene = await settle(cli, env)
    // Of the validation, and of the hold.
    await expect.poll(() => scene.receiver.requests.length).toBe(2)
    await expect.poll(() => rowsIn(database).deliveries).not.toContain('"state":"PENDING"')
    // Who sends gives its claim back when all is reported.
    await expect.poll(() => rowsIn(database).lanes).toContain('"claim_id":null')
    // When a key was used first is written beside the answers.
    await expect.poll(() => rowsIn(database).api_keys).not.toContain('"last_used_at":null')
    await prove(cli, database, scene, env)
  })
})

describe('validate --dry-run', () => {
  test('gives the verdict and the exit code, without an id, and what to do next', async ({ cli }) => {
    const blocked = await cli(['validate', ...payment(testAddresses.drainer), '--dry-run', '--json'])
    expect(blocked).toMatchObject({ code: 12, stderr: '' })
    const { svcTxId, payload, ...verdict } = JSON.parse(blocked.stdout)
    expect({ svcTxId, payload }).toEqual({ svcTxId: undefined, payload: undefined })
    const meant = await cli(['validate', ...payment(testAddresses.drainer), '--json'])
    expect(JSON.parse(meant.stdout)).toMatchObject(verdict)
    const card = await cli(['validate', ...payment(testAddresses.benign), '--dry-run'], { tty: true })
    expect(card.stdout).toContain('SAFE')
    expect(card.stdout).toContain('without --dry-run')
    expect(card.stdout).not.toMatch(/tx update|undefined|\n {2}id /)
  })

  test('with --batch writes a report and no ledger, and a later --resume skips nothing', async ({ cli }) => {
    const file = join(cli.home, 'rows.ndjson')
    const report = join(cli.home, 'verdicts.ndjson')
    writeFileSync(file, `${row(testAddresses.benign)}\n${row(testAddresses.drainer)}\n`)
    const batch = ['validate', '--batch', file, '--report', report]
    for (const more of [[], ['--resume']]) {
      const dry = await cli([...batch, '--dry-run', ...more])
      expect(dry).toMatchObject(says(12, '2 rows: 1 SAFE, 1 BLOCKED'))
      expect(dry.stdout.split('\n')).toHaveLength(3)
    }
    expect(existsSync(report)).toBe(true)
    expect(readdirSync(cli.home)).not.toContain('bulk')
    expect((await cli.json(['tx', 'list'])).content).toEqual([])
    const resumed = await cli([...batch, '--resume'])
    expect(resumed.stderr).toContain('No earlier run')
    expect((await cli.json(['tx', 'list'])).content).toHaveLength(2)
    // Nor does it take away what a run that was meant has left.
    writeFileSync(file, `${row(testAddresses.benign)}\n`)
    await cli([...batch, '--dry-run'])
    expect((await cli([...batch, '--resume'])).stderr).not.toContain('No earlier run')
  })

  test('says once when the service records all the same', async ({ cli }) => {
    await using server = await serveHttp((response) =>
      json(response, { valid: true, combinedScore: 12, svcTxId: 'tx-1' }),
    )
    const env = { TXWARDEN_BASE_URL: server.url.href, TXWARDEN_VALIDATION_KEY: 'k' }
    for (const argv of [
      ['validate', ...payment(testAddresses.benign)],
      ['validate', '--batch', '-'],
      ['api', 'POST', '/api/v2/transaction/validate', '--body', '-'],
    ]) {
      const stdin = `${row(testAddresses.benign)}\n${argv[0] === 'api' ? '' : row(testAddresses.drainer)}`
      const dry = await cli([...argv, '--dry-run'], { env, stdin })
      expect(dry.stderr.match(/does not support dry runs/g), dry.stderr).toHaveLength(1)
      expect((await cli(argv, { env, stdin })).stderr).not.toContain('dry run')
    }
    const marks = server.seen.map(({ headers }) => headers['x-txwarden-dry-run'])
    expect(new Set(marks)).toEqual(new Set(['true', undefined]))
  })
})
