import { WardenError } from '../../shared/errors.ts'
import type { Context } from '../context/context.ts'
import { usageError } from '../usage.ts'

/**
 * Asks before something is destroyed; off a terminal it must have been said with --yes, before anything is sent.
 * `initial` is what Enter alone says.
 */
export async function confirmChange(context: Context, question: string, initial = false): Promise<void> {
  const { yes, dryRun, curl } = context.globals
  if (yes || dryRun || curl) return
  if (!context.canAsk) throw usageError(`${question} Nobody is there to ask`, { details: ['Say yes with --yes.'] })
  const prompt = await context.prompt()
  if (await prompt.confirm({ message: question, initial })) return
  throw new WardenError({ kind: 'interrupted', code: 'declined', message: 'nothing was changed' })
}
