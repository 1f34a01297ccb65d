import { describe, expect, test } from 'vitest'
import { send } from '../../../../src/service/alerts/channels/slack.ts'
import { judgeSlack, showSlack, startSlack } from '../../../support/channels/slack.ts'
import { answering, startReceiver } from '../receiver.ts'
import { AT, depsOf, headlineOnly, messageOf } from './given.ts'

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
const markup = (text: string) => ({ type: 'mrkdwn', text, verbatim: true })

test('a message arrives in blocks, with text for notifications', async () => {
  const slack = await startSlack()
  const result = await send({ webhookUrl: slack.webhookUrl }, messageOf(), depsOf())
  expect(result).toEqual({ state: 'SENT', errorMessage: '', latencyMs: 0, retry: 'no' })
  expect(slack.messages.map((body) => JSON.parse(body))).toEqual([
    {
      text: 'BLOCKED 92/100 · on ethereum\napproval to a drainer\n\nChain: ethereum (1)\nTo: 0xBBbb\n\n• a known drainer\n\nDetails: txwarden tx show 1',
      blocks: [
        { type: 'header', text: plain('🔴 BLOCKED 92/100 · on ethereum') },
        { type: 'section', text: plain('approval to a drainer') },
        {
          type: 'section',
          fields: [
            markup('*Chain*\nethereum (1)'),
            markup('*To*\n<https://etherscan.io/address/0xBBbb?a=1&amp;b=2|0xBB…bb>\n`0xBBbb`'),
          ],
        },
        { type: 'section', text: plain('• a known drainer') },
        { type: 'context', elements: [markup('Details: `txwarden tx show 1`')] },
      ],
    },
  ])
})

test('mentions, channels, links and escapes in untrusted texts are escaped', async () => {
  const slack = await startSlack()
  const headline = '<!channel> <!here|x> <@U123> <#C1> <https://evil|bank> @everyone &lt;!channel&gt;'
  await send({ webhookUrl: slack.webhookUrl }, headlineOnly(headline), depsOf())
  const [body = ''] = slack.messages
  expect(JSON.parse(body).text).toMatch(
    /^&lt;!channel&gt; &lt;!here\|x&gt; &lt;@\u200bU123&gt; &lt;#C1&gt; &lt;https:\u200b\/\/evil\|bank&gt; @\u200beveryone &amp;lt;!channel&amp;gt;/,
  )
  expect(showSlack(body)).toEqual({ mentions: [], links: [], marked: [] })
})

test.each(['*SAFE*', '_x_', '~UNSAFE~', '`rm`', ':white_check_mark:', '> quoted'])(
  'the markup of a name is shown as it is written: %s',
  async (value) => {
    const slack = await startSlack()
    await send({ webhookUrl: slack.webhookUrl }, messageOf({ facts: [{ label: 'Alert', value }] }), depsOf())
    const fields = JSON.parse(slack.messages[0] ?? '{}').blocks[2].fields
    expect(fields).toEqual([plain(`Alert\n${value.replace('>', '&gt;')}`)])
  },
)

test('more than ten facts go into further sections', async () => {
  const slack = await startSlack()
  const facts = Array.from({ length: 23 }, (_, index) => ({ label: `F${index}`, value: 'v' }))
  await send({ webhookUrl: slack.webhookUrl }, messageOf({ facts }), depsOf())
  const blocks: { fields?: unknown[] }[] = JSON.parse(slack.messages[0] ?? '{}').blocks
  expect(blocks.flatMap(({ fields }) => (fields ? [fields.length] : []))).toEqual([10, 10, 3])
})

test('a header has at most 150 characters with its escapes', async () => {
  const slack = await startSlack()
  await send({ webhookUrl: slack.webhookUrl }, headlineOnly('&'.repeat(5000)), depsOf())
  expect(JSON.parse(slack.messages[0] ?? '{}').blocks[0].text.text).toBe(`🔴 ${'&amp;'.repeat(29)}…`)
})

test('Retry-After of Slack is returned', async () => {
  let time = AT
  const slack = await startSlack({ requests: 1, windowMs: 1000, now: () => time })
  const target = { webhookUrl: slack.webhookUrl }
  expect(await send(target, messageOf(), depsOf())).toMatchObject({ state: 'SENT' })
  expect(await send(target, messageOf(), depsOf())).toEqual({
    state: 'FAILED',
    errorMessage: 'rate limited by Slack (429)',
    latencyMs: 0,
    retry: 'later',
    retryAfterMs: 1000,
  })
  time += 1000
  expect(await send(target, messageOf(), depsOf())).toMatchObject({ state: 'SENT' })
  expect(slack.violations()).toBe(0)
})

