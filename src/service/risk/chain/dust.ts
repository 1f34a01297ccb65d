import { isDust, isDustOf } from '../actions/dust.ts'
import type { EvidenceSet } from '../evidence.ts'

/** Whether what arrives is nothing, by the decimals that lists know, or else the token itself. Items are something. */
export function isNothing(
  { token, item, amount }: { readonly token: string; readonly item?: string | undefined; readonly amount: bigint },
  evidence: EvidenceSet,
): boolean {
  if (item !== undefined) return false
  if (isDust({ standard: token === '' ? 'native' : 'erc20', token, amount, ids: [] })) return true
  return isDustOf(amount, decimalsOf(token, evidence) ?? 0)
}

function decimalsOf(token: string, { intelOn, accountOf }: EvidenceSet): number | undefined {
  const listed = intelOn(token).find(({ kind, canonical, decimals }) => canonical && kind === 'token' && decimals)
  return listed?.decimals ?? accountOf(token)?.token?.decimals
}
