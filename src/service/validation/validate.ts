import { checksummed } from '../../api/address.ts'
import { parseQuantity } from '../../api/quantity.ts'
import type { Explanation, ScoreDetail, ValidationRequest, ValidationResult } from '../../api/schemas/transaction.ts'
import { type Coverage, HISTORY_FACTOR, type ProductType, type SlotMode } from '../../api/vocabulary.ts'
import { alertIndexOf } from '../alerts/matching/alert-index.ts'
import type { EnqueueContext } from '../alerts/matching/enqueue-alerts.ts'
import type { ChainObserver, Observed, SimulateOptions } from '../chain/observer.ts'
import { findSlot } from '../payload/slot.ts'
import { Problem } from '../problems/problem.ts'
import { toEntry } from '../records/control-list-entry.ts'
import type { Configuration, Reads } from '../records/reads.ts'
import { type Analysis, analyze } from '../risk/analyze.ts'
import { assessRisk, type RiskAssessment, withFlagged } from '../risk/assess.ts'
import { chainCoverageOf } from '../risk/chain/coverage.ts'
import type { Executed } from '../risk/chain/executed.ts'
import { toSimulationJson } from '../risk/chain/simulation-json.ts'
import type { EvidenceSet } from '../risk/evidence.ts'
import { actionsInWords } from '../risk/summary/actions-in-words.ts'
import { namesFrom } from '../risk/summary/names.ts'
import type { Trace } from '../risk/trace/trace.ts'
import type { Transaction } from '../risk/types.ts'
import { type IssuedPayload, issuePayload } from '../signing/issue-payload.ts'
import type { SignerContext } from '../signing/signer.ts'
import { findSigned } from '../store/repositories/transactions.ts'
import type { EntryRow, TransactionRow } from '../store/schema.ts'
import { readAuthorizations } from './authorizations.ts'
import { gatherEvidence, readRequestTrace } from './gather-evidence.ts'
import { observeChain } from './observe-chain.ts'
import { priceLoss, type TotalLoss } from './price-loss.ts'
import { signedKeyOf, storeVerdict } from './signed-validation.ts'

/** Everything a validation finds; each version of the interface answers a part of it. */
export interface Validation extends ValidationResult {
  readonly combinedScoreDetails: ScoreDetail
  /** Absent in a dry run. */
  readonly svcTxId?: string
  readonly explanation: Explanation
  readonly coverage: Coverage
}

export interface ValidateOptions {
  readonly product: ProductType
  /** Undefined: no header was sent; works as auto, and the answer has no `payloadSlot`. */
  readonly payloadSlot: SlotMode | undefined
  readonly simulate: SimulateOptions
  /** Of the signed transaction, lower case; undefined: it is not signed. */
  readonly signedHash?: string | undefined
}

/** What a check reads: committed state only, outside a transaction. */
export interface ValidateContext {
  readonly reads: Reads
  /** Undefined: no node can be asked. */
  readonly chain?: ChainObserver | undefined
  /** Time of the request (ms). */
  readonly now: number
}

/** What storing a validation needs. */
export interface RecordContext extends SignerContext, EnqueueContext {
  /** The id of the API key, or `local`. */
  readonly actor: string
  /** Forbids to replay the stored answer after `until` (ms since 1970) or when the evidence has changed. */
  limitReplay(limit: { until: number | undefined; evidenceRevision: number }): void
}

/** A request checked against committed state. */
export interface CheckedRequest {
  /** The answer to a dry run: without `svcTxId` and payload. */
  readonly result: Validation
  /** Issues the payload, stores the validation and enqueues the alerts that match, in the caller's transaction. */
  record(context: RecordContext): Promise<Validation>
}

/**
 * Checks a transaction without writing. Evidence is looked up here, so that no write lock is held meanwhile.
 * Throws Problem 400 for a missing payload slot or an invalid trace, 503 where a simulation is required and did not run.
 */
