import { parseQuantity } from '../../../api/quantity.ts'
import type { ValidationRequest } from '../../../api/schemas/transaction.ts'
import { WardenError } from '../../../shared/errors.ts'
import type { MaxFee } from '../../policies/items.ts'
import { invalidBody } from '../../problems/problem.ts'
import { TRACE_FORMATS } from '../../risk/trace/fields.ts'
import { readTrace } from '../../risk/trace/read-trace.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { Transaction } from '../../risk/types.ts'
import { requestAuthorizations } from './authorizations.ts'

/** The transaction in the form of the engine: addresses in lower case, quantities as bigint. */
export function readTransaction({ transaction }: ValidationRequest): Transaction {
  const data = transaction.data ?? ''
  return {
    chainId: transaction.chainId,
    from: transaction.from.toLowerCase(),
    to: transaction.to?.toLowerCase() || undefined,
    value: parseQuantity(transaction.value ?? '0') ?? 0n,
    data: (data.startsWith('0x') ? data : `0x${data}`).toLowerCase(),
    authorizations: requestAuthorizations(transaction.authorizations),
  }
}

export function readMaxFee({ transaction: { maxFee } }: ValidationRequest): MaxFee {
  return parseQuantity(maxFee ?? '') ?? 'not given'
}

/** The trace of a request. Throws Problem 400 when it is invalid or of another transaction. */
export function readRequestTrace(given: unknown, { from, to }: Transaction): Trace | undefined {
  if (given === undefined || given === null) return undefined
  const trace = parseTrace(given)
  if (to !== undefined && trace.root.to !== to)
    throw invalidBody('trace', `is of another transaction: it calls ${trace.root.to ?? 'no contract'}, not ${to}`)
  if (trace.root.from !== from)
    throw invalidBody('trace', `is of another transaction: its sender is ${trace.root.from}, not ${from}`)
  return trace
}

function parseTrace(given: unknown): Trace {
  try {
    return readTrace(given)
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    const details = error.details.map((line) => line.replace(/\.$/, '')).join('; ')
    throw invalidBody('trace', `is not a call trace in the format of ${TRACE_FORMATS}: ${details}`)
  }
}
