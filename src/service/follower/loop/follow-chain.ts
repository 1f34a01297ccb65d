/** Room: One chain under a lease: head, next block, reorg, waiting, sparse spans, watchdog. */

import { isoDate } from '../../../shared/text/iso-date.ts'
import { Backoff } from '../../../shared/time/backoff.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { isFailure } from '../../chain/rpc/json-rpc.ts'
import type { Meters } from '../../runtime/meters.ts'
import {
  deleteChainBlocksFrom,
  insertChainBlocks,
  keepNewestChainBlocks,
} from '../../store/repositories/chain-blocks.ts'
import { fenceChain, type HeadChanges } from '../../store/repositories/chain-heads.ts'
import { type Claim, LeaseLost } from '../../store/repositories/leases.ts'
import type { ChainHeadRow, Db } from '../../store/schema/schema.ts'
import { type Store, WritesStopped } from '../../store/store.ts'
import type { DeadlineClock } from '../../store/writes/deadline-clock.ts'
import type { AtHead, BlockProcessor, ChainProgress, PreparedBlock, StepFacts } from './block-processing.ts'
import { type FollowFault, faultOf, gapTo, isStop, worstOf } from './faults.ts'
import { FinalBlock } from './final-block.ts'
import { headOf, laterHead, tipOf, toRow } from './head-columns.ts'
import { LastAudit } from './last-audit.ts'
import { NodeWatch } from './node-watch.ts'
import { PollInterval } from './poll-interval.ts'
import { BACKFILL_MS, DEEP_REORG_MS, FIRST_RETRY_MS, LONGEST_POLL_MS, SPARSE_STEP_MS } from './rates.ts'
import {
  findAncestor,
  formerNode,
  headerAt,
  keptBelow,
  keptBlocks,
  linkedBranch,
  strangeBranch,
  undoesNothing,
} from './reorg.ts'
import { type BlockSource, nodeOf } from './source.ts'
import { SpanReader } from './span-reader.ts'

/** Blocks that are read at the same time while catching up. */
const READ_AHEAD = 8
/** A chain that is further behind is catching up. */
const CATCHING_UP_FROM = 4
/** Interval of writes while nothing happens (ms). */
const IDLE_WRITE_MS = 4000
/** A node can be a block behind another one for this long without a change of state (ms). */
const TOLERATED_MS = 10_000

export interface FollowChainDeps {
  readonly chainId: string
  readonly store: Store
  readonly clock: Clock
  readonly deadlines: DeadlineClock
  readonly claim: Claim
  readonly leaseMs: number
  /** Nodes to send, the leading one first; or why there is none. @param lead id of the node that leads from now on */
  readonly sources: (lead?: string) => Promise<readonly BlockSource[] | FollowFault>
  readonly work: BlockProcessor
  /** A longer gap needs a person (ms). */
  readonly maxGapMs: number
  /** Takes over monitored addresses that were added; called after the head is known, so that its blocks have them. */
  readonly takeOver: () => Promise<void>
  /** Gets an error of each kind once, until a step succeeds again. */
  readonly report: (error: unknown) => void
  /** Aborts when no further block shall be applied. */
  readonly stopping: AbortSignal
  /** Called after each change of the state or its reason. */
  readonly onState?: OnFollowState | undefined
  readonly meters?: Pick<Meters, 'blocksFollowed'> | undefined
}

export type OnFollowState = (row: ChainHeadRow) => void

type StepResult = { readonly waitMs: number } | FollowFault

/** Follows one chain while this process has its lease. Each step ends with one write, fenced by the lease and the tip. */
export class FollowChain {
  readonly #deps: FollowChainDeps
  readonly #interval = new PollInterval()
  readonly #backoff = new Backoff(FIRST_RETRY_MS, LONGEST_POLL_MS)
  readonly #spans = new SpanReader()
  readonly #finalBlock: FinalBlock
  readonly #watch: NodeWatch
  #row: ChainHeadRow
  #requests = 0
  #writtenAt = Number.NEGATIVE_INFINITY
  #faultSince: number | undefined
  /** What a node of the chain said last: also one whose blocks cannot be read. */
  #head: BlockHeader | undefined
  readonly #lastAudit = new LastAudit()
  #facts: StepFacts = { alerts: [], removed: [], monitorRevision: 0 }
  /** The nodes of this step, the leading one first. */
  #sources: readonly BlockSource[] = []

  /** @param row as it is stored, with the lease of this process */
  constructor(row: ChainHeadRow, deps: FollowChainDeps) {
    this.#row = row
    this.#deps = deps
    this.#finalBlock = new FinalBlock(deps)
    this.#watch = new NodeWatch(deps.clock)
  }

  /** The row as this holder knows it. */
  get row(): ChainHeadRow {
    return this.#row
  }

