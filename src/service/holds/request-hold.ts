import type { Call } from '../../api/operations.ts'
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
import type { HoldRow } from '../store/schema.ts'
import { contentKey, type JudgedPart, storedParts, worstPart } from './hold-content.ts'
import { answers, isOpen, unknownBefore } from './hold-state.ts'
import { alertsFor, tellHold } from './tell-hold.ts'

/** Open holds of one requester: more than people decide about, few enough to tell them all. */
const MOST_OPEN_HOLDS = 200

export interface HoldContext extends EnqueueContext {
  readonly actor: string
  /** Wall time (ms). */
  readonly now: number
  audit(action: string, resourceId: string, change: { before?: unknown; after?: unknown }): Promise<void>
}

/**
 * The hold of what is asked: the one in force, or a new one, which is told.
 * @param messages judged before the transaction
 * @param alerts active ones
 */
export async function requestHold(
  body: Call<'requestHold'>['body'],
  messages: readonly JudgedPart[],
  alerts: readonly StoredAlert[],
  context: HoldContext,
): Promise<HoldRow> {
  const { db, actor, now, deadlineNow } = context
  const parts = [...(await storedParts(db, body)), ...messages]
  const { part: worst } = worstPart(parts)
  const key = contentKey([actor, body.digest, body.kind, body.method], parts)
  const last = await findNewestHold(db, key)
  if (last) {
    const standing = (await outcomeBefore(last, context)) ?? last
    const asked = parts.map(({ part }) => part)
    if (answers(standing, asked, deadlineNow)) return standing
  }
  if ((await countOpenHolds(db, actor, deadlineNow, MOST_OPEN_HOLDS)) >= MOST_OPEN_HOLDS)
    throw new Problem(
      'quota-exceeded',
      `There are ${MOST_OPEN_HOLDS} open holds of this key; nothing was held. Decide about those that wait: "txwarden hold list --state held".`,
    )
  // An approval of what is now worse, or a risk of another kind, must not be used any more.
  const replaced = last && isOpen(last) && isInForce(last, deadlineNow) ? last : undefined
  if (replaced) await updateHold(db, replaced, { expires_at: deadlineNow, updated_at: now })
  const told = alertsFor(alerts, body.chainId, parts)
  const row: HoldRow = {
    id: context.newId(),
    content_key: key,
    state: 'held',
    set_at: deadlineNow,
    expires_at: deadlineNow + (body.holdForMs ?? HOLD_FOR_MS.default),
    approved_until: null,
    release_token_hash: null,
    requested_by: actor,
    self_approve: body.selfApprove === true ? 1 : 0,
    created_at: now,
    updated_at: now,
    decided_by: null,
    decided_at: null,
    reason: null,
    transaction_id: null,
    unknown_before: unknownBefore(last),
    told_alerts: told.length,
    svc_tx_id: worst.svcTxId ?? null,
    digest: body.digest,
    kind: body.kind,
    method: body.method,
    chain_id: body.chainId,
    verdict: worst.verdict,
    combined_score: worst.combinedScore,
    category: worst.category,
    sub_category: worst.subCategory,
    parts: JSON.stringify(parts.map(({ part }) => part)),
  }
  await insertHold(db, row)
  const { id, verdict, combined_score: combinedScore, digest } = row
  const svcTxIds = body.svcTxIds ?? []
  await context.audit('hold.request', id, {
    ...(replaced && { before: { id: replaced.id, state: replaced.state, verdict: replaced.verdict } }),
    after: { digest, svcTxIds, verdict, combinedScore, requestedBy: actor, selfApprove: row.self_approve === 1 },
  })
  await tellHold(row, parts, told, context)
  return row
}

/** The earlier hold that this one names, once its outcome is known after all. */
async function outcomeBefore({ unknown_before }: HoldRow, { db }: HoldContext): Promise<HoldRow | undefined> {
  const earlier = unknown_before === null ? undefined : await findHold(db, unknown_before)
  return earlier?.state === 'forwarded' ? earlier : undefined
}
