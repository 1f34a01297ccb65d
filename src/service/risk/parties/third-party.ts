/** Room: Who takes part: own accounts, third parties, what is known of them, likeness of addresses. */

import type { Role } from '../../../api/text/roles.ts'
import type { Action } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import type { Subject } from '../types.ts'
import { roleOfAuthority } from './authority-role.ts'
import { payerOf } from './controlled-accounts.ts'

/**
 * Adds actions of third parties that neither call data nor trace show, and who gains by them.
 * @param spenders who takes by allowances
 */
export function withThirdPartyActions(
  analysis: Analysis,
  actions: readonly Action[],
  spenders: readonly string[],
): Analysis {
  const shown = new Set(analysis.actions.map(keyOf))
  const more = actions.filter((action) => !shown.has(keyOf(action)))
  const parties = [
    ...spenders.map((address) => [address, 'spender'] as const),
    ...more.map((action) => [action.authority, roleOf(action)] as const),
  ]
  return {
    ...analysis,
    actions: [...analysis.actions, ...more],
    subjects: withParties(analysis.subjects, parties, analysis.transaction.to),
  }
}

function roleOf(action: Action): Role {
  if (action.kind === 'transfer') return 'recipient'
  return action.kind === 'grant' || action.kind === 'control' ? roleOfAuthority(action) : 'named'
}

/** What only the trace names gets the role that is known now. */
function withParties(
  subjects: readonly Subject[],
  parties: readonly (readonly [string, Role])[],
  to: string | undefined,
): Subject[] {
  const found = new Map(subjects.map((subject) => [subject.address, subject]))
  for (const [address, role] of parties) {
    const known = found.get(address)
    if (!known || known.role === 'called' || known.role === 'named')
      found.set(address, { ...known, address, role, internal: known?.internal ?? address !== to })
  }
  return Array.from(found.values())
}

/** The same analysis with what is done to some accounts only, and without what the sender wins and loses. */
export function restrictToOwners(analysis: Analysis, owners: ReadonlySet<string>): Analysis {
  const { changes: _, ...others } = analysis
  return { ...others, actions: analysis.actions.filter((action) => owners.has(payerOf(action))) }
}

/** Standards differ between what call data and events show. */
function keyOf(action: Action): string {
  const token = action.kind === 'transfer' || action.kind === 'grant' ? action.asset.token : ''
  return `${action.kind} ${payerOf(action)} ${token} ${action.authority}`
}
