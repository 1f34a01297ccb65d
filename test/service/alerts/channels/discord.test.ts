import { describe, expect, test } from 'vitest'
import { send } from '../../../../src/service/alerts/channels/discord.ts'
import { answering, startReceiver } from '../receiver.ts'
import { depsOf, messageOf } from './given.ts'

/** Discord's webhook execution in small: 204 without a body; else its JSON errors. */
async function startDiscord() {
  return await startReceiver((response, { path, body }) => {
    if (path !== '/api/webhooks/1/secret') {
      return response.writeHead(404).end('{"message": "Unknown Webhook", "code": 10015}')
    }
    const { content } = JSON.parse(body)
    if (content.length > 2000) return response.writeHead(400).end('{"code": 50035, "message": "Invalid Form Body"}')
    return response.writeHead(204).end()
  })
}

async function contentOf(given: Parameters<typeof messageOf>[0]) {
  const discord = await startDiscord()
  const result = await send({ webhookUrl: `${discord.origin}/api/webhooks/1/secret` }, messageOf(given), depsOf())
  expect(result).toEqual({ state: 'SENT', errorMessage: '', latencyMs: 0, retry: 'no' })
  return JSON.parse(discord.requests[0]?.body ?? '{}')
}

test('a message arrives as content that may mention nobody', async () => {
  expect(await contentOf({ title: 'T', lines: ['a', 'b'], url: 'https://x.example/a_b' })).toEqual({
    content: 'T\na\nb\n<https://x.example/a_b>',
    allowed_mentions: { parse: [] },
  })
})

test('markdown, mentions and masked links of strangers are shown, not followed', async () => {
  const { content } = await contentOf({
    title: '@everyone <@1> <@&2> [bank](https://evil.example) **x** `y` ||z|| \\',
    lines: ['# big', '> q'],
  })
  expect(content).toBe(
    '@\u200beveryone \\<@\u200b1\\> \\<@&2\\> \\[bank\\](https://evil.example) \\*\\*x\\*\\* \\`y\\` \\|\\|z\\|\\| \\\\\n\\# big\n\\> q',
  )
})

test('a long message keeps to the 2000 characters that Discord takes, escapes and link included', async () => {
  const { content } = await contentOf({ title: '*'.repeat(3000), lines: [], url: 'https://x.example/' })
  expect(content).toBe(`${'\\*'.repeat(989)}…\n<https://x.example/>`)
  expect(content.length).toBe(2000)
})

describe('an answer of Discord', () => {
  test.each([
    [404, '{"message": "Unknown Webhook", "code": 10015}', 'the Discord webhook does not exist any more', 'no'],
    [401, '{"message": "Invalid Webhook Token", "code": 50027}', 'Discord does not accept this webhook (401)', 'no'],
    [403, '{"message": "Missing Permissions", "code": 50013}', 'Discord does not accept this webhook (403)', 'no'],
    [400, '{"message": "Cannot send an empty message", "code": 50006}', 'Discord could not read the message', 'no'],
    [
      429,
      '{"message": "You are being rate limited.", "retry_after": 0.529}',
      'Discord asks for fewer messages (429)',
      'later',
    ],
    [502, 'planted', 'the receiver answered 502', 'later'],
  ] as const)('%i %s means: %s (try again: %s)', async (status, body, errorMessage, retry) => {
    const discord = await startReceiver(answering(status, body))
    const result = await send({ webhookUrl: discord.origin }, messageOf(), depsOf())
    expect(result).toEqual({ state: 'FAILED', errorMessage, latencyMs: 0, retry })
  })
})

test('the answer with the posted message (200, ?wait=true) counts as sent too', async () => {
  const discord = await startReceiver(answering(200, '{"id":"1"}'))
  expect(await send({ webhookUrl: `${discord.origin}/?wait=true` }, messageOf(), depsOf())).toMatchObject({
    state: 'SENT',
  })
})

test('without a webhook URL nothing is tried', async () => {
  expect(await send({}, messageOf(), depsOf())).toMatchObject({
    errorMessage: 'the destination has no webhook URL',
    retry: 'no',
  })
})
