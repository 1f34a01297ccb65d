import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Hold } from '../../src/api/schemas/hold.ts'
import { calldataDigest } from '../../src/shared/safe/hashes.ts'
import { json, serveHttp } from '../client/support/http-server.ts'
import { startReceiver } from '../service/alerts/receiver.ts'
import { type Cli, makeCli, refuses, says, test } from '../support/cli.ts'
import { inTime } from '../support/in-time.ts'
import { call, post } from '../support/proxy/post.ts'
import { startRecordingUpstream } from '../support/proxy/recording-upstream.ts'
import { BLOCKED_ADDRESS, runProxyCommand } from '../support/proxy/start.ts'
import { signedTransfer } from '../support/proxy/transactions.ts'
import { serveForTest } from '../support/served.ts'

const HOUR = 3_600_000

/** A proxy on the local profile, and what it holds. */
async function holding(argv: readonly string[] = []) {
  const cli = makeCli()
  const upstream = await startRecordingUpstream()
  await cli(['control-list', 'add', BLOCKED_ADDRESS, '--type', 'block'])
  const { url, stop } = await runProxyCommand(cli, upstream.url, ['--hold', '--self-approve', ...argv])
  const send = async (nonce = 0n) => {
    const { raw } = signedTransfer({ to: BLOCKED_ADDRESS, nonce })
    const { answer } = await post(url, call('eth_sendRawTransaction', [raw]))
    return { ...answer, id: String(answer.error?.data?.holdId) }
  }
  /** The id of a hold. */
  const ask = async (method: string, params: readonly unknown[]) => {
    const { answer } = await post(url, call(method, params))
    return String(answer.error?.data?.holdId)
  }
  return { cli, upstream, send, ask, stop }
}

const listed = async (cli: Cli, ...argv: string[]) =>
  (JSON.parse((await cli(['hold', 'list', '--json', ...argv])).stdout) as { content: Hold[] }).content

test('a held transaction is listed, shown, approved and sent', async () => {
  const { cli, upstream, send, stop } = await holding(['--hold-for', '2h'])
  const { id, error } = await send()
  expect(error?.data).toMatchObject({ state: 'held' })
  expect(await listed(cli)).toMatchObject([{ id, state: 'held', verdict: 'BLOCKED', requestedBy: 'local' }])
  const table = await cli(['hold', 'list'], { tty: true, columns: 200 })
  expect(table.stdout).toMatch(new RegExp(`held +BLOCKED +100 .*${id}`))
  expect(table.stdout).toContain('to 0xBAd0000000000000000000000000000000000Bad')

  const card = await cli(['hold', 'show', id], { tty: true })
  for (const text of ['BLOCKED 100/100', 'Interaction with an address on the block list', 'eth_sendRawTransaction'])
    expect(card.stdout).toContain(text)
  const expiry = new Date(cli.clock.now() + 2 * HOUR).toISOString().slice(0, 16).replace('T', ' ')
  expect(card.stdout).toMatch(new RegExp(`expires +${expiry} UTC`))
  for (const next of ['tx show ', `hold approve ${id}`, `hold reject ${id}`])
    expect(card.stdout).toContain(`txwarden ${next}`)

  expect(await cli(['hold', 'approve', id])).toMatchObject(says(2, '--yes'))
  expect((await listed(cli))[0]?.state).toBe('held')
  const request = await cli(['hold', 'approve', id.slice(-6), '--reason', 'invoice 17'], {
    typed: [['Approve hold', 'y\n']],
  })
  expect(request).toMatchObject({ code: 0, stdout: expect.stringContaining(`Approved hold ${id}`) })
  expect(request.stderr).toContain('(BLOCKED, 1 wei')
  expect(await cli(['hold', 'wait', id])).toMatchObject({ code: 0 })

  const { result } = await send()
  // Reported after the answer.
  await expect
    .poll(() => listed(cli, '--state', 'forwarded'))
    .toMatchObject([{ id, state: 'forwarded', transactionId: result, decidedBy: 'local', reason: 'invoice 17' }])
  expect(await cli(['hold', 'wait', id, '--json'])).toMatchObject({ code: 0 })
  expect(upstream.calls('eth_sendRawTransaction')).toHaveLength(1)
  expect((await stop()).code).toBe(0)
})

