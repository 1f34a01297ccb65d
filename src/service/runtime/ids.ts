import type { Clock } from '../../shared/time/clock.ts'
import type { Ids, RandomBytes } from './deps.ts'

/**
 * UUIDv7 (RFC 9562, 5.7): sorts by time. Within a millisecond the 12 bits after the time count up (6.2, method 1), so
 * that ids sort in the order of their creation.
 */
export function createIds(clock: Clock, random: RandomBytes): Ids {
  let lastTime = 0
  let writtenTime = -1
  let timeText = ''
  let counter = 0
  return () => {
    const now = clock.now()
    const bytes = random(10)
    if (now > lastTime) {
      lastTime = now
      counter = (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) & 0x7ff
    } else if (++counter > 0xfff) {
      lastTime += 1
      counter = 0
    }
    if (lastTime !== writtenTime) {
      const time = lastTime.toString(16).padStart(12, '0')
      timeText = `${time.slice(0, 8)}-${time.slice(8)}-`
      writtenTime = lastTime
    }
    const variant = 0x80 | ((bytes[2] ?? 0) & 0x3f)
    return `${timeText}${hex(0x70 | (counter >> 8))}${hex(counter)}-${hex(variant)}${hex(bytes[3])}-${hex(bytes[4])}${hex(bytes[5])}${hex(bytes[6])}${hex(bytes[7])}${hex(bytes[8])}${hex(bytes[9])}`
  }
}

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Two hex digits of the lowest eight bits. */
function hex(byte = 0): string {
  return PAIRS[byte & 0xff] ?? ''
}
