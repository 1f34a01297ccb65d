import { inChainOrder } from '../../api/chains.ts'
import { chainName } from '../../api/text/chains.ts'
import type { FollowMode } from '../../api/vocabulary.ts'
import { refusal, unavailable, type WardenError } from '../../shared/errors.ts'
import type { BlockHeader } from '../chain/blocks/block.ts'
import type { NodePool } from '../chain/nodes/node-pool.ts'
import { blockRequest, readBlock, toHeader } from '../chain/nodes/read-block.ts'
import { failuresIn, resultOf } from '../chain/rpc/json-rpc.ts'
import { localAuthor } from '../keys/authenticate.ts'
import { unsettleFrom } from '../policies/budgets.ts'
import { activeAlerts } from '../store/repositories/alerts.ts'
import { recordChange } from '../store/repositories/audit.ts'
import { eventBlocksDown, markEventsReorged } from '../store/repositories/chain-events.ts'
import { ensureChainHead, findChainHead } from '../store/repositories/chain-heads.ts'
import { readChains } from '../store/repositories/chain-nodes.ts'
import { enabledMonitors, moveTip, setFollowMode } from '../store/repositories/chain-tips.ts'
import { deleteMonitorBalancesFrom } from '../store/repositories/monitor-balances.ts'
import type { Db } from '../store/schema/schema.ts'
import { listChains } from './list-chains.ts'
import { toRow } from './loop/head-columns.ts'
import { keptBelow, linkedBranch } from './loop/reorg.ts'
import type { WatchdogDeps } from './loop/watchdog.ts'
import { notifyConfirmed, type Reached } from './notify/notify-confirmed.ts'
import type { NotifyContext } from './notify/notify-context.ts'

export interface FollowerAdministrationDeps
  extends Pick<WatchdogDeps, 'store' | 'clock' | 'deadlines' | 'newId' | 'wake'> {
  readonly pool: () => Promise<NodePool>
}

/** Blocks that are left out, and where reading goes on. */
export interface SkipPlan {
  readonly chain: string
  readonly chainId: string
  readonly tip: number
  /** First block that is read again. */
  readonly to: number
  /** Blocks in between, which are never read. */
  readonly unread: number
  /** Whether the tip is in the chain of the node. */
  readonly isTipInChain: boolean
  /** The block before `to`, and those below it that are kept. */
  readonly branch: readonly [BlockHeader, ...BlockHeader[]]
  readonly tipHash: string
  /** Lowest block whose events a reorg removed; undefined: it removed none. */
  readonly goneFrom: number | undefined
}

export interface ChainMode {
  readonly chain: string
  readonly chainId: string
  readonly mode: FollowMode
}

/** Chains that are followed. In process only: no endpoint exposes it. */
export class FollowerAdministration {
  readonly #deps: FollowerAdministrationDeps

  constructor(deps: FollowerAdministrationDeps) {
    this.#deps = deps
  }

  /** Ids of the chains with enabled monitored addresses that no server follows. */
  async unfollowed(): Promise<string[]> {
    const { store, clock, deadlines, pool } = this.#deps
    const chains = await listChains({ store, clock, deadlineNow: deadlines.now(), pool: await pool() })
    return chains.flatMap(({ chainId, state, monitored }) => (monitored > 0 && state === 'NOT_FOLLOWED' ? chainId : []))
  }

  /** Ids of the chains that have a node or enabled monitored addresses. */
  async followable(): Promise<string[]> {
    const { store, pool } = this.#deps
    const [monitors, stored, nodePool] = await Promise.all([
      enabledMonitors(store.read),
      readChains(store.read),
      pool(),
    ])
    return inChainOrder([...monitors.keys(), ...nodePool.chainIds(stored)])
  }

