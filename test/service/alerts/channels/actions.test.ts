import { expect, test } from 'vitest'
import { discordBody } from '../../../../src/service/alerts/channels/bodies/discord-embed.ts'
import { emailBody } from '../../../../src/service/alerts/channels/bodies/email-body.ts'
import { slackBody } from '../../../../src/service/alerts/channels/bodies/slack-blocks.ts'
import { telegramHtml } from '../../../../src/service/alerts/channels/bodies/telegram-html.ts'
import { textLines } from '../../../../src/service/alerts/channels/bodies/text.ts'
import { messageOf } from './given.ts'

const message = messageOf({ actions: ['pays 1 ETH to 0xBBbb (@everyone <b>)', 'and 2 more'] })

test.each([
  ['Slack blocks', JSON.stringify(slackBody(message).blocks), 'a known drainer'],
  ['the notification of Slack', slackBody(message).text, 'approval to a drainer'],
  ['Discord', JSON.stringify(discordBody(message)), 'a known drainer'],
  ['Telegram', telegramHtml(message), 'approval to a drainer'],
  ['the HTML of a mail', emailBody(message).html, 'approval to a drainer'],
  ['the text of a mail', emailBody(message).text, 'approval to a drainer'],
  ['lines of text', textLines(message).join('\n'), 'approval to a drainer'],
])('%s: what the transaction does comes before the reasons', (_, body, reason) => {
  const [action, more] = [body.indexOf('pays 1 ETH to 0xBBbb'), body.indexOf('and 2 more')]
  expect(action).toBeGreaterThanOrEqual(0)
  expect(more).toBeGreaterThan(action)
  expect(body.indexOf(reason)).toBeGreaterThan(more)
})

test.each([
  ['Slack', JSON.stringify(slackBody(message))],
  ['Discord', JSON.stringify(discordBody(message))],
  ['Telegram', telegramHtml(message)],
  ['mail', emailBody(message).html],
])('%s: a name in it activates nothing', (_, body) => {
  expect(body).not.toContain('@everyone')
  expect(body).not.toContain('<b>)')
})
