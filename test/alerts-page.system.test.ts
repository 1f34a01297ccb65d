import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Channel, channels } from '../src/api/vocabulary.ts'
import { textLines } from '../src/service/alerts/channels/bodies/text.ts'
import type { AttemptResult, ChannelTarget } from '../src/service/alerts/channels/channel.ts'
import { channelSenders } from '../src/service/alerts/channels/index.ts'
import { maxAttempts, maxScheduleMs, retryDelay } from '../src/service/alerts/delivery/attempts/schedule.ts'
import { composeAlert } from '../src/service/alerts/delivery/messages/alert-message.ts'
import type { EventContent } from '../src/service/alerts/delivery/messages/event-content.ts'
import { makeSigningSecret } from '../src/service/destinations/signing-secret.ts'
import { systemClock } from '../src/shared/time/clock.ts'
import { AT, contentOf, depsOf, noticeContentOf, seenContentOf } from './service/alerts/channels/given.ts'
import { smtpError, startSmtp } from './service/alerts/channels/smtp-receiver.ts'
import { answering, startReceiver } from './service/alerts/receiver.ts'
import { startDiscord } from './support/channels/discord.ts'
import { readMail } from './support/channels/mail.ts'
import { startSlack } from './support/channels/slack.ts'
import { BOT_TOKEN, startTelegram } from './support/channels/telegram.ts'
import { seededRandom } from './support/deterministic.ts'

const PAGE = 'docs/alerts.md'
const RECEIVER = 'examples/webhook-receiver.mjs'
const SECRET = makeSigningSecret(seededRandom())
const EVENT = '01890000-0000-7000-8000-0000000000ee'

const message = composeAlert({ id: EVENT, createdAt: AT }, contentOf(), { now: AT + 12 * 60_000 })

/** `npm run docs` updates the page. */
function shows(part: string, written: string): void {
  const start = `<!-- ${part}: written by npm run docs -->\n`
  const end = `<!-- end of ${part} -->`
  const [before, rest = ''] = readFileSync(PAGE, 'utf8').split(start)
  const [shown = '', after = ''] = rest.split(end)
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, `${before}${start}${written}${end}${after}`)
  else expect(withoutPadding(shown)).toBe(withoutPadding(written))
}

/** A file that the page links to. `npm run docs` writes it, and formats JSON. */
function sample(name: string, written: string): void {
  const file = `samples/alerts/${name}`
  if (process.env.UPDATE_DOCS) writeFileSync(`docs/${file}`, `${written.trim()}\n`)
  else expect(withoutPadding(readFileSync(`docs/${file}`, 'utf8'))).toBe(withoutPadding(written))
  expect(readFileSync(PAGE, 'utf8')).toContain(`](${file})`)
}

