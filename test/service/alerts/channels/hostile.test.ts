import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventSteps } from '../../../../src/api/vocabulary.ts'
import { discordBody } from '../../../../src/service/alerts/channels/bodies/discord-embed.ts'
import { emailBody } from '../../../../src/service/alerts/channels/bodies/email-body.ts'
import { slackBody } from '../../../../src/service/alerts/channels/bodies/slack-blocks.ts'
import { telegramHtml } from '../../../../src/service/alerts/channels/bodies/telegram-html.ts'
import { testMessage } from '../../../../src/service/alerts/delivery/attempts/send-test.ts'
import { composeAlert } from '../../../../src/service/alerts/delivery/messages/alert-message.ts'
import type { EventActivity } from '../../../../src/service/alerts/delivery/messages/event-content.ts'
import { anyCharacter } from '../../../support/any-character.ts'
import { judgeDiscord, showDiscord } from '../../../support/channels/discord.ts'
import { judgeSlack, showSlack } from '../../../support/channels/slack.ts'
import { judgeTelegram, showTelegram } from '../../../support/channels/telegram.ts'
import { AT, contentOf, noticeContentOf, SCAM, seenContentOf } from './given.ts'

const STRANGER = '0x00000000000000000000000000000000000000bb'

/** Hostile names and feed labels. */
const lures = [
  '@everyone',
  '@here',
  '<!channel>',
  '<!here|x>',
  '<@U123>',
  '<@&2>',
  '<#C1>',
  '@someone',
  '<https://evil.example|y>',
  '[bank](https://evil.example)',
  'https://evil.example/x',
  'evil.com',
  '<a href="https://evil.example">bank</a>',
  '<script>alert(1)</script>',
  '</b>',
  '<b>',
  '&lt;',
  '&',
  '"',
  "'",
  '<',
  '>',
  '`',
  '```',
  '*',
  '**',
  '_',
  '~',
  '||',
  '\\',
  '\r\nBcc: eve@evil.example\r\n',
  '\r\n.\r\n',
  '\n',
  '\0',
  '\u202e',
  '\u200b',
  '😀',
  '\ud83d',
  ':tada:',
  '# ',
  '> ',
  '(',
  ']',
]
const hostile = fc
  .array(
    fc.oneof(fc.constantFrom(...lures), fc.string({ maxLength: 4 }), fc.string({ unit: anyCharacter, maxLength: 4 })),
    {
      maxLength: 30,
    },
  )
  .chain((parts) => fc.integer({ min: 1, max: 60 }).map((times) => parts.join('').repeat(times)))

const reason = fc
  .tuple(hostile, fc.constantFrom('', SCAM, STRANGER), fc.constantFrom('', 'recipient', 'spender'))
  .map(([text, subject, role]) => ({ text, subject, role, points: 90, source: text }))
const content = fc
  .tuple(hostile, hostile, hostile, fc.array(reason, { maxLength: 6 }), fc.array(hostile, { maxLength: 12 }))
  .map(([name, error, description, reasons, names]) =>
    contentOf({
      alert: { id: '1', name, type: names.length > 0 ? 'MONITOR' : 'SONAR' },
      result: {
        ...contentOf().result,
        error,
        subCategoryDescription: description,
        category: description,
        actions: names.slice(0, 6).map((name) => `pays ${name}`),
        simulation: {
          ...(name.length % 2 === 0
            ? { status: 'ok', summary: `You send 1 ${name}` }
            : { status: 'reverted', reason: name }),
          method: 'simulate',
          assetChanges: [],
          approvals: [],
        },
        reasons,
      },
      monitored: names.map((each) => ({ address: contentOf().transaction.from, name: each })),
    }),
  )
