import type { Reads } from '../records/reads/reads.ts'
import { type Analysis, analyze } from '../risk/analyze.ts'
import type { Trace } from '../risk/trace/trace.ts'
import type { Transaction } from '../risk/types.ts'

/** Selectors looked up for one transaction. */
const MAX_SELECTORS = 256
const SELECTOR_LENGTH = '0x12345678'.length

/** Decodes again with imported signatures when a function is not in the built-in tables. */
export async function analyzeWithImports(
  reads: Reads,
  transaction: Transaction,
  trace: Trace | undefined,
): Promise<Analysis> {
  const analysis = analyze(transaction, trace)
  const unknown = analysis.decoded.calls
    .filter(({ status, selector }) => status === 'unknown-selector' && selector.length === SELECTOR_LENGTH)
    .map(({ selector }) => selector)
  if (unknown.length === 0) return analysis
  const imported = await reads.signatures([...new Set(unknown)].slice(0, MAX_SELECTORS))
  return imported.size === 0 ? analysis : analyze(transaction, trace, (selector) => imported.get(selector) ?? [])
}