describe('a response of Slack', () => {
  test.each([
    [400, 'invalid_payload', 'Slack rejected the message as invalid', 'no'],
    [400, 'invalid_blocks', 'Slack rejected the message as invalid', 'no'],
    [400, 'no_text', 'Slack rejected the message: it has no text', 'no'],
    [400, 'user_not_found', 'the Slack user of the webhook does not exist', 'disable'],
    [403, 'action_prohibited', 'the Slack workspace does not allow the webhook to post there', 'no'],
    [403, 'invalid_token', 'Slack rejected the token of the webhook', 'disable'],
    [404, 'channel_not_found', 'the Slack channel of the webhook does not exist', 'disable'],
    [404, 'no_service', 'the Slack webhook was disabled or removed', 'disable'],
    [404, 'no_service\n', 'the Slack webhook was disabled or removed', 'disable'],
    [404, 'no_team', 'the Slack workspace does not exist', 'disable'],
    [410, 'channel_is_archived', 'the Slack channel of the webhook is archived', 'disable'],
    [500, 'rollup_error', 'Slack reported an internal error', 'later'],
    [429, 'rate_limited', 'rate limited by Slack (429)', 'later'],
    [503, '<html>planted</html>', 'the receiver answered 503', 'later'],
    [418, 'planted', 'the receiver answered 418', 'no'],
    [302, '', 'the receiver answered 302: redirects are not followed', 'later'],
    [200, '{"ok":false,"error":"planted"}', 'the URL is not a Slack incoming webhook: it answered "ok": false', 'no'],
  ] as const)('%i %j means: %s (retry: %s)', async (status, body, errorMessage, retry) => {
    const slack = await startReceiver(answering(status, body))
    const result = await send({ webhookUrl: slack.origin }, messageOf(), depsOf())
    expect(result).toEqual({ state: 'FAILED', errorMessage, latencyMs: 0, retry })
  })
})

test('without a webhook URL nothing is sent', async () => {
  expect(await send({}, messageOf(), depsOf())).toMatchObject({
    errorMessage: 'the destination has no webhook URL',
    retry: 'no',
  })
})

describe('the fake Slack rejects what Slack rejects', () => {
  const header = (text: string) => ({ type: 'header', text: { type: 'plain_text', text } })
  const fields = (count: number, length = 1) => ({
    type: 'section',
    fields: Array.from({ length: count }, () => ({ type: 'mrkdwn', text: 'x'.repeat(length) })),
  })

  test.each([
    ['not json', 'invalid_payload'],
    ['{"text":""}', 'no_text'],
    ['{"text":"x","planted":1}', 'invalid_payload'],
    [JSON.stringify({ blocks: [header('x'.repeat(151))] }), 'invalid_blocks'],
    [JSON.stringify({ blocks: [header('')] }), 'invalid_blocks'],
    [JSON.stringify({ blocks: [{ type: 'header', text: { type: 'mrkdwn', text: 'x' } }] }), 'invalid_blocks'],
    [JSON.stringify({ blocks: [fields(11)] }), 'invalid_blocks'],
    [JSON.stringify({ blocks: [fields(1, 2001)] }), 'invalid_blocks'],
    [JSON.stringify({ blocks: Array.from({ length: 51 }, () => header('x')) }), 'invalid_blocks'],
    [JSON.stringify({ blocks: [{ type: 'section' }] }), 'invalid_blocks'],
    [JSON.stringify({ blocks: [{ ...header('x'), colour: 1 }] }), 'invalid_blocks'],
    [JSON.stringify({ blocks: Array.from({ length: 7 }, () => fields(1, 2000)) }), 'invalid_blocks'],
  ])('%.60s: %s', (body, word) => {
    expect(judgeSlack(body)).toEqual({ status: 400, word })
  })

  test('finds active mentions and links', () => {
    const text = '<!channel> <@U1> <https://x.example|y> *bold*'
    expect(
      showSlack(JSON.stringify({ text: '', blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] })),
    ).toEqual({ mentions: ['!channel', '@U1'], links: [{ href: 'https://x.example', text: 'y' }], marked: ['bold'] })
  })
})
