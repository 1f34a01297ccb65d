import { randomBytes } from 'node:crypto'
import { administer } from '../../../src/service/administration/administration.ts'
import { systemClock } from '../../../src/shared/time/clock.ts'

/** A process that says when it is ready, backs up a database, and says how long it took (ms). */
const [, , database = '', file = ''] = process.argv
const administration = administer({ database, env: {}, clock: systemClock, random: randomBytes })
process.stdout.write('ready\n')
const started = performance.now()
await administration.backUp(file, { overwrite: false })
process.stdout.write(`${performance.now() - started}\n`)
