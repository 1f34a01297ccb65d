import { expect, test } from 'vitest'
import { discordBody } from '../../../../src/service/alerts/channels/bodies/discord-embed.ts'
import { emailBody } from '../../../../src/service/alerts/channels/bodies/email-body.ts'
import { slackBody } from '../../../../src/service/alerts/channels/bodies/slack-blocks.ts'
import { telegramHtml } from '../../../../src/service/alerts/channels/bodies/telegram-html.ts'
import { composeAlert } from '../../../../src/service/alerts/delivery/messages/alert-message.ts'
import type { EventResult } from '../../../../src/service/alerts/delivery/messages/event-content.ts'
import { AT, contentOf } from './given.ts'

const { error: _, ...blocked } = contentOf().result

type Result = EventResult

/** As the interface has it: valid, and SAFE by its score. */
const unknown: Result = {
  ...blocked,
  verdict: 'NO DATA',
  valid: true,
  status: 'SAFE',
  enforcement: 'PASSED',
  combinedScore: 0,
  coverage: 'none',
  category: '',
  subCategory: '',
  subCategoryDescription: '',
  reasons: [],
  totalLossUsd: null,
}

const message = (result: Result) => composeAlert({ id: 'e', createdAt: AT }, contentOf({ result }), { now: AT })

const texts = {
  Slack: (result) => JSON.stringify(slackBody(message(result))),
  Discord: (result) => JSON.stringify(discordBody(message(result))),
  Telegram: (result) => telegramHtml(message(result)),
  email: (result) => JSON.stringify([message(result).headline, emailBody(message(result))]),
} satisfies Record<string, (result: Result) => string>

test.each(Object.entries(texts))('%s shows NO DATA and never SAFE', (_channel, textOf) => {
  for (const result of [unknown, { ...unknown, combinedScore: 20 }]) {
    const text = textOf(result)
    expect(text).toContain('NO DATA')
    expect(text).not.toMatch(/\bSAFE\b/)
    expect(text).toContain('No data does not mean safe')
  }
  expect(textOf({ ...unknown, verdict: 'SAFE', coverage: 'partial' })).toMatch(/\bSAFE\b/)
})
