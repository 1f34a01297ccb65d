import { checksummed } from '../api/address.ts'
import { parseQuantity } from '../api/quantity.ts'
import type { Explanation, ScoreDetail, ValidationRequest, ValidationResult } from '../api/schemas/transaction.ts'
import type { Coverage, ProductType } from '../api/vocabulary.ts'
import { readAuthorizations } from './authorizations.ts'
import { holdsOn, toEntry } from './control-list-entry.ts'
import { gatherEvidence, readGivenTrace } from './evidence.ts'
import type { HandlerContext } from './handler.ts'
import { issuePayload } from './issue-payload.ts'
import { addressesOf, type Examined, examine } from './risk/subjects.ts'
import { withTrace } from './risk/trace-subjects.ts'
import type { Transaction } from './risk/types.ts'
import { type Judgement, judge } from './risk/verdict.ts'
import { loadSettings } from './settings.ts'
import { entriesAbout } from './store/repositories/control-lists.ts'
import { evidenceRevision } from './store/repositories/revisions.ts'
import { insertTransaction } from './store/repositories/transactions.ts'
import type { Db, EntryRow } from './store/schema.ts'

/** The whole of what a validation found: each version of the interface answers with its part. */
export interface Validation extends ValidationResult {
  readonly combinedScoreDetails: ScoreDetail
  readonly svcTxId: string
  readonly explanation: Explanation
  readonly coverage: Coverage
}

/** Judges a transaction, issues its payload and records both, in the caller's transaction. */
export async function validate(
  request: ValidationRequest,
  product: ProductType,
  context: HandlerContext,
): Promise<Validation> {
  const { db, now } = context
  const transaction = readTransaction(request)
  const settings = await loadSettings(db)
  const trace = readGivenTrace(request.trace, transaction)
  const examined = withTrace(examine(transaction), trace)
  const entries = await matchingEntries(db, examined, product)
  const judgement = judge(examined, await gatherEvidence(db, examined, { entries, trace, now }), settings)

  const wantsPayload = request.signTransaction === true && judgement.valid
  const payload = wantsPayload ? await issuePayload(transaction, request.trackNonce, settings, context) : undefined
  const validation: Validation = {
    ...resultOf(judgement, entries),
    ...(payload && { payload: payload.hex }),
    svcTxId: context.newId(),
  }
  await insertTransaction(db, {
    id: validation.svcTxId,
    product,
    chain_id: transaction.chainId,
    from_key: transaction.from,
    to_key: transaction.to ?? null,
    value: String(transaction.value),
    valid: judgement.valid ? 1 : 0,
    combined_score: judgement.combinedScore,
    sub_category: judgement.combinedScoreDetails.subCategory,
    // A trace may be as large as all the rest of the database; what it told stands in the explanation.
    request: JSON.stringify({ ...request, trace: undefined }),
    result: JSON.stringify(validation),
    payload_nonce: payload?.trackedNonce ?? null,
    payload_expires_at: payload?.expiresAt ?? null,
    transaction_id: null,
    block_number: null,
    block_time: null,
    created_at: now,
    updated_at: now,
  })
  context.limitReplay({ until: payload?.expiresAt, evidenceRevision: await evidenceRevision(db) })
  return validation
}

/** The transaction as the engine reads it: addresses in lower case, quantities as bigint. */
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

async function matchingEntries(db: Db, examined: Examined, product: ProductType): Promise<EntryRow[]> {
  const entries = await entriesAbout(db, addressesOf(examined), product)
  return entries.filter((entry) => holdsOn(entry, examined.transaction.chainId))
}

function resultOf(judgement: Judgement, entries: readonly EntryRow[]): Omit<Validation, 'svcTxId' | 'payload'> {
  const matched = new Set(judgement.matchedEntryIds)
  const { explanation } = judgement
  return {
    valid: judgement.valid,
    combinedScore: judgement.combinedScore,
    combinedScoreDetails: judgement.combinedScoreDetails,
    scoreDetails: judgement.scoreDetails,
    controlLists: entries.filter((entry) => matched.has(entry.id)).map(toEntry),
    internalAddressesWithMaxScore: judgement.internalAddresses.map((internal) => ({
      ...internal,
      address: checksummed(internal.address),
    })),
    ...(judgement.error !== undefined && { error: judgement.error }),
    explanation: {
      ...explanation,
      reasons: explanation.reasons.map((reason) => ({
        ...reason,
        subject: reason.subject && checksummed(reason.subject),
      })),
    },
    coverage: judgement.coverage,
  }
}
