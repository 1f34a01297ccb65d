import type { Hold } from '../../api/schemas/hold.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { one } from '../../cli/options.ts'
import { distanceText } from '../../cli/output/time.ts'
import { interrupted } from '../../shared/errors.ts'
import { isPassing } from '../../shared/passing.ts'
import { durationText } from '../../shared/time/duration.ts'
import { sleep } from '../../shared/time/sleep.ts'
import { idOfThing } from '../steps/find-thing.ts'
import { printHold } from './card.ts'
import { heldRequests, readHold } from './resource.ts'

const INTERVAL_MS = 1000
const DEFAULT_TIMEOUT_MS = 15 * 60_000

/** A newer service may have other states: they are no approval. */
const codes: Readonly<Partial<Record<Hold['state'], number>>> = {
  approved: exitCodes.ok,
  released: exitCodes.ok,
  forwarded: exitCodes.ok,
  rejected: exitCodes.blocked,
  expired: exitCodes.refused,
  held: exitCodes.refused,
}

export const holdWait = defineCommand({
  name: 'hold wait',
  summary: 'Wait until a person decides about a hold',
  description:
    'Waits for --timeout, by default 15m. Exit code 0 when it is approved or sent, 12 when it is rejected, 8 when it expired or was not decided in time.',
  arguments: { id: one('id of the hold') },
  examples: [
    { command: 'txwarden hold wait <id>' },
    { command: 'txwarden hold wait <id> --timeout 1h --json', note: 'in a script, before it is sent again' },
  ],
  async run(context, { id }) {
    const holdId = await idOfThing(context, heldRequests, id)
    const { clock, globals, signal } = context
    const read = () => readHold(context, heldRequests, 'getRequestedHold', holdId)
    const end = clock.elapsed() + (globals.timeout ?? DEFAULT_TIMEOUT_MS)
    let hold = await read()
    while (hold.state === 'held' && clock.elapsed() < end) {
      await sleep(Math.min(INTERVAL_MS, end - clock.elapsed()), signal)
      if (signal.aborted) throw interrupted(signal.reason)
      // The service may start again while a person decides.
      hold = await read().catch((error: unknown) => (isPassing(error) ? hold : Promise.reject(error)))
    }
    if (hold.state === 'held') {
      const waited = durationText(globals.timeout ?? DEFAULT_TIMEOUT_MS)
      const expires = distanceText(hold.expiresAt, clock.now())
      await context.note(`not decided within ${waited}; the hold expires ${expires}`)
    }
    if (hold.state !== 'held' || !context.out.isForPeople) await printHold(context, hold)
    return codes[hold.state] ?? exitCodes.refused
  },
})
