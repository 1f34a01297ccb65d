import { describe, expect, test } from 'vitest'
import { type TestEventKind, testEventKinds } from '../../../../../src/api/vocabulary.ts'
import { sendTest, testMessage } from '../../../../../src/service/alerts/delivery/attempts/send-test.ts'
import type { DestinationSecrets } from '../../../../../src/service/destinations/destination.ts'
import { howToAllow, parseEgressPolicy } from '../../../../../src/service/egress/egress-policy.ts'
import { startSlack } from '../../../../support/channels/slack.ts'
import { startTelegram } from '../../../../support/channels/telegram.ts'
import { seededRandom, TestClock } from '../../../../support/deterministic.ts'
import { serveForTest } from '../../../../support/served.ts'
import { startSmtp } from '../../channels/smtp-receiver.ts'
import { answering, startReceiver } from '../../receiver.ts'

const TOKEN = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test('the message goes through the channel of the destination and says that it is a test', async () => {
  const receiver = await startReceiver(answering(204))
  const webhook = destinationOf({ channel: 'WEBHOOK', webhookUrl: `${receiver.origin}/hook`, token: TOKEN })

  expect(await send(webhook, { allowDestinations: ['127.0.0.1'] })).toEqual({
    state: 'SENT',
    errorMessage: '',
    latencyMs: 0,
  })
  const [request] = receiver.requests
  expect(request).toMatchObject({ method: 'POST', path: '/hook' })
  expect(request?.headers).toMatchObject({
    'webhook-id': expect.stringMatching(/^test_/),
    'webhook-signature': expect.any(String),
  })
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ type: 'destination.test', data: { destination: 'ops' } })
})

test.each(testEventKinds)(
  'a message about %s looks as one about it does, and says that it is a test',
  async (event) => {
    const receiver = await startReceiver(answering(204))
    const webhook = destinationOf({ channel: 'WEBHOOK', webhookUrl: `${receiver.origin}/hook`, token: TOKEN })
    expect(await send(webhook, { allowDestinations: ['127.0.0.1'], event })).toMatchObject({ state: 'SENT' })
    const body = JSON.parse(receiver.requests[0]?.body ?? '')
    expect(body).toMatchObject({ type: 'alert.triggered', data: { test: true } })
    expect(body.data.kind ?? body.data.notice?.kind ?? 'verdict').toBe(event)

    const chat = await startSlack()
    await send(destinationOf({ channel: 'SLACK', ...chat }), { allowDestinations: ['127.0.0.1'], event })
    expect(chat.messages[0]).toContain('TEST · ')
    expect(chat.messages[0]).not.toContain('undefined')
  },
)

test('mail goes to the server of TXWARDEN_SMTP_URL', async () => {
  const smtp = await startSmtp()
  const mail = destinationOf({ channel: 'EMAIL', webhookUrl: 'mailto:ops@example.org' })

  expect(await send(mail, { env: { TXWARDEN_SMTP_URL: `smtp://127.0.0.1:${smtp.port}` } })).toMatchObject({
    state: 'SENT',
  })
  expect(smtp.mails).toMatchObject([{ to: ['ops@example.org'], text: expect.stringContaining('txwarden test: ops') }])
})