const seen = fc
  .tuple(hostile, hostile, fc.array(hostile, { maxLength: 6 }), fc.constantFrom(...eventSteps), fc.boolean())
  .map(([name, symbol, notes, step, verified]) => {
    const { activities = [], ...others } = seenContentOf()
    const [activity] = activities as [EventActivity]
    const moves = activity.moves.map(({ verified: _, ...move }) => ({
      ...move,
      symbol,
      ...(verified && { verified: true as const }),
    }))
    return seenContentOf({
      ...others,
      step,
      monitored: [{ address: activity.address, name }],
      activities: [activity, ...notes.map((note) => ({ ...activity, name, moves, note }))],
    })
  })
const notice = fc
  .tuple(hostile, fc.array(hostile, { maxLength: 12 }))
  .map(([text, details]) => noticeContentOf({ text, details }))
const message = fc.oneof(
  fc.oneof(seen, notice).map((of) => composeAlert({ id: 'e', createdAt: AT }, of, { now: AT + 3_600_000 })),
  content.map((of) => composeAlert({ id: 'e', createdAt: AT }, of, { now: AT + 3_600_000 })),
  hostile.map((destination) => testMessage('e', destination, AT)),
)

/** The links of the message, which are never truncated. */
const linksOf = ({ facts }: ReturnType<typeof testMessage>) => facts.flatMap(({ href }) => (href ? [href] : []))

test('Slack accepts any alert, without untrusted mentions and links', () => {
  fc.assert(
    fc.property(message, (notified) => {
      const body = JSON.stringify(slackBody(notified))
      expect(judgeSlack(body)).toEqual({ status: 200, word: 'ok' })
      const { mentions, links, marked } = showSlack(body)
      expect(mentions).toEqual([])
      expect(links.map(({ href }) => href)).toEqual(linksOf(notified))
      expect(
        marked.filter((text) => !notified.facts.some(({ label, value }) => text === label || text === value)),
      ).toEqual(notified.command === undefined ? [] : [notified.command])
    }),
  )
})

test('Discord accepts any alert, without untrusted mentions and links', () => {
  fc.assert(
    fc.property(message, (notified) => {
      const body = JSON.stringify(discordBody(notified))
      expect(judgeDiscord(body)).toEqual({ status: 204, body: '' })
      const { mentions, links, autolinks } = showDiscord(body)
      expect([mentions, autolinks]).toEqual([[], []])
      expect(links.map(({ href }) => href)).toEqual(linksOf(notified))
      if (notified.command !== undefined) expect(body).toContain(`\`${notified.command}\``)
    }),
  )
})

test('Telegram accepts any alert, without untrusted mentions and links', () => {
  fc.assert(
    fc.property(message, (notified) => {
      const body = JSON.stringify({ chat_id: '42', parse_mode: 'HTML', text: telegramHtml(notified) })
      expect(judgeTelegram(body)).toBeUndefined()
      const { spans, autolinks } = showTelegram(body)
      expect(autolinks).toEqual([])
      expect(spans.filter(({ tag }) => tag === 'a').map(({ href }) => href)).toEqual(linksOf(notified))
      const code = spans.filter(({ tag }) => tag === 'code').map(({ text }) => text)
      if (notified.command !== undefined) expect(code.at(-1)).toBe(notified.command)
    }),
  )
})

test('a mail has a subject of one line, without untrusted tags and links', () => {
  const ours = /^<(?:!doctype html|\/?(?:html|body|h2|p|table|tr|th|td|ul|li|code|a))(?: (?:style|align)="[^"<>]*")?>$/
  fc.assert(
    fc.property(message, (notified) => {
      const { subject, text, html } = emailBody(notified)
      expect(subject.length).toBeLessThanOrEqual(200)
      expect(subject).not.toMatch(/[\r\n\0]/)
      expect(text).not.toMatch(/[\r\0]/)
      const links = [...html.matchAll(/<a href="([^"]*)">/g)].map((match) => match[1])
      expect(links).toEqual(linksOf(notified))
      const rest = html.replace(/<a href="[^"]*">/g, '').match(/<[^>]*>?/g) ?? []
      expect(rest.filter((tag) => !ours.test(tag))).toEqual([])
    }),
  )
})
