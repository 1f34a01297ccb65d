import { describe, expect, test } from 'vitest'
import { send } from '../../../../src/service/alerts/channels/telegram.ts'
import { answering, startReceiver } from '../receiver.ts'
import { depsOf, messageOf } from './given.ts'

const TOKEN = '123456789:AAFplantedTelegramBotToken_0123456789'

/** api.telegram.org in small: one bot, one group that became a supergroup, one chat. */
async function startTelegram() {
  return await startReceiver((response, { path, body }) => {
    const refuse = (status: number, description: string, parameters?: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ok: false, error_code: status, description, parameters }))
    if (path !== `/bot${TOKEN}/sendMessage`) return refuse(401, 'Unauthorized')
    const { chat_id, text } = JSON.parse(body)
    if (text.length > 4096) return refuse(400, 'Bad Request: message is too long')
    const moved = 'Bad Request: group chat was upgraded to a supergroup chat'
    if (chat_id === '-100') return refuse(400, moved, { migrate_to_chat_id: -1001 })
    if (chat_id === '-200') return refuse(400, moved, { migrate_to_chat_id: -200 })
    if (!['@alerts', '42', -1001].includes(chat_id)) {
      return chat_id === -200
        ? refuse(400, moved, { migrate_to_chat_id: -201 })
        : refuse(400, 'Bad Request: chat not found')
    }
    return response.end(JSON.stringify({ ok: true, result: { message_id: 1 } }))
  })
}

interface Given {
  readonly chatId?: string
  readonly token?: string
  readonly message?: Parameters<typeof messageOf>[0]
}

async function sendTo(telegramBaseUrl: string, { chatId = '42', token = TOKEN, message = {} }: Given = {}) {
  return await send({ chatId, token }, messageOf(message), depsOf({ telegramBaseUrl }))
}

test.each(['42', '@alerts'])('a message arrives in chat %s as plain text', async (chatId) => {
  const telegram = await startTelegram()
  const result = await sendTo(telegram.origin, {
    chatId,
    message: { title: '<b>T</b>', lines: ['*a*'], url: 'https://x.example/' },
  })
  expect(result).toEqual({ state: 'SENT', errorMessage: '', latencyMs: 0, retry: 'no' })
  expect(telegram.requests.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    [
      `/bot${TOKEN}/sendMessage`,
      { chat_id: chatId, text: '<b>T</b>\n*a*\nhttps://x.example/', link_preview_options: { is_disabled: true } },
    ],
  ])
})

test('a long message keeps to the 4096 characters that Telegram takes', async () => {
  const telegram = await startTelegram()
  const result = await sendTo(telegram.origin, { message: { title: '😀'.repeat(3000), lines: [] } })
  expect(result.state).toBe('SENT')
  expect(JSON.parse(telegram.requests[0]?.body ?? '{}').text).toBe(`${'😀'.repeat(2047)}…`)
})

test('a group that became a supergroup gets the message under its new id', async () => {
  const telegram = await startTelegram()
  expect(await sendTo(telegram.origin, { chatId: '-100' })).toMatchObject({ state: 'SENT' })
  expect(telegram.requests.map(({ body }) => JSON.parse(body).chat_id)).toEqual(['-100', -1001])
})

test('a group that moves for ever is followed once', async () => {
  const telegram = await startTelegram()
  expect(await sendTo(telegram.origin, { chatId: '-200' })).toMatchObject({
    state: 'FAILED',
    errorMessage: 'the Telegram group became a supergroup: it has another chat id now',
    retry: 'no',
  })
  expect(telegram.requests).toHaveLength(2)
})

test('a slash at the end of the base address is no part of the path', async () => {
  const telegram = await startTelegram()
  expect(await sendTo(`${telegram.origin}//`)).toMatchObject({ state: 'SENT' })
})

describe('an answer of Telegram', () => {
  test.each([
    [401, 'Unauthorized', 'Telegram does not know the bot token', 'no'],
    [404, 'Not Found', 'Telegram does not know the bot token', 'no'],
    [400, 'Bad Request: chat not found', 'Telegram does not find the chat: has the bot been added to it?', 'no'],
    [400, 'Bad Request: group is deactivated', 'the Telegram group does not exist any more', 'no'],
    [
      400,
      'Bad Request: not enough rights to send text messages to the chat',
      'the bot may not write in the Telegram chat',
      'no',
    ],
    [400, 'Bad Request: have no rights to send a message', 'the bot may not write in the Telegram chat', 'no'],
    [400, 'Bad Request: planted', 'Telegram refused the message (400)', 'no'],
    [403, 'Forbidden: bot was blocked by the user', 'the Telegram user has blocked the bot', 'no'],
    [403, 'Forbidden: bot was kicked from the supergroup chat', 'the bot was removed from the Telegram chat', 'no'],
    [403, 'Forbidden: bot is not a member of the channel chat', 'the bot is not a member of the Telegram chat', 'no'],
    [403, 'Forbidden: user is deactivated', 'the Telegram user does not exist any more', 'no'],
    [
      403,
      "Forbidden: bot can't initiate conversation with a user",
      'the Telegram user must write to the bot first',
      'no',
    ],
    [403, "Forbidden: bot can't send messages to bots", 'the Telegram chat is a bot', 'no'],
    [429, 'Too Many Requests: retry after 14', 'Telegram asks for fewer messages (429)', 'later'],
    [502, 'Bad Gateway', 'the receiver answered 502', 'later'],
  ] as const)('%i %j means: %s (try again: %s)', async (error_code, description, errorMessage, retry) => {
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
  ])('that is not of its form (%j) is a refusal like others', async (body) => {
    const telegram = await startReceiver(answering(400, body))
    expect(await sendTo(telegram.origin)).toMatchObject({
      errorMessage: 'Telegram refused the message (400)',
      retry: 'no',
    })
    expect(telegram.requests).toHaveLength(1)
  })
})

describe('nothing is tried', () => {
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
