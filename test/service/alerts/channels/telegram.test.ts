import { test as base, describe, expect } from 'vitest'
import type { Message } from '../../../../src/service/alerts/channels/channel.ts'
import { send } from '../../../../src/service/alerts/channels/telegram.ts'
import { judgeTelegram, showTelegram, startTelegram, BOT_TOKEN as TOKEN } from '../../../support/channels/telegram.ts'
import { answering, startReceiver } from '../receiver.ts'
import { AT, depsOf, headlineOnly, messageOf } from './given.ts'

const test = base.extend('telegram', () => startTelegram())

interface Given {
  readonly chatId?: string
  readonly token?: string
  readonly message?: Message
}

async function sendTo(telegramBaseUrl: string, { chatId = '42', token = TOKEN, message = messageOf() }: Given = {}) {
  return await send({ chatId, token }, message, depsOf({ telegramBaseUrl }))
}

test.each(['42', '@alerts'])('a message arrives in chat %s in Telegram’s HTML', async (chatId) => {
  const telegram = await startTelegram()
  const result = await sendTo(telegram.origin, { chatId })
  expect(result).toEqual({ state: 'SENT', errorMessage: '', latencyMs: 0, retry: 'no' })
  expect(telegram.requests.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    [
      `/bot${TOKEN}/sendMessage`,
      {
        chat_id: chatId,
        text: `🔴 <b>BLOCKED 92/100 · on ethereum</b>
approval to a drainer

<b>Chain:</b> ethereum (1)
<b>To:</b> <a href="https://etherscan.io/address/0xBBbb?a=1&amp;b=2">0xBB…bb</a> <code>0xBBbb</code>

• a known drainer

Details: <code>txwarden tx show 1</code>`,
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      },
    ],
  ])
})

test('markup, mentions and URLs in untrusted texts are escaped', async ({ telegram }) => {
  const headline =
    '<b>SAFE</b> </b> &lt; & " @someone https://evil.example evil.com <a href="https://evil.example">bank</a>'
  expect(await sendTo(telegram.origin, { message: headlineOnly(headline) })).toMatchObject({ state: 'SENT' })
  const shown = showTelegram(telegram.messages[0] ?? '')
  expect(shown.text.replaceAll('\u200b', '').trim()).toBe(`🔴 ${headline}`)
  expect(shown.spans.map(({ tag }) => tag)).toEqual(['b'])
  expect(shown.autolinks).toEqual([])
})

test('a long message fits Telegram’s 4096 characters and keeps its links and command', async ({ telegram }) => {
  const noise = '😀&'.repeat(3000)
  const message = messageOf({ headline: noise, summary: noise, reasons: [noise, noise, noise] })
  expect(await sendTo(telegram.origin, { message })).toMatchObject({ state: 'SENT' })
  const { spans, text } = showTelegram(telegram.messages[0] ?? '')
  expect(text.length).toBeLessThanOrEqual(4096)
  expect(spans).toContainEqual({ tag: 'a', href: 'https://etherscan.io/address/0xBBbb?a=1&b=2', text: '0xBB…bb' })
  expect(spans).toContainEqual({ tag: 'code', href: '', text: 'txwarden tx show 1' })
})

test('a group that became a supergroup gets the message with its new id', async ({ telegram }) => {
  expect(await sendTo(telegram.origin, { chatId: '-100' })).toMatchObject({ state: 'SENT' })
  expect(telegram.requests.map(({ body }) => JSON.parse(body).chat_id)).toEqual(['-100', -1001])
})

test('a group that moves repeatedly is followed once', async ({ telegram }) => {
  expect(await sendTo(telegram.origin, { chatId: '-200' })).toMatchObject({
    state: 'FAILED',
    errorMessage: 'the Telegram group became a supergroup and has a new chat id',
    retry: 'disable',
  })
  expect(telegram.requests).toHaveLength(2)
})

test('retry_after of Telegram is returned', async () => {
  let time = AT
  const telegram = await startTelegram({ requests: 1, windowMs: 3000, now: () => time })
  expect(await sendTo(telegram.origin)).toMatchObject({ state: 'SENT' })
  time += 500
  expect(await sendTo(telegram.origin)).toEqual({
    state: 'FAILED',
    errorMessage: 'rate limited by Telegram (429)',
    latencyMs: 0,
    retry: 'later',
    retryAfterMs: 3000,
  })
  time += 3000
  expect(await sendTo(telegram.origin)).toMatchObject({ state: 'SENT' })
  expect(telegram.violations()).toBe(0)
})

test('the path of the base URL is kept without its trailing slash', async ({ telegram }) => {
  expect(await sendTo(`${telegram.origin}//`)).toMatchObject({ state: 'SENT' })
  expect(await sendTo(`${telegram.origin}/inside/`)).toMatchObject({
    errorMessage: 'Telegram rejected the bot token',
  })
  expect(telegram.requests.map(({ path }) => path)).toEqual([
    `/bot${TOKEN}/sendMessage`,
    `/inside/bot${TOKEN}/sendMessage`,
  ])
})

