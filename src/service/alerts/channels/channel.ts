/**
 * Room: One file a channel: builds the message, sends it, says whether a retry helps.
 *
 * Makes bodies and knows no database.
 */

import type { TestState } from '../../../api/vocabulary.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { DestinationSecrets } from '../../destinations/destination.ts'
import { howToAllow } from '../../egress/egress-policy.ts'
import type { HttpResult, HttpSender } from '../../egress/http-exchange.ts'

/** The secrets of a destination in the clear; the channel decides which are required. */
export type ChannelTarget = Partial<Pick<DestinationSecrets, 'webhookUrl' | 'chatId' | 'token'>>

/** Sets the colour of a message; `plain` is neutral. */
export type Tone = 'bad' | 'warn' | 'good' | 'plain'

export interface ChannelFact {
  /** One or two words; not escaped. */
  readonly label: string
  /** The complete value, for copying. */
  readonly value: string
  /** The text of the link; not escaped. */
  readonly short?: string
  readonly href?: string
}

/**
 * A message for any channel, which lays it out, escapes and truncates it. Texts may contain untrusted names and feed
 * labels. Links and the command are trusted and never truncated.
 */
export interface Message {
  /** The same for every attempt, so that receivers can deduplicate: webhook-id, Message-ID. Without dots. */
  readonly id: string
  /** The same for all messages about one thing, such as its retraction: a pager joins and resolves them. */
  readonly dedupKey?: string
  /** The event type for machines, such as `destination.test`. */
  readonly type: string
  /** Time of the event, ms since 1970. */
  readonly at: number
  readonly tone: Tone
  /** One line, for lock screens. */
  readonly headline: string
  /** What the transaction does, in words. */
  readonly actions: readonly string[]
  /** The reason in one sentence. */
  readonly summary: string
  readonly facts: readonly ChannelFact[]
  /** The strongest first. */
  readonly reasons: readonly string[]
  /** The command that shows details. */
  readonly command?: string
  /** The `data` of the webhook body. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface SmtpSettings {
  /** smtp:// or smtps:// URL, with user and password if the server requires them; undefined when not set. */
  readonly url: string | undefined
  /** The sender's address. Default: the user of the URL if that is an e-mail address, else txwarden@localhost. */
  readonly from?: string
  readonly timeoutMs: number
}

export interface ChannelDeps {
  readonly http: HttpSender
  readonly clock: Clock
  readonly smtp: SmtpSettings
  /** A self-hosted Bot API server. Default: https://api.telegram.org. */
  readonly telegramBaseUrl?: string | undefined
}

/**
 * Reads `TXWARDEN_SMTP_URL`, `TXWARDEN_SMTP_FROM` and `TXWARDEN_TELEGRAM_URL`.
 * @param timeoutMs timeout of one attempt
 */
export function channelDepsOf(
  env: Readonly<Record<string, string | undefined>>,
  { http, clock, timeoutMs }: Pick<ChannelDeps, 'http' | 'clock'> & { readonly timeoutMs: number },
): ChannelDeps {
  return {
    http,
    clock,
    smtp: {
      url: env.TXWARDEN_SMTP_URL || undefined,
      timeoutMs,
      ...(env.TXWARDEN_SMTP_FROM && { from: env.TXWARDEN_SMTP_FROM }),
    },
    telegramBaseUrl: env.TXWARDEN_TELEGRAM_URL || undefined,
  }
}

/**
 * `later`: retry this message; `no`: the receiver will never accept this message, but may accept the next one; `disable`: the
 * receiver no longer exists, so the destination is switched off.
 */
export type Retry = 'no' | 'later' | 'disable'

/** What a channel answered to an attempt. */
export interface AttemptResult {
  readonly state: TestState
  /** One sentence without any text of the receiver; '' when sent. */
  readonly errorMessage: string
  readonly latencyMs: number
  readonly retry: Retry
  /** The wait that the receiver asks for (ms), also after it accepted the message. */
  readonly retryAfterMs?: number
  readonly isTimeout?: boolean
  /** The receiver did not answer: it may have accepted the message, or was not reached. */
  readonly isUnanswered?: boolean
  /** We ended the attempt before its timeout: the receiver may have accepted the message. Does not use up the schedule. */
  readonly isAborted?: boolean
}

/** Sends one message once. Failures of receivers and networks are results, not errors. */
export type SendMessage = (target: ChannelTarget, message: Message, deps: ChannelDeps) => Promise<AttemptResult>

export function sent(latencyMs: number, retryAfterMs?: number): AttemptResult {
  return { state: 'SENT', errorMessage: '', latencyMs: Math.round(latencyMs), retry: 'no', retryAfterMs }
}

export function failed(errorMessage: string, retry: Retry, latencyMs = 0): AttemptResult {
  return { state: 'FAILED', errorMessage, latencyMs: Math.round(latencyMs), retry }
}

/** How a channel reads a failure. */
export type ChannelFailure = Pick<AttemptResult, 'errorMessage' | 'retry' | 'retryAfterMs'>

export type FailedHttp = Extract<HttpResult, { outcome: 'failed' }>

/** @param failureOf reads the channel's own statuses and error codes; undefined for all others */
export function resultOf(http: HttpResult, failureOf: (http: FailedHttp) => ChannelFailure | undefined): AttemptResult {
  if (http.outcome === 'accepted') return sent(http.latencyMs, http.retryAfterMs)
  const { errorMessage, retry, retryAfterMs = http.retryAfterMs } = failureOf(http) ?? defaultFailure(http)
  return {
    ...failed(errorMessage, retry, http.latencyMs),
    retryAfterMs,
    ...(http.kind === 'timeout' && { isTimeout: true }),
    ...(http.status === undefined && { isUnanswered: true }),
  }
}

/** 408, 425, 429 and 5xx are not caused by the message. */
const isTransient = (status: number) => status >= 500 || [408, 425, 429].includes(status)

/**
 * Also retries a redirect, which may be a sign-in page in front of a service that is down, and a refused address, which
 * the operator may add to the allow list.
 */
function defaultFailure({ kind, status, reason, host }: FailedHttp): ChannelFailure {
  const isPermanent = kind === 'status' && !isTransient(status ?? 0)
  const advice = host === undefined ? '' : howToAllow(host)
  return { errorMessage: `${reason}${advice}`, retry: isPermanent ? 'no' : 'later' }
}

export const JSON_HEADERS = { 'content-type': 'application/json' }

/** Posts a body and keeps the first bytes of the reply. */
export function postJson({ http }: ChannelDeps, url: string, body: object, replyBytes: number): Promise<HttpResult> {
  return http.send({ url, headers: JSON_HEADERS, body: JSON.stringify(body), replyBytes })
}
