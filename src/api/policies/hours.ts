const days: readonly string[] = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const DAY = days.join('|')
const HOURS = new RegExp(
  `^((?:${DAY})(?:-(?:${DAY}))?(?:,(?:${DAY})(?:-(?:${DAY}))?)*) ([01]\\d|2[0-3]):([0-5]\\d)-([01]\\d|2[0-4]):([0-5]\\d) (\\S{1,64})$`,
)

/** Times of a week in a time zone. */
interface Hours {
  /** 0: Sunday. */
  readonly days: ReadonlySet<number>
  /** Minutes of the day; the end is not part of it. An end before the start is on the next day. */
  readonly from: number
  readonly to: number
  readonly timeZone: string
}

/** Reads `Mon-Fri 07:00-19:00 Europe/Berlin`; undefined: it is none. */
function readHours(text: string): Hours | undefined {
  const [, named, fromHour, fromMinute, toHour, toMinute, timeZone = ''] = HOURS.exec(text.trim()) ?? []
  if (named === undefined || !isTimeZone(timeZone)) return undefined
  const from = Number(fromHour) * 60 + Number(fromMinute)
  const to = Number(toHour) * 60 + Number(toMinute)
  if (to > 24 * 60 || from === to) return undefined
  return { days: new Set(named.split(',').flatMap(daysIn)), from, to, timeZone }
}

export function isHours(text: string): boolean {
  return readHours(text) !== undefined
}

/** Whether a time (ms since 1970) is within the hours. */
export function isWithin(text: string, at: number): boolean {
  const hours = readHours(text)
  if (!hours) return false
  const { from, to } = hours
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: hours.timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  const day = days.indexOf(part('weekday'))
  const minute = Number(part('hour')) * 60 + Number(part('minute'))
  if (from < to) return hours.days.has(day) && minute >= from && minute < to
  return (hours.days.has(day) && minute >= from) || (hours.days.has((day + 6) % 7) && minute < to)
}

function daysIn(range: string): number[] {
  const [first, last = first] = range.split('-').map((name) => days.indexOf(name))
  const count = (((last ?? 0) - (first ?? 0) + 7) % 7) + 1
  return Array.from({ length: count }, (_, offset) => ((first ?? 0) + offset) % 7)
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
