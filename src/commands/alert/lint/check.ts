import type { Alert } from '../../../api/schemas/alert.ts'
import type { Context } from '../../../cli/context/context.ts'
import { WardenError } from '../../../shared/errors.ts'
import type { LintFacts, LintFinding, Rule } from './facts.ts'
import {
  allFlagsOff,
  blockedWithoutData,
  duplicates,
  excludedCategories,
  lossWithoutPrices,
  nothingMonitored,
  reversedRange,
  valueWithoutPrices,
} from './filters.ts'
import { gatherFactsAbout } from './gather.ts'
import { allowedAndBlocked } from './lists.ts'
import { silenced, unusedDestination, withoutReceiver } from './receivers.ts'
import { impossibleScores } from './scores.ts'

const rules: readonly Rule[] = [
  allFlagsOff,
  blockedWithoutData,
  reversedRange,
  impossibleScores,
  excludedCategories,
  lossWithoutPrices,
  valueWithoutPrices,
  nothingMonitored,
  withoutReceiver,
  silenced,
  duplicates,
  unusedDestination,
  allowedAndBlocked,
]

/** Errors first. Pure. */
export function lint(facts: LintFacts): LintFinding[] {
  const findings = rules.flatMap((rule) => rule(facts))
  return findings.toSorted((a, b) => Number(b.level === 'error') - Number(a.level === 'error'))
}

type NewAlert = Omit<Alert, 'alertId' | 'alertSentCounter'>

/**
 * Lints an alert before it is created, and returns its findings for the id that it gets. Returns none with `--curl`,
 * which sends nothing, and none when the facts cannot be read: that does not prevent creating the alert.
 */
export async function lintNewAlert(context: Context, alert: NewAlert): Promise<(alertId: string) => LintFinding[]> {
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
