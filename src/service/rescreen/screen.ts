import { checksummed } from '../../api/address.ts'
import type { ListedCounterparty } from '../../api/schemas/rescreen.ts'
import type { Explanation } from '../../api/schemas/transaction.ts'
import type { VerdictChange } from '../../api/schemas/verdict-change.ts'
import type { MissingData } from '../../api/text/missing.ts'
import { type Verdict, verdictOf } from '../../api/verdict.ts'
import { type ProductType, productTypes } from '../../api/vocabulary.ts'
import { chunksOf } from '../../shared/chunks-of.ts'
import type { Reads, ServiceConfiguration } from '../records/reads/reads.ts'
import { resultOf } from '../records/transaction-record.ts'
import type { RiskAssessment } from '../risk/assess.ts'
import type { ScoredFinding } from '../risk/types.ts'
import type { TransactionPlace } from '../store/repositories/address-blocks.ts'
import type { StoredChains } from '../store/repositories/chain-nodes.ts'
import { transactionsAt, verdictChangesOf } from '../store/repositories/rescreens.ts'
import type { CounterpartyRow, TransactionRow, VerdictChangeRow } from '../store/schema/schema.ts'
import type { Validation } from '../validation/answer.ts'
import { word } from '../validation/answer.ts'
import type { AssessedSubject } from '../validation/assess.ts'
import {
  isWorse,
  type KnownVerdict,
  knownVerdict,
  type ListedVerdict,
  listedVerdict,
  rankOf,
  type Screened,
  type StoredDeps,
  validateStored,
} from './validate-stored.ts'

export interface ScreenDeps {
  readonly reads: Reads
  readonly hasNode: (chainId: string, chains: StoredChains) => boolean
  /** ms since 1970. */
  readonly now: number
  /** Awaited between two steps. */
  readonly pause: () => Promise<void>
}

/** A change that is found, before it is stored. */
export type FoundChange = Omit<VerdictChangeRow, 'id' | 'rescreen_id'>

/** What lists say now about stored transactions. @param source only its listings count; undefined: all */
export function screenListings(
  places: readonly TransactionPlace[],
  source: string | undefined,
  deps: ScreenDeps,
): Promise<FoundChange[]> {
  return eachStored(places, deps, (outcome, { row, known, stored }) => {
    const listed = listedVerdict(outcome, stored, row)
    if (!listed || !isWorse(listed, known)) return undefined
    const cause = listed.findings.find((finding) => source === undefined || finding.source === source)
    return (
      cause && {
        svc_tx_id: row.id,
        chain_id: row.chain_id,
        owner: row.from_key,
        at: deps.now,
        from_verdict: known.verdict,
        from_score: known.score,
        ...listingOf(listed, cause, listed.findings),
      }
    )
  })
}

function listingOf({ verdict, score }: ListedVerdict, cause: ScoredFinding, findings: readonly ScoredFinding[]) {
  return {
    address: cause.subject,
    to_verdict: verdict,
    to_score: score,
    source: cause.source,
    reason: cause.text,
    hops: cause.hops,
    sub_categories: JSON.stringify([...new Set(findings.map(({ subCategory }) => subCategory))]),
  }
}

/** What all rules say now about stored transactions, also where that is better. */
export function screenRules(places: readonly TransactionPlace[], deps: ScreenDeps): Promise<VerdictChange[]> {
  return eachStored(places, deps, (assessed, { row, known }) => {
    const { result, assessment } = word(assessed)
    // What a block has is not blocked any more.
    const now: KnownVerdict = {
      verdict: verdictOf(row.origin === 'chain' ? { ...result, valid: true } : result),
      score: result.combinedScore,
    }
    if (now.verdict === known.verdict) return undefined
    const before = resultOf(row)
    return {
      svcTxId: row.id,
      from: known.verdict,
      to: now.verdict,
      fromScore: known.score,
      toScore: now.score,
      chainId: row.chain_id,
      owner: checksummed(row.from_key),
      ...causeOfRules(known.verdict, now.verdict, { explanation: result.explanation, findings: assessment.findings }),
      ...((row.origin === 'chain' || before.simulation || before.chainCoverage) && { inPart: true }),
    }
  })
}

type Cause = Pick<VerdictChange, 'address' | 'source' | 'reason' | 'hops' | 'unaccounted'>

/** Why rules give another verdict: what is not accounted for where that is all that speaks against SAFE, otherwise the strongest finding. */
export function causeOfRules(
  from: Verdict,
  to: Verdict,
  { explanation, findings }: Pick<Validation, 'explanation'> & Pick<RiskAssessment, 'findings'>,
): Cause {
  const item = from === 'SAFE' ? explanation.unaccounted?.[0] : undefined
  const named = item && { unaccounted: item }
  if (item && to === 'NO DATA')
    return { address: item.address ?? '', source: '', reason: `Not accounted for: ${item.text}`, hops: 0, ...named }
  const [strongest] = findings
  if (strongest)
    return {
      address: strongest.subject === '' ? '' : checksummed(strongest.subject),
      source: strongest.source,
      reason: strongest.text,
      hops: strongest.hops,
      ...named,
    }
  return {
    address: '',
    source: '',
    reason: (to === 'NO DATA' && whatIsUnknown(explanation)) || 'No rule finds a risk',
    hops: 0,
  }
}

