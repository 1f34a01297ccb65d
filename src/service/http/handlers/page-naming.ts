import type { PageQuery, PageRequest } from '../../../api/schemas/page.ts'
import type { TransactionPlace } from '../../store/repositories/address-blocks.ts'
import { decodeCursor, encodeCursor, type OrderTerm } from '../../store/repositories/cursor.ts'
import type { CountedPage } from '../../store/repositories/page.ts'
import type { TransactionListFilter } from '../../store/repositories/transaction-filter.ts'
import { type SummaryRow, summaryRowsOf } from '../../store/repositories/transactions.ts'
import type { Db } from '../../store/schema/schema.ts'
import { AddressSearch } from '../../validation/addresses/address-search.ts'
import { growingPage } from './growing-page.ts'

/** As of the list of all transactions. */
const NEWEST_FIRST: readonly OrderTerm[] = [
  { column: 'created_at', direction: 'desc' },
  { column: 'id', direction: 'desc' },
]

/** The response for a page of the transactions that name an address (lower case). `partial`: older ones are left out. */
export async function pageNaming<Content>(
  db: Db,
  address: string,
  query: PageQuery,
  filter: TransactionListFilter,
  toContent: (db: Db, rows: readonly SummaryRow[]) => Promise<Content[]>,
) {
  const search = new AddressSearch(db, [address], filter)
  const page = await growingPage(
    query,
    (request) => pageOfSearch(db, search, request),
    (rows) => toContent(db, rows),
  )
  return { ...page, ...(search.isPartial && { partial: true }) }
}

/**
 * Counted up to its end.
 * @throws InvalidCursor
 */
async function pageOfSearch(
  db: Db,
  search: AddressSearch,
  { page, size, after }: PageRequest,
): Promise<CountedPage<SummaryRow>> {
  const before = after === undefined ? undefined : placeOfCursor(after)
  const skip = page * size
  const found: TransactionPlace[] = []
  for await (const place of search.places(before)) if (found.push(place) > skip + size) break
  const shown = found.slice(skip, skip + size)
  const ids = shown.map(({ id }) => id)
  const rows = new Map((await summaryRowsOf(db, ids)).map((row) => [row.id, row]))
  const isMore = found.length > skip + size
  const last = isMore ? shown.at(-1) : undefined
  return {
    rows: ids.flatMap((id) => rows.get(id) ?? []),
    next: last && encodeCursor(last, NEWEST_FIRST),
    total: Math.min(found.length, skip + size),
    isMore,
  }
}

function placeOfCursor(text: string): TransactionPlace {
  const [at, id] = decodeCursor(text, NEWEST_FIRST, { columns: {}, numbers: ['created_at'], tieBreak: [] })
  return { created_at: Number(at), id: String(id) }
}
