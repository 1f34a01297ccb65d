import type { Context } from '../../cli/context/context.ts'
import { text } from '../../cli/options.ts'
import { asksToConfirm, confirmChange } from '../../cli/prompts/confirm.ts'
import { WardenError } from '../../shared/errors.ts'
import { idOfThing } from '../steps/find-thing.ts'
import { callAboutHold, holdKind } from './about-hold.ts'
import { notHeld } from './not-held.ts'
import { holdView } from './view.ts'

export const decisionOptions = { reason: text('text', 'why; kept with the hold and in the audit log') }

interface DecisionWords {
  readonly operation: 'approveHold' | 'rejectHold'
  /** `Approve`, `Approved`. */
  readonly ask: string
  readonly done: string
  /** What follows from it. */
  readonly effect: string
}

/** Asks, and decides. */
export async function decideHold(
  context: Context,
  { id, reason }: { readonly id: string; readonly reason: string | undefined },
  { operation, ask, done, effect }: DecisionWords,
): Promise<void> {
  const holdId = await idOfThing(context, holdKind, id)
  const read = () => callAboutHold(context, (client) => client.call('getHold', { params: { holdId } }))
  const what = asksToConfirm(context) ? ` (${holdKind.describe(await read())})` : ''
  await confirmChange(context, `${ask} hold ${holdId}${what}? ${effect} (${context.where()})`)
  const body = { ...(reason !== undefined && { reason }) }
  const decide = () => callAboutHold(context, (client) => client.call(operation, { params: { holdId }, body }))
  const hold = await decide().catch(async (error: unknown) => {
    if (!(error instanceof WardenError) || error.status !== 409) throw error
    throw notHeld(await read(), context.clock.now()) ?? error
  })
  if (!context.out.isForPeople) await context.note(effect)
  await context.out.done(hold, holdView, `${done} hold ${holdId} (${context.where()}). ${effect}`)
}
