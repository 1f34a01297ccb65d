import { chunksOf } from '../../shared/chunks-of.ts'
import { baselineFor } from '../intel/baseline.ts'
import { baselineEntries } from '../intel/baseline-records.ts'
import { notFound } from '../problems/problem.ts'
import { isWarning } from '../risk/parties/reputation.ts'
import { type AddressRow, addressRows, type TransactionPlace } from '../store/repositories/address-blocks.ts'
import { entriesOn } from '../store/repositories/control-lists.ts'
import { chainsWithGraph, neighboursOf } from '../store/repositories/graph.ts'
import { intelOn } from '../store/repositories/intel.ts'
import { activeGenerations, blockedAddresses, listedIn } from '../store/repositories/listed-addresses.ts'
import { MOST_ADDRESSES, type WantedAddresses } from '../store/repositories/rescreens.ts'
import type { Db } from '../store/schema/schema.ts'
import { AddressSearch } from '../validation/addresses/address-search.ts'
import { listedAddresses, needsRequest } from '../validation/addresses/named-addresses.ts'

/** Name of BLOCK entries where sources are named. */
const CONTROL_LIST = 'control list'

/** Neighbours of one query. */
const MOST_NEIGHBOURS = 20_000
const CHUNK = 64
/** Transactions of one query. */
const ROWS = 128
/** Candidates that are validated at a time: a request can have a megabyte. */
const BATCH = 32

/**
 * Every address that a source lists as a threat; without a source, that any list does.
 * @throws Problem 404
 */
export async function listedBy(db: Db, source: string | undefined): Promise<WantedAddresses> {
  const found = new Set<string>()
  if (source !== CONTROL_LIST) {
    const generations = await activeGenerations(db, source)
    if (source !== undefined && generations.length === 0) throw notFound('source', source)
    for (const generation of generations) {
      for (const address of await listedIn(db, generation, undefined, MOST_ADDRESSES)) found.add(address)
      if (found.size > MOST_ADDRESSES) return undefined
    }
  }
  if (source === undefined)
    for (const entry of baselineEntries()) if (isWarning(entry.record())) found.add(entry.address)
  if (source === undefined || source === CONTROL_LIST)
    for (const address of await blockedAddresses(db, MOST_ADDRESSES + 1)) found.add(address)
  return found.size > MOST_ADDRESSES ? undefined : found
}

/** Those of some addresses (lower case) that any list names as a threat. */
export async function threatsAmong(
  db: Db,
  addresses: readonly string[],
  pause: () => Promise<void>,
): Promise<Set<string>> {
  const once = [...new Set(addresses)]
  const found = new Set(once.filter((address) => baselineFor(address).some(isWarning)))
  for (const some of chunksOf(once, CHUNK)) {
    const [hits, entries] = await Promise.all([intelOn(db, some), entriesOn(db, some)])
    for (const hit of hits) if (isWarning(hit)) found.add(hit.address)
    for (const { type, address_key } of entries) if (type === 'BLOCK') found.add(address_key)
    await pause()
  }
  return found
}

/** With their neighbours in the hop graph; undefined: too many. */
async function withNeighbours(
  db: Db,
  addresses: ReadonlySet<string>,
  pause: () => Promise<void>,
): Promise<WantedAddresses> {
  const all = new Set(addresses)
  for (const chainId of await chainsWithGraph(db)) {
    for (const some of chunksOf([...addresses], CHUNK)) {
      const neighbours = await neighboursOf(db, chainId, some, MOST_NEIGHBOURS)
      for (const address of neighbours) all.add(address)
      if (neighbours.length === MOST_NEIGHBOURS || all.size > 2 * MOST_ADDRESSES) return undefined
      await pause()
    }
  }
  return all
}

/** Candidates, with the last place that was read. */
export interface CandidateBatch {
  readonly places: readonly TransactionPlace[]
  readonly last: TransactionPlace
}

export interface CandidateScope {
  readonly wanted: WantedAddresses
  /** ms */
  readonly since: number
  /** Exclusive; undefined: from the newest. */
  readonly start: TransactionPlace | undefined
  /** Awaited between two queries. */
  readonly pause: () => Promise<void>
}

/**
 * Transactions that may have changed, newest first. It ends with whether all were found: the index from addresses to
 * transactions leaves out older ones until they are indexed.
 */
export async function* candidatesOf(
  db: Db,
  { wanted, ...scope }: CandidateScope,
): AsyncGenerator<CandidateBatch, boolean> {
  const addresses = wanted && (await withNeighbours(db, wanted, scope.pause))
  if (!addresses) {
    yield* everyCandidate(db, scope)
    return true
  }
  const search = new AddressSearch(db, addresses, { since: scope.since }, scope.pause)
  let places: TransactionPlace[] = []
  for await (const place of search.places(scope.start)) {
    places.push(place)
    if (places.length < BATCH) continue
    yield { places, last: place }
    places = []
  }
  const last = places.at(-1)
  if (last) yield { places, last }
  return !search.isPartial
}

/** Reads every transaction; a few queries say which of them a list names. */
async function* everyCandidate(
  db: Db,
  { since, start, pause }: Omit<CandidateScope, 'wanted'>,
): AsyncGenerator<CandidateBatch> {
  const graphs = new Set(await chainsWithGraph(db))
  for (let before = start; ; ) {
    const rows = await addressRows(db, { before }, { since }, { most: ROWS })
    const last = rows.at(-1)
    if (!last) return
    const threats = await threatsAmong(db, rows.flatMap(listedAddresses), pause)
    const isCandidate = (row: AddressRow) =>
      graphs.size > 0 || needsRequest(row) || listedAddresses(row).some((address) => threats.has(address))
    const candidates = rows.filter(isCandidate)
    for (const places of chunksOf(candidates, BATCH)) {
      const end = places.at(-1)
      if (end) yield { places, last: places.length < BATCH ? last : end }
    }
    if (candidates.length % BATCH === 0) yield { places: [], last }
    before = last
  }
}

/** Every transaction of a window. */
export async function* everyTransaction(db: Db, since: number): AsyncGenerator<readonly TransactionPlace[]> {
  for (let before: TransactionPlace | undefined; ; ) {
    const rows = await addressRows(db, { before }, { since }, { most: BATCH })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    before = last
  }
}
