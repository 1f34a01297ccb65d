import { expect, test } from 'vitest'
import { answering, startReceiver } from '../../service/alerts/receiver.ts'
import { type Cli, makeCli } from '../../support/cli.ts'
import { call, post } from '../../support/proxy/post.ts'
import { startRecordingUpstream } from '../../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, runProxyCommand } from '../../support/proxy/start.ts'
import { signedTransfer, signers } from '../../support/proxy/transactions.ts'
import { until } from '../../support/stepped-time.ts'

const HERE = { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }

/** An alert of the type that tells a webhook on this machine. */
async function notified(type: 'sonar' | 'monitor') {
  const made = makeCli()
  const cli: Cli = Object.assign(
    (...[argv, options]: Parameters<Cli>) => made(argv, { ...options, env: { ...options?.env, ...HERE } }),
    made,
  )
  const receiver = await startReceiver(answering(200))
  await cli(['control-list', 'add', BLOCKED_ADDRESS, '--type', 'block'])
  await cli(['control-list', 'add', ALLOWED_ADDRESS, '--type', 'allow'])
  const url = ['--webhook-url', `${receiver.origin}/hook`, '--json']
  const { stdout } = await cli(['destination', 'create', '--name', 'ops', '--channel', 'webhook', ...url])
  const { id } = JSON.parse(stdout) as { id: string }
  expect((await cli(['alert', 'create', '--name', 'a', '--type', type, '--destination', id])).code).toBe(0)
  return { cli, receiver, upstream: await startRecordingUpstream() }
}

const sends = (to: string) => call('eth_sendRawTransaction', [signedTransfer({ to }).raw])

test('an alert on what was refused leaves while the proxy runs', async () => {
  const { cli, receiver, upstream } = await notified('sonar')
  const { url } = await runProxyCommand(cli, upstream.url)
  const { answer } = await post(url, sends(BLOCKED_ADDRESS))
  await until(() => receiver.requests.length === 1, 'the alert')
  expect(receiver.requests[0]?.body).toContain(String(answer.error?.data?.svcTxId))
})

test('an alert on a monitored address leaves after the receipt passed', async () => {
  const { cli, receiver, upstream } = await notified('monitor')
  expect((await cli(['monitor', 'add', signers[0] ?? '', '--chain', 'ethereum'])).code).toBe(0)
  const { raw, hash } = signedTransfer({ to: ALLOWED_ADDRESS })
  const receipt = { transactionHash: hash, blockNumber: '0x10', status: '0x1', logs: [] }
  upstream.results.set('eth_getTransactionReceipt', () => ({ result: receipt }))
  const { url, stop } = await runProxyCommand(cli, upstream.url)
  await post(url, call('eth_sendRawTransaction', [raw]))
  await post(url, call('eth_getTransactionReceipt', [hash]))
  await until(() => receiver.requests.length === 1, 'the alert')
  expect((await stop()).code).toBe(0)
  expect(await cli.json(['tx', 'list'])).toMatchObject({ content: [{ transactionId: hash }] })
})

test('two proxies and a server on one database: every alert leaves once', async () => {
  const { cli, receiver, upstream } = await notified('sonar')
  const abort = new AbortController()
  let listens = (): void => undefined
  const listening = new Promise<void>((resolve) => {
    listens = resolve
  })
  const proxies = [await runProxyCommand(cli, upstream.url), await runProxyCommand(cli, upstream.url)]
  const served = cli(['serve', '--drain', '0', '--port', '0'], { signal: abort.signal, onStdout: () => listens() })
  await listening
  const bodies = proxies.flatMap(({ url }, index) =>
    [0n, 1n, 2n].map((nonce) => {
      const { raw } = signedTransfer({ to: BLOCKED_ADDRESS, nonce: nonce + 10n * BigInt(index) })
      return post(url, call('eth_sendRawTransaction', [raw]))
    }),
  )
  const refused = await Promise.all(bodies)
  const ids = refused.map(({ answer }) => String(answer.error?.data?.svcTxId))
  await until(() => receiver.requests.length >= ids.length, 'all alerts')
  for (const { stop } of proxies) expect(await stop()).toMatchObject({ code: 0 })
  abort.abort()
  expect(await served).toMatchObject({ code: 0 })
  expect(receiver.requests.map(({ body }) => ids.filter((id) => body.includes(id)))).toHaveLength(ids.length)
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(ids.length)
})
