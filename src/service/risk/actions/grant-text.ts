import type { Grant } from './actions.ts'

/** "an unlimited allowance": the strongest of what one spender gets. */
export function whatIsGiven(grants: readonly Grant[]): string {
  const tokens = tokensOf(grants).size
  if (tokens > 1) return `allowances for ${tokens} tokens`
  if (grants.some((grant) => grant.form === 'approval-for-all')) return 'an approval for a whole collection'
  if (grants.some((grant) => grant.unlimited)) return 'an unlimited allowance'
  return 'an allowance'
}

export function tokensOf(grants: readonly Grant[]): Set<string> {
  return new Set(grants.map((grant) => grant.asset.token))
}

/** Anyone can submit a signature later; the owner sends nothing. */
export const signedForms: readonly Grant['form'][] = ['permit', 'permit2-permit', 'permit2-transfer']
