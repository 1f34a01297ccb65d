import type { OperationCall } from '../../api/operations/operations.ts'
import type { HoldPart } from '../../api/schemas/hold.ts'
import { sha256 } from '../../shared/text/sha256.ts'
import { reserveKept } from '../policies/budgets.ts'
import { found, Problem } from '../problems/problem.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { findHold, isInForce, updateHold } from '../store/repositories/holds.ts'
import type { HoldRow } from '../store/schema/schema.ts'
import { APPROVED_FOR_MS, FORWARDED_FOR_MS, isOpen, REJECTED_FOR_MS, RELEASED_FOR_MS, stateOf } from './hold-state.ts'
import type { HoldContext } from './request-hold.ts'
import { approvalsIn } from './to-hold.ts'

type Decision = OperationCall<'approveHold'>['body']
type ReleaseContext = HoldContext & { readonly random: RandomBytes }
const RELEASE_TOKEN_BYTES = 32

type Changes = Partial<Omit<HoldRow, 'id'>> & Pick<HoldRow, 'state'>

export async function requireHold({ db }: Pick<HoldContext, 'db'>, id = ''): Promise<HoldRow> {
  return found(await findHold(db, id), 'hold', id)
}

/** Throws Problem 409 when it waits for nothing, or when its requester approves it. */
export async function approveHold(id: string | undefined, decision: Decision, context: HoldContext): Promise<HoldRow> {
  const row = await requireHold(context, id)
  if (stateOf(row, context.deadlineNow) !== 'held') throw notHeld(row, context)
  const isByPolicy = row.approvals > 0
  if (row.requested_by === context.actor && (row.self_approve === 0 || isByPolicy))
    throw new Problem(
      'self-approval',
      `Hold ${row.id} was requested by ${row.requested_by}, which cannot approve it: approve it with another key.`,
    )
  const approved = approvalsIn(row)
  if (isByPolicy && approved.some(({ by }) => by === context.actor))
    throw new Problem(
      'self-approval',
      `Hold ${row.id} needs ${row.approvals} keys, and ${context.actor} has approved it: approve it with another key.`,
    )
  approved.push({ by: context.actor, at: context.now })
  const approved_by = JSON.stringify(approved)
  if (approved.length < row.approvals) return approveInPart(row, approved_by, context)
  const until = context.deadlineNow + APPROVED_FOR_MS
  return change(
    row,
    'hold.approve',
    { state: 'approved', approved_by, ...decided(decision, until, context), approved_until: until },
    context,
  )
}

/** It waits for more keys, until it expires. */
async function approveInPart(row: HoldRow, approved_by: string, { db, now, audit }: HoldContext): Promise<HoldRow> {
  const changes = { approved_by, updated_at: now }
  await updateHold(db, row, changes)
  const after = { ...row, ...changes }
  await audit('hold.approve', row.id, { before: audited(row), after: audited(after) })
  return after
}

/** Also takes back an approval that is not used yet. Throws Problem 409 when there is nothing to reject. */
export async function rejectHold(id: string | undefined, decision: Decision, context: HoldContext): Promise<HoldRow> {
  const row = await requireHold(context, id)
  if (!isOpen(row) || !isInForce(row, context.deadlineNow)) throw notHeld(row, context)
  const until = context.deadlineNow + REJECTED_FOR_MS
  return change(
    row,
    'hold.reject',
    { state: 'rejected', ...decided(decision, until, context), approved_until: null },
    context,
  )
}

/** A release, and what proves that it is one's own. */
export interface Release {
  readonly row: HoldRow
  readonly releaseToken: string
}

/** Uses the approval. Throws Problem 409 when there is none, or when an earlier hold of the same turned out to be sent. */
export async function releaseHold(id: string | undefined, context: ReleaseContext): Promise<Release> {
  const row = await requireOwnHold(id, context)
  const state = stateOf(row, context.deadlineNow)
  if (state !== 'approved') throw new Problem('hold-not-approved', `Hold ${row.id} is ${state}; nothing may be sent.`)
  const earlier = row.unknown_before === null ? undefined : await findHold(context.db, row.unknown_before)
  if (earlier?.state === 'forwarded')
    throw new Problem('hold-not-approved', `Hold ${earlier.id} of the same was sent; nothing may be sent.`)
  const until = context.deadlineNow + RELEASED_FOR_MS
  const releaseToken = Buffer.from(context.random(RELEASE_TOKEN_BYTES)).toString('base64url')
  const changes = { state: 'released', expires_at: until, release_token_hash: sha256(releaseToken) } as const
  const released = await change(row, 'hold.release', changes, context)
  for (const id of keptOf(row)) await reserveKept(context.db, id, context.now)
  return { row: released, releaseToken }
}

