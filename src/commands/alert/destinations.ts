import { withNext } from '../../cli/errors/errors.ts'
import { WardenError } from '../../shared/errors.ts'

/** Destinations by name where it is known: "ops (SLACK), 01a2…". */
export function destinationsText(ids: readonly string[], names: ReadonlyMap<string, string>): string {
  return ids.length === 0 ? 'none' : ids.map((id) => names.get(id) ?? id).join(', ')
}

/** Suggests `destination list` where the service refuses a destination id. */
export async function orListDestinations<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WardenError) || error.try !== undefined) throw error
    if (!error.details.some((detail) => detail.startsWith('destinationIds'))) throw error
    throw withNext(error, 'txwarden destination list')
  }
}
