import { withNext } from '../../cli/errors/errors.ts'
import { WardenError } from '../../shared/errors.ts'

/** Adds the command that lists the ids to the error for an unknown id. */
export async function byId<T>(list: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WardenError && error.status === 404 && error.try === undefined) throw withNext(error, list)
    throw error
  }
}
