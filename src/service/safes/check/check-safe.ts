/** Room: The verdict about a transaction of a Safe, and what a node proves about it. */

import type { Hex } from 'ox/Hex'
import { checksummed } from '../../../api/address.ts'
import { type Verdict, verdictOf, verdictRank, withVerdict } from '../../../api/verdict.ts'
import { misuse, notFound, refusal, WardenError } from '../../../shared/errors.ts'
import { differencesFrom, type Expected } from '../../../shared/safe/expected.ts'
import { calldataDigest, execTransactionData, safeHashes } from '../../../shared/safe/hashes.ts'
import type { SafeTransactionFile } from '../../../shared/safe/read-transaction.ts'
import { APPROVE_HASH } from '../../../shared/safe/selectors.ts'
import type { SafeTransaction } from '../../../shared/safe/transaction.ts'
import { type SafeVersion, safeVersion, safeVersionNames } from '../../../shared/safe/versions.ts'
import { readSafe, type SafeState } from '../../chain/accounts/read-safe.ts'
import type { SimulateOptions } from '../../chain/observer.ts'
import { baselineFor } from '../../intel/baseline.ts'
import type { Validation } from '../../validation/answer.ts'
import type { PollDeps } from '../follow/poll-context.ts'
import {
  type ClaimedConfirmation,
  type Confirmation,
  isOverLimit,
  readConfirmations,
  verifyConfirmations,
} from '../queue/signatures.ts'
import { isExecutable } from '../queue/transitions.ts'
import type { ServiceItem } from '../transaction-service/read-answers.ts'
import type { TransactionService } from '../transaction-service/service-client.ts'
import {
  type CheckedTransaction,
  type GivenTransaction,
  type Inspected,
  inspect,
  validateInspected,
  wrongHashText,
} from './inspect.ts'

export type CheckDeps = Pick<PollDeps, 'store' | 'clock' | 'reads' | 'chain' | 'pool'>

/** Which transaction of a Safe is checked. */
export interface SafeCheckRequest {
  readonly chainId: string
  /** Lower case. */
  readonly safe: string
  readonly name: string
  readonly which:
    | { readonly nonce: bigint; readonly index?: number | undefined }
    | { readonly safeTxHash: string }
    | { readonly file: SafeTransactionFile; readonly confirmations: readonly ClaimedConfirmation[] }
  /** What was prepared: the transaction must be that. */
  readonly expected?: Expected | undefined
  readonly simulate?: SimulateOptions | undefined
  /** When absent, only a file can be checked. */
  readonly service: TransactionService | undefined
}

/** What is known of a transaction of a Safe besides its verdict. */
export interface SafeFacts {
  readonly domainHash?: string
  readonly messageHash?: string
  readonly address: string
  readonly name: string
  readonly chainId: string
  /** As a node says it; null: no node was read. */
  readonly version: string | null
  readonly safeTxHash: string
  readonly claimedHash: string | null
  /** Why it must not be signed as it is: what the hashes or fields differ from. Empty: nothing. */
  readonly mismatches: readonly string[]
  readonly nonce: string | null
  /** The next nonce that the Safe executes; null: no node was read. */
  readonly nextNonce: string | null
  readonly confirmations: readonly Confirmation[]
  readonly threshold: number | null
  /** Anyone can execute it now; null: no node was read, or not all signatures were. */
  readonly executable: boolean | null
  readonly invariants: readonly unknown[]
  /** The transaction is simulated with its guard, and without it when it refuses: the verdict is then that without it. */
  readonly guard?: {
    readonly address: string
    readonly outcome: 'passes' | 'refuses' | 'not simulated'
    readonly reason?: string
  }
  readonly proposer?: string
  readonly calldataDigest?: string
  /**
   * Digest (ERC-8213) of the call data of execTransaction with the signatures that are there, as the executing wallet shows it;
   * absent: there is none, or one is not of a key.
   */
  readonly executionDigest?: string
  /** Other transactions of the same nonce, of which only one can be executed. */
  readonly sameNonce: readonly string[]
  /** Nonces below it that nothing in the queue has: it cannot be executed before them. */
  readonly gaps: readonly string[]
  /** The Safe pays the executor. */
  readonly refund?: { readonly token: string; readonly receiver: string; readonly gasPrice: string }
  /** The transaction of another Safe that it approves. */
  readonly approves?: {
    readonly safe: string
    readonly safeTxHash: string
    readonly nonce: string
    readonly verdict: Verdict
  }
}

