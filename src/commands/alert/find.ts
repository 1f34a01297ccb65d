import type { Alert } from '../../api/schemas/alert.ts'
import type { Client } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'

/** One alert, out of the list: the interface has no operation that answers a single one. */
export async function findAlert(client: Client, id: string): Promise<Alert> {
  const { alerts } = await client.call('listAlerts')
  const found = alerts.find((alert) => alert.alertId === id)
  if (found) return found
  throw new WardenError({
    kind: 'not-found',
    code: 'not-found',
    message: `there is no alert ${JSON.stringify(id)}`,
    try: 'txwarden alert list',
  })
}