export async function checkRequest(
  request: ValidationRequest,
  { product, payloadSlot, simulate, signedHash }: ValidateOptions,
  context: ValidateContext,
): Promise<CheckedRequest> {
  const transaction = readTransaction(request)
  if (payloadSlot === 'yes' && request.signTransaction === true) refuseWithoutSlot(transaction)
  const trace = readRequestTrace(request.trace, transaction)
  const analyzeWith = (found: Trace | undefined) => analyzeWithImports(context.reads, transaction, found)
  const judging = { product, simulate, trace, ...(!trace && { analyze: analyzeWith }) }
  const judgement = await judge(await analyzeWith(trace), judging, context)
  const { revision, settings, alerts, assessment, loss, result } = judgement
  const record = async (recording: RecordContext): Promise<Validation> => {
    const options = { trackNonce: request.trackNonce, slotMode: payloadSlot ?? 'auto' }
    const wantsPayload = request.signTransaction === true && assessment.valid
    const payload = wantsPayload ? await issuePayload(transaction, options, settings, recording) : undefined
    const signedKey = signedHash && !payload ? signedKeyOf(signedHash, transaction, product, recording) : null
    const earlier = signedKey === null ? undefined : await findSigned(recording.db, signedKey)
    const svcTxId = earlier?.id ?? recording.newId()
    const validation: Validation = {
      ...result,
      ...(payload && { payload: payload.hex }),
      ...(payload && payloadSlot && { payloadSlot: payload.slotUsed ? 'used' : 'none' }),
      svcTxId,
    }
    const { now } = context
    const judged = toRow(request, { id: svcTxId, product, transaction, validation, loss, payload, now })
    const row = {
      ...judged,
      signed_key: signedKey,
      validated_by: recording.actor,
      created_at: earlier?.created_at ?? now,
    }
    await storeVerdict({ row, request, result: validation }, earlier, alerts, recording)
    // What is signed can be sent at any time: evidence of an older block says nothing about it.
    const chainUntil = result.chainCoverage && now + (signedHash === undefined ? CHAIN_REPLAY_MS : 0)
    const until = [payload?.expiresAt, chainUntil].filter((limit) => limit !== undefined).sort((a, b) => a - b)[0]
    recording.limitReplay({ until, evidenceRevision: revision })
    return validation
  }
  return { result, record }
}

/** How long a verdict with evidence of a node can be replayed: it covers the retries of a client, and the chain moves on. */
const CHAIN_REPLAY_MS = 120_000

/** A verdict with what it was made from. */
export interface Judgement {
  /** Of the evidence. */
  readonly revision: number
  readonly settings: Configuration['settings']
  readonly alerts: Configuration['alerts']
  readonly assessment: RiskAssessment
  readonly loss: TotalLoss
  readonly result: Validation
}

interface JudgeOptions {
  readonly product: ProductType
  readonly simulate: SimulateOptions
  /** What was seen already: then no node is asked. */
  readonly seen?: SeenExecuted | undefined
  /** That the caller gave. */
  readonly trace?: Trace | undefined
  /** Repeats the analysis with the trace of a node. */
  readonly analyze?: (trace: Trace) => Promise<Analysis>
}

/** A transaction that a block has, as it was seen. */
export interface SeenExecuted extends Observed {
  readonly executed: Executed
  /** Accounts that others did something to: their loss counts. Undefined: the sender's does. */
  readonly bystanders: ReadonlySet<string> | undefined
}

/**
 * Asks a node, looks up the evidence for an analysis and judges it, without writing.
 * @throws Problem 503 where a simulation is required and did not run
 */
export async function judge(
  offline: Analysis,
  { product, simulate, seen, trace: given, analyze }: JudgeOptions,
  { reads, chain: observer, now }: ValidateContext,
): Promise<Judgement> {
  // Read first: the revision must not be newer than the evidence.
  const { revision, settings, sources, alerts, chains } = await reads.configuration()
  const observed =
    seen ?? (await observeChain(observer, simulate, { analysis: offline, chains, trace: given, analyze }))
  const { analysis = offline, observation: chain } = observed ?? {}
  const trace = given ?? chain?.simulation.trace
  const hasPrices = sources.some(({ format }) => format === 'prices')
  const [{ evidence: found, entries }, loss] = await Promise.all([
    gatherEvidence(reads, analysis, {
      ...{ product, trace, chain, executed: seen?.executed, sources, revision, now },
      hasNode: observer?.hasNode(analysis.transaction.chainId, chains) ?? false,
      historyFactor: settings.historyFactor ?? HISTORY_FACTOR,
    }),
    priceLoss(reads, analysis, {
      ...{ chain, now, hasPrices, bystanders: seen?.bystanders },
      hasLossAlert: alertIndexOf(alerts).asksForLoss(product),
    }),
  ])
  const evidence = { ...found, priceOf: loss.priceOf }
  const assessment = assessRisk(analysis, evidence, settings)
  return {
    revision,
    settings,
    alerts,
    assessment,
    loss,
    result: resultOf(assessment, { analysis, evidence, entries, loss }),
  }
}

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

