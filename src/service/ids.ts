import type { Clock, Ids, RandomBytes } from './deps.ts'

/**
 * UUIDv7 (RFC 9562, 5.7): sorts by time. Within one millisecond the twelve bits behind the time count up (6.2, method 1),
 * so that rows made in one turn keep their order.
 */
export function createIds(clock: Clock, random: RandomBytes): Ids {
  let lastTime = 0
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
    const time = lastTime.toString(16).padStart(12, '0')
    const sequence = (0x7000 | counter).toString(16)
    const variant = (0x80 | ((bytes[2] ?? 0) & 0x3f)).toString(16).padStart(2, '0')
    const rest = Buffer.from(bytes.subarray(3, 10)).toString('hex')
    return `${time.slice(0, 8)}-${time.slice(8)}-${sequence}-${variant}${rest.slice(0, 2)}-${rest.slice(2)}`
  }
}
