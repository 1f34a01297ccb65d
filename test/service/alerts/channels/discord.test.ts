import { describe, expect, test } from 'vitest'
import type { Message } from '../../../../src/service/alerts/channels/channel.ts'
import { send } from '../../../../src/service/alerts/channels/discord.ts'
import { type DiscordStandIn, judgeDiscord, showDiscord, startDiscord } from '../../../support/channels/discord.ts'
import { answering, startReceiver } from '../receiver.ts'
import { AT, depsOf, headlineOnly, messageOf } from './given.ts'

const bodyOf = ({ messages }: DiscordStandIn) => JSON.parse(messages[0] ?? '{}')

async function sentBody(message: Message) {
  const discord = await startDiscord()
  const result = await send({ webhookUrl: discord.webhookUrl }, message, depsOf())
  expect(result).toEqual({ state: 'SENT', errorMessage: '', latencyMs: 0, retry: 'no' })
  return bodyOf(discord)
}

test('a message arrives as an embed in the colour of the verdict, with its headline as content', async () => {
  expect(await sentBody(messageOf())).toEqual({
    content: 'BLOCKED 92/100 · on ethereum',
    embeds: [
      {
        title: 'approval to a drainer',
        description: '• a known drainer\nDetails: `txwarden tx show 1`',
        color: 0xd92d20,
        fields: [
          { name: 'Chain', value: 'ethereum \\(1\\)', inline: true },
          { name: 'To', value: '[0xBB…bb](https://etherscan.io/address/0xBBbb?a=1&b=2)\n`0xBBbb`', inline: true },
        ],
        timestamp: '2026-03-04T05:06:07.000Z',
      },
    ],
    allowed_mentions: { parse: [] },
  })
})

test('markdown, mentions and masked links in untrusted texts are escaped', async () => {
  const headline = '@everyone <@1> <@&2> [bank](https://evil.example) **x** `y` ||z|| \\ # big'
  const body = await sentBody(headlineOnly(headline))
  expect(body.content).toBe(
    '@\u200beveryone \\<@\u200b1\\> \\<@&2\\> \\[bank\\]\\(https:\u200b//evil.\u200bexample\\) \\*\\*x\\*\\* \\`y\\` \\|\\|z\\|\\| \\\\ \\# big',
  )
  expect(showDiscord(JSON.stringify(body))).toEqual({ mentions: [], links: [], autolinks: [] })
})

test('a long message fits the limits of an embed and keeps its links and command', async () => {
  const noise = '*'.repeat(5000)
  const link = { label: 'To', value: '0xBBbb', short: '0xBB…bb', href: 'https://etherscan.io/address/0xBBbb' }
  const names = Array.from({ length: 10 }, () => ({ label: 'Monitored', value: noise }))
  const message = messageOf({ headline: noise, summary: noise, facts: [...names, link], reasons: [noise, noise] })
  const body = JSON.stringify(await sentBody(message))
  expect(judgeDiscord(body).status).toBe(204)
  expect(showDiscord(body).links).toEqual([{ href: link.href, text: '0xBB…bb' }])
  expect(body).toContain('Details: `txwarden tx show 1`')
})

test('parentheses in a URL do not end the link', async () => {
  const href = 'https://explorer.example/(main)/address/0x1'
  const body = await sentBody(messageOf({ facts: [{ label: 'To', value: '0x1', short: '0x1', href }] }))
  expect(showDiscord(JSON.stringify(body)).links).toEqual([
    { href: 'https://explorer.example/%28main%29/address/0x1', text: '0x1' },
  ])
})

test('a blank value is still a field', async () => {
  const body = await sentBody(messageOf({ facts: [{ label: 'Alert', value: ' \u0000 ' }] }))
  expect(body.embeds[0].fields).toEqual([{ name: 'Alert', value: '–', inline: true }])
})

test('the last message of a rate-limit window asks for a wait, so that the next is not rejected', async () => {
  let time = AT
  const discord = await startDiscord({ requests: 2, windowMs: 1500, now: () => time })
  const once = () => send({ webhookUrl: discord.webhookUrl }, messageOf(), depsOf())
  expect(await once()).toEqual({ state: 'SENT', errorMessage: '', latencyMs: 0, retry: 'no' })
  expect(await once()).toEqual({ state: 'SENT', errorMessage: '', latencyMs: 0, retry: 'no', retryAfterMs: 1500 })
  time += 200
  // Whoever does not listen is reported again, by the header.
  expect(await once()).toMatchObject({ state: 'FAILED', retry: 'later', retryAfterMs: 2000 })
  expect(discord.violations()).toBe(1)
})