interface RowInput {
  readonly id: string
  readonly product: ProductType
  readonly transaction: Transaction
  readonly validation: Validation
  readonly loss: TotalLoss
  readonly payload: IssuedPayload | undefined
  readonly now: number
}

/** Not on chain yet. */
export function toRow(
  request: ValidationRequest,
  { id, product, transaction, validation, loss, payload, now }: RowInput,
): TransactionRow {
  return {
    id,
    product,
    chain_id: transaction.chainId,
    from_key: transaction.from,
    to_key: transaction.to ?? null,
    value: String(transaction.value),
    valid: validation.valid ? 1 : 0,
    combined_score: validation.combinedScore,
    sub_category: validation.combinedScoreDetails.subCategory,
    total_loss: loss.usd,
    coverage: validation.coverage,
    known_by_age_only: validation.knownByAgeOnly ? 1 : null,
    // A trace may be very large; the explanation has its findings.
    request: JSON.stringify({ ...request, trace: undefined }),
    result: JSON.stringify(validation),
    payload_nonce: payload?.trackedNonce ?? null,
    payload_expires_at: payload?.expiresAt ?? null,
    transaction_id: null,
    block_number: null,
    block_time: null,
    origin: null,
    block_hash: null,
    validated_as: null,
    signed_key: null,
    validated_by: null,
    standing: null,
    check_at: null,
    check_until: null,
    created_at: now,
    updated_at: now,
  }
}

/** The transaction in the form of the engine: addresses in lower case, quantities as bigint. */
export function readTransaction({ transaction }: ValidationRequest): Transaction {
  const data = transaction.data ?? ''
  return {
    chainId: transaction.chainId,
    from: transaction.from.toLowerCase(),
    to: transaction.to?.toLowerCase() || undefined,
    value: parseQuantity(transaction.value ?? '0') ?? 0n,
    data: (data.startsWith('0x') ? data : `0x${data}`).toLowerCase(),
    authorizations: readAuthorizations(transaction.authorizations),
  }
}

/** Runs before the check: an impossible request fails whatever the verdict. */
function refuseWithoutSlot({ data }: Transaction): void {
  if (findSlot(data, 'auto').slot) return
  throw new Problem(
    'invalid-header',
    'X-Txwarden-Payload-Slot is yes, but the call data has no payload slot: a last bytes argument, empty or 192 bytes long, that ends the data.',
  )
}

interface Judged {
  readonly analysis: Analysis
  readonly evidence: EvidenceSet
  readonly entries: readonly EntryRow[]
  readonly loss: TotalLoss
}

function resultOf(
  assessment: RiskAssessment,
  { analysis, evidence, entries, loss }: Judged,
): Omit<Validation, 'svcTxId' | 'payload' | 'payloadSlot'> {
  const matched = new Set(assessment.matchedEntryIds)
  const { explanation } = assessment
  const simulation = toSimulationJson(analysis, evidence, loss.priceOf)
  const readable = (text: string) => withReadableAddresses(text, analysis)
  return {
    valid: assessment.valid,
    combinedScore: assessment.combinedScore,
    combinedScoreDetails: assessment.combinedScoreDetails,
    scoreDetails: assessment.scoreDetails,
    controlLists: entries.filter((entry) => matched.has(entry.id)).map(toEntry),
    internalAddressesWithMaxScore: assessment.internalAddresses.map((internal) => ({
      ...internal,
      address: checksummed(internal.address),
    })),
    ...(assessment.error !== undefined && { error: readable(assessment.error) }),
    explanation: {
      actions: actionsInWords(withFlagged(analysis, evidence), namesFrom(evidence, analysis.transaction.chainId)),
      reasons: explanation.reasons.map((reason) => ({
        ...reason,
        subject: reason.subject && checksummed(reason.subject),
        text: readable(reason.text),
        ...(reason.flip !== undefined && { flip: readable(reason.flip) }),
      })),
      missing: [...explanation.missing, ...loss.missing],
    },
    coverage: assessment.coverage,
    ...(simulation && { simulation }),
    ...(evidence.chain && { chainCoverage: chainCoverageOf(evidence.chain) }),
    ...(assessment.knownByAgeOnly && { knownByAgeOnly: true }),
    ...(loss.isReported && { totalLossUsd: loss.usd }),
  }
}

/** People compare addresses with checksums, and must not take their own address for a stranger. */
function withReadableAddresses(text: string, { transaction, message }: Analysis): string {
  const own = message ? 'the signer' : 'the sender'
  return text.replace(/0x[0-9a-f]{40}(?![0-9a-f])/g, (address) =>
    address === transaction.from ? own : checksummed(address),
  )
}
