import * as Hex from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import * as TypedData from 'ox/TypedData'
import { checksummed } from '../../../api/address.ts'
import { verdictOf } from '../../../api/verdict.ts'
import { isRecord } from '../../../shared/json/json.ts'
import { safeMessageHashes } from '../../../shared/safe/hashes.ts'
import { safeVersion } from '../../../shared/safe/versions.ts'
import type { Validated } from '../../alerts/matching/build-event.ts'
import type { SafeState } from '../../chain/accounts/read-safe.ts'
import { simulateByDefault } from '../../chain/observer.ts'
import { Problem } from '../../problems/problem.ts'
import { insertSafeItem, knownSafeItems, proposedBefore, updateSafeItem } from '../../store/repositories/safe-items.ts'
import type { SafeItemRow } from '../../store/schema/schema.ts'
import { validateTypedData } from '../../validation/request/check-typed-data.ts'
import { toRow } from '../../validation/transaction-row.ts'
import { withMismatch } from '../check/transaction-row.ts'
import { notifySafe } from '../notify/notify-safe.ts'
import { isRoutine } from '../queue/routine.ts'
import {
  type Confirmation,
  isOverLimit,
  readConfirmations,
  SignatureBudget,
  UNREAD_SIGNATURES,
  verifyConfirmations,
} from '../queue/signatures.ts'
import type { ServiceMessage } from '../transaction-service/read-answers.ts'
import type { TransactionService } from '../transaction-service/service-client.ts'
import { commit, type Held, type PollDeps } from './poll-context.ts'
import { changedColumns, signedIn } from './record-item.ts'

interface MessageTurn {
  readonly state: SafeState
  /** The first turn of a Safe: messages that are signed already are history. */
  readonly isFirst: boolean
}

/**
 * Reads the off-chain messages that owners sign, with their content: a permit behind a SafeMessage is validated as what it allows.
 * @returns messages of which not all signatures were read
 */
export async function pollMessages(
  service: TransactionService,
  { state, isFirst }: MessageTurn,
  held: Held,
  deps: PollDeps,
): Promise<number> {
  const messages = await service.messages(held.safe.address_key)
  const hashed = messages.map((message) => ({ message, hash: hashOf(message, state) ?? message.claimedHash }))
  const hashes = hashed.map(({ hash }) => hash)
  const rows = await knownSafeItems(deps.store.read, { safeId: held.safe.id, kind: 'message', hashes })
  const stored = new Map(rows.map((row) => [row.safe_tx_hash, row]))
  const owners = new Set(state.owners)
  const budget = new SignatureBudget()
  let unread = 0
  for (const { message, hash } of hashed) {
    const read = readConfirmations(message.confirmations, owners.size, budget)
    const confirmations = await verifyConfirmations(hash, read, { owners })
    if (isOverLimit(confirmations)) unread++
    const before = stored.get(hash)
    if (before && !isLegibleNow(message, before)) await recordSignatures(before, confirmations, state, held, deps)
    else
      await recordNew(
        { message, hash, confirmations, stored: before, isOld: isFirst && isSigned(confirmations, state) },
        state,
        held,
        deps,
      )
    stored.set(hash, before ?? ({ confirmations: JSON.stringify(confirmations) } as SafeItemRow))
  }
  return unread
}

/** It has no verdict, and other content than before: it was too large, or no typed data. */
function isLegibleNow({ message }: ServiceMessage, { verdict, content }: SafeItemRow): boolean {
  return verdict === null && message !== undefined && JSON.stringify(message) !== content
}

/** Undefined: it has no legible content, or the version of the Safe is not known. */
function hashOf({ message }: ServiceMessage, { version: text, address, chainId }: SafeState): string | undefined {
  const version = safeVersion(text ?? '')
  const digest = digestOf(message)
  if (!version || digest === undefined) return undefined
  const signed = { safe: address as Hex.Hex, chainId: BigInt(chainId), version, message: digest }
  return safeMessageHashes(signed).safeMessageHash
}

function digestOf(message: ServiceMessage['message']): Hex.Hex | undefined {
  if (typeof message === 'string') return PersonalMessage.getSignPayload(Hex.fromString(message))
  try {
    return message && TypedData.getSignPayload(message as never)
  } catch {
    return undefined
  }
}

function isSigned(confirmations: readonly Confirmation[], { threshold }: SafeState): boolean {
  return confirmations.filter(({ valid }) => valid).length >= threshold
}