export type SafeCheck = Omit<Validation, 'svcTxId'> & { readonly verdict: Verdict; readonly safe: SafeFacts }

/**
 * Checks a transaction of a Safe before it is signed: a question, of which nothing is stored.
 * @throws WardenError `no-such-safe-transaction`, `several-transactions`, errors of node and service
 */
export async function checkSafe(request: SafeCheckRequest, deps: CheckDeps): Promise<SafeCheck> {
  const { which, chainId, safe } = request
  const isFile = 'file' in which
  const state = await readSafe(deps, chainId, safe).catch((error: unknown) => {
    if (isFile && error instanceof WardenError && error.kind === 'unavailable') return undefined
    throw error
  })
  const { given, sameNonce } = isFile ? fromFile(which, state) : await fromService(request, which)
  const inspected = state
    ? ((await inspect(deps, state, [given]))[0] as Inspected)
    : await inspectOffline(request, given)
  const checked = await validateInspected(inspected, { chainId, address: safe }, contextOf(deps), request.simulate)
  if (!checked)
    throw refusal(
      'unreadable-safe-transaction',
      'its content is too large or not legible: it cannot be checked. Do not sign it',
    )
  const approved = await approvedBy(request, inspected, deps)
  const shown = worseOf(checked, approved?.checked)
  const expected = request.expected && given.transaction ? request.expected : undefined
  const differences =
    expected && given.transaction
      ? differencesFrom(given.transaction, expected, {
          chainId: BigInt(chainId),
          safe,
          safeTxHash: inspected.safeTxHash,
          isMultiSend: isMultiSend(chainId),
        })
      : []
  const mismatches = [...(inspected.mismatch ? [inspected.mismatch] : []), ...differences]
  const { result } = shown
  const blocked =
    differences.length === 0 ? result : { ...result, valid: false, error: `not what was prepared: ${differences[0]}` }
  const gaps = state ? await gapsBelow(request, inspected, state) : []
  const invariants = checked.result.simulation?.invariants ?? []
  const guard = state && guardOf(state, checked.result)
  const facts = factsOf(request, inspected, { state, sameNonce, gaps, mismatches, invariants, ...(guard && { guard }) })
  const approves = approved && { ...approved.facts, verdict: approved.checked.verdict }
  return withVerdict({ ...blocked, safe: { ...facts, ...(approves && { approves }) } }, verdictOf(blocked)) as SafeCheck
}

function guardOf({ guard }: SafeState, { simulation, chainCoverage }: Validation): SafeFacts['guard'] {
  if (guard === undefined) return undefined
  const missing = chainCoverage?.missingData ?? []
  const refusal = missing.find(({ code }) => code === 'guard-refuses')
  // The call inside was run instead of the Safe: nothing asked the guard.
  const isInner = missing.some(({ code, of }) => code === 'signatures-unchecked' && of !== 'Safe')
  const hasRun = simulation?.status === 'ok' && !isInner
  return {
    address: checksummed(guard),
    outcome: refusal ? 'refuses' : hasRun ? 'passes' : 'not simulated',
    ...(typeof refusal?.reason === 'string' && { reason: refusal.reason }),
  }
}

function contextOf({ reads, chain, clock }: CheckDeps) {
  return { reads, chain, now: clock.now() }
}

interface Found {
  readonly given: GivenTransaction & Partial<Pick<ServiceItem, 'proposer'>>
  readonly sameNonce: readonly string[]
}

/** A file that is not proposed yet has the next nonce of the Safe. */
function fromFile(
  { file, confirmations }: Extract<SafeCheckRequest['which'], { file: unknown }>,
  state: SafeState | undefined,
): Found {
  const nonce = file.transaction.nonce ?? state?.nonce
  if (nonce === undefined) throw misuse('missing-nonce', 'the file has no nonce, and no node says which is next')
  const transaction: SafeTransaction = { ...file.transaction, nonce }
  return { given: { transaction, claimedHash: file.claimed.safeTxHash, confirmations }, sameNonce: [] }
}