  /**
   * What `skip` would do; asks a node.
   * @param to first block that is read again
   * @throws WardenError `not-followed`, `goes-back`, `no-such-block`, `node-unreachable`
   */
  async planSkip(chainId: string, to: number | 'latest'): Promise<SkipPlan> {
    const { tip, tipHash } = await this.#tipOf(this.#deps.store.read, chainId)
    const [latest, old] = await this.#headers(chainId, ['latest', tip])
    if (!latest) throw noSuchBlock(chainId, 'latest')
    const number = to === 'latest' ? latest.number : to
    const isTipInChain = old?.hash === tipHash
    if (number <= tip && isTipInChain) throw goesBack(chainId, number, tip)
    if (number > latest.number || number < 1) throw noSuchBlock(chainId, number, latest.number)
    const [before] = await this.#headers(chainId, [number - 1])
    if (!before) throw noSuchBlock(chainId, number - 1)
    const headersOf: HeadersOf = (numbers) => this.#headers(chainId, numbers)
    const branch = linkedBranch(before, await headersOf(keptBelow(before, chainId)))
    const goneFrom = isTipInChain ? undefined : await lowestMissing(this.#deps.store.read, chainId, headersOf)
    const unread = Math.max(0, number - tip - 1)
    const place = { chain: chainName(chainId), chainId, tip, to: number, unread, isTipInChain }
    return { ...place, branch, tipHash, goneFrom }
  }

  /**
   * Goes on with a later block: what is in between is never read. Notifies about what has its confirmations with it, and marks events of
   * blocks that the chain no longer has, which are retracted unless they return.
   * @throws WardenError `not-followed`, `goes-back`: the follower got there meanwhile, `tip-moved`: it undid blocks meanwhile
   */
  async skip({ chainId, to, branch, isTipInChain, tipHash, goneFrom, ...plan }: SkipPlan): Promise<void> {
    const { store, clock } = this.#deps
    await store.write(async (db) => {
      const now = clock.now()
      const { tip, tipHash: current, finalized } = await this.#tipOf(db, chainId)
      if (isTipInChain && to <= tip) throw goesBack(chainId, to, tip)
      if (!isTipInChain && current !== tipHash) throw tipMoved(chainId, tip)
      const [before] = branch
      const from = Math.min(goneFrom ?? to, to)
      if (!isTipInChain) {
        await unsettleFrom(db, chainId, from)
        await markEventsReorged(db, { chainId, from, tip: before.number, now })
      }
      await notifyConfirmed(await this.#notifyContext(db, { chainId, tip: before.number, finalized }), {
        tip,
        finalized,
      })
      // Balances are not explained across blocks that were not read.
      await deleteMonitorBalancesFrom(db, chainId, 0)
      const [row, ...below] = branch.map((header) => toRow(chainId, header))
      if (row) await moveTip(db, { to: row, below, now })
      const unread = Math.max(0, to - tip - 1)
      await recordChange(db, localAuthor(this.#deps), 'chain.skip', chainId, {
        before: { tip: plan.tip },
        after: { to, unread },
      })
    })
  }

