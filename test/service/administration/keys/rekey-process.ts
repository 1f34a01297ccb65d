import { randomBytes } from 'node:crypto'
import { administer } from '../../../../src/service/administration/administration.ts'
import { systemClock } from '../../../../src/shared/time/clock.ts'

/**
 * A process that gives a database another master key and is killed as it asks for random bytes the nth time (for the
 * key, each nonce), or for the time, with which the last step begins.
 */
const [, , database = '', moment = ''] = process.argv
let asked = 0

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

await administer({
  database,
  env: {},
  clock: {
    ...systemClock,
    now() {
      if (moment === 'clock') die()
      return Date.now()
    },
  },
  random(length) {
    asked += 1
    if (String(asked) === moment) die()
    return randomBytes(length)
  },
}).rekey()
process.stdout.write(`${asked}\n`)