async function fromService(
  { safe, service }: SafeCheckRequest,
  which: Exclude<SafeCheckRequest['which'], { file: unknown }>,
): Promise<Found> {
  if (!service) throw misuse('no-safe-service', 'the Safe has no transaction service')
  if ('safeTxHash' in which) {
    const item = await service.transaction(which.safeTxHash).catch((error: unknown) => {
      throw error instanceof WardenError && error.code === 'not-in-service' ? noSuch(which.safeTxHash) : error
    })
    const others = item.nonce === undefined ? [] : (await service.withNonce(safe, item.nonce)).items
    return foundOf(item, others)
  }
  const { nonce, index } = which
  const items = (await service.withNonce(safe, nonce)).items.toSorted(
    (a, b) => (a.submittedAt ?? 0) - (b.submittedAt ?? 0),
  )
  const [only] = items
  if (only === undefined) throw noSuch(`nonce ${nonce}`)
  if (index === undefined && items.length > 1)
    throw misuse(
      'several-transactions',
      `${items.length} transactions have the nonce ${nonce}: choose one with --index or --tx-hash`,
      { details: items.map(({ claimedHash }, at) => `--index ${at + 1}  ${claimedHash}`) },
    )
  const item = items[(index ?? 1) - 1]
  if (item === undefined) throw noSuch(`nonce ${nonce} with the index ${index}`)
  return foundOf(item, items)
}

/** What is proposed by another service for the claimed hash is not what was requested: its hash is recomputed. */
function foundOf(item: ServiceItem, others: readonly ServiceItem[]): Found {
  return {
    given: item,
    sameNonce: others
      .filter((each) => each !== item && each.claimedHash !== item.claimedHash)
      .map(({ claimedHash }) => claimedHash),
  }
}

function noSuch(what: string): WardenError {
  return notFound('no-such-safe-transaction', `the transaction service has no transaction ${what} of this Safe`)
}

/** Without a node: the version whose hash is the claimed or else the prepared one, else the one that the file signs for, else the newest. */
async function inspectOffline(
  { chainId, safe, expected }: SafeCheckRequest,
  given: GivenTransaction,
): Promise<Inspected> {
  const { transaction, claimedHash } = given
  if (!transaction) throw new Error('a file has a transaction')
  const signed = { safe: safe as Hex, chainId: BigInt(chainId), transaction }
  const versions = safeVersionNames.toReversed().map((name) => safeVersion(name) as SafeVersion)
  const hashed = versions.map((version) => safeHashes({ ...signed, version }))
  const fitting = hashed.find(({ safeTxHash }) => safeTxHash === (claimedHash ?? expected?.safeTxHash))
  const hashes = fitting ?? (hashed[0] as (typeof hashed)[number])
  const { safeTxHash } = hashes
  const mismatch = claimedHash === undefined || fitting ? undefined : wrongHashText(claimedHash, safeTxHash)
  return {
    given,
    safeTxHash,
    hashes,
    mismatch,
    confirmations: await verifyConfirmations(safeTxHash, readConfirmations(given.confirmations), undefined),
    signed: 0,
  }
}

const APPROVAL_LENGTH = APPROVE_HASH.length + 64

/** The transaction of another Safe behind a hash that this Safe approves, as the queue has it. Undefined: there is none to be found. */
async function approvedBy(
  { chainId, service }: SafeCheckRequest,
  { given: { transaction } }: Inspected,
  deps: CheckDeps,
): Promise<{ checked: CheckedTransaction; facts: { safe: string; safeTxHash: string; nonce: string } } | undefined> {
  if (!service || !transaction?.data.startsWith(APPROVE_HASH) || transaction.data.length !== APPROVAL_LENGTH)
    return undefined
  const hash = `0x${transaction.data.slice(APPROVE_HASH.length)}`
  try {
    const item = await service.transaction(hash)
    const state = await readSafe(deps, chainId, transaction.to)
    const [inspected] = await inspect(deps, state, [item])
    // The bytes that are approved are those of the hash, not of what the service names so.
    if (!inspected || inspected.safeTxHash !== hash) return undefined
    const checked = await validateInspected(inspected, state, contextOf(deps))
    const nonce = String(item.nonce ?? '')
    return checked && { checked, facts: { safe: checksummed(transaction.to), safeTxHash: hash, nonce } }
  } catch (error) {
    if (error instanceof WardenError) return undefined
    throw error
  }
}

