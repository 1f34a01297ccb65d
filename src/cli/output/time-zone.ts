import { lazily } from '../../shared/lazily.ts'

/** How clocks of one zone show times, in milliseconds since the epoch. */
export interface TimeZone {
  /** Date and time without the zone: "2026-11-21 03:12:45". */
  local(time: number): string
  /** "CET" or "EDT"; "GMT+9" where English has no short name. */
  nameAt(time: number): string
}

export const utc: TimeZone = {
  local: (time) => new Date(time).toISOString().slice(0, 19).replace('T', ' '),
  nameAt: () => 'UTC',
}

/** The zone in TZ, or of the system. UTC where TZ names none. */
export function readerZone({ TZ }: Readonly<Record<string, string | undefined>>): TimeZone {
  try {
    // POSIX allows a colon before the name.
    const { timeZone } = new Intl.DateTimeFormat('en', {
      timeZone: TZ?.replace(/^:/, '') || undefined,
    }).resolvedOptions()
    return timeZone === 'UTC' ? utc : zoneNamed(timeZone)
  } catch {
    return utc
  }
}

function zoneNamed(timeZone: string): TimeZone {
  // A formatter takes about as long to create as a table to print.
  const clock = lazily(() => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }))
  const namers = lazily(() =>
    languages.map((language) => new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'short' })),
  )
  return {
    local: (time) => clock().format(time),
    nameAt(time) {
      const names = namers().map((namer) => namer.formatToParts(time).find(isZoneName)?.value ?? timeZone)
      return names.find((name) => !/^(GMT|UTC)[+-]/.test(name)) ?? names[0] ?? timeZone
    },
  }
}

/** Each kind of English has short names for the zones of its region only. */
const languages = ['en-US', 'en-GB', 'en-AU']

function isZoneName({ type }: Intl.DateTimeFormatPart): boolean {
  return type === 'timeZoneName'
}

/** When clocks of the zone show this date or time of ISO 8601; NaN where it is none. */
export function timeIn(zone: TimeZone, text: string): number {
  const asUtc = readAsUtc(text.length === DATE_LENGTH ? `${text} 00:00` : text)
  if (Number.isNaN(asUtc)) return asUtc
  const offsetAt = (time: number) => readAsUtc(zone.local(time)) - Math.floor(time / 1000) * 1000
  // The offset of the zone may change between the first guess and the time.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc))
}

const DATE_LENGTH = '2026-11-21'.length

function readAsUtc(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`)
}
