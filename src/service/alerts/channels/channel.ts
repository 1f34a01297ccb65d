import type { TestState } from '../../../api/vocabulary.ts'
import type { GuardedSender, SendOutcome } from '../guarded-post.ts'

/** What a channel needs of a destination, unsealed; which members are filled depends on the channel. */
export interface ChannelTarget {
  /** The address to post to, or `mailto:` for e-mail. */
  readonly webhookUrl?: string
  readonly chatId?: string
  readonly token?: string
}

/** A message in plain text, the same for every channel; each cuts and escapes it for itself. */
export interface PlainMessage {
  /** The same on every try, so that a receiver can tell a repetition: webhook-id, Message-ID. No dots. */
  readonly id: string
  /** What happened, in dotted words: `destination.test`. Machine readers switch on it. */
  readonly type: string
  /** When it happened, ms since 1970. */
  readonly at: number
  readonly title: string
  readonly lines: readonly string[]
  readonly url?: string
  /** The `data` of the webhook body. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface SmtpSettings {
  /** smtp:// or smtps://, with user and password where the server wants them; undefined when none is set. */
  readonly url: string | undefined
  /** Default: the user of the address when it is an e-mail address, else txwarden@localhost. */
  readonly from?: string
  readonly timeoutMs: number
}

export interface ChannelDeps {
  readonly sender: GuardedSender
  readonly now: () => number
  readonly smtp: SmtpSettings
  /** Default: https://api.telegram.org; another one is a Bot API server of one's own. */
  readonly telegramBaseUrl?: string
}

/** `later`: another try may do; `no`: the owner must change something first. */
export type Retry = 'no' | 'later'

export interface SendResult {
  readonly state: TestState
  /** One sentence of ours; '' when sent. */
  readonly errorMessage: string
  readonly latencyMs: number
  readonly retry: Retry
}

/** One try to send one message. */
export type SendMessage = (target: ChannelTarget, message: PlainMessage, deps: ChannelDeps) => Promise<SendResult>

export function sent(latencyMs: number): SendResult {
  return { state: 'SENT', errorMessage: '', latencyMs, retry: 'no' }
}

export function failed(errorMessage: string, retry: Retry, latencyMs = 0): SendResult {
  return { state: 'FAILED', errorMessage, latencyMs, retry }
}

export interface Meaning {
  readonly errorMessage: string
  readonly retry: Retry
}

export type FailedOutcome = Extract<SendOutcome, { outcome: 'failed' }>

/** The result of an HTTP try: `meaning` reads the channel's own statuses and error words, undefined where it has none. */
export function resultOf(outcome: SendOutcome, meaning: (failure: FailedOutcome) => Meaning | undefined): SendResult {
  if (outcome.outcome === 'accepted') return sent(outcome.latencyMs)
  const { errorMessage, retry } = meaning(outcome) ?? usualMeaning(outcome)
  return failed(errorMessage, retry, outcome.latencyMs)
}

/** Not the request's fault: 408, 425, 429 and every 5xx. */
const passing = (status: number) => status >= 500 || [408, 425, 429].includes(status)

/** A redirect may be a sign-in page before a service that is down: worth another try. */
function usualMeaning({ kind, status, reason }: FailedOutcome): Meaning {
  const lasting = kind === 'refused-address' || (kind === 'status' && !passing(status ?? 0))
  return { errorMessage: reason, retry: lasting ? 'no' : 'later' }
}

export const JSON_HEADERS = { 'content-type': 'application/json' }
