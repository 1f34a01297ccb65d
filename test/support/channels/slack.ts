import * as z from 'zod'
import { type Receiver, startReceiver } from '../../service/alerts/receiver.ts'
import { type RateLimit, rateWindow } from './rate-window.ts'

/**
 * hooks.slack.com as its reference describes it: docs.slack.dev, "Sending messages using incoming webhooks" (error words),
 * "Rate limits" (one message a second, 429 with Retry-After), Block Kit reference (blocks and their limits).
 */
const textOf = (limit: number) =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('plain_text'),
      text: z.string().min(1).max(limit),
      emoji: z.boolean().optional(),
    }),
    z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(limit), verbatim: z.boolean().optional() }),
  ])
type TextObject = z.infer<ReturnType<typeof textOf>>

const block = z.union([
  z.strictObject({ type: z.literal('header'), text: textOf(150).refine(({ type }) => type === 'plain_text') }),
  z
    .strictObject({
      type: z.literal('section'),
      text: textOf(3000).optional(),
      fields: z.array(textOf(2000)).min(1).max(10).optional(),
    })
    .refine(({ text, fields }) => text !== undefined || fields !== undefined),
  z.strictObject({ type: z.literal('context'), elements: z.array(textOf(3000)).min(1).max(10) }),
])
const blocks = z.array(block).max(50)

export interface SlackAnswer {
  readonly status: number
  readonly word: string
}

/** The webhook's response to a body: 200 `ok`, or an error word. */
export function judgeSlack(body: string): SlackAnswer {
  const payload = parse(body)
  if (payload === undefined) return { status: 400, word: 'invalid_payload' }
  const known = z.strictObject({ text: z.string().optional(), blocks: z.unknown().optional() }).safeParse(payload)
  if (!known.success) return { status: 400, word: 'invalid_payload' }
  if (!known.data.text && known.data.blocks === undefined) return { status: 400, word: 'no_text' }
  if (known.data.blocks === undefined) return { status: 200, word: 'ok' }
  const isGood = blocks.safeParse(known.data.blocks).success && JSON.stringify(known.data.blocks).length <= 13_000
  return isGood ? { status: 200, word: 'ok' } : { status: 400, word: 'invalid_blocks' }
}

export interface SlackShown {
  /** Control sequences that Slack interprets: `!channel`, `@U1`, `#C1`. */
  readonly mentions: readonly string[]
  readonly links: readonly { readonly href: string; readonly text: string }[]
  /** Bold, struck, italic or code formatting caused by the text. */
  readonly marked: readonly string[]
}

/** The visible text of a valid body: mrkdwn and the fallback text. */
export function showSlack(body: string): SlackShown {
  const { text, blocks: given } = z.object({ text: z.string(), blocks }).parse(JSON.parse(body))
  const live = given.flatMap(textsOf).flatMap((one) => (one.type === 'mrkdwn' ? [one.text] : []))
  const sequences = [text, ...live].flatMap((each) => [...each.matchAll(/<([^<>]*)>/g)].map((match) => match[1] ?? ''))
  const isMention = (sequence: string) => /^[!@#]/.test(sequence)
  return {
    mentions: sequences.filter(isMention),
    links: sequences
      .filter((sequence) => !isMention(sequence))
      .map((sequence) => {
        const [href = '', ...label] = sequence.split('|')
        return { href: href.replaceAll('&amp;', '&'), text: label.join('|') }
      }),
    marked: live.flatMap((each) => [...each.matchAll(/([*_~`])((?:(?!\1)[^\n])+)\1/g)].map((match) => match[2] ?? '')),
  }
}

function textsOf(one: z.infer<typeof block>): TextObject[] {
  if (one.type === 'header') return [one.text]
  if (one.type === 'context') return one.elements
  return [...(one.text ? [one.text] : []), ...(one.fields ?? [])]
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export interface SlackStandIn extends Receiver {
  readonly webhookUrl: string
  /** Bodies of the accepted messages. */
  readonly messages: readonly string[]
  /** Requests in a closed window. */
  readonly violations: () => number
}

const PATH = '/services/T0/B0/secret'

/** One working webhook; every other path is a removed one. */
export async function startSlack(limit: RateLimit = { requests: 1000, windowMs: 1000 }): Promise<SlackStandIn> {
  const messages: string[] = []
  const window = rateWindow(limit)
  const receiver = await startReceiver((response, { path, headers, body }) => {
    if (path !== PATH) return response.writeHead(404).end('no_service')
    const { isOpen, resetMs } = window.take()
    if (!isOpen) {
      const seconds = Math.ceil(resetMs / 1000)
      window.close(seconds * 1000)
      return response.writeHead(429, { 'retry-after': String(seconds) }).end('rate_limited')
    }
    if (headers['content-type'] !== 'application/json') return response.writeHead(400).end('invalid_payload')
    const { status, word } = judgeSlack(body)
    if (status === 200) messages.push(body)
    return response.writeHead(status).end(word)
  })
  return { ...receiver, webhookUrl: `${receiver.origin}${PATH}`, messages, violations: window.violations }
}
