import { randomBytes } from 'node:crypto'
import { administer } from '../../../src/service/administration/administration.ts'
import { systemClock } from '../../../src/shared/time/clock.ts'

/** A process that prunes a database at a time (ms), and is killed after its last removal. */
const [, , database = '', now = '', count = ''] = process.argv
const clock = { ...systemClock, now: () => Number(now) }
await administer({ database, env: {}, clock, random: randomBytes }).prune({
  olderThanMs: 1000,
  dryRun: false,
  onProgress: (checked) => {
    if (checked === Number(count)) process.kill(process.pid, 'SIGKILL')
  },
})