  /**
   * One step: undoes blocks, or applies what is new.
   * @returns wait before the next step (ms)
   * @throws LeaseLost, failures of the database
   */
  async step(): Promise<number> {
    this.#facts = await this.#deps.work.begin()
    const sources = await this.#deps.sources(this.#watch.takeLead())
    if ('code' in sources) return this.#wait(sources)
    this.#sources = sources
    const faults: FollowFault[] = []
    for (const source of sources) {
      const other = sources.find((each) => each !== source)
      const result = await this.#stepOn(source, other).catch((error: unknown) => this.#internalFault(error, source))
      this.#requests += source.takeRequests()
      if (this.#deps.stopping.aborted) return 0
      if ('waitMs' in result) {
        this.#backoff.reset()
        this.#faultSince = undefined
        this.#watch.note(source.id, undefined)
        // The other branch is not tried before this one again.
        if (faults.some(({ code }) => code === 'nodes-disagree')) this.#watch.lead(source.id)
        await this.#watchOthers(sources.slice(faults.length + 1))
        return result.waitMs
      }
      if (result.code === 'wrong-chain') this.#head = undefined
      if (result.code === 'node-behind' || isStop(result.code)) source.doubtChain()
      this.#watch.note(source.id, result.reason)
      faults.push(result)
    }
    return this.#wait(worstOf(faults))
  }

  /** What cannot be read or stored must not stop the chain without a word: another node may do better. */
  #internalFault(error: unknown, { host }: Pick<BlockSource, 'host'>): FollowFault {
    const { store, report } = this.#deps
    if (error instanceof LeaseLost || error instanceof WritesStopped || store.failureOf(error)) throw error
    report(error)
    return { code: 'error', reason: `${host}: internal error; the log has it` }
  }

  async #stepOn(source: BlockSource, other: BlockSource | undefined): Promise<StepResult> {
    const head = await source.head()
    if (isFailure(head)) {
      if (source.isOnOtherChain()) return { code: 'wrong-chain', reason: head.message }
      return faultOf(source, head)
    }
    this.#head = head
    await this.#deps.takeOver()
    this.#facts = await this.#deps.work.begin()
    const { tip_hash, tip_number } = this.#row
    if (tip_hash === null || tip_number === null) return this.#start(source, head)
    if (head.hash === tip_hash) return this.#idle(source, other, head)
    if (head.number < tip_number)
      return { code: 'node-behind', reason: `${source.host} is at block ${head.number}, behind ${tip_number}` }
    if (head.number === tip_number) return this.#reorg(source, head)
    const gap = gapTo(head, this.#row, this.#deps.maxGapMs)
    if (gap) return gap
    const addresses = this.#row.mode === 'sparse' ? await this.#deps.work.sparseAddresses() : undefined
    return addresses ? this.#advanceSparsely(source, other, head, addresses) : this.#advance(source, other, head)
  }

  /** Following begins after the head; the blocks below it are kept so that a reorg finds where it left. */
  async #start(source: BlockSource, head: BlockHeader): Promise<StepResult> {
    const { chainId } = this.#deps
    const below = await source.headers(keptBelow(head, chainId))
    if (isFailure(below)) return faultOf(source, below)
    const branch = linkedBranch(head, below)
    await this.#write(
      { ...tipOf(head), ...this.#followed(source, head, 'AT_HEAD'), start_number: head.number + 1 },
      async (db) => {
        await deleteChainBlocksFrom(db, chainId, 0)
        await insertChainBlocks(
          db,
          branch.map((header) => toRow(chainId, header)),
        )
      },
    )
    for (const { timestamp } of branch.toReversed()) this.#interval.note(timestamp)
    return { waitMs: this.#interval.wait(this.#deps.clock.now()) }
  }

