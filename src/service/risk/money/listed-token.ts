import type { EvidenceSet, IntelRecord } from '../evidence.ts'

/** The record of a token in the built-in baseline or a canonical list. */
export function listedToken(address: string, { intelOn }: Pick<EvidenceSet, 'intelOn'>): IntelRecord | undefined {
  return intelOn(address).find(({ kind, canonical }) => kind === 'token' && canonical)
}

/** Its record in the built-in baseline alone. */
export function builtInToken(address: string, { intelOn }: Pick<EvidenceSet, 'intelOn'>): IntelRecord | undefined {
  return intelOn(address).find(({ kind, canonical, format }) => kind === 'token' && canonical && !format)
}
