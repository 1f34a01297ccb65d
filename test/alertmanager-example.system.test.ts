import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { channelSenders } from '../src/service/alerts/channels/index.ts'
import { testMessage } from '../src/service/alerts/delivery/attempts/send-test.ts'
import { composeAlert } from '../src/service/alerts/delivery/messages/alert-message.ts'
import { makeSigningSecret } from '../src/service/destinations/signing-secret.ts'
import { systemClock } from '../src/shared/time/clock.ts'
import { contentOf, depsOf } from './service/alerts/channels/given.ts'
import { answering, startReceiver } from './service/alerts/receiver.ts'
import { seededRandom } from './support/deterministic.ts'
import { freePort } from './support/free-port.ts'
import { needs } from './support/needs.ts'
import { until } from './support/stepped-time.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const SECRET = makeSigningSecret(seededRandom())

interface Alert {
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

function start(program: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(program, argv, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Debian's Alertmanager with the example configuration, and the bridge in front of it. */
async function open() {
  const receiver = await startReceiver(answering(200))
  const [folder, port] = [temporaryFolder(), await freePort()]
  const config = join(folder, 'alertmanager.yml')
  const example = readFileSync('examples/alertmanager/alertmanager.yml', 'utf8')
  writeFileSync(config, example.replaceAll('127.0.0.1:9799', `127.0.0.1:${receiver.port}`))
  const url = `http://127.0.0.1:${port}`
  const manager = start('prometheus-alertmanager', [
    '--config.file',
    config,
    '--storage.path',
    folder,
    '--cluster.listen-address=',
    '--web.listen-address',
    `127.0.0.1:${port}`,
  ])
  manager.stderr.resume()
  const bridge = start('python3', ['examples/alertmanager/bridge.py'], {
    WEBHOOK_SECRET: SECRET,
    ALERTMANAGER_URL: url,
    PORT: '0',
  })
  const [line] = (await once(createInterface({ input: bridge.stderr }), 'line')) as [string]
  const [webhookUrl] = /http:\S+$/.exec(line) ?? expect.fail(line)
  await until(async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.ok === true, 'Alertmanager')
  const send = (message: Parameters<typeof channelSenders.WEBHOOK>[1], token = SECRET) =>
    channelSenders.WEBHOOK({ webhookUrl, token }, message, { ...depsOf(), clock: systemClock })
  const alerts = async () => (await (await fetch(`${url}/api/v2/alerts`)).json()) as Alert[]
  return { send, alerts, receiver, manager }
}

const event = (id: string) => composeAlert({ id, createdAt: Date.now() }, contentOf(), { now: Date.now() })

needs('prometheus-alertmanager', 'python3').test(
  'events become alerts that Alertmanager deduplicates, groups and routes, and wait while it does not answer',
  async () => {
    const { send, alerts, receiver, manager } = await open()
    const [first, second] = ['01890000-0000-7000-8000-0000000000e1', '01890000-0000-7000-8000-0000000000e2']
    for (const id of [first, first, second]) expect(await send(event(id))).toMatchObject({ state: 'SENT' })
    const found = await alerts()
    const { alert, transaction, result } = contentOf()
    expect(found.map(({ labels }) => labels.dedup_key).sort()).toEqual([first, second])
    expect(found[0]).toMatchObject({
      labels: { alertname: 'Txwarden', severity: 'critical', alert: alert.name, chain: transaction.chainId },
      annotations: { command: `txwarden tx show ${transaction.svcTxId}` },
    })
    expect(found[0]?.annotations.summary).toContain(String(result?.combinedScore))
    await until(() => receiver.requests.length > 0, 'a notification')
    expect(receiver.requests[0]?.path).toBe('/on-call')

    expect(await send(testMessage('test_1', 'bridge', Date.now()))).toMatchObject({ state: 'SENT' })
    expect((await alerts()).map(({ labels }) => labels.alertname)).toContain('TxwardenTest')
    const foreign = makeSigningSecret(() => new Uint8Array(32))
    expect((await send(event(first), foreign)).errorMessage).toBe('the receiver answered 401')

    const ended = once(manager, 'exit')
    manager.kill('SIGKILL')
    await ended
    expect((await send(event(second))).errorMessage).toBe('the receiver answered 503')
  },
)