/** The formatter pads the columns of tables, and puts a short list on one line. */
function withoutPadding(text: string): string {
  return text
    .replace(/\[\s+"/g, '["')
    .replace(/"\s+\]/g, '"]')
    .replace(/ +/g, ' ')
    .replace(/-{3,}/g, '---')
    .trim()
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return [header, header.map(() => '---'), ...rows].map(line).join('')
}

const block = (language: string, text: string) => `\n\`\`\`${language}\n${text.trim()}\n\`\`\`\n\n`
const pretty = (body = '') => JSON.stringify(JSON.parse(body), null, 2)

test('the page and its samples show the message of each channel', async () => {
  const slack = await startSlack()
  const discord = await startDiscord()
  const telegram = await startTelegram()
  const webhook = await startReceiver(answering(204))
  const smtp = await startSmtp()
  const deps = depsOf({
    telegramBaseUrl: telegram.origin,
    smtp: { url: `smtp://127.0.0.1:${smtp.port}`, from: 'alerts@example.com', timeoutMs: 5000 },
  })
  const targets: Readonly<Record<Channel, ChannelTarget>> = {
    SLACK: slack,
    DISCORD: discord,
    TELEGRAM: { token: BOT_TOKEN, chatId: '42' },
    EMAIL: { webhookUrl: 'mailto:ops@example.com' },
    WEBHOOK: { webhookUrl: webhook.origin, token: SECRET },
  }
  for (const channel of channels) {
    expect(await channelSenders[channel](targets[channel], message, deps)).toMatchObject({ state: 'SENT' })
  }
  const mail = readMail(smtp.mails[0]?.text)
  const subject = mail.headers.find((line) => line.startsWith('Subject: '))
  shows('message', block('text', `${subject}\n\n${mail.text.replaceAll('\r', '')}`))
  shows('webhook body', block('json', pretty(webhook.requests[0]?.body)))
  sample('telegram.txt', JSON.parse(telegram.messages[0] ?? '{}').text)
  sample('slack.json', pretty(slack.messages[0]))
  sample('discord.json', pretty(discord.messages[0]))
})

test('the samples show what is reported of a chain', async () => {
  const text = (content: EventContent) =>
    textLines(composeAlert({ id: EVENT, createdAt: AT }, content, { now: AT })).join('\n')
  const webhook = await startReceiver(answering(204))
  const seen = composeAlert({ id: EVENT, createdAt: AT }, seenContentOf(), { now: AT })
  await channelSenders.WEBHOOK({ webhookUrl: webhook.origin, token: SECRET }, seen, depsOf())
  sample('chain.txt', text(seenContentOf()))
  sample('chain-retracted.txt', text(seenContentOf({ step: 'retracted' })))
  sample('chain-notice.txt', text(noticeContentOf()))
  sample('chain-webhook.json', pretty(webhook.requests[0]?.body))
})

test('the example receiver accepts signed events, once each, and nothing else', async () => {
  const env = { ...process.env, PORT: '0', WEBHOOK_SECRET: SECRET }
  const child = spawn(process.execPath, [RECEIVER], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill())
  const [first] = (await once(createInterface({ input: child.stderr }), 'line')) as [string]
  const [url] = /http:\S+$/.exec(first) ?? expect.fail(first)
  const printed: string[] = []
  const lines = createInterface({ input: child.stdout }).on('line', (line) => printed.push(line))
  const sendWith = async (token: string) =>
    await channelSenders.WEBHOOK({ webhookUrl: url, token }, message, {
      ...depsOf(),
      clock: systemClock,
    })

  expect(await sendWith(SECRET)).toMatchObject({ state: 'SENT' })
  expect(await sendWith(SECRET)).toMatchObject({ state: 'SENT' })
  expect(await sendWith(makeSigningSecret(() => new Uint8Array(32)))).toMatchObject({
    errorMessage: 'the receiver answered 400',
  })
  child.kill()
  await new Promise((closed) => lines.once('close', closed))
  expect(printed).toEqual([`alert.triggered ${JSON.stringify(contentOf())}`])
})

test('the page shows the retry schedule', () => {
  const rows = (['WEBHOOK', 'SLACK'] as const).map((channel) => {
    const waits = Array.from({ length: maxAttempts(channel) - 1 }, (_, index) =>
      duration(retryDelay(channel, index + 1, 0.5)),
    )
    const together = waits.length === 0 ? 0 : maxScheduleMs(channel) / 1.2
    return [
      channel === 'WEBHOOK' ? 'webhook' : 'Slack, Discord, Telegram, email',
      String(maxAttempts(channel)),
      waits.join(', '),
      `${(together / 3_600_000).toFixed(1)} h`,
    ]
  })
  shows('schedule', `\n${table(['channel', 'attempts', 'delays', 'total'], rows)}\n`)
})

function duration(ms: number): string {
  if (ms < 60_000) return `${ms / 1000} s`
  return ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`
}

/** Known answers of each channel's receivers. */
const answers: Readonly<Record<Exclude<Channel, 'EMAIL'>, readonly (readonly [status: number, body: string])[]>> = {
  SLACK: [
    ...['invalid_payload', 'invalid_blocks', 'no_text', 'user_not_found'].map((word) => [400, word] as const),
    ...['invalid_token', 'action_prohibited'].map((word) => [403, word] as const),
    ...['no_service', 'channel_not_found', 'no_team'].map((word) => [404, word] as const),
    [410, 'channel_is_archived'],
    [429, 'rate_limited'],
    [500, 'rollup_error'],
  ],
  DISCORD: [
    [400, '{"code":50035}'],
    [401, '{"code":50027}'],
    [403, '{"code":50013}'],
    [403, ''],
    [404, '{"code":10015}'],
    [429, ''],
  ],
  TELEGRAM: [
    [401, 'Unauthorized'],
    [404, 'Not Found'],
    [404, ''],
    [400, 'Bad Request: chat not found'],
    [400, 'Bad Request: group is deactivated'],
    [400, 'Bad Request: not enough rights to send text messages to the chat'],
    [403, 'Forbidden: bot was blocked by the user'],
    [403, 'Forbidden: bot was kicked from the supergroup chat'],
    [403, 'Forbidden: bot is not a member of the channel chat'],
    [403, 'Forbidden: user is deactivated'],
    [403, "Forbidden: bot can't initiate conversation with a user"],
    [429, 'Too Many Requests: retry after 14'],
  ],
  WEBHOOK: [302, 400, 401, 404, 408, 410, 429, 500, 503].map((status) => [status, ''] as const),
}

const mailAnswers: readonly (readonly [command: 'MAIL' | 'RCPT' | 'DATA', code: number, text: string])[] = [
  ['MAIL', 553, 'sender refused'],
  ['RCPT', 451, '4.7.1 try later'],
  ['RCPT', 550, '5.1.1 no such user'],
  ['RCPT', 550, 'no'],
  ['DATA', 452, '4.2.2 full'],
  ['DATA', 554, '5.7.1 spam'],
]

test('a sample shows the result of each answer', async () => {
  const rows: string[][] = []
  for (const channel of channels) {
    if (channel === 'EMAIL') continue
    for (const [status, said] of answers[channel]) {
      const isTelegram = channel === 'TELEGRAM' && said !== ''
      const body = isTelegram ? JSON.stringify({ ok: false, error_code: status, description: said }) : said
      const receiver = await startReceiver(answering(status, body))
      const target = { webhookUrl: receiver.origin, token: channel === 'TELEGRAM' ? BOT_TOKEN : SECRET, chatId: '42' }
      const result = await channelSenders[channel](target, message, depsOf({ telegramBaseUrl: receiver.origin }))
      rows.push(row(channel, `${status}${said === '' ? '' : ` \`${said}\``}`, result))
    }
  }
  for (const [command, code, text] of mailAnswers) {
    const answer = (callback: (error: Error) => void) => callback(smtpError(code, text))
    const smtp = await startSmtp({
      ...(command === 'MAIL' && { onMailFrom: (_address, _session, callback) => answer(callback) }),
      ...(command === 'RCPT' && { onRcptTo: (_address, _session, callback) => answer(callback) }),
      ...(command === 'DATA' && {
        onData: (stream, _session, callback) => stream.resume().on('end', () => answer(callback)),
      }),
    })
    const deps = depsOf({ smtp: { url: `smtp://127.0.0.1:${smtp.port}`, timeoutMs: 5000 } })
    const result = await channelSenders.EMAIL({ webhookUrl: 'mailto:ops@example.com' }, message, deps)
    rows.push(row('EMAIL', `${command}: ${code} \`${text}\``, result))
  }
  sample('answers.md', `# Answers of receivers\n\n${table(['channel', 'answer', 'error', 'result'], rows)}`)
})

function row(channel: Channel, answer: string, { errorMessage, retry }: AttemptResult): string[] {
  return [channel, answer, errorMessage, { later: 'retry', no: 'failed', disable: 'off' }[retry]]
}