test('a decided hold says who decided, and what comes next', async () => {
  const { cli, send } = await holding()
  const { id } = await send()
  const approve = () => cli(['hold', 'approve', id, '--yes'])
  const effect = 'The sender has to send it again within 15 minutes; it passes once.'
  expect((await approve()).stderr).toBe(`${effect}\n`)
  cli.clock.advance(60_000)
  expect(await approve()).toMatchObject({
    code: 8,
    stderr: `txwarden: hold ${id} is approved already (decided by local 1 min ago)
  It passes once when the sender sends it again; the approval expires in 14 min.
Try: txwarden hold show ${id}
`,
  })
  const { result } = await send()
  // Reported after the answer.
  await expect.poll(() => listed(cli, '--state', 'forwarded')).toMatchObject([{ id }])
  expect((await approve()).stderr).toContain(`hold ${id} was sent as ${String(result)} (decided by local 1 min ago)`)
  expect((await cli(['hold', 'reject', id, '--yes'])).stderr).toContain('Its approval is used.')

  const other = await send(1n)
  const rejected = await cli(['hold', 'reject', other.id, '--yes', '--reason', 'unknown payee'], { tty: true })
  expect(rejected.stdout.replaceAll(/\s+/g, ' ')).toContain('refused for 24 hours, and the sender gets the reason.')
  expect((await send(1n)).error?.message).toContain(': rejected by local: "unknown payee". ')
  expect(await cli(['hold', 'approve', other.id, '--yes'])).toMatchObject({
    code: 8,
    stderr: expect.stringMatching(
      /is rejected already .*\n {2}The reason was: unknown payee\n {2}The rejection expires in 1 day; .*\n$/,
    ),
  })

  const late = await send(2n)
  cli.clock.advance(HOUR + 60_000)
  for (const verb of ['approve', 'reject'])
    expect((await cli(['hold', verb, late.id, '--yes'])).stderr).toMatch(
      /expired 1 min ago\n {2}It is held again when the sender sends it again\.\n/,
    )
})

test('on a terminal, the list has amount and recipient at every width, and lines of the card fit', async () => {
  const { cli, send, ask } = await holding(['--fail-on', 'no-data'])
  await send()
  const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const sends: readonly (readonly [sent: object, shown: string])[] = [
    [{ to, value: '0x5' }, '5 wei to 0x3C44Cd…93BC'],
    [{ to, value: '0x14d1120d7b160000' }, '1.5 ETH to 0x3C44Cd…93BC'],
    [{ to, value: '0x14d1120d7b160001' }, '1.500000000000000001 ETH to 0x3C44Cd…93BC'],
    [{ to, value: '0x1', data: '0x095ea7b300' }, '1 wei to 0x3C44Cd…93BC, function 0x095ea7b3'],
    [{ data: '0x6000' }, '0 ETH to a new contract'],
  ]
  const ids: string[] = []
  for (const [sent] of sends) ids.push(await ask('eth_sendTransaction', [{ from, ...sent }]))
  const calls = [{ to, value: '0x1' }, { to }]
  ids.push(await ask('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', from, atomicRequired: false, calls }]))
  const starts = [
    ...sends.map(([, shown]) => shown.replace(/(93BC),.*/, '$1')),
    '2 parts, first 1 wei to 0x3C44Cd…93BC',
  ]
  for (const columns of [80, 100, 160]) {
    const { stdout } = await cli(['hold', 'list'], { tty: true, columns })
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
    const short = stdout.replace(/(0x\w{6})\w{30}(\w{4})/g, '$1…$2')
    for (const start of starts) expect(short).toContain(start)
    if (columns === 160) expect(stdout).toContain(`1.500000000000000001 ETH to ${to}`)
  }
  cli.clock.advance(8 * 60_000)
  for (const columns of [80, 100])
    for (const id of ids) {
      const { stdout } = await cli(['hold', 'show', id], { tty: true, columns })
      for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(columns)
      expect(stdout).toMatch(/^ {2}requested .* UTC \(8 min ago\)\n {2}expires .* UTC \(in 52 min\)$/m)
      expect(stdout.match(/^ {2}next /gm)).toHaveLength(1)
    }
  const approval = ids[3] as string
  const [part] = (await cli.json(['hold', 'show', approval])).parts
  expect(part.calldataDigest).toBe(calldataDigest('0x095ea7b300'))
  const { stdout } = await cli(['hold', 'show', approval], { tty: true, columns: 80 })
  expect(stdout).toContain(calldataDigest('0x095ea7b300').slice(2).toUpperCase())
  const [plain] = (await cli.json(['hold', 'show', ids[0] as string])).parts
  expect(plain).not.toHaveProperty('calldataDigest')
})

