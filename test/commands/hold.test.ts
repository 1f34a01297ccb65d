import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Hold } from '../../src/api/schemas/hold.ts'
import { json, serveHttp } from '../client/support/http-server.ts'
import { startReceiver } from '../service/alerts/receiver.ts'
import { type Cli, makeCli } from '../support/cli.ts'
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
  return { cli, upstream, send, stop }
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
  const expiry = new Date(cli.clock.now() + 2 * HOUR).toISOString().slice(0, 16)
  expect(card.stdout).toMatch(new RegExp(`expires +${expiry}`))
  for (const next of ['tx explain ', `hold approve ${id}`, `hold reject ${id}`])
    expect(card.stdout).toContain(`txwarden ${next}`)

  expect(await cli(['hold', 'approve', id])).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
  expect((await listed(cli))[0]?.state).toBe('held')
  const asked = await cli(['hold', 'approve', id.slice(-6), '--reason', 'invoice 17'], {
    typed: [['Approve hold', 'y\n']],
  })
  expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining(`Approved hold ${id}`) })
  expect(asked.stderr).toContain('(BLOCKED, 1 wei')
  expect(await cli(['hold', 'wait', id])).toMatchObject({ code: 0 })
  expect(await cli(['hold', 'approve', id, '--yes'])).toMatchObject({ code: 8 })

  const { result } = await send()
  expect(await listed(cli, '--state', 'forwarded')).toMatchObject([
    { id, state: 'forwarded', transactionId: result, decidedBy: 'local', reason: 'invoice 17' },
  ])
  expect(await cli(['hold', 'wait', id, '--json'])).toMatchObject({ code: 0 })
  expect(upstream.calls('eth_sendRawTransaction')).toHaveLength(1)
  expect((await stop()).code).toBe(0)
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

test('an unknown id is not found, and names the list', async () => {
  const cli = makeCli()
  const unknown = '00000000-0000-7000-8000-000000000000'
  for (const argv of [['show'], ['approve', '--yes'], ['reject', '--yes'], ['wait']]) {
    const [verb = '', ...rest] = argv
    const { code, stderr } = await cli(['hold', verb, unknown, ...rest])
    expect([code, stderr]).toEqual([5, expect.stringContaining('Try: txwarden hold list')])
  }
  expect(await cli(['hold', 'list'])).toMatchObject({ code: 0 })
})

test('a key asks, another one approves, and destinations are told at once', async () => {
  const { url, keys } = await serveForTest({ allowDestinations: ['127.0.0.1'] })
  const cli = makeCli()
  const upstream = await startRecordingUpstream()
  const told = Promise.withResolvers<string>()
  const receiver = await startReceiver((response, { body }) => {
    response.writeHead(200).end()
    told.resolve(body)
  })
  await cli(['profile', 'create', 'prod', '--base-url', url])
  const asks = { TXWARDEN_PROFILE: 'prod', TXWARDEN_VALIDATION_KEY: keys.validation }
  const decides = { TXWARDEN_PROFILE: 'prod', TXWARDEN_MANAGEMENT_KEY: keys.management }
  await cli(['control-list', 'add', BLOCKED_ADDRESS, '--type', 'block'], { env: decides })
  const create = ['destination', 'create', '--name', 'ops', '--channel', 'webhook', '--webhook-url', receiver.origin]
  const { id: destination } = JSON.parse((await cli([...create, '--json'], { env: decides })).stdout) as { id: string }
  const alert = ['alert', 'create', '--name', 'safe', '--type', 'sonar', '--destination', destination, '--on', 'safe']
  // It does not match what is held, and is told nevertheless: somebody has to hear of it.
  expect(await cli(alert, { env: decides })).toMatchObject({ code: 0 })

  const proxy = await runProxyCommand(cli, upstream.url, ['--hold'], asks)
  const { raw } = signedTransfer({ to: BLOCKED_ADDRESS })
  const send = async () => (await post(proxy.url, call('eth_sendRawTransaction', [raw]))).answer
  const id = String((await send()).error?.data?.holdId)
  expect(JSON.parse(await inTime(told.promise, 15_000))).toMatchObject({
    data: {
      notice: {
        ...{ kind: 'hold', holdId: id, command: `txwarden hold show ${id}` },
        details: expect.arrayContaining([`Then decide: txwarden hold approve ${id}, or txwarden hold reject ${id}`]),
      },
    },
  })
  expect(await cli(['hold', 'approve', id, '--yes'], { env: asks })).toMatchObject({ code: 3 })
  // Who decides needs one key, and sees what is held.
  const { content } = JSON.parse((await cli(['hold', 'list', '--json'], { env: decides })).stdout) as {
    content: Hold[]
  }
  expect(content).toMatchObject([{ id, state: 'held', verdict: 'BLOCKED' }])
  expect(await cli(['hold', 'show', id], { env: decides })).toMatchObject({ code: 0 })
  const approved = await cli(['hold', 'approve', id], { env: decides, typed: [['Approve hold', 'y\n']] })
  expect(approved).toMatchObject({ code: 0, stderr: expect.stringContaining('BLOCKED') })
  // Who asks needs the other one.
  expect(await cli(['hold', 'wait', id], { env: asks })).toMatchObject({ code: 0 })
  expect(await cli(['hold', 'list'], { env: asks })).toMatchObject({ code: 3 })
  const { result } = await send()
  expect(result).toMatch(/^0x/)
  const shown = JSON.parse((await cli(['hold', 'show', id, '--json'], { env: decides })).stdout) as Hold
  expect(shown).toMatchObject({ state: 'forwarded', transactionId: result })
  expect(shown.decidedBy).not.toBe(shown.requestedBy)
  expect(await proxy.stop()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('management key') })

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

test('a service without holds cannot hold', async () => {
  const hosted = await serveHttp((response) => json(response, { message: 'no such path' }, 404))
  const cli = makeCli()
  const argv = ['proxy', '--upstream', 'http://127.0.0.1:1', '--port', '0', '--hold', '--base-url', hosted.url.origin]
  const result = await cli(argv, { env: { TXWARDEN_VALIDATION_KEY: 'some-key' } })
  expect(result).toMatchObject({ code: 5, stdout: '', stderr: expect.stringContaining('has no holds') })
  const keyless = await cli(argv)
  expect(keyless).toMatchObject({ code: 3, stdout: '' })
})
