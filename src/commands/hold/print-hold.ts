import type { Hold } from '../../api/schemas/hold.ts'
import type { Context } from '../../cli/context/context.ts'
import { holdCard } from './card.ts'
import { holdView } from './view.ts'

/** Prints a hold; for people, as a card with ages. */
export async function printHold({ out, clock, zone }: Context, hold: Hold): Promise<void> {
  await out.record(hold, holdView, (shown, paint, width) => holdCard(shown, paint, { now: clock.now(), width, zone }))
}
