import { describe, expect, test } from 'vitest'
import { send } from '../../../../src/service/alerts/channels/slack.ts'
import { answering, type ReceivedRequest, startReceiver } from '../receiver.ts'
import { depsOf, messageOf } from './given.ts'

/** hooks.slack.com in small: takes JSON with a text, says "ok"; else answers with its published error words. */
async function startSlack() {
  return await startReceiver((response, { path, headers, body }) => {
    if (path !== '/services/T0/B0/secret') return response.writeHead(404).end('no_service')
    if (headers['content-type'] !== 'application/json') return response.writeHead(400).end('invalid_payload')
    const { text } = JSON.parse(body)
    if (typeof text !== 'string' || text === '') return response.writeHead(400).end('no_text')
    return response.end('ok')
  })
}

const textOf = (request: ReceivedRequest | undefined) => JSON.parse(request?.body ?? '{}').text

test('a message arrives as plain text', async () => {
  const slack = await startSlack()
  const message = messageOf({ title: 'T', lines: ['a', 'b'], url: 'https://x.example/?a=1&b=2' })
  const result = await send({ webhookUrl: `${slack.origin}/services/T0/B0/secret` }, message, depsOf())
  expect(result).toEqual({ state: 'SENT', errorMessage: '', latencyMs: 0, retry: 'no' })
  expect(slack.requests.map(({ body }) => JSON.parse(body))).toEqual([
    { text: 'T\na\nb\nhttps://x.example/?a=1&amp;b=2' },
  ])
})

test('mentions, channels, links and escapes of strangers are shown, not followed', async () => {
  const slack = await startSlack()
  const title = '<!channel> <!here|x> <@U123> <#C1> <https://evil.example|bank> @everyone &lt;!channel&gt;'
  await send({ webhookUrl: `${slack.origin}/services/T0/B0/secret` }, messageOf({ title, lines: [] }), depsOf())
  expect(textOf(slack.requests[0])).toBe(
    '&lt;!channel&gt; &lt;!here|x&gt; &lt;@\u200bU123&gt; &lt;#C1&gt; &lt;https://evil.example|bank&gt; @\u200beveryone &amp;lt;!channel&amp;gt;',
  )
})

test('a long message is cut at 3000 characters, escapes included', async () => {
  const slack = await startSlack()
  const message = messageOf({ title: '&'.repeat(5000), lines: [] })
  await send({ webhookUrl: `${slack.origin}/services/T0/B0/secret` }, message, depsOf())
  const text: string = textOf(slack.requests[0])
  expect(text).toBe(`${'&amp;'.repeat(599)}…`)
})

describe('an answer of Slack', () => {
  test.each([
    [400, 'invalid_payload', 'Slack could not read the message', 'no'],
    [400, 'no_text', 'Slack found no text in the message', 'no'],
    [400, 'user_not_found', 'the Slack user of this webhook does not exist', 'no'],
    [403, 'action_prohibited', 'the Slack workspace does not let this webhook post there', 'no'],
    [403, 'invalid_token', 'Slack does not know this webhook any more', 'no'],
    [404, 'channel_not_found', 'the Slack channel of this webhook does not exist', 'no'],
    [404, 'no_service', 'the Slack webhook was disabled or removed', 'no'],
    [404, 'no_service\n', 'the Slack webhook was disabled or removed', 'no'],
    [404, 'no_team', 'the Slack workspace does not exist', 'no'],
    [410, 'channel_is_archived', 'the Slack channel of this webhook is archived', 'no'],
    [500, 'rollup_error', 'Slack had an error of its own', 'later'],
    [429, 'rate_limited', 'Slack asks for fewer messages (429)', 'later'],
    [503, '<html>planted</html>', 'the receiver answered 503', 'later'],
    [418, 'planted', 'the receiver answered 418', 'no'],
    [302, '', 'the receiver answered 302: redirects are not followed', 'later'],
    [200, '{"ok":false,"error":"planted"}', 'Slack took the request but not the message', 'no'],
  ] as const)('%i %j means: %s (try again: %s)', async (status, body, errorMessage, retry) => {
    const slack = await startReceiver(answering(status, body))
    const result = await send({ webhookUrl: slack.origin }, messageOf(), depsOf())
    expect(result).toEqual({ state: 'FAILED', errorMessage, latencyMs: 0, retry })
  })
})

test('without a webhook URL nothing is tried', async () => {
  expect(await send({}, messageOf(), depsOf())).toMatchObject({
    errorMessage: 'the destination has no webhook URL',
    retry: 'no',
  })
})
