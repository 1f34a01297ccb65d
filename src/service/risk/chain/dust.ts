import { NATIVE } from '../../evm/asset.ts'
import type { AssetAmount } from '../../evm/holdings.ts'
import { isDust, isDustOf } from '../../evm/worth.ts'
import type { EvidenceSet } from '../evidence.ts'

/** Whether what arrives is nothing, by the decimals that lists know, or else the token itself. Items are something. */
export function isNothing(
  { token, id, amount }: Pick<AssetAmount, 'token' | 'id' | 'amount'>,
  evidence: EvidenceSet,
): boolean {
  if (id !== undefined) return false
  if (isDust({ standard: token === NATIVE ? 'native' : 'erc20', amount })) return true
  return isDustOf(amount, decimalsOf(token, evidence) ?? 0)
}

function decimalsOf(token: string, { intelOn, accountOf }: EvidenceSet): number | undefined {
  const listed = intelOn(token).find(({ kind, canonical, decimals }) => canonical && kind === 'token' && decimals)
  return listed?.decimals ?? accountOf(token)?.token?.decimals
}
