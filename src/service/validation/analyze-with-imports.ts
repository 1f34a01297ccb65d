import type { KnownContracts } from '../intel/contracts/known-contracts.ts'
import type { Reads } from '../records/reads/reads.ts'
import { type Analysis, analyze } from '../risk/analyze.ts'
import type { Trace } from '../risk/trace/trace.ts'
import type { Transaction } from '../risk/types.ts'

/** Selectors looked up for one transaction. */
const MAX_SELECTORS = 256
const SELECTOR_LENGTH = '0x12345678'.length

/**
 * Decodes with the contracts that the operator describes, and again with imported signatures when a function is known nowhere.
 * Public descriptors make a second analysis, so that they take nothing from the first one.
 */
export async function analyzeWithImports(
  reads: Reads,
  { own, witnessed }: KnownContracts,
  transaction: Transaction,
  trace: Trace | undefined,
): Promise<Analysis> {
  const analysis = analyze(transaction, trace, { taught: own })
  const unknown = analysis.decoded.calls
    .filter(({ status, selector }) => status === 'unknown-selector' && selector.length === SELECTOR_LENGTH)
    .map(({ selector }) => selector)
  const imported =
    unknown.length === 0 ? undefined : await reads.signatures([...new Set(unknown)].slice(0, MAX_SELECTORS))
  const signatures = imported?.size ? (selector: string) => imported.get(selector) ?? [] : undefined
  const read = signatures ? analyze(transaction, trace, { taught: own, signatures }) : analysis
  if (!witnessed) return read
  const more = analyze(transaction, trace, { taught: witnessed, ...(signatures && { signatures }) })
  return more.calls.some(isWitnessed) ? { ...read, witnessed: more } : read
}

function isWitnessed({ signature }: Analysis['calls'][number]): boolean {
  return signature?.isNameOnly === true && signature.row !== undefined
}
