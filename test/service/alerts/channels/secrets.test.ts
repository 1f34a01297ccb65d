import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { channels } from '../../../../src/api/vocabulary.ts'
import type { ChannelTarget } from '../../../../src/service/alerts/channels/channel.ts'
import { channelSenders } from '../../../../src/service/alerts/channels/index.ts'
import { freePort } from '../../../support/free-port.ts'
import { type Answer, answering, startReceiver, startTrap } from '../receiver.ts'
import { depsOf, messageOf } from './given.ts'

const BOT_TOKEN = '123456789:AAFplantedTelegramBotToken_0123456789'
const SIGNING_SECRET = `whsec_${Buffer.from('planted signing secret of 32 byt').toString('base64')}`
const PLANTED = ['planted', BOT_TOKEN, SIGNING_SECRET, SIGNING_SECRET.slice(6)]

/** A receiver that returns the secrets of the request. */
const echoing =
  (status: number): Answer =>
  (response, request) =>
    response.writeHead(status, { 'x-planted': 'planted' }).end(`planted ${request.path} ${JSON.stringify(request)}`)

type Misbehaviour = readonly [how: string, start: () => Promise<number>]

/** Each misbehaviour with its port. */
const misbehaviours: readonly Misbehaviour[] = [
  ...[400, 401, 403, 404, 410, 418, 429, 500, 503].map(
    (status): Misbehaviour => [`echoes with ${status}`, async () => (await startReceiver(echoing(status))).port],
  ),
  [
    'redirects to a secret',
    async () => (await startReceiver(answering(307, 'planted', { location: 'http://127.0.0.1/planted' }))).port,
  ],
  ['is not there', freePort],
  [
    'resets',
    async () =>
      (
        await startTrap({
          host: '127.0.0.1',
          onConnection: (socket) => socket.on('data', () => socket.resetAndDestroy()),
        })
      ).port,
  ],
  [
    'speaks another protocol',
    async () => (await startTrap({ host: '127.0.0.1', onConnection: (socket) => socket.end('500 planted\r\n') })).port,
  ],
  ['says nothing', async () => (await startTrap({ host: '127.0.0.1', onConnection: () => undefined })).port],
]

function targetAt(port: number, channel: string): ChannelTarget {
  if (channel === 'EMAIL') return { webhookUrl: 'mailto:alice@example.com' }
  const webhookUrl = `http://127.0.0.1:${port}/services/planted/planted?token=planted`
  if (channel === 'TELEGRAM') return { chatId: '42', token: BOT_TOKEN }
  return channel === 'WEBHOOK' ? { webhookUrl, token: SIGNING_SECRET } : { webhookUrl }
}

describe.each(channels)('on %s', (channel) => {
  test.each(misbehaviours)('the result has no secret when the receiver %s', async (_how, start) => {
    const port = await start()
    const deps = depsOf({
      timeoutMs: 200,
      telegramBaseUrl: `http://127.0.0.1:${port}`,
      smtp: { url: `smtp://planted:planted@127.0.0.1:${port}`, timeoutMs: 200 },
    })
    const result = await channelSenders[channel](targetAt(port, channel), messageOf(), deps)
    expect(result.state).toBe('FAILED')
    expect(result.errorMessage).toMatch(/^[^\n]{10,120}$/)
    for (const secret of PLANTED) expect(inspect(result)).not.toContain(secret)
  })
})