test('mail comes from TXWARDEN_SMTP_FROM', async () => {
  const smtp = await startSmtp()
  const mail = destinationOf({ channel: 'EMAIL', webhookUrl: 'mailto:ops@example.org' })
  const env = { TXWARDEN_SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }

  await send(mail, { env: { ...env, TXWARDEN_SMTP_FROM: 'alerts+1@example.com' } })
  expect(smtp.mails).toMatchObject([{ from: 'alerts+1@example.com' }])
  for (const TXWARDEN_SMTP_FROM of ['ops', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com'])
    expect(await send(mail, { env: { ...env, TXWARDEN_SMTP_FROM } })).toMatchObject({
      errorMessage: 'TXWARDEN_SMTP_FROM is not an e-mail address',
    })
  expect(smtp.mails).toHaveLength(1)
})

test('TXWARDEN_TELEGRAM_URL selects a Bot API server, which must be allowed', async () => {
  const telegram = await startTelegram()
  const chat = destinationOf({ channel: 'TELEGRAM', chatId: '42', token: telegram.token })
  const env = { TXWARDEN_TELEGRAM_URL: telegram.origin }

  expect(await send(chat, { env })).toMatchObject({
    errorMessage: expect.stringMatching(/^127\.0\.0\.1 is a loopback address; .*TXWARDEN_ALLOW_DESTINATION=127/),
  })
  expect(await send(chat, { env, allowDestinations: ['127.0.0.1'] })).toMatchObject({ state: 'SENT' })
  expect(telegram.messages).toEqual([expect.stringContaining('txwarden test: ops')])
})

describe('fails with the reason:', () => {
  test('mail without a server', async () => {
    const mail = destinationOf({ channel: 'EMAIL', webhookUrl: 'mailto:ops@example.org' })
    expect(await send(mail)).toMatchObject({ state: 'FAILED', errorMessage: 'no SMTP server: set TXWARDEN_SMTP_URL' })
  })

  test('an address that is not allowed, which gets no connection', async () => {
    const receiver = await startReceiver(answering(204))
    const slack = destinationOf({ channel: 'SLACK', webhookUrl: `${receiver.origin}/hook` })
    expect(await send(slack)).toEqual({
      state: 'FAILED',
      errorMessage: `127.0.0.1 is a loopback address${howToAllow(new URL(receiver.origin).host)}`,
      latencyMs: 0,
    })
    expect(receiver.connections()).toBe(0)
  })

  test('a receiver that rejects the message', async () => {
    const receiver = await startReceiver(answering(410))
    const webhook = destinationOf({ channel: 'WEBHOOK', webhookUrl: receiver.origin, token: TOKEN })
    expect(await send(webhook, { allowDestinations: [`127.0.0.1:${receiver.port}`] })).toMatchObject({
      state: 'FAILED',
    })
  })
})

describe('the service', () => {
  const testOver = async (receiver: { origin: string }, options: Parameters<typeof serveForTest>[0]) => {
    const { url, keys } = await serveForTest(options)
    const headers = { 'x-api-key': keys.management, 'content-type': 'application/json' }
    const base = `${url}/api/v2/management/alert-configurations`
    const body = JSON.stringify({ name: 'ops', channel: 'SLACK', webhookUrl: `${receiver.origin}/services/T/B/x` })
    const created = await fetch(`${base}/destinations`, { method: 'POST', headers, body })
    if (created.status !== 200) return { status: created.status }
    const { id } = (await created.json()) as { id: string }
    const tested = await fetch(`${base}/integration/${id}/test`, {
      method: 'POST',
      headers: { 'x-api-key': keys.management },
    })
    return { status: tested.status, state: ((await tested.json()) as { state: string }).state }
  }

  test('sends to hosts that its options or TXWARDEN_ALLOW_DESTINATION allow', async () => {
    const receiver = await startReceiver(answering(200, 'ok'))
    const allowed = `127.0.0.1:${receiver.port}`
    expect(await testOver(receiver, { allowDestinations: [allowed] })).toEqual({ status: 200, state: 'SENT' })
    const env = { TXWARDEN_ALLOW_DESTINATION: ` hooks.internal, ${allowed}` }
    expect(await testOver(receiver, { env })).toEqual({ status: 200, state: 'SENT' })
    expect(receiver.requests).toHaveLength(2)
  })

  test('does not start with an invalid allow list', async () => {
    const env = { TXWARDEN_ALLOW_DESTINATION: '0.0.0.0/0' }
    await expect(serveForTest({ env })).rejects.toMatchObject({ kind: 'refused', code: 'bad-allowance' })
  })
})

test('the message says that it is a test, for which destination and from when', () => {
  const at = Date.parse('2026-03-04T05:06:07.000Z')
  expect(testMessage('msg_1', 'ops channel', at)).toEqual({
    id: 'msg_1',
    type: 'destination.test',
    at,
    tone: 'plain',
    headline: 'txwarden test: ops channel',
    actions: [],
    summary: 'This is a test. Alerts for this destination arrive here.',
    facts: [
      { label: 'Destination', value: 'ops channel' },
      { label: 'Time', value: '2026-03-04 05:06:07 UTC' },
    ],
    reasons: [],
    data: { test: true, destination: 'ops channel', sentAt: '2026-03-04T05:06:07.000Z' },
  })
})

function destinationOf(given: Partial<DestinationSecrets> & Pick<DestinationSecrets, 'channel'>): DestinationSecrets {
  return { name: 'ops', webhookUrl: undefined, chatId: undefined, token: undefined, ...given }
}

function send(
  destination: DestinationSecrets,
  {
    env = {},
    allowDestinations = [],
    event,
  }: { env?: Record<string, string>; allowDestinations?: string[]; event?: TestEventKind } = {},
) {
  const clock = new TestClock()
  return sendTest(
    destination,
    { now: clock.now(), event },
    {
      clock,
      random: seededRandom(),
      env,
      policy: parseEgressPolicy(allowDestinations),
    },
  )
}
