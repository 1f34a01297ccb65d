import { setImmediate } from 'node:timers/promises'
import { chunksOf } from '../../../shared/chunks-of.ts'
import {
  type AddressRow,
  addressRows,
  blockOf,
  blocksBefore,
  countWithin,
  type PlaceRange,
  placeOf,
  requestRows,
  type TransactionPlace,
} from '../../store/repositories/address-blocks.ts'
import type { TransactionListFilter } from '../../store/repositories/transaction-filter.ts'
import type { AddressBlockRow, Db } from '../../store/schema/schema.ts'
import { type HashFilter, hasAnyHash, hashFilterOf } from './hash-list.ts'
import { hashOf, isInRequest, isListed, needsRequest, type SearchedAddresses, wantedOf } from './named-addresses.ts'

/** Transactions after the newest block are read one by one: so many. */
const MOST_UNINDEXED = 20_000
/** Each query takes a few milliseconds. */
const ROWS = 128
const BLOCKS = 16
const REQUESTS = 16
/** Marked transactions are in their blocks some seconds later. */
const MOST_MARKED = 1024

/** Transactions in a range that name an address, newest first. */
interface Segment {
  readonly rows: readonly TransactionPlace[]
  /** The end of the range, exclusive; undefined: there are no older transactions. */
  readonly after: TransactionPlace | undefined
}

/**
 * Finds the stored transactions that name one of the addresses. A hash only says which rows are read, where the addresses
 * themselves are compared. Between two queries, other requests are answered.
 */
export class AddressSearch {
  readonly #db: Db
  readonly #wanted: SearchedAddresses
  readonly #hashes: HashFilter
  readonly #filter: TransactionListFilter
  readonly #pause: () => Promise<void>
  #isPartial = false

  /**
   * @param addresses lower case
   * @param pause awaited between two queries
   */
  constructor(
    db: Db,
    addresses: Iterable<string>,
    filter: TransactionListFilter = {},
    pause: () => Promise<void> = setImmediate,
  ) {
    this.#db = db
    this.#pause = pause
    this.#wanted = wantedOf(addresses)
    this.#hashes = hashFilterOf(Array.from(this.#wanted.addresses, hashOf))
    this.#filter = filter
  }

  /** Older transactions are left out, because they are not indexed yet. */
  get isPartial(): boolean {
    return this.#isPartial
  }

  /** Places of the transactions, newest first. @param start exclusive */
  async *places(start?: TransactionPlace): AsyncGenerator<TransactionPlace> {
    const before = earlier(start, this.#filter.until)
    const { since = Number.NEGATIVE_INFINITY } = this.#filter
    // Read before the blocks: one that gets into its block meanwhile is in both.
    const marked = await this.#naming(await this.#marked(before))
    let last = before
    for await (const { rows, after } of this.#segments(before)) {
      const end = marked.findIndex((row) => !isNewer(row, after))
      const own = marked.splice(0, end < 0 ? marked.length : end)
      for (const row of own.length === 0 ? rows : [...rows, ...own].sort(newestFirst)) {
        if (last && !isNewer(last, row)) continue
        last = row
        yield row
      }
      if (after && after.created_at < since) return
    }
  }

  /** Transactions after the newest block, then block by block. */
  async *#segments(before: TransactionPlace | undefined): AsyncGenerator<Segment> {
    const [last] = await blocksBefore(this.#db, undefined, 1)
    const after = last && placeOf(last)
    if ((await countWithin(this.#db, { after }, MOST_UNINDEXED + 1)) > MOST_UNINDEXED) this.#isPartial = true
    yield* this.#read({ after, before }, MOST_UNINDEXED)
    let newer = (before && (await blockOf(this.#db, before))) ?? last
    while (newer) {
      const older = await blocksBefore(this.#db, placeOf(newer), BLOCKS)
      for (const block of older) {
        yield* this.#block(newer, { after: placeOf(block), before })
        newer = block
      }
      if (older.length < BLOCKS) return yield* this.#block(newer, { before })
      await this.#pause()
    }
  }

  async *#block(block: AddressBlockRow, { after, before }: PlaceRange): AsyncGenerator<Segment> {
    if (block.has_more === 1 || hasAnyHash(block.hashes, this.#hashes))
      yield* this.#read({ after, until: placeOf(block), before })
    else yield { rows: [], after }
  }

  /** @param most transactions of the range, from the newest on */
  async *#read(given: PlaceRange, most = Number.POSITIVE_INFINITY): AsyncGenerator<Segment> {
    const { after } = given
    let range = given
    for (let read = 0; read < most; read += ROWS) {
      await this.#pause()
      const rows = await addressRows(this.#db, range, this.#filter, { most: ROWS })
      const found = await this.#naming(rows)
      const oldest = rows.at(-1)
      if (!oldest || rows.length < ROWS) return yield { rows: found, after }
      yield { rows: found, after: oldest }
      range = { after, before: oldest }
    }
    yield { rows: [], after }
  }

  /** Those of the rows that name a wanted address. */
  async #naming(rows: readonly AddressRow[]): Promise<TransactionPlace[]> {
    const named = new Set(rows.filter((row) => isListed(row, this.#wanted)).map(({ id }) => id))
    const open = rows.filter((row) => !named.has(row.id) && needsRequest(row)).map(({ id }) => id)
    for (const ids of chunksOf(open, REQUESTS)) {
      for (const row of await requestRows(this.#db, ids)) {
        await this.#pause()
        if (isInRequest(row, this.#wanted)) named.add(row.id)
      }
    }
    return rows.filter(({ id }) => named.has(id))
  }

  async #marked(before: TransactionPlace | undefined): Promise<AddressRow[]> {
    const rows = await addressRows(this.#db, { before }, this.#filter, { most: MOST_MARKED, isUnindexed: true })
    this.#isPartial ||= rows.length === MOST_MARKED
    return rows
  }
}

/** The earlier of a place and a time (ms); both are exclusive ends. */
function earlier(place: TransactionPlace | undefined, until: number | undefined): TransactionPlace | undefined {
  if (until === undefined || (place && place.created_at < until)) return place
  return { created_at: until, id: '' }
}

function newestFirst(a: TransactionPlace, b: TransactionPlace): number {
  return isNewer(a, b) ? -1 : isNewer(b, a) ? 1 : 0
}

/** @param than undefined: before all */
function isNewer(a: TransactionPlace, than: TransactionPlace | undefined): boolean {
  if (!than || a.created_at !== than.created_at) return a.created_at > (than?.created_at ?? Number.NEGATIVE_INFINITY)
  return a.id > than.id
}