test('a held message has the hashes that are signed', async () => {
  const { cli, ask } = await holding()
  const typedData = readFileSync('examples/permit-to-drainer.json', 'utf8')
  const id = await ask('eth_signTypedData_v4', [JSON.parse(typedData).message.owner, typedData])
  const [part] = (await cli.json(['hold', 'show', id])).parts
  const validated = await cli(['validate', '--typed-data', '-', '--json'], { stdin: typedData })
  expect(part.digests).toEqual(JSON.parse(validated.stdout).digests)
  expect(part.digests.digest).toMatch(/^0x[0-9a-f]{64}$/)
  const { stdout } = await cli(['hold', 'show', id], { tty: true, columns: 80 })
  for (const hash of Object.values<string>(part.digests)) expect(stdout).toContain(hash.slice(2).toUpperCase())
})

test('a rejected hold ends the wait with 12; one that nobody decides, or that expired, with 8', async () => {
  const { cli, upstream, send } = await holding()
  const { id } = await send()
  const rejected = await cli(['hold', 'reject', id, '--yes', '--json'])
  expect(JSON.parse(rejected.stdout)).toMatchObject({ id, state: 'rejected' })
  expect(await cli(['hold', 'wait', id])).toMatchObject({ code: 12 })
  expect((await send()).error?.message).toContain(`rejected by local. txwarden hold show ${id}`)

  const other = await send(1n)
  const waiting = cli(['hold', 'wait', other.id, '--timeout', '5ms', '--json'])
  let isOver = false
  void waiting.finally(() => {
    isOver = true
  })
  for (; !isOver; await setImmediate()) cli.clock.advance(1)
  const waited = await waiting
  expect([waited.code, JSON.parse(waited.stdout)]).toMatchObject([8, { id: other.id, state: 'held' }])
  const shown = cli(['hold', 'wait', other.id, '--timeout', '5ms'], { tty: true })
  isOver = false
  void shown.finally(() => {
    isOver = true
  })
  for (; !isOver; await setImmediate()) cli.clock.advance(1)
  expect(await shown).toMatchObject({
    code: 8,
    stdout: '',
    stderr: expect.stringMatching(/^not decided within 5ms; the hold expires in 59 min\n$/),
  })
  cli.clock.advance(HOUR)
  expect(await cli(['hold', 'wait', other.id])).toMatchObject({ code: 8, stdout: expect.stringContaining('expired') })
  expect(upstream.calls('eth_sendRawTransaction')).toEqual([])
})

test('a wait ends when somebody decides', async () => {
  const { cli, send } = await holding()
  const { id } = await send()
  const waiting = cli(['hold', 'wait', id])
  await cli(['hold', 'approve', id, '--yes'])
  expect(await waiting).toMatchObject({ code: 0, stdout: expect.stringContaining('approved') })
})

test('an unknown id is not found, and names the list', async ({ cli }) => {
  const unknown = '00000000-0000-7000-8000-000000000000'
  for (const argv of [['show'], ['approve', '--yes'], ['reject', '--yes'], ['wait']]) {
    const [verb = '', ...rest] = argv
    const { code, stderr } = await cli(['hold', verb, unknown, ...rest])
    expect([code, stderr]).toEqual([5, expect.stringContaining('Try: txwarden hold list')])
  }
  expect(await cli(['hold', 'list'])).toMatchObject({ code: 0 })
})

