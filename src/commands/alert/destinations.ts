import type { Alert } from '../../api/schemas/alert.ts'
import type { Context } from '../../cli/context/context.ts'
import { isPreview } from '../../cli/context/local-change.ts'
import { withNext } from '../../cli/errors/errors.ts'
import type { View } from '../../cli/output/view.ts'
import { WardenError } from '../../shared/errors.ts'
import { alerts } from './resource.ts'

/** The columns of alerts, for people with the names of their destinations; ids where these cannot be read. */
export async function viewWithDestinations(context: Context): Promise<View<Alert>> {
  if (!context.out.isForPeople || isPreview(context)) return alerts.view
  const client = await context.client()
  const found = await client.call('listDestinations').catch((error: unknown) => {
    if (error instanceof WardenError) return []
    throw error
  })
  const names = new Map(found.map(({ id, name, state }) => [id, state === 'INACTIVE' ? `${name} (inactive)` : name]))
  const show = ({ destinationIds }: Alert) =>
    destinationIds?.length ? destinationsText(destinationIds, names) : 'none: no message is sent'
  const columns = alerts.view.columns.map((column) =>
    column.field === 'destinationIds' ? { ...column, show } : column,
  )
  return { ...alerts.view, columns }
}

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
