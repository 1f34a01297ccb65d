import { WardenError } from '../api/errors.ts'
import type { Context } from './context.ts'
import { errorText, shownError } from './errors.ts'
import { plainPaint } from './paint.ts'

/**
 * Does the same for several things and goes on when one fails. The first of several failures is told as it happens;
 * at the end one error sums up. When nothing worked, or there was only one thing, its own error is the outcome.
 */
export async function forEachOf<T>(
  context: Context,
  things: readonly T[],
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const failures: { thing: T; error: WardenError }[] = []
  for (const thing of things) {
    try {
      await work(thing)
    } catch (error) {
      const shown = shownError(error)
      if (!(error instanceof WardenError) || shown.kind === 'interrupted' || things.length === 1) throw error
      failures.push({ thing, error: shown })
      if (!context.out.isJson) await context.note(errorText(shown, plainPaint).trimEnd())
    }
  }
  const [first] = failures
  if (!first) return
  if (failures.length === things.length) throw first.error
  throw new WardenError({
    kind: 'partial',
    code: 'partial-failure',
    message: `${failures.length} of ${things.length} failed`,
    details: failures.map(({ thing, error }) => `${String(thing)}: ${error.message}`),
  })
}
