import type { Alert } from '../../../api/schemas/alert.ts'
import type { Context } from '../../../cli/context/context.ts'
import { WardenError } from '../../../shared/errors.ts'
import { lint } from './check.ts'
import type { Finding } from './facts.ts'
import { gatherFactsAbout } from './gather.ts'

type NewAlert = Omit<Alert, 'alertId' | 'alertSentCounter'>

/**
 * Lints an alert before it is created, and returns its findings for the id that it gets. Returns none with `--curl`,
 * which sends nothing, and none when the facts cannot be read: that does not prevent creating the alert.
 */
export async function lintNewAlert(context: Context, alert: NewAlert): Promise<(alertId: string) => Finding[]> {
  if (context.globals.curl) return () => []
  try {
    const facts = await gatherFactsAbout(context, alert)
    return (alertId) =>
      lint({ ...facts, alerts: [...facts.alerts, { ...alert, alertId }] }).filter(
        ({ thing, id }) => thing === 'alert' && id === alertId,
      )
  } catch (error) {
    if (!(error instanceof WardenError) || error.kind === 'interrupted') throw error
    return () => []
  }
}
