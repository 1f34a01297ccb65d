import { openService } from '../../../../src/service/service.ts'
import { systemClock } from '../../../../src/shared/time/clock.ts'

/** A process that fetches the enabled feed `phish` into the database argv[2]. */
const [, , database = ''] = process.argv
const service = await openService({
  database,
  env: process.env,
  clock: systemClock,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  report: (error) => {
    throw error
  },
})
await (await service.intel()).sync('phish')
await service.close()
