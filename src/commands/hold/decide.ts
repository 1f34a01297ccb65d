import type { Hold } from '../../api/schemas/hold.ts'
import type { Context } from '../../cli/context/context.ts'
import { text } from '../../cli/options.ts'
import { asksToConfirm, confirmChange } from '../../cli/prompts/confirm.ts'
import { WardenError } from '../../shared/errors.ts'
import { idOfThing } from '../find-thing.ts'
import { callAboutHold, holdKind } from './about-hold.ts'
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
  const shown = asksToConfirm(context) ? await readHold(context, holdId) : undefined
  const what = shown === undefined ? '' : ` (${holdKind.describe(shown)})`
  await confirmChange(context, `${ask} hold ${holdId}${what}? ${effect} (${context.where()})`)
  const body = { ...(reason !== undefined && { reason }) }
  const hold = await callAboutHold(context, (client) => client.call(operation, { params: { holdId }, body }))
  await context.out.done(hold, holdView, `${done} hold ${holdId} (${context.where()})`)
}

/** Undefined: who has a management key only decides without seeing it here. */
async function readHold(context: Context, holdId: string): Promise<Hold | undefined> {
  try {
    return await callAboutHold(context, (client) => client.call('getHold', { params: { holdId } }))
  } catch (error) {
    if (!(error instanceof WardenError) || error.kind !== 'auth') throw error
    await context.note('! what it holds is not shown, as that needs a validation key')
    return undefined
  }
}
