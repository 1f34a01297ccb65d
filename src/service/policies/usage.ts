import { limitText } from '../../api/policies/limits.ts'
import type { PolicyUsage } from '../../api/schemas/policy.ts'
import { openSpends } from '../store/repositories/policies.ts'
import type { Db } from '../store/schema/schema.ts'
import { NOTHING, readUsage } from './budgets.ts'
import { type CompiledPolicy, windowsOf } from './evaluate.ts'

/** What the budgets of a policy have used in each of their windows. @param now ms since 1970 */
export async function usageOf(db: Db, policy: CompiledPolicy, now: number): Promise<PolicyUsage['content']> {
  const { usedOf } = await readUsage(db, windowsOf([policy]), NOTHING, now)
  const rows: PolicyUsage['content'] = []
  for (const clause of policy.clauses)
    for (const { window, ms, amount, unit } of clause.limits) {
      const budget = policy.budgets.get(clause)
      if (window === undefined || ms === undefined || budget === undefined) continue
      const open = await openSpends(db, { budget, unit, from: now - ms, now })
      rows.push({
        clause: clause.path,
        window,
        used: `${limitText(usedOf(budget, unit, ms))} ${unit}`,
        limit: `${limitText(amount)} ${unit}`,
        reservations: open.reserved,
        ...(open.oldest !== undefined && { freesAt: new Date(open.oldest + ms).toISOString() }),
      })
    }
  return rows
}
