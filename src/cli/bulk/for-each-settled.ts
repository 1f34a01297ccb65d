import { RequestPreview } from '../../client/requests/preview-request.ts'
import { WardenError } from '../../shared/errors.ts'
import type { Context } from '../context/context.ts'
import { shownError } from '../errors/errors.ts'

interface Failure<T> {
  readonly item: T
  readonly error: WardenError
}

/**
 * Does the same for several items and goes on when one fails; at the end one error lists all failures. Of a single item
 * its own error is thrown. In JSON several items come out as a list.
 */
export async function forEachSettled<T>(
  context: Context,
  items: readonly T[],
  work: (item: T) => Promise<void>,
  nameOf: (item: T) => string = String,
): Promise<void> {
  if (items.length === 1) return work(items[0] as T)
  const failures: Failure<T>[] = []
  await context.out.asOneList(async () => {
    for (const item of items) {
      const error = await attempt(context, item, work)
      if (error) failures.push({ item, error })
    }
  })
  if (failures.length > 0) throw combinedError(failures, items.length, nameOf, context.isRemote())
}

/** When nothing worked, kind and code are those of the first failure: a key that is refused stays exit code 3. */
function combinedError<T>(
  failures: readonly Failure<T>[],
  count: number,
  nameOf: (item: T) => string,
  isRemote: boolean,
): WardenError {
  const errors = failures.map(({ error }) => error)
  const [first] = failures.length === count ? errors : []
  const next = errors.map((error) => shownError(error, isRemote).try).find((command) => command !== undefined)
  const common = errors[0]?.details.filter((detail) => errors.every(({ details }) => details.includes(detail))) ?? []
  return new WardenError({
    kind: first?.kind ?? 'partial',
    code: first?.code ?? 'partial-failure',
    message: `${failures.length} of ${count} failed`,
    details: [...failures.map(({ item, error }) => `${nameOf(item)}: ${error.message}`), ...common],
    try: next,
    ...(first?.status !== undefined && { status: first.status }),
  })
}

async function attempt<T>(
  context: Context,
  item: T,
  work: (item: T) => Promise<void>,
): Promise<WardenError | undefined> {
  try {
    await work(item)
    return undefined
  } catch (error) {
    if (error instanceof RequestPreview) {
      await context.out.preview(error)
      return undefined
    }
    // An interrupted run ends here; an internal error is not the failure of an item.
    if (!(error instanceof WardenError) || error.kind === 'interrupted') throw error
    return error
  }
}
