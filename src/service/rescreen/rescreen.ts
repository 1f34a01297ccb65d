/**
 * Room: Compares stored verdicts with today's lists and rules, and reports those that got worse.
 *
 * A stored verdict never changes: what got worse is a row beside it.
 */

import type { RescreenReport } from '../../api/schemas/rescreen.ts'
import type { VerdictChange } from '../../api/schemas/verdict-change.ts'
import { chunksOf } from '../../shared/chunks-of.ts'
import { Pace } from '../../shared/time/pace.ts'
import { sleep } from '../../shared/time/sleep.ts'
import {
  changesAbout,
  counterpartiesAfter,
  insertVerdictChanges,
  isRescreenAt,
  moveRescreen,
  ownersOf,
  type WantedAddresses,
  wantedOf,
} from '../store/repositories/rescreens.ts'
import type { CounterpartyRow, RescreenRow, VerdictChangeRow } from '../store/schema/schema.ts'
import type { Lock } from '../store/store.ts'
import { candidatesOf, everyTransaction, listedBy, threatsAmong } from './candidates.ts'
import type { RescreenControl, RescreenDeps, RescreenScope } from './deps.ts'
import { changePages, finishRescreen } from './digest.ts'
import {
  type FoundChange,
  gotWorse,
  type ScreenDeps,
  screenCounterparty,
  screenListings,
  screenRules,
  toChange,
  toListedCounterparty,
  worstFirst,
} from './screen.ts'

/** Changes in an answer. */
const MOST_SHOWN = 1000
/** Counterparties of one query. */
const COUNTERPARTIES = 256
/** Listed counterparties of one write. */
const STORED_TOGETHER = 32
/** Between two writes that say how far a run is (ms): each writes its addresses again, up to a megabyte. */
const PROGRESS_MS = 2000
const LOCK_RETRY_MS = 200

/** Direct listings are covered, at the address and one transfer away. */
const NOT_COVERED = ['addresses that look like a listed one', 'verdicts that a removed listing would lift']

/** Gathers the worst changes, and counts all. */
class Worst {
  total = 0
  worse = 0
  #changes: VerdictChange[] = []
  readonly counterparties: ReturnType<typeof toListedCounterparty>[] = []

