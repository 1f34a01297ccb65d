import { expect, test } from 'vitest'
import { discordBody } from '../../../../src/service/alerts/channels/bodies/discord-embed.ts'
import { emailBody } from '../../../../src/service/alerts/channels/bodies/email-body.ts'
import { slackBody } from '../../../../src/service/alerts/channels/bodies/slack-blocks.ts'
import { telegramHtml } from '../../../../src/service/alerts/channels/bodies/telegram-html.ts'
import type { Message } from '../../../../src/service/alerts/channels/channel.ts'
import { composeAlert } from '../../../../src/service/alerts/delivery/messages/alert-message.ts'
import { AT, seenContentOf } from './given.ts'

const HOUR_MS = 3_600_000
/** Of a block, by hours. */
const ages = { 0: '4 s ago', 2: '2 h ago', 72: '3 days ago' } as const

const texts = {
  Slack: [(message) => JSON.stringify(slackBody(message))],
  Discord: [(message) => JSON.stringify(discordBody(message))],
  Telegram: [telegramHtml],
  email: [(message) => emailBody(message).text, (message) => emailBody(message).html],
} satisfies Record<string, readonly ((message: Message) => string)[]>

test.each(Object.entries(texts))(
  '%s says of a transaction on chain whether it was validated here, and how late',
  (_, of) => {
    for (const validatedAs of [null, '01890000-0000-7000-8000-000000000005'])
      for (const hours of [0, 2, 72] as const) {
        const content = seenContentOf({ validatedAs, blockTime: new Date(AT - 4000 - hours * HOUR_MS).toISOString() })
        const message = composeAlert({ id: 'e', createdAt: AT }, content, { now: AT })
        for (const textOf of of) {
          const text = textOf(message)
          expect(text.includes('not validated here')).toBe(validatedAs === null)
          if (validatedAs !== null) expect(text).toContain(`as validated ${validatedAs}`)
          expect(text).toContain(ages[hours])
        }
      }
  },
)