  /** How the blocks of a chain are read. */
  async mode(chainId: string): Promise<ChainMode> {
    const mode = (await findChainHead(this.#deps.store.read, chainId))?.mode ?? 'full'
    return { chain: chainName(chainId), chainId, mode }
  }

  /** Holds from the next block. @returns whether it was another mode before */
  async setMode(chainId: string, mode: FollowMode): Promise<boolean> {
    const { store, clock } = this.#deps
    return store.write(async (db) => {
      const now = clock.now()
      await ensureChainHead(db, chainId, now)
      const before = (await findChainHead(db, chainId))?.mode
      if (before === mode) return false
      await setFollowMode(db, chainId, mode, now)
      await recordChange(db, localAuthor(this.#deps), 'chain.mode', chainId, {
        before: { mode: before },
        after: { mode },
      })
      return true
    })
  }

  /**
   * Headers of one node, the preferred one first, in the order of the numbers; undefined: it has no such block.
   * @throws WardenError `node-unreachable`
   */
  async #headers(
    chainId: string,
    numbers: readonly (number | 'latest')[],
  ): Promise<readonly (BlockHeader | undefined)[]> {
    const { store, clock, pool } = this.#deps
    const nodePool = await pool()
    const nodes = nodePool.nodesOf(chainId, await readChains(store.read))
    const until = clock.elapsed() + HEADERS_MS
    const { value, failures } = await nodePool.race(nodes, until, async ({ node }) => {
      const replies = await node.rpc.send(numbers.map(blockRequest), until)
      const [failure] = failuresIn(replies)
      return failure ? { value: undefined, failure } : { value: replies.map((reply) => headerOf(resultOf(reply))) }
    })
    if (value !== undefined) return value
    const chain = chainName(chainId)
    throw unavailable(
      'node-unreachable',
      failures[0]?.message ?? `no node of ${chain} is configured, or its nodes are paused`,
      { parameters: { chain } },
    )
  }

  async #tipOf(db: Db, chainId: string): Promise<Reached & { tipHash: string }> {
    const row = await findChainHead(db, chainId)
    if (row?.tip_number == null || row.tip_hash === null) throw notFollowed(chainId)
    return { tip: row.tip_number, tipHash: row.tip_hash, finalized: row.finalized_number ?? undefined }
  }

  async #notifyContext(db: Db, at: Reached & { readonly chainId: string }): Promise<NotifyContext> {
    const { clock, deadlines, newId, wake } = this.#deps
    const alerts = await activeAlerts(db)
    return { ...at, db, alerts, newId, wake, now: clock.now(), deadlineNow: deadlines.now() }
  }
}

/** Reads headers of the chain of a node, in the order of the numbers; undefined: it has no such block. */
type HeadersOf = (numbers: readonly number[]) => Promise<readonly (BlockHeader | undefined)[]>

/** Blocks that are compared in one batch. */
const STEP = 64
const HEADERS_MS = 5000

/**
 * Gives the lowest block with events that the chain of the node has no more, for a tip that it has no more; undefined:
 * it has all. It need not be one of the blocks that are kept: the events name their own.
 */
async function lowestMissing(db: Db, chainId: string, headersOf: HeadersOf): Promise<number | undefined> {
  let lowest: number | undefined
  for (;;) {
    const blocks = await eventBlocksDown(db, chainId, lowest, STEP)
    if (blocks.length === 0) return lowest
    const headers = await headersOf(blocks.map(({ number }) => number))
    for (const [at, { number, hash }] of blocks.entries()) {
      if (headers[at]?.hash === hash) return lowest
      lowest = number
    }
  }
}

function headerOf(result: unknown): BlockHeader | undefined {
  const block = readBlock(result)
  if (!block || block.number > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  return toHeader(block)
}

function notFollowed(chainId: string): WardenError {
  return refused(chainId, 'not-followed', (chain) => {
    return `no block of ${chain} was read yet: following begins with the latest block`
  })
}

function goesBack(chainId: string, to: number, tip: number): WardenError {
  return refused(chainId, 'goes-back', (chain) => `block ${to} of ${chain} was read already: the tip is ${tip}`)
}

function tipMoved(chainId: string, tip: number): WardenError {
  return refused(chainId, 'tip-moved', (chain) => {
    return `the follower of ${chain} undid blocks meanwhile: the tip is ${tip}`
  })
}

function noSuchBlock(chainId: string, block: number | 'latest', latest?: number): WardenError {
  const end = latest === undefined ? '' : `; the latest is ${latest}`
  return refused(chainId, 'no-such-block', (chain) => `the node of ${chain} has no block ${block}${end}`)
}

function refused(chainId: string, code: string, message: (chain: string) => string): WardenError {
  const chain = chainName(chainId)
  return refusal(code, message(chain), { parameters: { chain } })
}
