import type { AddressReading } from './address.ts'
import type { FeedRecord, Rejected, Row } from './format.ts'

const SHOWN = 120

export function kept<R = FeedRecord>(first: R, ...rest: R[]): Row<R> {
  return { records: [first, ...rest] }
}

/** Kept when there is anything in it. */
export function keptIfAny(records: readonly FeedRecord[], reason: string, raw: unknown): Row {
  const [first, ...rest] = records
  return first ? kept(first, ...rest) : useless(reason, raw)
}

/** A row that is not what the format says. */
export function malformed(reason: string, raw: unknown): Rejected {
  return { rejected: reason, isMalformed: true, text: shorten(raw) }
}

/** A good row that says nothing we could use. */
export function useless(reason: string, raw: unknown): Rejected {
  return { rejected: reason, isMalformed: false, text: shorten(raw) }
}

/** A row whose address cannot be used. */
export function unread({ fault, isMalformed }: Extract<AddressReading, { fault: string }>, raw: unknown): Rejected {
  return isMalformed ? malformed(fault, raw) : useless(fault, raw)
}

function shorten(raw: unknown): string {
  const text = typeof raw === 'string' ? raw : JSON.stringify(raw)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
