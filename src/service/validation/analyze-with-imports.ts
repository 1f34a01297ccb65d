import { SELECTOR_LENGTH } from '../evm/words.ts'
import { type Accounts, type KnownContracts, knownContracts } from '../intel/contracts/known-contracts.ts'
import type { Reads } from '../records/reads/reads.ts'
import type { Analysis } from '../risk/analyze.ts'
import type { Trace } from '../risk/trace/trace.ts'
import type { ImportedMessages } from '../risk/typed-data/analyze-message.ts'
import type { StoredContracts } from '../store/repositories/contracts.ts'
import type { Reading } from './evidence/subject.ts'

/** Selectors looked up for one transaction. */
const MAX_SELECTORS = 256

/** Analyzes with a trace and with what a node shows of accounts, as far as they are known. */
export type AnalyzeSubject = (trace?: Trace, accounts?: Accounts) => Promise<Analysis>

/** Repeats an analysis only where the trace or the code of a described contract is another one. */
export function analyzerOf(
  reads: Reads,
  contracts: StoredContracts,
  { chainId, analyze }: Pick<Reading, 'chainId' | 'analyze'>,
): AnalyzeSubject {
  let last: { readonly trace: Trace | undefined; readonly key: string; readonly analysis: Analysis } | undefined
  return async (trace, accounts) => {
    const known = knownContracts(contracts, chainId, accounts)
    if (last && last.trace === trace && last.key === known.key) return last.analysis
    const analysis = await analyzeWithImports(reads, known, (imported) => analyze(trace, imported))
    last = { trace, key: known.key, analysis }
    return analysis
  }
}

/** Decodes with the contracts that files describe, and again with imported signatures when a function is known nowhere. */
async function analyzeWithImports(
  reads: Reads,
  { remarksOn, ...known }: KnownContracts,
  analyze: (imported: ImportedMessages) => Analysis,
): Promise<Analysis> {
  const first = analyze(known)
  const unknown = first.decoded.calls
    .filter(({ status, selector }) => status === 'unknown-selector' && selector.length === SELECTOR_LENGTH)
    .map(({ selector }) => selector)
  const imported =
    unknown.length === 0 ? undefined : await reads.signatures([...new Set(unknown)].slice(0, MAX_SELECTORS))
  const analysis = imported?.size
    ? analyze({ ...known, signatures: (selector) => imported.get(selector) ?? [] })
    : first
  const { calls, actions } = analysis
  const unchecked = remarksOn([...calls, ...actions.map(({ call }) => call)].flatMap(({ to }) => to ?? []))
  return unchecked.length > 0 ? { ...analysis, unchecked } : analysis
}
