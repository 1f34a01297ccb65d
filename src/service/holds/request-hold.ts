import type { OperationCall } from '../../api/operations/operations.ts'
import type { HoldPart } from '../../api/schemas/hold.ts'
import { HOLD_FOR_MS } from '../../api/vocabulary.ts'
import type { EnqueueContext } from '../alerts/matching/enqueue-alerts.ts'
import { Problem } from '../problems/problem.ts'
import type { StoredAlert } from '../store/repositories/alerts.ts'
import {
  countOpenHolds,
  findHold,
  findNewestHold,
  insertHold,
  isInForce,
  updateHold,
} from '../store/repositories/holds.ts'
import type { HoldRow } from '../store/schema/schema.ts'
import { contentKey, storedParts, type ValidatedPart, worstPart } from './hold-content.ts'
import { answers, approvalsOf, isOpen, unknownBefore } from './hold-state.ts'
import { alertsFor, notifyHold } from './notify-hold.ts'

/** Open holds of one requester: more than people decide about, few enough to report them all. */
const MOST_OPEN_HOLDS = 200

export interface HoldContext extends EnqueueContext {
  readonly actor: string
  /** Wall time (ms). */
  readonly now: number
  audit(action: string, resourceId: string, change: { before?: unknown; after?: unknown }): Promise<void>
}

type Body = OperationCall<'requestHold'>['body']

/**
 * The hold of what is requested: the one in force, or a new one, which is reported.
 * @param messages validated before the transaction
 * @param alerts active ones
 */
export async function requestHold(
  body: Body,
  messages: readonly ValidatedPart[],
  alerts: readonly StoredAlert[],
  context: HoldContext,
): Promise<HoldRow> {
  const { db, actor, deadlineNow } = context
  const parts = [...(await storedParts(db, body)), ...messages]
  refuseDenied(parts)
  const key = contentKey([actor, body.digest, body.kind, body.method], parts)
  const last = await findNewestHold(db, key)
  const standing = last && ((await outcomeBefore(last, context)) ?? last)
  const asked = parts.map(({ part }) => part)
  if (standing && answers(standing, asked, deadlineNow)) return withNewest(standing, asked, context)
  await requireRoom(context)
  const replaced = last && (await expireOpen(last, context))
  const notified = alertsFor(alerts, body.chainId, parts)
  const row = {
    ...newHold(body, parts, context),
    content_key: key,
    unknown_before: unknownBefore(last),
    told_alerts: notified.length,
  }
  await insertHold(db, row)
  await auditRequest(row, body, replaced, context)
  await notifyHold(row, parts, notified, context)
  return row
}

/** Throws Problem 409 for what a policy denies: only another policy lets it pass. */
function refuseDenied(parts: readonly ValidatedPart[]): void {
  const denied = parts.find((part) => part.denied !== undefined)?.denied
  if (denied === undefined) return
  throw new Problem('denied-by-policy', `It is denied, not held: ${denied}.`)
}

/** The same was validated again: what its approval lets pass is counted for the validation that is sent. */
async function withNewest(row: HoldRow, asked: readonly HoldPart[], { db, now }: HoldContext): Promise<HoldRow> {
  if (!isOpen(row) || row.approvals === 0) return row
  const shown = JSON.parse(row.parts) as HoldPart[]
  const parts = JSON.stringify(shown.map((part, at) => ({ ...part, ...idOf(asked[at]) })))
  if (parts === row.parts) return row
  await updateHold(db, row, { parts, updated_at: now })
  return { ...row, parts, updated_at: now }
}

function idOf(part: HoldPart | undefined): Pick<HoldPart, 'svcTxId'> {
  return part?.svcTxId === undefined ? {} : { svcTxId: part.svcTxId }
}

/** Throws Problem 409 where more would wait than people decide about. */
async function requireRoom({ db, actor, deadlineNow }: HoldContext): Promise<void> {
  if ((await countOpenHolds(db, actor, deadlineNow, MOST_OPEN_HOLDS)) < MOST_OPEN_HOLDS) return
  throw new Problem(
    'quota-exceeded',
    `There are ${MOST_OPEN_HOLDS} open holds of this key; nothing was held. Decide about those that wait.`,
    { parameters: { thing: 'hold' } },
  )
}

/** An approval of what is now worse, or a risk of another kind, must not be used any more. @returns what was open */
async function expireOpen(last: HoldRow, { db, now, deadlineNow }: HoldContext): Promise<HoldRow | undefined> {
  if (!isOpen(last) || !isInForce(last, deadlineNow)) return undefined
  await updateHold(db, last, { expires_at: deadlineNow, updated_at: now })
  return last
}

function newHold(
  body: Body,
  parts: readonly ValidatedPart[],
  { newId, actor, now, deadlineNow }: HoldContext,
): Omit<HoldRow, 'content_key' | 'unknown_before' | 'told_alerts'> {
  const { part: worst } = worstPart(parts)
  return {
    id: newId(),
    state: 'held',
    set_at: deadlineNow,
    expires_at: deadlineNow + (body.holdForMs ?? HOLD_FOR_MS.default),
    approved_until: null,
    release_token_hash: null,
    requested_by: actor,
    self_approve: body.selfApprove === true ? 1 : 0,
    approvals: approvalsOf(parts.map(({ part }) => part)),
    approved_by: '[]',
    created_at: now,
    updated_at: now,
    decided_by: null,
    decided_at: null,
    reason: null,
    transaction_id: null,
    svc_tx_id: worst.svcTxId ?? null,
    digest: body.digest,
    kind: body.kind,
    method: body.method,
    chain_id: body.chainId,
    verdict: worst.verdict,
    combined_score: worst.combinedScore,
    category: worst.category,
    sub_category: worst.subCategory,
    max_fee: body.maxFee === undefined ? null : String(BigInt(body.maxFee)),
    returned: 0,
    parts: JSON.stringify(parts.map(({ part }) => part)),
  }
}

async function auditRequest(
  { id, digest, verdict, combined_score, requested_by, self_approve, max_fee }: HoldRow,
  { svcTxIds = [] }: Body,
  replaced: HoldRow | undefined,
  { audit }: HoldContext,
): Promise<void> {
  await audit('hold.request', id, {
    ...(replaced && { before: { verdict: replaced.verdict, id: replaced.id, state: replaced.state } }),
    after: {
      verdict,
      digest,
      svcTxIds,
      combinedScore: combined_score,
      maxFee: max_fee ?? undefined,
      requestedBy: requested_by,
      selfApprove: self_approve === 1,
    },
  })
}

/** The earlier hold that this one names, once its outcome is known after all. */
async function outcomeBefore({ unknown_before }: HoldRow, { db }: HoldContext): Promise<HoldRow | undefined> {
  const earlier = unknown_before === null ? undefined : await findHold(db, unknown_before)
  return earlier?.state === 'forwarded' ? earlier : undefined
}