test('a key asks, another one approves, and destinations are reported at once', async ({ cli }) => {
  const { url, keys } = await serveForTest({ allowDestinations: ['127.0.0.1'] })
  const upstream = await startRecordingUpstream()
  const notified = Promise.withResolvers<string>()
  const receiver = await startReceiver((response, { body }) => {
    response.writeHead(200).end()
    notified.resolve(body)
  })
  await cli(['profile', 'create', 'prod', '--base-url', url])
  const asks = { TXWARDEN_PROFILE: 'prod', TXWARDEN_VALIDATION_KEY: keys.validation }
  const decides = { TXWARDEN_PROFILE: 'prod', TXWARDEN_MANAGEMENT_KEY: keys.management }
  await cli(['control-list', 'add', BLOCKED_ADDRESS, '--type', 'block'], { env: decides })
  const create = ['destination', 'create', '--name', 'ops', '--channel', 'webhook', '--webhook-url', receiver.origin]
  const { id: destination } = (await cli.json(create, { env: decides })) as { id: string }
  const alert = ['alert', 'create', '--name', 'safe', '--type', 'sonar', '--destination', destination, '--on', 'safe']
  // It does not match what is held, and is reported nevertheless: somebody has to hear of it.
  expect(await cli(alert, { env: decides })).toMatchObject({ code: 0 })

  const proxy = await runProxyCommand(cli, upstream.url, ['--hold'], asks)
  const { raw } = signedTransfer({ to: BLOCKED_ADDRESS })
  const send = async () => (await post(proxy.url, call('eth_sendRawTransaction', [raw]))).answer
  const id = String((await send()).error?.data?.holdId)
  expect(JSON.parse(await inTime(notified.promise, 15_000))).toMatchObject({
    data: {
      notice: {
        kind: 'hold',
        holdId: id,
        command: `txwarden hold show ${id}`,
        details: expect.arrayContaining([
          // In the words of `hold show`.
          expect.stringMatching(new RegExp(`^From 0x\\w{40}: \\S+ (ETH|wei) to ${BLOCKED_ADDRESS}`, 'i')),
          `Then decide: txwarden hold approve ${id}, or txwarden hold reject ${id}`,
        ]),
      },
    },
  })
  expect(await cli(['hold', 'approve', id, '--yes'], { env: asks })).toMatchObject({ code: 3 })
  // Who decides needs one key, and sees what is held.
  const { content } = (await cli.json(['hold', 'list'], { env: decides })) as {
    content: Hold[]
  }
  expect(content).toMatchObject([{ id, state: 'held', verdict: 'BLOCKED' }])
  expect(await cli(['hold', 'show', id], { env: decides })).toMatchObject({ code: 0 })
  const approved = await cli(['hold', 'approve', id], { env: decides, typed: [['Approve hold', 'y\n']] })
  expect(approved).toMatchObject(says(0, 'BLOCKED'))
  // Who asks needs the other one.
  expect(await cli(['hold', 'wait', id], { env: asks })).toMatchObject({ code: 0 })
  const own = await cli(['hold', 'list', '--json'], { env: asks })
  expect(JSON.parse(own.stdout)).toMatchObject({ content: [{ id, state: 'approved' }] })
  expect(await cli(['hold', 'show', id], { env: asks })).toMatchObject({ code: 0 })
  const { result } = await send()
  expect(result).toMatch(/^0x/)
  const showNow = async () => (await cli.json(['hold', 'show', id], { env: decides })) as Hold
  // Reported after the answer.
  await expect.poll(showNow).toMatchObject({ state: 'forwarded', transactionId: result })
  const shown = await showNow()
  expect(shown.decidedBy).not.toBe(shown.requestedBy)
  // What refusals of a hold name works with the key that asks.
  const { error } = (await post(proxy.url, call('eth_sendBundle', [{ txs: [raw], blockNumber: '0x1' }]))).answer
  const [, command = ''] = /\. txwarden (.*)$/.exec(error?.message ?? '') ?? []
  expect(command).toMatch(/^-p prod hold wait /)
  await cli(['hold', 'reject', String(error?.data?.holdId), '--yes'], { env: decides })
  expect(await cli(command.split(' '), { env: asks })).toMatchObject({ code: 12 })
  const rejected = (await post(proxy.url, call('eth_sendBundle', [{ txs: [raw], blockNumber: '0x1' }]))).answer.error
  const [, show = ''] = /\. txwarden (.*)$/.exec(rejected?.message ?? '') ?? []
  expect(show).toMatch(/^-p prod hold show /)
  expect(await cli([...show.split(' '), '--json'], { env: asks })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/"state": ?"rejected"/),
  })
  expect(await proxy.stop()).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('also has a management key'),
  })

  const both = await runProxyCommand(cli, upstream.url, ['--hold'], { ...asks, ...decides })
  expect((await both.stop()).stderr).toContain('! this profile also has a management key')
})

test.each([
  [['--hold'], /two keys.*\n.*serve/],
  [['--hold-for', '1h'], /--hold-for needs --hold/],
  [['--self-approve'], /--self-approve needs --hold/],
  [['--hold', '--self-approve', '--observe'], /--observe forwards everything/],
  [['--hold', '--self-approve', '--hold-for', '5s'], /"5s" is not between 1m and 30d/],
  [['--hold', '--self-approve', '--hold-for', '31d'], /"31d" is not between 1m and 30d/],
])('proxy %s is refused before it listens', async (argv, text) => {
  const result = await makeCli()(['proxy', '--upstream', 'http://127.0.0.1:1', '--port', '0', ...argv])
  expect(result).toMatchObject({ code: 2, stdout: '' })
  expect(result.stderr).toMatch(text)
})

test('a service without holds cannot hold', async ({ cli }) => {
  const hosted = await serveHttp((response) => json(response, { message: 'no such path' }, 404))
  const argv = ['proxy', '--upstream', 'http://127.0.0.1:1', '--port', '0', '--hold', '--base-url', hosted.url.origin]
  const result = await cli(argv, { env: { TXWARDEN_VALIDATION_KEY: 'some-key' } })
  expect(result).toMatchObject(refuses(5, 'has no holds'))
  const keyless = await cli(argv)
  expect(keyless).toMatchObject({ code: 3, stdout: '' })
})
