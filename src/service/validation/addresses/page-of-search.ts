import type { PageRequest } from '../../../api/schemas/page.ts'
import type { TransactionPlace } from '../../store/repositories/address-blocks.ts'
import { decodeCursor, encodeCursor, type OrderTerm } from '../../store/repositories/cursor.ts'
import type { CountedPage } from '../../store/repositories/page.ts'
import { type SummaryRow, summaryRowsOf } from '../../store/repositories/transactions.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { AddressSearch } from './address-search.ts'

/** As of the list of all transactions. */
const NEWEST_FIRST: readonly OrderTerm[] = [
  { column: 'created_at', direction: 'desc' },
  { column: 'id', direction: 'desc' },
]

/**
 * A page of what a search finds; counted up to its end.
 * @throws InvalidCursor
 */
export async function pageOfSearch(
  db: Db,
  search: AddressSearch,
  { page, size, after }: PageRequest,
): Promise<CountedPage<SummaryRow>> {
  const before = after === undefined ? undefined : placeOfCursor(after)
  const skip = page * size
  const found: TransactionPlace[] = []
  for await (const place of search.places(before)) if (found.push(place) > skip + size) break
  const shown = found.slice(skip, skip + size)
  const rows = new Map(
    (
      await summaryRowsOf(
        db,
        shown.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const isMore = found.length > skip + size
  const last = isMore ? shown.at(-1) : undefined
  return {
    rows: shown.flatMap(({ id }) => rows.get(id) ?? []),
    next: last && encodeCursor(last, NEWEST_FIRST),
    total: Math.min(found.length, skip + size),
    isMore,
  }
}

function placeOfCursor(text: string): TransactionPlace {
  const [at, id] = decodeCursor(text, NEWEST_FIRST, { columns: {}, numbers: ['created_at'], tieBreak: [] })
  return { created_at: Number(at), id: String(id) }
}
