import { checksummed } from '../api/address.ts'
import { parseQuantity } from '../api/quantity.ts'
import type { Explanation, ScoreDetail, ValidationRequest, ValidationResult } from '../api/schemas/transaction.ts'
import type { Coverage, ProductType, SlotMode } from '../api/vocabulary.ts'
import { asksForLoss, raiseAlerts } from './alerts/raise.ts'
import { readAuthorizations } from './authorizations.ts'
import { holdsOn, toEntry } from './control-list-entry.ts'
import { gatherEvidence, readGivenTrace } from './evidence.ts'
import type { HandlerContext } from './handler.ts'
import { issuePayload } from './issue-payload.ts'
import { findSlot } from './payload/slot.ts'
import { Problem } from './problem.ts'
import { addressesOf, type Examined, examine } from './risk/subjects.ts'
import { withTrace } from './risk/trace-subjects.ts'
import type { Transaction } from './risk/types.ts'
import { type Judgement, judge } from './risk/verdict.ts'
import { loadSettings } from './settings.ts'
import { activeAlerts } from './store/repositories/alerts.ts'
import { entriesAbout } from './store/repositories/control-lists.ts'
import { evidenceRevision } from './store/repositories/revisions.ts'
import { insertTransaction } from './store/repositories/transactions.ts'
import type { Db, EntryRow, TransactionRow } from './store/schema.ts'
import { type TotalLoss, totalLossOf } from './total-loss.ts'

/** The whole of what a validation found: each version of the interface answers with its part. */
export interface Validation extends ValidationResult {
  readonly combinedScoreDetails: ScoreDetail
  readonly svcTxId: string
  readonly explanation: Explanation
  readonly coverage: Coverage
}

export interface ValidateOptions {
  readonly product: ProductType
  /** Undefined: nobody asked, which is auto and not answered. */
  readonly payloadSlot: SlotMode | undefined
}

/** Judges a transaction, issues its payload, records both and raises the alerts that fire, in the caller's transaction. */
export async function validate(
  request: ValidationRequest,
  { product, payloadSlot }: ValidateOptions,
  context: HandlerContext,
): Promise<Validation> {
  const { db, now } = context
  const transaction = readTransaction(request)
  if (payloadSlot === 'yes' && request.signTransaction === true) refuseWithoutSlot(transaction)
  const settings = await loadSettings(db)
  const trace = readGivenTrace(request.trace, transaction)
  const examined = withTrace(examine(transaction), trace)
  const entries = await matchingEntries(db, examined, product)
  const judgement = judge(examined, await gatherEvidence(db, examined, { entries, trace, now }), settings)

  const alerts = await activeAlerts(db, product)
  const loss = await totalLossOf(db, examined, { now, isAskedFor: alerts.some(asksForLoss) })

  const wish = { trackNonce: request.trackNonce, slotMode: payloadSlot ?? 'auto' }
  const wantsPayload = request.signTransaction === true && judgement.valid
  const payload = wantsPayload ? await issuePayload(transaction, wish, settings, context) : undefined
  const validation: Validation = {
    ...resultOf(judgement, entries, loss),
    ...(payload && { payload: payload.hex }),
    ...(payload && payloadSlot && { payloadSlot: payload.slotUsed ? 'used' : 'none' }),
    svcTxId: context.newId(),
  }
  const row: TransactionRow = {
    id: validation.svcTxId,
    product,
    chain_id: transaction.chainId,
    from_key: transaction.from,
    to_key: transaction.to ?? null,
    value: String(transaction.value),
    valid: judgement.valid ? 1 : 0,
    combined_score: judgement.combinedScore,
    sub_category: judgement.combinedScoreDetails.subCategory,
    total_loss: loss.usd,
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
  }
  await insertTransaction(db, row)
  await raiseAlerts(alerts, { row, request, result: validation }, context)
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

/** Before anything is judged: whoever asks for what cannot be hears it whatever the verdict would be. */
function refuseWithoutSlot({ data }: Transaction): void {
  if (findSlot(data, 'auto').slot) return
  throw new Problem(
    'invalid-header',
    'X-Txwarden-Payload-Slot is yes, but the call data has no payload slot: a last bytes argument, empty or 192 bytes long, that ends the data.',
  )
}

async function matchingEntries(db: Db, examined: Examined, product: ProductType): Promise<EntryRow[]> {
  const entries = await entriesAbout(db, addressesOf(examined), product)
  return entries.filter((entry) => holdsOn(entry, examined.transaction.chainId))
}

function resultOf(
  judgement: Judgement,
  entries: readonly EntryRow[],
  loss: TotalLoss,
): Omit<Validation, 'svcTxId' | 'payload' | 'payloadSlot'> {
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
      missing: [...explanation.missing, ...loss.missing],
    },
    coverage: judgement.coverage,
    ...(loss.isWanted && { totalLossUsd: loss.usd }),
  }
}