describe('a response of Discord', () => {
  test.each([
    [404, '{"message": "Unknown Webhook", "code": 10015}', 'the Discord webhook no longer exists (404)', 'disable'],
    [
      401,
      '{"message": "Invalid Webhook Token", "code": 50027}',
      'Discord rejected the token of the webhook (401)',
      'disable',
    ],
    [
      403,
      '{"message": "Missing Permissions", "code": 50013}',
      'Discord does not allow the webhook to post there (403)',
      'no',
    ],
    [403, '<html>planted</html>', 'Discord blocks this host (403)', 'later'],
    [
      400,
      '{"message": "Cannot send an empty message", "code": 50006}',
      'Discord rejected the message as invalid (400)',
      'no',
    ],
    [429, '<html>planted</html>', 'rate limited by Discord (429)', 'later'],
    [502, 'planted', 'the receiver answered 502', 'later'],
  ] as const)('%i %s means: %s (retry: %s)', async (status, body, errorMessage, retry) => {
    const discord = await startReceiver(answering(status, body))
    const result = await send({ webhookUrl: discord.origin }, messageOf(), depsOf())
    expect(result).toEqual({ state: 'FAILED', errorMessage, latencyMs: 0, retry })
  })

  test.each([
    [{}, '{"retry_after": 0.529}', 529],
    [{ 'retry-after': '3' }, '{"retry_after": 529}', 3000],
    [{ 'retry-after': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1.25' }, '{}', 1250],
    [{}, '{"retry_after": -1}', undefined],
    [{}, '{"retry_after": "soon"}', undefined],
  ])('429 with %j and %s asks for a wait of %s ms', async (headers, body, retryAfterMs) => {
    const discord = await startReceiver(answering(429, body, headers as Record<string, string>))
    expect((await send({ webhookUrl: discord.origin }, messageOf(), depsOf())).retryAfterMs).toBe(retryAfterMs)
  })
})

test('a response with the posted message (200, ?wait=true) is sent', async () => {
  const discord = await startReceiver(answering(200, '{"id":"1"}'))
  expect(await send({ webhookUrl: `${discord.origin}/?wait=true` }, messageOf(), depsOf())).toMatchObject({
    state: 'SENT',
  })
})

test('without a webhook URL nothing is sent', async () => {
  expect(await send({}, messageOf(), depsOf())).toMatchObject({
    errorMessage: 'the destination has no webhook URL',
    retry: 'no',
  })
})

describe('the fake Discord rejects what Discord rejects', () => {
  const field = { name: 'n', value: 'v' }
  test.each([
    ['{', 50035],
    ['{}', 50006],
    [JSON.stringify({ content: 'x'.repeat(2001) }), 50035],
    [JSON.stringify({ embeds: [{ title: 'x'.repeat(257) }] }), 50035],
    [JSON.stringify({ embeds: [{ description: 'x'.repeat(4097) }] }), 50035],
    [JSON.stringify({ embeds: [{ fields: Array.from({ length: 26 }, () => field) }] }), 50035],
    [JSON.stringify({ embeds: [{ fields: [{ name: 'n', value: '' }] }] }), 50035],
    [JSON.stringify({ embeds: [{ fields: [{ name: 'n', value: 'x'.repeat(1025) }] }] }), 50035],
    [JSON.stringify({ embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] }), 50035],
    [JSON.stringify({ content: 'x', colour: 1 }), 50035],
  ])('%.60s: %i', (body, code) => {
    expect(JSON.parse(judgeDiscord(body).body)).toMatchObject({ code })
  })

  test('finds active mentions and links', () => {
    expect(showDiscord(JSON.stringify({ content: '@everyone <@1> [a](https://x.example) https://y.example' }))).toEqual(
      {
        mentions: ['@everyone', '<@1>'],
        links: [{ href: 'https://x.example', text: 'a' }],
        autolinks: ['https://y.example'],
      },
    )
  })
})