  /** The tip is the head. */
  async #idle(source: BlockSource, other: BlockSource | undefined, head: BlockHeader): Promise<StepResult> {
    const { clock, work } = this.#deps
    const isAuditDue = work.hasNewMonitors(this.#facts) || this.#lastAudit.isDue(head, clock.elapsed())
    const audit = isAuditDue ? await this.#audit(head, { source, other, mode: this.#row.mode }) : undefined
    const backfill = await work.backfill(head.number, { source, other })
    const isDue = clock.elapsed() - this.#writtenAt >= IDLE_WRITE_MS
    if (audit || backfill || isDue || this.#row.state !== 'AT_HEAD') {
      const finalized = await this.#finalBlock.read(this.#facts, source, head, this.#row.finalized_number)
      await this.#write({ ...this.#followed(source, head, 'AT_HEAD'), ...finalized }, async (db, progress) => {
        await audit?.record(db, progress)
        await backfill?.record(db, progress)
        await work.settle(db, progress)
      })
    }
    const wait = this.#row.mode === 'sparse' ? SPARSE_STEP_MS : this.#interval.wait(clock.now())
    return { waitMs: backfill ? Math.min(wait, BACKFILL_MS) : wait }
  }

  async #audit(head: BlockHeader, nodes: AtHead): Promise<PreparedBlock | undefined> {
    const at = this.#deps.clock.elapsed()
    this.#lastAudit.note(head, at, true)
    const { prepared, fault, isPartial } = await this.#deps.work.atHead(this.#facts, head, nodes)
    this.#lastAudit.note(head, at, isPartial)
    this.#watch.note('audit', fault)
    return prepared
  }

  /** What addresses that were added have at the tip: what no event shows in the next block is missing from it. */
  async #beforeNext(nodes: AtHead): Promise<PreparedBlock[]> {
    const { work } = this.#deps
    if (!work.hasNewMonitors(this.#facts)) return []
    const tip = await headerAt(nodes.source, this.#row.tip_number ?? 0)
    if (tip?.hash !== this.#row.tip_hash) return []
    const { prepared } = await work.atHead(this.#facts, tip, nodes)
    return prepared ? [prepared] : []
  }

  /** Applies blocks up to the head, a few at most. */
  async #advance(source: BlockSource, other: BlockSource | undefined, head: BlockHeader): Promise<StepResult> {
    const { work } = this.#deps
    const first = (this.#row.tip_number ?? 0) + 1
    const length = Math.min(head.number - first + 1, READ_AHEAD)
    const reading = Array.from({ length }, (_, index) => source.block(first + index, undefined, this.#facts.removed))
    for (const [index, each] of reading.entries()) {
      const block = await each
      if (isFailure(block)) {
        await Promise.all(reading)
        if (index > 0) return { waitMs: 0 }
        return faultOf(source, block)
      }
      if (block.header.parentHash !== this.#row.tip_hash) {
        await Promise.all(reading)
        return index > 0 ? { waitMs: 0 } : this.#reorg(source, head)
      }
      const prepared = await work.prepare(this.#facts, block, source)
      if (this.#deps.stopping.aborted) return { waitMs: 0 }
      await this.#apply(block.header, [prepared], head, { source, other, mode: 'full' })
    }
    return this.#row.tip_hash === head.hash ? this.#idle(source, other, head) : { waitMs: 0 }
  }

  /** Applies the blocks of a span that touch the addresses. */
  async #advanceSparsely(
    source: BlockSource,
    other: BlockSource | undefined,
    head: BlockHeader,
    addresses: readonly string[],
  ): Promise<StepResult> {
    const { work } = this.#deps
    const { tip_number, tip_hash, start_number } = this.#row
    const tip = { number: tip_number ?? 0, hash: tip_hash ?? '' }
    const known = await headerAt(source, tip.number)
    if (known?.hash !== tip_hash) return this.#reorg(source, head)
    const range = { tip, start: start_number ?? tip.number + 1, head: head.number }
    const span = await this.#spans.read(source, addresses, { ...range, other, removed: this.#facts.removed })
    if (isFailure(span)) return faultOf(source, span)
    const prepared = await Promise.all(span.blocks.map((block) => work.prepare(this.#facts, block, source)))
    await this.#apply(span.last, prepared, head, { source, other, mode: 'sparse' })
    return this.#row.tip_hash === head.hash ? this.#idle(source, other, head) : { waitMs: 0 }
  }

  /** One transaction: the tip, and what the blocks up to it mean. */
  async #apply(
    header: BlockHeader,
    prepared: readonly PreparedBlock[],
    head: BlockHeader,
    nodes: AtHead,
  ): Promise<void> {
    const { chainId, work } = this.#deps
    const { source } = nodes
    const before = await this.#beforeNext(nodes)
    const finalized = await this.#finalBlock.read(this.#facts, source, head, this.#row.finalized_number)
    const isFar = head.number - header.number >= CATCHING_UP_FROM
    this.#requests += source.takeRequests()
    const state = isFar ? 'CATCHING_UP' : 'AT_HEAD'
    await this.#write(
      { ...tipOf(header), ...this.#followed(source, head, state), ...finalized },
      async (db, progress) => {
        await insertChainBlocks(db, [toRow(chainId, header)])
        await keepNewestChainBlocks(db, chainId, keptBlocks(chainId) + 1)
        for (const each of [...before, ...prepared]) await each.record(db, progress)
        await work.settle(db, progress)
      },
    )
    this.#interval.note(header.timestamp)
  }

  /** Another block is at the height of the tip: removes the blocks down to the common ancestor. */
  async #reorg(source: BlockSource, head: BlockHeader): Promise<StepResult> {
    const { chainId, store, work } = this.#deps
    const { tip_number: tip, tip_hash, finalized_number: finalized } = this.#row
    if (tip === null) return { waitMs: 0 }
    const found = await findAncestor(store.read, source, { chainId, tip })
    if (found === 'absent')
      return { code: 'node-behind', reason: `${source.host} lacks blocks below its own head ${head.number}` }
    if (found === 'deep' || found === 'other-chain') return strangeBranch(source, chainId, found)
    if ('failure' in found) return faultOf(source, found.failure)
    const { ancestor } = found
    if (ancestor.hash === tip_hash)
      return { code: 'nodes-disagree', reason: `${source.host} gives blocks of different branches` }
    const change = { ...formerNode(this.#row, source), tip, ancestor: ancestor.number, finalized }
    const fault = await undoesNothing(source, this.#sources, change)
    if (fault) return fault
    await this.#write(
      {
        tip_number: ancestor.number,
        tip_hash: ancestor.hash,
        tip_time: ancestor.time,
        start_number: Math.min(this.#row.start_number ?? ancestor.number + 1, ancestor.number + 1),
        ...this.#followed(source, head, 'UNDOING'),
      },
      async (db) => {
        await deleteChainBlocksFrom(db, chainId, ancestor.number + 1)
        await work.undo(db, { from: ancestor.number + 1, tip })
      },
    )
    this.#interval.reset()
    return { waitMs: 0 }
  }

  /** Columns of a chain that is followed; a node that is not read can have a fault, and no node know what is final. */
  #followed(source: BlockSource, head: BlockHeader, state: ChainHeadRow['state']) {
    const { text: fault } = this.#watch
    const reason = fault ?? this.#finalBlock.text(this.#facts) ?? null
    const why = { reason, reason_code: reason === null ? null : fault === undefined ? 'no-final-block' : 'node-fault' }
    return { ...headOf(head), ...nodeOf(source), state, ...why, silent_since: null }
  }

  async #watchOthers(sources: readonly BlockSource[]): Promise<void> {
    const { store, chainId } = this.#deps
    const { tip_number: tip } = this.#row
    if (tip !== null) await this.#watch.look(store.read, sources, { chainId, tip })
    for (const source of sources) this.#requests += source.takeRequests()
  }

  async #wait({ code, reason }: FollowFault): Promise<number> {
    const { clock } = this.#deps
    const now = clock.elapsed()
    this.#faultSince ??= now
    const isShort = code === 'node-behind' && now - this.#faultSince < TOLERATED_MS
    const isKnown = this.#row.reason_code === code && this.#row.reason === reason
    if (!isShort && (!isKnown || now - this.#writtenAt >= IDLE_WRITE_MS)) {
      const state = isStop(code) ? 'STOPPED' : 'WAITING'
      // The row is written every few seconds while the chain is followed.
      const { silent_since, updated_at } = this.#row
      const why = { state, reason, reason_code: code, silent_since: silent_since ?? updated_at } as const
      const changes = { ...laterHead(this.#row, this.#head), ...why }
      await this.#write(changes, (db, progress) => this.#deps.work.settle(db, progress)).catch((error: unknown) => {
        this.#internalFault(error, { host: 'what is due' })
        return this.#write(changes, async () => {})
      })
    }
    if (code === 'deep-reorg') return DEEP_REORG_MS
    return this.#backoff.next()
  }

  /** One transaction, which a holder without the lease, or with another tip, cannot write. */
  async #write(changes: HeadChanges, more: (db: Db, progress: ChainProgress) => Promise<void>): Promise<void> {
    const { chainId, store, deadlines, clock, claim, leaseMs } = this.#deps
    const before = this.#row
    const count = this.#requests
    const now = clock.now()
    const day = isoDate(now)
    const written = { ...changes, lease_until: deadlines.now() + leaseMs, updated_at: now }
    const after = { ...before, ...written }
    const progress = {
      alerts: this.#facts.alerts,
      tip: after.tip_number ?? 0,
      finalized: after.finalized_number ?? undefined,
      previous: { tip: before.tip_number ?? 0, finalized: before.finalized_number ?? undefined },
    }
    await store.write(async (db) => {
      const lease = { table: 'chain_heads', id: chainId, claimId: claim.claimId } as const
      await fenceChain(db, lease, before.tip_hash, { ...written, requests: { count, day } })
      await more(db, progress)
    })
    this.#row = after
    this.#requests -= count
    this.#writtenAt = clock.elapsed()
    const blocks = (after.tip_number ?? 0) - (before.tip_number ?? after.tip_number ?? 0)
    if (blocks > 0) this.#deps.meters?.blocksFollowed(chainId, blocks)
    if (after.state !== before.state || after.reason !== before.reason) this.#deps.onState?.(after)
  }
}