test.each(['planted', 'file:///planted', 'ftp://planted.example'])(
  'with %j for a base address messages wait until it is mended',
  async (base) => {
    expect(await sendTo(base)).toMatchObject({
      errorMessage: 'TXWARDEN_TELEGRAM_URL is not an https:// URL',
      retry: 'later',
    })
  },
)

describe('a response of Telegram', () => {
  test.each([
    [401, 'Unauthorized', 'Telegram rejected the bot token', 'disable'],
    [404, 'Not Found', 'Telegram rejected the bot token', 'disable'],
    [400, 'Bad Request: chat not found', 'Telegram chat not found: add the bot to the chat', 'disable'],
    [400, 'Bad Request: group is deactivated', 'the Telegram group no longer exists', 'disable'],
    [
      400,
      'Bad Request: not enough rights to send text messages to the chat',
      'the bot has no permission to write in the Telegram chat',
      'no',
    ],
    [
      400,
      'Bad Request: have no rights to send a message',
      'the bot has no permission to write in the Telegram chat',
      'no',
    ],
    [400, 'Bad Request: planted', 'Telegram rejected the message (400)', 'no'],
    [403, 'Forbidden: bot was blocked by the user', 'the Telegram user blocked the bot', 'disable'],
    [
      403,
      'Forbidden: bot was kicked from the supergroup chat',
      'the bot was removed from the Telegram chat',
      'disable',
    ],
    [
      403,
      'Forbidden: bot is not a member of the channel chat',
      'the bot is not a member of the Telegram chat',
      'disable',
    ],
    [403, 'Forbidden: user is deactivated', 'the Telegram user no longer exists', 'disable'],
    [
      403,
      "Forbidden: bot can't initiate conversation with a user",
      'the Telegram user must write to the bot first',
      'disable',
    ],
    [403, "Forbidden: bot can't send messages to bots", 'the Telegram chat is a bot', 'disable'],
    [403, "Forbidden: bot can't send messages to the user", 'Telegram rejected the message (403)', 'later'],
    [404, '', 'no Telegram Bot API at this URL (404)', 'later'],
    [429, 'Too Many Requests: retry after 14', 'rate limited by Telegram (429)', 'later'],
    [502, 'Bad Gateway', 'the receiver answered 502', 'later'],
  ] as const)('%i %j means: %s (retry: %s)', async (error_code, description, errorMessage, retry) => {
    const telegram = await startReceiver(answering(error_code, JSON.stringify({ ok: false, error_code, description })))
    expect(await sendTo(telegram.origin)).toEqual({ state: 'FAILED', errorMessage, latencyMs: 0, retry })
  })

  test.each([
    '',
    'null',
    '[]',
    '{',
    '{"description":7,"parameters":null}',
    '{"parameters":{"migrate_to_chat_id":"-1"}}',
  ])('in another format (%j) is a plain rejection', async (body) => {
    const telegram = await startReceiver(answering(400, body))
    expect(await sendTo(telegram.origin)).toMatchObject({
      errorMessage: 'Telegram rejected the message (400)',
      retry: 'no',
    })
    expect(telegram.requests).toHaveLength(1)
  })
})

describe('nothing is sent', () => {
  test.each([
    '123456789:short',
    `${TOKEN}/../../getMe?`,
    `${TOKEN}%2F..`,
    `../../${TOKEN}`,
    `${TOKEN}\r\nx: y`,
    `${TOKEN}#`,
    'not a token',
  ])('with the token %j, which would change the path', async (token) => {
    const telegram = await startTelegram()
    expect(await sendTo(telegram.origin, { token })).toEqual({
      state: 'FAILED',
      errorMessage: 'the token is not a Telegram bot token',
      latencyMs: 0,
      retry: 'no',
    })
    expect(telegram.requests).toEqual([])
  })

  test('without a token or a chat', async () => {
    expect(await send({ chatId: '42' }, messageOf(), depsOf())).toMatchObject({
      errorMessage: 'the destination has no bot token',
    })
    expect(await send({ token: TOKEN }, messageOf(), depsOf())).toMatchObject({
      errorMessage: 'the destination has no chat id',
    })
  })
})

describe('the fake Telegram rejects what Telegram rejects', () => {
  test.each([
    ['<b>x', "can't parse entities"],
    ['x</b>', "can't parse entities"],
    ['<b><i>x</b></i>', "can't parse entities"],
    ['<script>x</script>', "can't parse entities"],
    ['a < b', "can't parse entities"],
    ['', 'message text is empty'],
    ['<b> </b>', 'message text is empty'],
    ['x'.repeat(4097), 'message is too long'],
  ])('%.40s: %s', (text, words) => {
    expect(judgeTelegram(JSON.stringify({ chat_id: '42', text, parse_mode: 'HTML' }))).toContain(words)
  })

  test('counts visible characters, and finds active mentions and links', () => {
    const body = JSON.stringify({
      chat_id: '42',
      text: `${'&amp;'.repeat(4000)} @someone evil.com`,
      parse_mode: 'HTML',
    })
    expect(judgeTelegram(body)).toBeUndefined()
    expect(showTelegram(body).autolinks).toEqual(['@someone', 'evil.com'])
  })
})
