import type { ValidationResult } from '../api/schemas/transaction.ts'
import { type Verdict, verdictOf, verdicts } from '../api/verdict.ts'
import type { Client } from '../client/client.ts'
import { WardenError } from '../shared/errors.ts'
import type { Asked, AskedMessage, AskedTransaction, Hex } from './asked/asked.ts'

/** The verdict on one part of what is asked. */
export interface PartVerdict {
  readonly verdict: Verdict
  readonly result: Omit<ValidationResult, 'svcTxId'>
  /** Null: a message, which is not stored. */
  readonly svcTxId: string | null
}

export type Judgement =
  /** `worst` is one of `parts`. */
  | { readonly kind: 'judged'; readonly parts: readonly PartVerdict[]; readonly worst: PartVerdict }
  /** Only cancels what the sender sent before. */
  | { readonly kind: 'cancel' }
  /** There is no verdict. `why`: one line without a period. */
  | { readonly kind: 'unavailable'; readonly why: string }

export type Judge = (asked: Asked, signal: AbortSignal) => Promise<Judgement>

/** The verdict of a transaction that was refused is asked for again under this key, so that alerts are not repeated. */
type IdempotencyKeyOf = (asked: Asked, index: number) => string | undefined

/** Judges by the service of the profile. Parts are judged one by one; the worst verdict counts for all. */
export function createJudge(client: Client, idempotencyKeyOf: IdempotencyKeyOf): Judge {
  return async (asked, signal) => {
    if (asked.parts.every((part) => part.kind === 'transaction' && part.isCancel)) return { kind: 'cancel' }
    try {
      const parts = await Promise.all(
        asked.parts.map((part, index) => judgePart(client, part, idempotencyKeyOf(asked, index), signal)),
      )
      return { kind: 'judged', parts, worst: worstOf(parts) }
    } catch (error) {
      if (error instanceof WardenError) return { kind: 'unavailable', why: error.message }
      throw error
    }
  }
}

async function judgePart(
  client: Client,
  part: AskedTransaction | AskedMessage,
  idempotencyKey: string | undefined,
  signal: AbortSignal,
): Promise<PartVerdict> {
  if (part.kind === 'message') {
    const result = await client.call('validateTypedData', { headers: {}, body: part.request }, { signal })
    return { verdict: verdictOf(result), result, svcTxId: null }
  }
  const input = {
    headers: { 'x-validation-product': 'SONAR', prefer: 'explain' },
    body: { transaction: part.transaction, trackNonce: false },
  } as const
  const result = await client.call('validateTransaction', input, {
    signal,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
  return { verdict: verdictOf(result), result, svcTxId: result.svcTxId ?? null }
}

function worstOf(parts: readonly PartVerdict[]): PartVerdict {
  const rank = ({ verdict, result }: PartVerdict) => verdicts.indexOf(verdict) * 1000 + result.combinedScore
  const [worst] = parts.toSorted((one, other) => rank(other) - rank(one))
  if (!worst) throw new Error('nothing was judged')
  return worst
}

/** Verdicts that came before, by what they are about. */
export type Digest = Hex