/** An approval alone says nothing: what is approved counts, unless the approval itself is worse. */
function worseOf(checked: CheckedTransaction, approved: CheckedTransaction | undefined): CheckedTransaction {
  if (!approved) return checked
  const rank = ({ verdict, result }: CheckedTransaction) => verdictRank(verdict, result.combinedScore)
  return checked.verdict === 'NO DATA' || rank(approved) >= rank(checked) ? approved : checked
}

/** Nonces that are listed, at most. */
const MOST_GAPS = 50n

async function gapsBelow(
  { safe, service }: SafeCheckRequest,
  { given }: Inspected,
  { nonce: next }: SafeState,
): Promise<string[]> {
  const { nonce } = given.transaction ?? {}
  if (!service || nonce === undefined || nonce <= next) return []
  const { items } = await service.queue(safe, next)
  const queued = new Set(items.map((item) => item.nonce))
  const gaps: string[] = []
  for (let at = next; at < nonce && at < next + MOST_GAPS; at++) if (!queued.has(at)) gaps.push(String(at))
  return gaps
}

interface Surroundings extends Pick<SafeFacts, 'sameNonce' | 'gaps' | 'mismatches' | 'invariants' | 'guard'> {
  readonly state: SafeState | undefined
}

function factsOf(
  { chainId, safe, name }: SafeCheckRequest,
  { given, safeTxHash, hashes, confirmations, signed }: Inspected<Found['given']>,
  { state, invariants, ...rest }: Surroundings,
): SafeFacts {
  const { transaction: tx, claimedHash, proposer } = given
  const executable = state && tx && isExecutable({ safeTxHash, nonce: tx.nonce, signed }, state)
  return {
    address: checksummed(safe),
    name,
    chainId,
    version: state?.version ?? null,
    safeTxHash,
    claimedHash: claimedHash ?? null,
    ...hashes,
    ...rest,
    confirmations,
    nonce: tx ? String(tx.nonce) : null,
    nextNonce: state ? String(state.nonce) : null,
    threshold: state?.threshold ?? null,
    executable: executable === false && isOverLimit(confirmations) ? null : (executable ?? null),
    invariants,
    ...(tx && executionDigestOf(tx, given.confirmations)),
    ...(proposer !== undefined && { proposer: checksummed(proposer) }),
    ...(tx &&
      tx.gasPrice > 0n && {
        refund: {
          token: checksummed(tx.gasToken),
          receiver: checksummed(tx.refundReceiver),
          gasPrice: String(tx.gasPrice),
        },
      }),
  }
}

/** Bytes of a signature of a key: r, s and v. */
const KEY_SIGNATURE = /^0x[0-9a-f]{130}$/i

/** As wallets order signatures: by owner. A signature of a contract is encoded otherwise. */
function executionDigestOf(
  tx: SafeTransaction,
  confirmations: Inspected['given']['confirmations'],
): Pick<SafeFacts, 'executionDigest'> {
  const sorted = confirmations.toSorted((a, b) => (a.owner.toLowerCase() < b.owner.toLowerCase() ? -1 : 1))
  const signatures = sorted.map(({ signature }) => signature ?? '')
  if (signatures.length === 0 || !signatures.every((each) => KEY_SIGNATURE.test(each) && !isOfContract(each))) return {}
  const joined = `0x${signatures.map((each) => each.slice(2).toLowerCase()).join('')}` as Hex
  return { executionDigest: calldataDigest(execTransactionData(tx, joined)) }
}

/** v is 0 where a contract signed. */
function isOfContract(signature: string): boolean {
  return signature.endsWith('00')
}

function isMultiSend(chainId: string) {
  return (address: string) => baselineFor(address, chainId).some(({ label }) => label.includes('MultiSend'))
}
