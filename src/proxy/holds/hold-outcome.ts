import { HEX_HASH } from '../../api/hash.ts'
import type { HoldKind } from '../../api/vocabulary.ts'
import type { UpstreamOutcome } from '../decide/decision.ts'
import { onlySigns } from '../decide/methods.ts'
import { isSigned, type SigningRequest, transactionsIn } from '../params/signing-request.ts'
import { isBeforeSending, isNotStarted } from '../record/sending-errors.ts'

/**
 * Says what sending it again would do: a signature is made again, what is signed happens once, another transaction is
 * another one.
 */
export function kindOf(request: SigningRequest): HoldKind {
  if (onlySigns(request.method)) return 'signature'
  return isSigned(request) ? 'signed-transaction' : 'transaction'
}

/** What is reported to the service about what was released. */
interface OutcomeReport {
  readonly outcome: 'forwarded' | 'refused'
  /** The upstream got nothing. */
  readonly isUntransmitted?: true
  readonly transactionId?: string
}

/** Gives the report about an outcome; undefined: it is not known. */
export function outcomeReport(outcome: UpstreamOutcome, request: SigningRequest): OutcomeReport | undefined {
  if (outcome === 'unknown') return undefined
  if (outcome === 'unsent') return { outcome: 'refused', isUntransmitted: true }
  if ('error' in outcome) return saysUnsent(outcome.error, request) ? { outcome: 'refused' } : undefined
  const hash = hashIn(outcome.result, request)
  return { outcome: 'forwarded', transactionId: hash }
}

/**
 * Whether an error of the upstream proves that nothing was sent, so that the approval can be used again. What has no
 * nonce would be paid twice: only codes count there, as a node may send and answer with any text. A signature is made
 * once for each answer.
 */
function saysUnsent(error: unknown, request: SigningRequest): boolean {
  if (kindOf(request) === 'signature') return true
  return happensOnce(request) ? isBeforeSending(error) : isNotStarted(error)
}

function hashIn(result: unknown, request: SigningRequest): string | undefined {
  if (kindOf(request) === 'signature') return undefined
  return typeof result === 'string' && HEX_HASH.test(result) ? result : signedHash(request)
}

/** Gives the hash of a single signed transaction. */
export function signedHash(request: SigningRequest): string | undefined {
  const [transaction, ...others] = transactionsIn(request)
  return others.length === 0 ? transaction?.hash : undefined
}

/** Whether it is the same one when it is sent again, and not another payment like it. */
export function happensOnce(request: SigningRequest): boolean {
  if (kindOf(request) !== 'transaction' || request.method === 'eth_sendUserOperation') return true
  return transactionsIn(request).every(({ transaction }) => transaction.nonce !== undefined)
}
