import { RequestPreview } from '../client/preview-request.ts'
import { WardenError } from '../shared/errors.ts'
import type { Context } from './context/context.ts'
import { errorText } from './errors.ts'
import { plainPaint } from './output/paint.ts'
import { printRequestPreview } from './print-preview.ts'

interface Failure<T> {
  readonly thing: T
  readonly error: WardenError
}

/**
 * Does the same for several things and goes on when one fails, which is told as it happens; at the end one error sums
 * up. When nothing worked, or there was only one thing, its own error is the outcome. In JSON several come out as a list.
 */
export async function forEachSettled<T>(
  context: Context,
  things: readonly T[],
  work: (thing: T) => Promise<void>,
  nameOf: (thing: T) => string = String,
): Promise<void> {
  if (things.length === 1) return work(things[0] as T)
  const failures: Failure<T>[] = []
  await context.out.asOneList(async () => {
    for (const thing of things) {
      const error = await attempt(context, thing, work)
      if (!error) continue
      failures.push({ thing, error })
      if (!context.out.isJson) await context.note(errorText(error, plainPaint).trimEnd())
    }
  })
  const [first] = failures
  if (!first) return
  if (failures.length === things.length) throw first.error
  throw new WardenError({
    kind: 'partial',
    code: 'partial-failure',
    message: `${failures.length} of ${things.length} failed`,
    details: failures.map(({ thing, error }) => `${nameOf(thing)}: ${error.message}`),
  })
}

async function attempt<T>(
  context: Context,
  thing: T,
  work: (thing: T) => Promise<void>,
): Promise<WardenError | undefined> {
  try {
    await work(thing)
    return undefined
  } catch (error) {
    if (error instanceof RequestPreview) {
      await printRequestPreview(context, error)
      return undefined
    }
    // Whoever interrupts does not want the rest; a fault of ours is not the thing's.
    if (!(error instanceof WardenError) || error.kind === 'interrupted') throw error
    return error
  }
}
