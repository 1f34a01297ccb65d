import { withNext } from '../cli/errors.ts'
import { WardenError } from '../shared/errors.ts'

/** Does something with a thing that an id names; where nothing has that id, the error says which list shows the ids. */
export async function byId<T>(list: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WardenError && error.status === 404 && error.try === undefined) throw withNext(error, list)
    throw error
  }
}
