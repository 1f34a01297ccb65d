import { SELECTOR_LENGTH } from '../evm/words.ts'
import { type Accounts, type KnownContracts, knownContracts } from '../intel/contracts/known-contracts.ts'
import type { Reads } from '../records/reads/reads.ts'
import type { Analysis } from '../risk/analyze.ts'
import type { Trace } from '../risk/trace/trace.ts'
import type { ImportedMessages } from '../risk/typed-data/analyze-message.ts'
import type { StoredContracts } from '../store/repositories/contracts.ts'

/** Selectors looked up for one transaction. */
const MAX_SELECTORS = 256

/** Analyzes a transaction or message, with a trace and with what a node shows of accounts, as far as they are known. */
export type AnalyzeSubject = (trace?: Trace, accounts?: Accounts) => Promise<Analysis>

/** Analyzes with functions beyond the built-in tables. */
type AnalyzeWith = (trace: Trace | undefined, imported: ImportedMessages) => Analysis

/** Repeats an analysis only where the trace or the code of a described contract is another one. */
export function analyzerOf(
  reads: Reads,
  contracts: StoredContracts,
  { chainId, analyze }: { readonly chainId: string; readonly analyze: AnalyzeWith },
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

/**
 * Decodes with the contracts that the operator describes, and again with imported signatures when a function is known nowhere.
 * Public descriptors make a second analysis, so that they take nothing from the first one.
 */
async function analyzeWithImports(
  reads: Reads,
  { own, witnessed, messages, remarksOn }: KnownContracts,
  analyze: (imported: ImportedMessages) => Analysis,
): Promise<Analysis> {
  const analysis = analyze({ taught: own })
  const unknown = analysis.decoded.calls
    .filter(({ status, selector }) => status === 'unknown-selector' && selector.length === SELECTOR_LENGTH)
    .map(({ selector }) => selector)
  const imported =
    unknown.length === 0 ? undefined : await reads.signatures([...new Set(unknown)].slice(0, MAX_SELECTORS))
  const signatures = imported?.size ? (selector: string) => imported.get(selector) ?? [] : undefined
  const decoded = signatures ? analyze({ taught: own, signatures }) : analysis
  const unchecked = remarksOn(everyActing(decoded).flatMap(({ to }) => to ?? []))
  const read = unchecked.length > 0 ? { ...decoded, unchecked } : decoded
  if (!witnessed) return read
  const more = analyze({ taught: witnessed, ...(messages && { messages }), ...(signatures && { signatures }) })
  return more.message?.isDescribed || everyActing(more).some(isWitnessed) ? { ...read, witnessed: more } : read
}

/** The calls of the call data, and those of a trace that do something. */
function everyActing({ calls, actions }: Analysis): Analysis['calls'] {
  return [...calls, ...actions.map(({ call }) => call)]
}

function isWitnessed({ signature }: Analysis['calls'][number]): boolean {
  return signature?.isNameOnly === true && signature.row !== undefined
}
