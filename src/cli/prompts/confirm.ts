import { stopped } from '../../shared/errors.ts'
import type { Context } from '../context/context.ts'
import { usageError } from '../errors/usage.ts'

/** Whether `confirmChange` asks somebody. */
export function asksToConfirm({ globals, canAsk }: Context): boolean {
  const { yes, dryRun, curl } = globals
  return canAsk && !yes && !dryRun && !curl
}

/** Asks before a change; without a terminal it needs --yes. `initial` is the answer of Enter alone. */
export async function confirmChange(context: Context, question: string, initial = false): Promise<void> {
  const { yes, dryRun, curl } = context.globals
  if (yes || dryRun || curl) return
  if (!context.canAsk) throw usageError(`confirmation required: ${question}`, { details: ['Pass --yes to confirm.'] })
  const prompt = await context.prompt()
  if (await prompt.confirm({ message: question, initial })) return
  throw stopped('declined', 'nothing was changed')
}
