import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../shared/files/make-folder.ts'
import { writeWhole } from '../shared/files/whole-file.ts'
import { DAY_MS } from '../shared/time/units.ts'
import { whileLocked } from './file-lock.ts'

/** When requests of one profile may be sent, kept in one file for all processes of the user. */
export interface RequestSlots {
  /** Reserves the next free time (ms since the epoch) and returns it; one after `latest` is returned without reserving. */
  take(now: number, latest: number): Promise<number>
  /** No process sends before `until` (ms since the epoch), because the service requested a pause. */
  close(until: number): Promise<void>
}

/**
 * The file is replaced as a whole, so a crash leaves the old or the new one. An unreadable file counts as empty: the
 * service still enforces its own limit.
 */
export function openRequestSlots(path: string, perMinute: number): RequestSlots {
  makeFolder(dirname(path))
  return {
    take: (now, latest) =>
      whileLocked(path, () => {
        const next = nextSlot(read(path), now, perMinute)
        if (next.at <= latest) replace(path, next.sent)
        return next.at
      }),
    close: (until) =>
      whileLocked(path, () => {
        const sent = read(path)
        replace(path, { ...sent, closedUntil: Math.max(sent.closedUntil, until) })
      }),
  }
}

/** Until when (ms since the epoch) the service requested a pause; 0 without one. */
export function closedUntil(path: string): number {
  return read(path).closedUntil
}

/** Recent send times of all processes. */
export interface SendTimes {
  /** Past and reserved send times (ms since the epoch), oldest first. */
  readonly at: readonly number[]
  /** The service requested a pause until then. */
  readonly closedUntil: number
}

const MINUTE_MS = 60_000
/**
 * The hosted service bans at 1,800 requests in 5 minutes. The margin of 100 is for senders that do not share this file:
 * another machine, a browser.
 */
const BAN_WINDOW_MS = 300_000
const BELOW_BAN = 1_700
/** Times further ahead come from a wrong clock and are ignored. */
const LONGEST_WAIT_MS = DAY_MS

/** The next free time, and the send times with it. No minute holds more than `perMinute`. */
export function nextSlot(sent: SendTimes, now: number, perMinute: number): { at: number; sent: SendTimes } {
  const recent = sent.at.filter((at) => at > now - BAN_WINDOW_MS && at < now + LONGEST_WAIT_MS)
  const closed = sent.closedUntil < now + LONGEST_WAIT_MS ? sent.closedUntil : 0
  const at = Math.max(
    now,
    closed,
    recent.at(-1) ?? 0,
    freeAfter(recent, perMinute, MINUTE_MS),
    freeAfter(recent, BELOW_BAN, BAN_WINDOW_MS),
  )
  return { at, sent: { at: [...recent, at], closedUntil: closed } }
}

/** When a window of at most `most` requests has room again. */
function freeAfter(sorted: readonly number[], most: number, windowMs: number): number {
  const oldest = sorted[sorted.length - most]
  return oldest === undefined ? 0 : oldest + windowMs
}

function read(path: string): SendTimes {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<SendTimes>
    const at = Array.isArray(value.at) ? value.at.filter((each) => Number.isFinite(each)) : []
    return { at, closedUntil: Number.isFinite(value.closedUntil) ? Number(value.closedUntil) : 0 }
  } catch {
    return { at: [], closedUntil: 0 }
  }
}

function replace(path: string, sent: SendTimes): void {
  writeWhole(path, JSON.stringify(sent), { replace: true, isDurable: false })
}