/** Under which budgets keep what it takes, however it is held: it counts from its release on, also where nothing is said to be sent. */
function keptOf({ parts }: HoldRow): string[] {
  return (JSON.parse(parts) as HoldPart[]).flatMap(({ svcTxId, reservationId }) => svcTxId ?? reservationId ?? [])
}

/**
 * Throws Problem 409 when it was not released. The same outcome twice is accepted. Only who released it can report that nothing
 * was sent: others with the same key do not know it. The approval is usable again, after answers of the upstream once: one that
 * sends and reports an error would send each time.
 */
export async function settleHold(
  id: string | undefined,
  { outcome, transactionId, releaseToken, isUntransmitted = false }: OperationCall<'settleHold'>['body'],
  context: HoldContext,
): Promise<HoldRow> {
  const row = await requireOwnHold(id, context)
  const hash = transactionId?.toLowerCase() ?? null
  if (row.state === 'forwarded' && outcome === 'forwarded' && row.transaction_id === hash) return row
  if (row.state !== 'released')
    throw new Problem('hold-not-released', `Hold ${row.id} is ${stateOf(row, context.deadlineNow)}.`)
  if (outcome === 'refused') {
    if (releaseToken === undefined || sha256(releaseToken) !== row.release_token_hash)
      throw new Problem('hold-not-released', `Hold ${row.id} was not released with this releaseToken.`)
    const changes = { state: 'approved', release_token_hash: null } as const
    if (isUntransmitted) return change(row, 'hold.return', { ...changes, expires_at: row.approved_until }, context)
    const isUsedUp = row.returned === 1
    const expiresAt = isUsedUp ? context.deadlineNow : row.approved_until
    const action = isUsedUp ? 'hold.expire' : 'hold.return'
    return change(row, action, { ...changes, expires_at: expiresAt, returned: 1 }, context)
  }
  const until = row.kind === 'signed-transaction' ? null : context.deadlineNow + FORWARDED_FOR_MS
  return change(row, 'hold.forward', { state: 'forwarded', expires_at: until, transaction_id: hash }, context)
}

async function requireOwnHold(id: string | undefined, context: HoldContext): Promise<HoldRow> {
  const row = await requireHold(context, id)
  if (row.requested_by === context.actor) return row
  throw new Problem('hold-of-another', `Hold ${row.id} was requested by ${row.requested_by}; only that key can use it.`)
}

function decided({ reason }: Decision, until: number, { actor, now }: HoldContext) {
  return { expires_at: until, decided_by: actor, decided_at: now, reason: reason || null }
}

function notHeld(row: HoldRow, { deadlineNow }: HoldContext): Problem {
  const by = row.decided_by === null ? '' : ` (decided by ${row.decided_by})`
  return new Problem('hold-not-held', `Hold ${row.id} is ${stateOf(row, deadlineNow)}${by}.`)
}

/** Writes a change, with an audit record of both actors. */
async function change(row: HoldRow, action: string, given: Changes, context: HoldContext): Promise<HoldRow> {
  const { db, now, deadlineNow } = context
  const changes = { ...given, set_at: deadlineNow, updated_at: now }
  await updateHold(db, row, changes)
  const after = { ...row, ...changes }
  await context.audit(action, row.id, { before: audited(row), after: audited(after) })
  return after
}

function audited({
  state,
  verdict,
  requested_by,
  decided_by,
  approvals,
  approved_by,
  reason,
  transaction_id,
}: HoldRow) {
  const approvedBy = approvalsIn({ approved_by }).map(({ by }) => by)
  return {
    state,
    verdict,
    requestedBy: requested_by,
    decidedBy: decided_by ?? undefined,
    ...(approvals > 0 && { approvals, approvedBy }),
    ...(reason !== null && { reason }),
    transactionId: transaction_id ?? undefined,
  }
}
