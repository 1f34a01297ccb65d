import type { Alert } from '../../api/schemas/alert.ts'
import type { Context } from '../../cli/context/context.ts'
import type { Cleared } from '../../cli/options.ts'
import { refuseTakenName } from '../if-absent.ts'
import { type FilterFlags, mergeFilter } from './filter.ts'
import { firesOnText } from './fires-on.ts'
import { orListDestinations } from './unknown-destination.ts'
import { alertView } from './view.ts'

/** Undefined: stays as it is. */
export interface AlertChanges {
  readonly name: string | undefined
  readonly destination: readonly string[] | Cleared | undefined
  readonly filter: FilterFlags
}

/** The alert after the changes. */
export function changedAlert(stored: Alert, { name, destination, filter }: AlertChanges): Required<AlertBody> {
  return {
    alertName: name ?? stored.alertName,
    destinationIds: [...(destination === undefined ? (stored.destinationIds ?? []) : (destination ?? []))],
    transactionFilter: mergeFilter(stored.transactionFilter ?? {}, filter),
  }
}

type AlertBody = Pick<Alert, 'alertName' | 'destinationIds' | 'transactionFilter'>

/** Sends the whole alert: what a service does with members that are absent is its own affair then. */
export async function updateAlert(
  context: Context,
  stored: Alert,
  changes: AlertChanges,
  force: boolean,
): Promise<void> {
  const { alertId, alertType, isActive } = stored
  const client = await context.client()
  const { name } = changes
  if (name !== undefined && name !== stored.alertName && !force)
    await refuseTakenName(context, 'alert', name, async () => {
      const { alerts } = await client.call('listAlerts')
      return alerts.find((alert) => alert.alertName === name)?.alertId
    })
  const changed = { alertId, alertType, isActive, ...changedAlert(stored, changes) }
  const body = await orListDestinations(() => client.call('updateAlert', { body: changed }))
  await context.out.done(
    body,
    alertView,
    `Changed alert ${body.alertName} (${context.where()})\n  fires on ${firesOnText(body)}`,
  )
}