/** Signatures that came since. */
async function recordSignatures(
  row: SafeItemRow,
  confirmations: readonly Confirmation[],
  state: SafeState,
  held: Held,
  deps: PollDeps,
): Promise<void> {
  const text = JSON.stringify(confirmations)
  if (row.id === undefined || text === row.confirmations) return
  const [was, is] = [signedIn(row.confirmations), signedIn(text)]
  const isConfirmed = state.threshold - is === 1 && is > was
  await commit(held, deps, {}, async (context, alerts) => {
    const { db } = context
    await updateSafeItem(db, row.id, { confirmations: text, updated_at: deps.clock.now() })
    if (!isConfirmed) return
    const isQuiet = await isRoutineMessage(db, row, state)
    await notifySafe(
      {
        ...{ safe: held.safe, kinds: ['confirmed'], key: `${row.safe_tx_hash}:confirmed:${is}/${state.threshold}` },
        ...{ round: row.round, safeTxHash: row.safe_tx_hash, validated: undefined, isRoutine: isQuiet },
        shown: { signed: is, threshold: state.threshold, changes: ['an off-chain message'] },
      },
      alerts,
      context,
    )
  })
}

interface NewMessage {
  readonly message: ServiceMessage
  readonly hash: string
  readonly confirmations: readonly Confirmation[]
  /** It was there before, and not legible. */
  readonly stored: SafeItemRow | undefined
  readonly isOld: boolean
}

async function recordNew(
  { message, hash, confirmations, stored, isOld }: NewMessage,
  state: SafeState,
  held: Held,
  deps: PollDeps,
): Promise<void> {
  const { safe } = held
  const now = deps.clock.now()
  const validated = isOld ? undefined : await validatedOf(message, hash, state, deps)
  const verdict = validated === undefined ? null : verdictOf(validated.result)
  await commit(held, deps, {}, async (context, alerts) => {
    const { db, newId } = context
    const row: SafeItemRow = {
      ...{ id: stored?.id ?? newId(), safe_id: safe.id, kind: 'message', safe_tx_hash: hash, nonce: null },
      claimed_hash: message.claimedHash === hash ? null : message.claimedHash,
      content: message.message === undefined ? null : JSON.stringify(message.message),
      ...{ proposer: message.proposer ?? null, submitted_at: message.submittedAt ?? null },
      ...{ confirmations: JSON.stringify(confirmations), state: 'queued', round: 0 },
      ...{ svc_tx_id: null, verdict, effect_digest: null, checked_at: now, transaction_id: null },
      ...{ first_seen_at: stored?.first_seen_at ?? now, updated_at: now },
    }
    if (stored) await updateSafeItem(db, stored.id, changedColumns(row))
    else await insertSafeItem(db, row)
    if (isOld) return
    const signed = signedIn(row.confirmations)
    const missing = state.threshold - signed
    await notifySafe(
      {
        ...{
          safe,
          kinds: missing === 1 ? ['queued', 'confirmed'] : ['queued'],
          key: `${hash}:queued${stored ? ':legible' : ''}`,
          round: 0,
        },
        ...{ safeTxHash: hash, validated, isStored: false, isRoutine: await isRoutineMessage(db, row, state) },
        shown: {
          ...{
            signed,
            threshold: state.threshold,
            changes: [contentLine(message), ...(isOverLimit(confirmations) ? [UNREAD_SIGNATURES] : [])],
          },
          ...(row.proposer !== null && { proposer: checksummed(row.proposer) }),
        },
      },
      alerts,
      context,
    )
  })
}

async function isRoutineMessage(
  db: Parameters<typeof proposedBefore>[0],
  { proposer, safe_tx_hash: hash, first_seen_at: before, verdict, claimed_hash, safe_id }: SafeItemRow,
  { owners }: SafeState,
): Promise<boolean> {
  if (verdict === null) return false
  const known = proposer !== null && (await proposedBefore(db, safe_id, { proposer, hash, before }))
  const facts = { verdict, proposer, owners: new Set(owners), proposedBefore: known }
  return isRoutine({ ...facts, isHashRight: claimed_hash === null })
}

/** Without its text, which is one of a third party. */
function contentLine({ message }: ServiceMessage): string {
  if (message === undefined) return 'an off-chain message that is too large to be read'
  return typeof message === 'string' ? 'an off-chain message: a text' : 'an off-chain message: typed data'
}

/** The verdict of typed data. It is stored with the item: a message is no transaction. */
async function validatedOf(
  { message, claimedHash }: ServiceMessage,
  hash: string,
  { chainId, address }: SafeState,
  { reads, chain, clock, newId }: PollDeps,
): Promise<Validated | undefined> {
  if (!isRecord(message)) return undefined
  const now = clock.now()
  const options = { product: 'SONAR', simulate: simulateByDefault } as const
  try {
    const request = { from: address, chainId, typedData: message as never }
    const outcome = await validateTypedData(request, options, { reads, chain, now })
    const why = `The hash of the message is claimed to be ${claimedHash}, but it is ${hash}.`
    const result = claimedHash === hash ? outcome.result : withMismatch(outcome.result, why)
    const { transaction } = outcome.analysis
    const asked = { transaction: { chainId, from: address, data: '0x' }, trackNonce: false } as const
    const row = toRow(asked, {
      ...{ id: newId(), product: 'SONAR', transaction, analysis: outcome.analysis, loss: outcome.loss },
      ...{ validation: result, payload: undefined, now },
    })
    return { row, request: asked, result }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
