import type { Channel } from '../../../api/vocabulary.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** What Standard Webhooks recommends: ten tries over 75.6 hours. */
const forMachines = [
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

/** People want to know now: four tries in the first five minutes. */
const forPeople = [
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

/** A receiver that asks for more is asked again after a day. */
export const LONGEST_PAUSE_MS = 24 * HOUR

/** So many tries a message holds back those behind it; then it steps aside. */
export const TRIES_IN_ORDER = 3

function waitsOf(channel: Channel): readonly number[] {
  return channel === 'WEBHOOK' ? forMachines : forPeople
}

/** After so many tries a message is given up. */
export function mostTries(channel: Channel): number {
  return waitsOf(channel).length + 1
}

/** How long the tries of one message take together at most (ms). */
export function wholeSchedule(channel: Channel): number {
  return waitsOf(channel).reduce((sum, wait) => sum + wait, 0) * (1 + JITTER)
}

/**
 * How long to wait after the `tries`-th failed one (ms), ±20 %, so that what failed together does not come back together.
 * @param chance 0 to below 1
 */
export function waitAfter(channel: Channel, tries: number, chance: number): number {
  const waits = waitsOf(channel)
  const wait = waits[Math.min(tries, waits.length) - 1] ?? 0
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance))
}
