import { stopped } from '../../shared/errors.ts'
import type { Context } from '../context/context.ts'
import { isPreview } from '../context/local-change.ts'
import { usageError } from '../errors/usage.ts'

/** Whether `confirmChange` asks somebody. */
export function asksToConfirm(context: Context): boolean {
  return context.canAsk && !context.globals.yes && !isPreview(context)
}

/** Asks before a change; without a terminal it needs --yes. `initial` is the answer of Enter alone. */
export async function confirmChange(context: Context, question: string, initial = false): Promise<void> {
  if (context.globals.yes || isPreview(context)) return
  if (!context.canAsk) throw usageError(`confirmation required: ${question}`, { details: ['Pass --yes to confirm.'] })
  const prompt = await context.prompt()
  if (await prompt.confirm({ message: question, initial })) return
  throw stopped('declined', 'nothing was changed')
}