  add(change: VerdictChange): void {
    this.total += 1
    if (gotWorse(change)) this.worse += 1
    this.#changes.push(change)
    if (this.#changes.length >= 2 * MOST_SHOWN) this.#changes = this.#sorted()
  }

  addFound(row: FoundChange | VerdictChangeRow): void {
    if (row.svc_tx_id !== null) this.add(toChange(row))
    else if (this.counterparties.length < MOST_SHOWN) this.counterparties.push(toListedCounterparty(row))
  }

  report(notCovered: readonly string[], isDone = true): RescreenReport {
    const { total, worse, counterparties } = this
    return { content: this.#sorted(), total, worse, counterparties, notCovered: [...notCovered], isDone }
  }

  #sorted(): VerdictChange[] {
    return this.#changes.sort(worstFirst).slice(0, MOST_SHOWN)
  }
}

/** Compares without storing. @throws Problem 404 for an unknown source */
export async function previewRescreen(
  deps: RescreenDeps,
  scope: RescreenScope,
  control: RescreenControl,
): Promise<RescreenReport> {
  const { reads } = deps
  const pause = pauseOf(deps, control)
  const worst = new Worst()
  const seen = new Set<string>()
  const found = (row: FoundChange) => worst.addFound(row)
  let wanted = await wantedBy(deps, scope)
  for (let isWhole = false; !isWhole; wanted = undefined) {
    const batches = candidatesOf(reads.db, { wanted, since: scope.since, start: undefined, pause })
    let next = await batches.next()
    for (; !next.done; next = await batches.next()) {
      control.signal?.throwIfAborted()
      // A second pass reads all where the index left some out.
      const places = next.value.places.filter(({ id }) => !seen.has(id))
      for (const row of await screenListings(places, scope.source, screening(deps, pause))) {
        if (row.svc_tx_id !== null) seen.add(row.svc_tx_id)
        found(row)
      }
      if (isLate(deps, control)) return worst.report(NOT_COVERED, false)
    }
    isWhole = next.value
  }
  const named = new Set(worst.report([]).content.map(({ owner, address }) => `${owner} ${address}`.toLowerCase()))
  for await (const row of listedCounterparties(deps, pause, await wantedBy(deps, scope), scope))
    if (!named.has(`${row.owner} ${row.address}`)) found(row)
  return worst.report(NOT_COVERED)
}

/** Repeats the validation of every transaction with the rules of now, without storing. */
export async function previewRules(
  deps: RescreenDeps,
  { since }: Pick<RescreenScope, 'since'>,
  control: RescreenControl,
): Promise<RescreenReport> {
  const pause = pauseOf(deps, control)
  const worst = new Worst()
  let read = 0
  for await (const places of everyTransaction(deps.reads.db, since)) {
    control.signal?.throwIfAborted()
    for (const change of await screenRules(places, screening(deps, pause))) worst.add(change)
    read += places.length
    control.onProgress?.(read)
    if (isLate(deps, control)) return worst.report(NOT_REPEATED, false)
  }
  return worst.report(NOT_REPEATED)
}

const NOT_REPEATED = ['traces, and what a node said: such verdicts are marked as compared in part']

/** The addresses whose transactions are read. @throws Problem 404 for an unknown source */
export function wantedBy({ reads }: RescreenDeps, { source, address }: RescreenScope): Promise<WantedAddresses> {
  return address === undefined ? listedBy(reads.db, source) : Promise.resolve(new Set([address]))
}

/** Waits until no other process runs one. Undefined: the signal or the time ended. */
export async function lockRescreens(deps: RescreenDeps, control: RescreenControl): Promise<Lock | undefined> {
  for (;;) {
    const lock = await deps.store.tryLock('rescreen')
    if (lock || control.signal?.aborted || isLate(deps, control)) return lock
    await sleep(LOCK_RETRY_MS, control.signal)
  }
}

/**
 * Goes on with a run until it is done: stores what got worse in short transactions, then sends one message to each destination.
 * After a kill, it reads some transactions again; a change that is stored is not found again. False: the time ended. The
 * caller holds the lock.
 */
export async function continueRescreen(
  deps: RescreenDeps,
  given: RescreenRow,
  control: RescreenControl,
): Promise<boolean> {
  let run = given
  let read = 0
  const source = run.source ?? undefined
  const pause = pauseOf(deps, control)
  const store = async (found: readonly FoundChange[], changes?: Parameters<typeof moveRescreen>[2]) => {
    const rows = found.map((each): VerdictChangeRow => ({ id: deps.newId(), rescreen_id: run.id, ...each }))
    const isOwn = await deps.store.write(async (db) => {
      if (!(changes ? await moveRescreen(db, run, changes) : await isRescreenAt(db, run))) return false
      await insertVerdictChanges(db, rows)
      return true
    })
    if (!isOwn) throw new Error(`another process goes on with rescreen ${run.id}`)
    run = { ...run, ...changes }
    if (rows.length > 0) deps.meters?.rescreened(rows.length)
  }
  for (let isWhole = false; !isWhole; ) {
    const start =
      run.next_at === null || run.next_id === null ? undefined : { created_at: run.next_at, id: run.next_id }
    const batches = candidatesOf(deps.reads.db, { wanted: wantedOf(run), since: run.since_at, start, pause })
    let next = await batches.next()
    for (; !next.done; next = await batches.next()) {
      control.signal?.throwIfAborted()
      const { places, last } = next.value
      const found = await screenListings(places, source, screening(deps, pause))
      read += places.length
      control.onProgress?.(read)
      const now = deps.clock.now()
      if (now - run.updated_at >= PROGRESS_MS)
        await store(found, { next_at: last.created_at, next_id: last.id, updated_at: now })
      else if (found.length > 0) await store(found)
      if (isLate(deps, control)) return false
      await pause()
    }
    isWhole = next.value
    // The index left out older transactions: all are read.
    if (!isWhole) await store([], { addresses: null, next_at: null, next_id: null, updated_at: deps.clock.now() })
  }
  let listed: FoundChange[] = []
  for await (const row of listedCounterparties(deps, pause, wantedOf(run), { source, since: run.since_at })) {
    listed.push(row)
    if (listed.length < STORED_TOGETHER) continue
    control.signal?.throwIfAborted()
    await store(listed)
    listed = []
    if (isLate(deps, control)) return false
    await pause()
  }
  if (listed.length > 0) await store(listed)
  await finishRescreen(deps, run, pause)
  return true
}

/** What runs found. */
export async function reportOf(
  deps: RescreenDeps,
  { id }: Pick<RescreenRow, 'id'>,
  runs: readonly string[],
  isDone: boolean,
): Promise<RescreenReport> {
  const worst = new Worst()
  for (const run of runs)
    for await (const rows of changePages(deps.reads.db, run)) for (const row of rows) worst.addFound(row)
  return { ...worst.report(NOT_COVERED, isDone), id }
}

/** Counterparties that were paid and that a list names now, where no change says so already. */
async function* listedCounterparties(
  deps: RescreenDeps,
  pause: () => Promise<void>,
  wanted: WantedAddresses,
  { source, since }: Pick<RescreenScope, 'source' | 'since'>,
): AsyncGenerator<FoundChange> {
  const { reads } = deps
  const configuration = await reads.configuration()
  const paid = wanted ? ownersOfEach(deps, [...wanted], since) : everyCounterparty(deps, pause, since)
  for await (const rows of paid) {
    await pause()
    for (const row of rows) {
      await pause()
      if ((await changesAbout(reads.db, row, 1)).length > 0) continue
      const found = await screenCounterparty(row, source, configuration, screening(deps, pause))
      if (found) yield found
    }
  }
}

async function* ownersOfEach({ reads }: RescreenDeps, addresses: readonly string[], since: number) {
  for (const some of chunksOf(addresses, COUNTERPARTIES)) yield (await ownersOf(reads.db, some, since)).filter(isPaid)
}

async function* everyCounterparty({ reads }: RescreenDeps, pause: () => Promise<void>, since: number) {
  for (let after: CounterpartyRow | undefined; ; ) {
    const rows: CounterpartyRow[] = await counterpartiesAfter(reads.db, after, COUNTERPARTIES)
    after = rows.at(-1)
    if (!after) return
    const paid = rows.filter((row) => isPaid(row) && row.last_seen >= since)
    const threats = await threatsAmong(
      reads.db,
      paid.map(({ counterparty }) => counterparty),
      pause,
    )
    yield paid.filter(({ counterparty }) => threats.has(counterparty))
  }
}

function isPaid({ had_value }: CounterpartyRow): boolean {
  return had_value === 1
}

export function screening({ reads, hasNode, clock }: RescreenDeps, pause: () => Promise<void>): ScreenDeps {
  return { reads, hasNode, now: clock.now(), pause }
}

/** Awaited between the steps of a run. */
export function pauseOf({ clock, store }: RescreenDeps, { signal }: RescreenControl): () => Promise<void> {
  const pace = new Pace({ elapsed: () => clock.elapsed(), isBusy: () => store.isBusy() })
  return () => pace.pause(signal)
}

export function isLate({ clock }: RescreenDeps, { until }: RescreenControl): boolean {
  return until !== undefined && clock.elapsed() >= until
}