/** Missing data that is about calls and who gains by them, and not about feeds, prices and nodes. */
const decisive: ReadonlySet<MissingData['code']> = new Set<MissingData['code']>([
  'unknown-selector',
  'unknown-router-command',
  'short-call-data',
  'effects-unknown',
  'call-without-target',
  'contract-changed',
  'implementation-unchecked',
  'content-elsewhere',
  'new-code',
  'other-chain-account',
  'no-data',
  'payments-unconfirmed',
])

function whatIsUnknown({ missing, missingData = [] }: Explanation): string | undefined {
  return missing.find((_, index) => {
    const code = missingData[index]?.code
    return code !== undefined && decisive.has(code as MissingData['code'])
  })
}

/** Characters of a request that takes some milliseconds to decode. */
const LARGE = 20_000

/** Transactions of one query, and small ones of one turn of the event loop. */
const TOGETHER = 4

export interface ScreenedTransaction {
  readonly row: TransactionRow
  readonly known: KnownVerdict
  readonly stored: StoredDeps
}

/** Validates some together, so that queries are combined. */
export async function eachStored<T>(
  places: readonly TransactionPlace[],
  deps: ScreenDeps,
  find: (outcome: AssessedSubject, stored: ScreenedTransaction) => T | undefined,
): Promise<T[]> {
  const configuration = await deps.reads.configuration()
  const findIn = async (each: ScreenedTransaction) => find(await validateStored(each.row, each.stored), each)
  const found: (T | undefined)[] = []
  for (const some of chunksOf(places, TOGETHER))
    for (const together of turnsOf(await read(some, configuration, deps), ({ row }) => row)) {
      found.push(...(await Promise.all(together.map(findIn))))
      await deps.pause()
    }
  return found.filter((each) => each !== undefined)
}

/** Small ones together, large ones one by one. */
export function turnsOf<T>(rows: readonly T[], rowOf: (of: T) => Pick<Screened, 'request'>): T[][] {
  const { large = [], small = [] } = Object.groupBy(rows, (each) =>
    rowOf(each).request.length > LARGE ? 'large' : 'small',
  )
  return [small, ...large.map((each) => [each])]
}

async function read(
  places: readonly TransactionPlace[],
  configuration: ServiceConfiguration,
  { reads, hasNode, now }: ScreenDeps,
): Promise<ScreenedTransaction[]> {
  const rows = await transactionsAt(reads.db, places)
  const ids = rows.map(({ id }) => id)
  const changes = Map.groupBy(await verdictChangesOf(reads.db, ids), ({ svc_tx_id }) => svc_tx_id)
  return rows.map((row) => ({
    row,
    known: knownVerdict(row, changes.get(row.id) ?? []),
    stored: { reads, configuration, hasNode: hasNode(row.chain_id, configuration.chains), now },
  }))
}

/** What lists say now of a payment to a counterparty. */
export async function screenCounterparty(
  { chain_id, owner, counterparty }: CounterpartyRow,
  source: string | undefined,
  configuration: ServiceConfiguration,
  { reads, now }: ScreenDeps,
): Promise<FoundChange | undefined> {
  const stored = { reads, configuration, hasNode: false, now }
  for (const product of productTypes) {
    const row = paymentRow(chain_id, owner, counterparty, product)
    const listed = listedVerdict(await validateStored(row, stored), stored, row)
    const cause = listed?.findings.find(
      (finding) => finding.subject === counterparty && finding.hops === 0 && (!source || finding.source === source),
    )
    if (!listed || !cause) continue
    return {
      svc_tx_id: null,
      chain_id,
      owner,
      at: now,
      from_verdict: null,
      from_score: null,
      ...listingOf(listed, cause, [cause]),
    }
  }
  return undefined
}

function paymentRow(chainId: string, from: string, to: string, product: ProductType): Screened {
  const transaction = { chainId, from, to, value: '1', data: '0x' }
  return {
    id: '',
    product,
    chain_id: chainId,
    from_key: from,
    to_key: to,
    addresses: '',
    result: '',
    origin: null,
    request: JSON.stringify({ transaction }),
    created_at: 0,
  }
}

export function toChange(row: VerdictChangeRow | FoundChange): VerdictChange {
  return {
    svcTxId: row.svc_tx_id ?? '',
    from: row.from_verdict ?? 'NO DATA',
    to: row.to_verdict,
    fromScore: row.from_score ?? 0,
    toScore: row.to_score,
    chainId: row.chain_id,
    owner: checksummed(row.owner),
    address: row.address === '' ? '' : checksummed(row.address),
    source: row.source,
    reason: row.reason,
    hops: row.hops,
    ...('id' in row && { at: new Date(row.at).toISOString() }),
  }
}

export function toListedCounterparty(row: VerdictChangeRow | FoundChange): ListedCounterparty {
  const { chain_id: chainId, to_verdict: verdict, source, reason } = row
  return { verdict, chainId, owner: checksummed(row.owner), address: checksummed(row.address), source, reason }
}

/** The worst first, then the largest step. */
export function worstFirst(a: VerdictChange, b: VerdictChange): number {
  const to = rankOf({ verdict: b.to, score: b.toScore }) - rankOf({ verdict: a.to, score: a.toScore })
  return to || rankOf({ verdict: a.from, score: a.fromScore }) - rankOf({ verdict: b.from, score: b.fromScore })
}

export function gotWorse({ from, to, fromScore, toScore }: VerdictChange): boolean {
  return rankOf({ verdict: to, score: toScore }) > rankOf({ verdict: from, score: fromScore })
}
