import type { TestState } from '../../../api/vocabulary.ts'
import { howToOpen } from '../../egress/egress-policy.ts'
import { isNeverOpened } from '../../egress/metadata-addresses.ts'
import type { SafeHttpClient, SendOutcome } from '../../egress/safe-http-client.ts'

/** What a channel needs of a destination, unsealed; which members are filled depends on the channel. */
export interface ChannelTarget {
  /** The address to post to, or `mailto:` for e-mail. */
  readonly webhookUrl?: string
  readonly chatId?: string
  readonly token?: string
}

/** How a message looks at first sight: what to be alarmed by, to look at, to know of; `plain` judges nothing. */
export type Tone = 'bad' | 'warn' | 'good' | 'plain'

export interface Fact {
  /** Ours, a word or two. */
  readonly label: string
  /** The whole, to be copied: an address, an amount, a name. */
  readonly value: string
  /** What carries the link where there is little room. */
  readonly short?: string
  readonly href?: string
}

/**
 * What is told, the same for every channel: each lays it out, cuts and escapes it for itself. Texts may quote strangers
 * (names, labels of feeds); links and the command are ours, and are never cut.
 */
export interface Message {
  /** The same on every try, so that a receiver can tell a repetition: webhook-id, Message-ID. No dots. */
  readonly id: string
  /** What happened, in dotted words: `destination.test`. Machine readers switch on it. */
  readonly type: string
  /** When it happened, ms since 1970. */
  readonly at: number
  readonly tone: Tone
  /** The one line that is read on a locked phone. */
  readonly headline: string
  /** Why, in one sentence. */
  readonly summary: string
  readonly facts: readonly Fact[]
  /** The strongest first. */
  readonly reasons: readonly string[]
  /** What to run to look further. */
  readonly command?: string
  /** The `data` of the webhook body. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface SmtpSettings {
  /** smtp:// or smtps://, with user and password where the server wants them; undefined when none is set. */
  readonly url: string | undefined
  /** The sender's address. Default: the user of the server's when that is an e-mail address, else txwarden@localhost. */
  readonly from?: string
  readonly timeoutMs: number
}

export interface ChannelDeps {
  readonly sender: SafeHttpClient
  readonly now: () => number
  readonly smtp: SmtpSettings
  /** Default: https://api.telegram.org; another one is a Bot API server of one's own. */
  readonly telegramBaseUrl?: string | undefined
}

/** What `TXWARDEN_SMTP_URL`, `TXWARDEN_SMTP_FROM` and `TXWARDEN_TELEGRAM_URL` set; one try takes `timeoutMs` at most. */
export function channelDepsOf(
  env: Readonly<Record<string, string | undefined>>,
  { sender, now, timeoutMs }: Pick<ChannelDeps, 'sender' | 'now'> & { readonly timeoutMs: number },
): ChannelDeps {
  return {
    sender,
    now,
    smtp: {
      url: env.TXWARDEN_SMTP_URL || undefined,
      timeoutMs,
      ...(env.TXWARDEN_SMTP_FROM && { from: env.TXWARDEN_SMTP_FROM }),
    },
    telegramBaseUrl: env.TXWARDEN_TELEGRAM_URL || undefined,
  }
}

/**
 * `later`: another try may do; `no`: this message will never be taken, the next one may; `gone`: the receiver is no more,
 * and whoever goes on trying is in its way.
 */
export type Retry = 'no' | 'later' | 'gone'

export interface SendResult {
  readonly state: TestState
  /** One sentence of ours; '' when sent. */
  readonly errorMessage: string
  readonly latencyMs: number
  readonly retry: Retry
  /** How long the receiver wants to be left alone (ms), where it says so; also of what it accepted. */
  readonly pauseMs?: number
  /** It had not answered when the time for one try was over. */
  readonly isTimeout?: boolean
  /** We had less patience than a receiver may ask for: it may have taken the message, and nobody knows. */
  readonly isCutOff?: boolean
}

/** One try to send one message. What receivers and networks do wrong is a result, not an error. */
export type SendMessage = (target: ChannelTarget, message: Message, deps: ChannelDeps) => Promise<SendResult>

export function sent(latencyMs: number, pauseMs?: number): SendResult {
  return { state: 'SENT', errorMessage: '', latencyMs, retry: 'no', ...(pauseMs !== undefined && { pauseMs }) }
}

export function failed(errorMessage: string, retry: Retry, latencyMs = 0): SendResult {
  return { state: 'FAILED', errorMessage, latencyMs, retry }
}

export interface Meaning {
  readonly errorMessage: string
  readonly retry: Retry
  /** How long the receiver wants to be left alone, by its body; its headers are read already. */
  readonly pauseMs?: number
}

export type FailedOutcome = Extract<SendOutcome, { outcome: 'failed' }>

/** The result of an HTTP try: `meaning` reads the channel's own statuses and error words, undefined where it has none. */
export function resultOf(outcome: SendOutcome, meaning: (failure: FailedOutcome) => Meaning | undefined): SendResult {
  if (outcome.outcome === 'accepted') return sent(outcome.latencyMs, outcome.pauseMs)
  const { errorMessage, retry, pauseMs = outcome.pauseMs } = meaning(outcome) ?? usualMeaning(outcome)
  return {
    ...failed(errorMessage, retry, outcome.latencyMs),
    ...(pauseMs !== undefined && { pauseMs }),
    ...(outcome.kind === 'timeout' && { isTimeout: true }),
  }
}

/** Not the request's fault: 408, 425, 429 and every 5xx. */
const passing = (status: number) => status >= 500 || [408, 425, 429].includes(status)

/**
 * A redirect may be a sign-in page before a service that is down, a refused address an allowance that was forgotten at
 * the last start: worth another try.
 */
function usualMeaning({ kind, status, reason, host }: FailedOutcome): Meaning {
  const isLasting = kind === 'status' && !passing(status ?? 0)
  const opening = host === undefined || isNeverOpened(reason) ? '' : howToOpen(host)
  return { errorMessage: `${reason}${opening}`, retry: isLasting ? 'no' : 'later' }
}

export const JSON_HEADERS = { 'content-type': 'application/json' }
