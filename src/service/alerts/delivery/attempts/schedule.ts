import type { Channel } from '../../../../api/vocabulary.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A receiver that fails now and then is retried within minutes, on every channel. */
const soon = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE]

/** The later delays are those that Standard Webhooks recommends: twelve attempts in 76 hours. */
const webhookDelays = [...soon, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

/** For channels that people read. */
const messageDelays = [...soon, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 20 * HOUR, 36 * HOUR]

/** Consecutive failures of a destination after which its queue is held. */
export const HELD_FROM = 3

/** How long a queue is held after that failure and each further one; the last delay repeats. A success ends it. */
const holdDelays = [1, 2, 5, 10, 20, 30, 60].map((seconds) => seconds * SECOND)

const JITTER = 0.2

/** Deliveries with this many failed attempts are sent after the others: one that always fails does not delay them. */
export const EARLY_ATTEMPTS = 3

function delaysOf(channel: Channel): readonly number[] {
  return channel === 'WEBHOOK' ? webhookDelays : messageDelays
}

/** A delivery fails after this many attempts. */
export function maxAttempts(channel: Channel): number {
  return delaysOf(channel).length + 1
}

/** The longest time from the first attempt to the last one (ms). */
export function maxScheduleMs(channel: Channel): number {
  return delaysOf(channel).reduce((sum, delay) => sum + delay, 0) * (1 + JITTER)
}

/**
 * The consecutive failures of a queue that take as long as the schedule. Counted instead of timed: a clock that is set
 * forward makes deliveries old, but no receiver fail.
 */
export function failuresOfSchedule(channel: Channel): number {
  return Math.ceil(maxScheduleMs(channel) / holdDelay(Number.POSITIVE_INFINITY, 0))
}

/**
 * The delay after the given number of failed attempts (ms), ±20 %, so that failures of the same moment do not retry at
 * the same moment.
 * @param jitter 0 to below 1
 */
export function retryDelay(channel: Channel, attempts: number, jitter: number): number {
  return varied(delaysOf(channel), attempts, jitter)
}

/**
 * How long the queue of a destination is held after the given number of consecutive failures (ms), ±20 %; 0 below
 * `HELD_FROM`: what is behind a message that failed does not wait for it.
 * @param jitter 0 to below 1
 */
export function holdDelay(failures: number, jitter: number): number {
  return failures < HELD_FROM ? 0 : varied(holdDelays, failures - HELD_FROM + 1, jitter)
}

function varied(delays: readonly number[], count: number, jitter: number): number {
  const delay = delays[Math.min(count, delays.length) - 1] ?? 0
  return Math.round(delay * (1 - JITTER + 2 * JITTER * jitter))
}

/**
 * The interval between two messages to one destination (ms), from the published rate limits: Slack allows one message a
 * second per channel; Telegram one a second per chat and twenty a minute per group. Discord publishes none and reports its
 * limit in headers; two a second stay below it.
 */
const intervals: Readonly<Record<Channel, number>> = { SLACK: 1000, DISCORD: 500, TELEGRAM: 1000, EMAIL: 0, WEBHOOK: 0 }
const TELEGRAM_GROUP_INTERVAL = 3000

export function sendInterval(channel: Channel, chatId: string | null): number {
  return channel === 'TELEGRAM' && isTelegramGroup(chatId ?? '') ? TELEGRAM_GROUP_INTERVAL : intervals[channel]
}

/** Groups and channels have a negative id or a public name. */
function isTelegramGroup(chatId: string): boolean {
  return /^[-@]/.test(chatId)
}
