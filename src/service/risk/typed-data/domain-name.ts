import type { EvidenceSet } from '../evidence.ts'
import { skeletonOf } from '../parties/similarity.ts'
import { protocols } from './messages/look-up.ts'

/** A known contract whose name another contract uses. */
export interface NamedImitation {
  readonly label: string
  readonly address: string
  /** Not the same letters, but letters that look the same. */
  readonly isForged: boolean
}

/** The known token or protocol whose name this domain name equals or imitates, at another contract (lower case). */
export function imitationOf(name: string, contract: string, evidence: EvidenceSet): NamedImitation | undefined {
  const skeleton = skeletonOf(name)
  if (skeleton === '') return undefined
  const known = [...ofProtocols(skeleton), ...ofTokens(skeleton, evidence)]
  if (known.length === 0 || known.some(({ addresses }) => addresses.includes(contract))) return undefined
  const same = known.find(({ names }) => names.some((each) => isSame(each, name)))
  const { label, addresses } = same ?? (known[0] as Named)
  return { label, address: addresses.at(-1) ?? '', isForged: same === undefined }
}

interface Named {
  readonly label: string
  readonly names: readonly string[]
  /** Lower case. */
  readonly addresses: readonly string[]
}

function ofProtocols(skeleton: string): Named[] {
  return protocols()
    .filter(({ domainNames }) => domainNames.some((each) => skeletonOf(each) === skeleton))
    .map(({ name, domainNames, contracts }) => ({ label: name, names: domainNames, addresses: contracts }))
}

function ofTokens(skeleton: string, evidence: EvidenceSet): Named[] {
  return evidence.tokensLike(skeleton).map(({ label, symbol = '', address }) => ({
    label,
    names: [symbol, label, label.replace(` (${symbol})`, '')],
    addresses: [address.toLowerCase()],
  }))
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
