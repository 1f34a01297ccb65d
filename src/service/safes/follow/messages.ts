import * as Hex from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import * as TypedData from 'ox/TypedData'
import { verdictOf } from '../../../api/verdict.ts'
import { isRecord } from '../../../shared/json/json.ts'
import { safeMessageHashes } from '../../../shared/safe/hashes.ts'
import { safeVersion } from '../../../shared/safe/versions.ts'
import type { Validated } from '../../alerts/matching/build-event.ts'
import type { SafeState } from '../../chain/accounts/read-safe.ts'
import { simulateByDefault } from '../../chain/observer.ts'
import { Problem } from '../../problems/problem.ts'
import { knownSafeItems } from '../../store/repositories/safe-items.ts'
import type { SafeItemRow } from '../../store/schema/schema.ts'
import { validateTypedData } from '../../validation/request/check-typed-data.ts'
import { toRow } from '../../validation/transaction-row.ts'
import { withMismatch } from '../check/transaction-row.ts'
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
import { emptyItem, type ItemStep, type ItemTurn, proposerFacts, signedIn } from './next-item.ts'
import type { PollDeps } from './poll-context.ts'

/** An off-chain message that owners sign. */
export interface MessageAnswer {
  readonly message: ServiceMessage
  readonly hash: string
  readonly confirmations: readonly Confirmation[]
  readonly stored: SafeItemRow | undefined
  /** It is stored, and only its signatures may be others. */
  readonly isKnown: boolean
  /** It was signed before the first reading: it is history. */
  readonly isOld: boolean
  readonly validated: Validated | undefined
}

export interface MessageSubject {
  readonly safeId: string
  readonly state: SafeState
  readonly isFirst: boolean
}

/** Reads the off-chain messages that owners sign, with their content: a permit behind a SafeMessage is validated as what it allows. */
export async function readMessages(
  service: TransactionService,
  { safeId, state, isFirst }: MessageSubject,
  deps: PollDeps,
): Promise<readonly MessageAnswer[]> {
  const messages = new Map<string, ServiceMessage>()
  for (const message of await service.messages(state.address)) {
    const hash = hashOf(message, state) ?? message.claimedHash
    if (!messages.has(hash)) messages.set(hash, message)
  }
  const rows = await knownSafeItems(deps.store.read, { safeId, kind: 'message', hashes: [...messages.keys()] })
  const known = new Map(rows.map((row) => [row.safe_tx_hash, row]))
  const owners = new Set(state.owners)
  const budget = new SignatureBudget()
  const answers: MessageAnswer[] = []
  for (const [hash, message] of messages) {
    const read = readConfirmations(message.confirmations, owners.size, budget)
    const confirmations = await verifyConfirmations(hash, read, { owners })
    const stored = known.get(hash)
    const isKnown = stored !== undefined && !isLegibleNow(message, stored)
    const isOld = !isKnown && isFirst && confirmations.filter(({ valid }) => valid).length >= state.threshold
    const validated = isKnown || isOld ? undefined : await validatedOf(message, hash, state, deps)
    answers.push({ message, hash, confirmations, stored, isKnown, isOld, validated })
  }
  return answers
}

/** It has no verdict, and other content than before: it was too large, or no typed data. */
function isLegibleNow({ message }: ServiceMessage, { verdict, content }: SafeItemRow): boolean {
  return verdict === null && message !== undefined && JSON.stringify(message) !== content
}

/** Recomputes the hash; undefined without legible content, or when the version of the Safe is not known. */
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

/** A message with its notice; undefined: nothing about it changes. */
export function nextMessage(answer: MessageAnswer, turn: ItemTurn): ItemStep | undefined {
  const { stored, isKnown, confirmations } = answer
  return stored && isKnown ? nextSignatures(stored, confirmations, turn) : newMessage(answer, turn)
}

/** Signatures that came since. */
function nextSignatures(
  stored: SafeItemRow,
  confirmations: readonly Confirmation[],
  turn: ItemTurn,
): ItemStep | undefined {
  const { threshold } = turn.state
  const row = { ...stored, confirmations: JSON.stringify(confirmations), updated_at: turn.now }
  if (row.confirmations === stored.confirmations) return undefined
  const signed = signedIn(row.confirmations)
  if (threshold - signed !== 1 || signed <= signedIn(stored.confirmations)) return { row }
  return {
    row,
    event: {
      kinds: ['confirmed'],
      key: `${row.safe_tx_hash}:confirmed:${signed}/${threshold}`,
      round: row.round,
      safeTxHash: row.safe_tx_hash,
      isRoutine: proposerFacts(row, turn).isRoutine,
      shown: { signed, threshold, changes: ['an off-chain message'] },
    },
  }
}

function newMessage(
  { message, hash, confirmations, stored, isOld, validated }: MessageAnswer,
  turn: ItemTurn,
): ItemStep {
  const { threshold } = turn.state
  const before = stored ?? emptyItem(hash, turn)
  const row: SafeItemRow = {
    ...before,
    kind: 'message',
    claimed_hash: message.claimedHash === hash ? null : message.claimedHash,
    content: message.message === undefined ? null : JSON.stringify(message.message),
    proposer: message.proposer ?? null,
    submitted_at: message.submittedAt ?? null,
    confirmations: JSON.stringify(confirmations),
    state: 'queued',
    verdict: validated ? verdictOf(validated.result) : null,
    checked_at: turn.now,
    updated_at: turn.now,
  }
  if (isOld) return { row }
  const signed = signedIn(row.confirmations)
  const { proposer } = proposerFacts(row, turn).shown
  return {
    row,
    event: {
      kinds: threshold - signed === 1 ? ['queued', 'confirmed'] : ['queued'],
      key: `${hash}:queued${stored ? ':legible' : ''}`,
      safeTxHash: hash,
      validated,
      isStored: false,
      isRoutine: proposerFacts(row, turn).isRoutine,
      shown: {
        signed,
        threshold,
        changes: [contentLine(message), ...(isOverLimit(confirmations) ? [UNREAD_SIGNATURES] : [])],
        ...(proposer !== undefined && { proposer }),
      },
    },
  }
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
      id: newId(),
      product: 'SONAR',
      transaction,
      analysis: outcome.analysis,
      loss: outcome.loss,
      validation: result,
      payload: undefined,
      now,
    })
    return { row, request: asked, result }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
