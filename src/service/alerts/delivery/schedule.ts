import type { Channel } from '../../../api/vocabulary.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The schedule that Standard Webhooks recommends: ten attempts in 75.6 hours. */
const webhookDelays = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** For channels that people read: four attempts in the first three minutes. */
const messageDelays = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  20 * HOUR,
  36 * HOUR,
]

const JITTER = 0.2

/** A failing delivery blocks the deliveries behind it for this many attempts; then they are sent first. */
export const ORDERED_ATTEMPTS = 3

function delaysOf(channel: Channel): readonly number[] {
  return channel === 'WEBHOOK' ? webhookDelays : messageDelays
}

/** A delivery is dead after this many attempts. */
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
  const backoff = delaysOf(channel)[ORDERED_ATTEMPTS - 1] ?? 0
  return Math.ceil(maxScheduleMs(channel) / (backoff * (1 - JITTER)))
}

/**
 * The delay after the given number of failed attempts (ms), ±20 %, so that failures of the same moment do not retry at
 * the same moment.
 * @param jitter 0 to below 1
 */
export function retryDelay(channel: Channel, attempts: number, jitter: number): number {
  const delays = delaysOf(channel)
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? 0
  return Math.round(delay * (1 - JITTER + 2 * JITTER * jitter))
}

/**
 * The interval between two messages to one destination (ms), from the published rate limits: Slack allows one message a
 * second per channel; Telegram one a second per chat and twenty a minute per group. Discord publishes none and reports its
 * limit in headers; two a second stay below it.
 */
export function sendInterval(channel: Channel, chatId: string | null): number {
  switch (channel) {
    case 'SLACK':
      return 1000
    case 'DISCORD':
      return 500
    case 'TELEGRAM':
      return isTelegramGroup(chatId ?? '') ? 3000 : 1000
    default:
      return 0
  }
}

/** Groups and channels have a negative id or a public name. */
function isTelegramGroup(chatId: string): boolean {
  return /^[-@]/.test(chatId)
}
