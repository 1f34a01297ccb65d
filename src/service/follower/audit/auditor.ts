import type { BlockHeader } from '../../chain/blocks/block.ts'
import { isFailure, nodeFailure, type RpcFailure } from '../../chain/rpc/json-rpc.ts'
import { allOf, nonceAt } from '../../chain/state/requests.ts'
import { type Balance, readStates, StateReader } from '../../chain/state/state-reader.ts'
import { chainBlockHashes } from '../../store/repositories/chain-blocks.ts'
import {
  deleteMonitorBalancesBelow,
  monitorBalances,
  saveMonitorBalances,
} from '../../store/repositories/monitor-balances.ts'
import {
  enabledMonitorsAfter,
  enabledMonitorsOf,
  type MonitorPlace,
  monitorRevision,
  monitorsAfterRevision,
} from '../../store/repositories/monitors.ts'
import type { Db, MonitorBalanceRow, MonitorRow } from '../../store/schema/schema.ts'
import { AUDIT_ADDRESSES, AUDIT_NONCES, NONCES_MS } from '../loop/rates.ts'
import type { ChainSource } from '../loop/source.ts'
import type { AccountChange } from './account-changes.ts'
import type { AuditContext, AuditResult, FoundActivity } from './audit.ts'
import { findBetween } from './between.ts'
import { Contracts } from './contracts.ts'
import { Disputes } from './disputes.ts'
import { type Difference, explainBlock } from './explain-block.ts'
import { type AccountState, type BalanceLedger, expectedAt, ledgerOf, surplusAt, withChange } from './ledger.ts'
import { changeRow } from './note-block.ts'
import { type Account, atHead, confirmed, type Differing, isDifferent, locate, type Suspect } from './suspects.ts'
import { largestLossFirst, nextInTurn } from './turns.ts'
import { resolveVagueBlocks, vagueBlocks } from './vague-blocks.ts'

/** Addresses of one audit whose difference is explained, and blocks with one for each of them; the rest waits. */
const DIFFERENCES = 16
const ROUNDS = 4
/** Differences that are read again in the next audit besides the addresses in turn; others come in their turn. */
const WAITING = 200
/** Requests of one audit after which it explains no further block: third parties decide how many blocks have a difference. */
const REQUESTS = 1000
/** Blocks after which a state is read again, so that what blocks explain since then stays short. */
const BASE_BLOCKS = 512
/** Addresses of which it is remembered where they were as expected, and when they were explained. */
const MAX_REMEMBERED = 10_000

/** Audits one chain. Keeps in memory which addresses are due and what nodes do not offer. */
export class Auditor {
  #place: MonitorPlace | undefined
  #noncePlace: MonitorPlace | undefined
  /** Of the monitors that were added to an audit; undefined: there was none. */
  #revision: number | undefined
  /** Differences that were not explained yet (addresses). */
  #waiting: readonly string[] = []
  #audits = 0
  /** Number of the audit that explained an address last. */
  readonly #served = new Map<string, number>()
  /** Last block at which an address was as expected. */
  readonly #fine = new Map<string, number>()
  /** Block of the last audit. */
  #last: BlockHeader | undefined
  /** Time of the last block at which nonces were read (seconds). */
  #noncesAt = Number.NEGATIVE_INFINITY
  readonly #contracts = new Contracts()
  readonly #disputes = new Disputes()

  /**
   * Compares balances and nonces of the addresses that are due with what the blocks explain, at the head.
   * @param header the last block that was applied
   */
  async audit(header: BlockHeader, context: AuditContext): Promise<AuditResult> {
    const { source, chainId } = context
    const { accounts, withNonce, readsNonces, done } = await this.#due(header, context)
    const addresses = accounts.map(({ address }) => address)
    const nothing = { found: [], disputes: this.#disputes.lasting, record: undefined, isPartial: true }
    if (accounts.length === 0) {
      // Both turns are at the end of the list.
      done()
      return { ...nothing, failure: undefined, isPartial: false }
    }
    const [read = []] = await new StateReader(source, header).balances(addresses, [header])
    const balances = allOf(read)
    if (isFailure(balances)) return { ...nothing, failure: balances }
    const nonces = await noncesOf(accounts, withNonce, header, source)
    if (isFailure(nonces)) return { ...nothing, failure: nonces }
    done()
    await this.#forgetBranch(header, context)
    const contracts = await this.#contracts.of(accounts, balances, header, source)
    const between = await findBetween(contracts, header, this.#fine, context)

    const writes = new Writes(chainId)
    const differing: Differing[] = []
    for (const [index, account] of accounts.entries()) {
      const { address, ledger } = account
      const nonce = nonces.get(address)
      const state = {
        balance: (balances[index] as Balance).balance,
        nonce: nonce ?? expectedAt(ledger, header.number).nonce ?? 0,
      }
      const surplus = surplusAt(ledger, header.number, state)
      const earlier = between.get(address)
      const isVague = vagueBlocks(ledger, header.number).length > 0
      if (earlier || isVague || surplus.balance !== 0n || surplus.nonce !== 0) {
        const loss = -(earlier?.surplus ?? surplus.balance)
        differing.push({ ...account, loss, at: earlier?.header ?? header, head: { header, balance: state.balance } })
      } else {
        remember(this.#fine, address, header.number)
        if (nonce !== undefined && needsBase(ledger, header.number)) writes.base(account, header.number, state)
      }
    }
    this.#disputes.keep(new Set(differing.map(({ address }) => address)))
    const explained = await this.#explain(differing, context, writes)
    const isPartial = explained.failure !== undefined || this.#waiting.length > 0 || !readsNonces
    return { ...explained, disputes: this.#disputes.lasting, record: writes.record(), isPartial }
  }

  /** Those that were added or wait, those on which nodes disagree, and the next ones in turn. */
  async #due({ timestamp, hash }: BlockHeader, context: AuditContext): Promise<Due> {
    const { db, chainId, addresses: most = AUDIT_ADDRESSES.full } = context
    const { added, revision } = await this.#added(context, most)
    const known = [...added, ...this.#waiting, ...this.#disputes.addresses]
    const waiting = await enabledMonitorsOf(db, chainId, known)
    const next = await enabledMonitorsAfter(db, chainId, this.#place, most)
    // A turn of its own: the part of each page that is in turn would miss the rest of the page for good.
    const isAgain = hash === this.#last?.hash
    const readsNonces = isAgain || Math.abs(timestamp - this.#noncesAt) * 1000 >= NONCES_MS
    const nextNonces = readsNonces ? await enabledMonitorsAfter(db, chainId, this.#noncePlace, AUDIT_NONCES) : []
    const monitors = new Map([...waiting, ...next, ...nextNonces].map((monitor) => [monitor.address_key, monitor]))
    const rows = await monitorBalances(db, chainId, [...monitors.keys()])
    const byAddress = Map.groupBy(rows, ({ address }) => address)
    return {
      accounts: Array.from(monitors, ([address, monitor]) => {
        return { monitor, address, ledger: ledgerOf(byAddress.get(address) ?? []) }
      }),
      withNonce: new Set(nextNonces.map(({ address_key }) => address_key)),
      readsNonces,
      done: () => {
        this.#revision = revision
        this.#place = placeAfter(next, most)
        if (!readsNonces) return
        this.#noncePlace = placeAfter(nextNonces, AUDIT_NONCES)
        this.#noncesAt = timestamp
      },
    }
  }

  /** After a reorg it is not known any more where addresses were as expected. */
  async #forgetBranch(header: BlockHeader, { db, chainId }: AuditContext): Promise<void> {
    const last = this.#last
    this.#last = header
    if (last === undefined || last.hash === header.parentHash || last.hash === header.hash) return
    const hashes = await chainBlockHashes(db, chainId, [last.number])
    if (last.number >= header.number || hashes.get(last.number) !== last.hash) this.#fine.clear()
  }

  /** Addresses that were added or changed since the last audit: the next block must find what they had before it. */
  async #added({ db, chainId }: AuditContext, most: number) {
    if (this.#revision === undefined) return { added: [], revision: await monitorRevision(db) }
    const rows = await monitorsAfterRevision(db, this.#revision, most)
    const added = rows.filter(({ chain_id }) => chain_id === chainId).map(({ address_key }) => address_key)
    return { added, revision: Number(rows.at(-1)?.revision ?? this.#revision) }
  }

  async #explain(
    differing: readonly Differing[],
    given: AuditContext,
    writes: Writes,
  ): Promise<Pick<AuditResult, 'found' | 'failure'>> {
    this.#audits++
    const { source, hasSpent } = countRequests(given.source)
    const context = { ...given, source }
    const chosen = nextInTurn(differing, this.#served, DIFFERENCES)
    const { suspects, disputes, unread } = await confirmed(chosen, context)
    this.#disputes.note(
      suspects.map(({ address }) => address),
      disputes,
    )
    const resolved = await this.#resolve(suspects, context, writes, () => hasSpent(REQUESTS))
    const isVague = ({ ledger, at }: Suspect) => vagueBlocks(ledger, at.number).length > 0
    const vague = resolved.suspects.filter(isVague)
    const complete = resolved.suspects.filter((suspect) => !isVague(suspect))
    for (const suspect of complete) if (!isDifferent(suspect)) writes.base(suspect, suspect.at.number, suspect.state)
    let open = complete.filter(isDifferent)
    const found = [...resolved.found]
    let failure = resolved.failure ?? (unread > 0 ? unreadFailure(source, unread) : undefined)
    for (let round = 0; round < ROUNDS && open.length > 0 && !hasSpent(REQUESTS); round++) {
      const result = await this.#explainFirst(open, context, writes, () => hasSpent(REQUESTS))
      found.push(...result.found)
      open = result.open
      if (!result.failure) continue
      failure = result.failure
      break
    }
    const settled = new Set(suspects.map(({ address }) => address))
    for (const { address } of [...open, ...vague]) settled.delete(address)
    for (const { address } of chosen) if (!suspects.some((each) => each.address === address)) this.#serve(address)
    const waiting = differing.filter(({ address }) => !settled.has(address))
    this.#waiting = largestLossFirst(waiting)
      .slice(0, WAITING)
      .map(({ address }) => address)
    return { found: byBlock(found), failure }
  }

  /** The same accounts with what their vague blocks changed. */
  async #resolve(suspects: readonly Suspect[], context: AuditContext, writes: Writes, isOver: () => boolean) {
    const resolved = await resolveVagueBlocks(suspects, { ...context, isOver })
    for (const [at, { address, ledger }] of resolved.suspects.entries()) {
      const before = suspects[at]?.ledger
      for (const [number, change] of ledger.changes)
        if (change !== before?.changes.get(number)) writes.change(address, number, change)
      if (before !== ledger) this.#serve(address)
    }
    return resolved
  }

  /** Explains, for each account, the first block that changes more than is known. */
  async #explainFirst(suspects: readonly Suspect[], context: AuditContext, writes: Writes, isOver: () => boolean) {
    const located = await Promise.all(
      suspects.map((suspect) => locate(suspect, this.#fine.get(suspect.address), context)),
    )
    const found: FoundActivity[] = []
    const open: Suspect[] = []
    let failure: RpcFailure | undefined
    let hasTried = false
    for (const [number, group] of Map.groupBy(located, (each) => each.number)) {
      if (hasTried && isOver()) {
        open.push(...group.map(({ suspect }) => suspect))
        continue
      }
      hasTried = true
      for (const { suspect } of group) this.#serve(suspect.address)
      const differences = group.map(({ difference }) => difference)
      const explained = await explainBlock(group[0]?.hash ?? number, differences, context)
      if (isFailure(explained)) {
        failure = explained
        open.push(...group.map(({ suspect }) => suspect))
        continue
      }
      const { block, activities } = explained
      if (activities.length > 0) found.push({ header: block.header, activities })
      for (const { suspect, difference } of group) {
        const change = wholeChange(difference)
        writes.change(suspect.address, number, change)
        const later = { ...suspect, ledger: withChange(suspect.ledger, number, change) }
        // What cancels out at the head is missing there once its first half is known.
        const next = isDifferent(later) ? later : atHead(later)
        if (isDifferent(next)) open.push(next)
      }
    }
    return { found, open, failure }
  }

  #serve(address: string): void {
    remember(this.#served, address, this.#audits)
  }
}

function remember(numbers: Map<string, number>, address: string, number: number): void {
  if (numbers.size >= MAX_REMEMBERED) numbers.clear()
  numbers.set(address, number)
}

/** What one audit compares. */
interface Due {
  readonly accounts: readonly Account[]
  /** Addresses whose nonce is in turn. */
  readonly withNonce: ReadonlySet<string>
  readonly readsNonces: boolean
  /** Their states were read: the next audit goes on after them. */
  done(): void
}

/** One entry for each block: several rounds can find something in the same transaction. The oldest first. */
function byBlock(found: readonly FoundActivity[]): FoundActivity[] {
  return Array.from(Map.groupBy(found, ({ header }) => header.hash).values(), (some) => ({
    header: (some[0] as FoundActivity).header,
    activities: some.flatMap(({ activities }) => activities),
  })).sort((a, b) => a.header.number - b.header.number)
}

/** @returns undefined after the last page: the first one is next */
function placeAfter(page: readonly MonitorRow[], most: number): MonitorPlace | undefined {
  const last = page.at(-1)
  return page.length === most && last ? { created_at: last.created_at, id: last.id } : undefined
}

/** Of the addresses whose state is stored next, and of those in turn. */
async function noncesOf(
  accounts: readonly Account[],
  withNonce: ReadonlySet<string>,
  { number, hash }: BlockHeader,
  source: ChainSource,
): Promise<ReadonlyMap<string, number> | RpcFailure> {
  const read = accounts
    .filter(({ ledger, address }) => needsBase(ledger, number) || withNonce.has(address))
    .map(({ address }) => address)
  const nonces = allOf(
    await readStates(
      source,
      read.map((address) => nonceAt(address, { blockHash: hash })),
    ),
  )
  return isFailure(nonces) ? nonces : new Map(read.map((address, index) => [address, nonces[index] as number]))
}

function unreadFailure({ host }: ChainSource, accounts: number): RpcFailure {
  return nodeFailure(host, 'failed', `no state of ${accounts} monitored ${accounts === 1 ? 'address' : 'addresses'}`)
}

/** Counts the requests that a source gets. A block takes up to three. */
function countRequests(source: ChainSource) {
  let spent = 0
  const counting: ChainSource = {
    ...source,
    block: (...wanted) => {
      spent += 3
      return source.block(...wanted)
    },
    send: (requests) => {
      spent += requests.length
      return source.send(requests)
    },
  }
  return { source: counting, hasSpent: (most: number) => spent >= most }
}

/** Whether the state of an account is to be stored as it is now. */
function needsBase(ledger: BalanceLedger, number: number): boolean {
  const { balance, nonce } = expectedAt(ledger, number)
  return balance === undefined || nonce === undefined || (ledger.base?.number ?? 0) < number - BASE_BLOCKS
}

/** What a block changes, all in all. */
function wholeChange({ noted, surplus }: Difference): AccountChange {
  return {
    balance: noted.balance === undefined ? undefined : noted.balance + surplus.balance,
    nonce: noted.nonce === undefined ? undefined : noted.nonce + surplus.nonce,
  }
}

/** Rows that an audit stores. */
class Writes {
  readonly #chainId: string
  readonly #rows = new Map<string, MonitorBalanceRow>()
  /** Rows below these blocks are no longer needed. */
  readonly #outdated: { readonly address: string; readonly number: number }[] = []

  constructor(chainId: string) {
    this.#chainId = chainId
  }

  base({ address, ledger }: Account, number: number, { balance, nonce }: AccountState): void {
    this.#add({ address, block_number: number, is_change: 0, balance: String(balance), nonce })
    // What was read before stays for as long as a reorg can undo this.
    if (ledger.base && ledger.base.number < number - BASE_BLOCKS)
      this.#outdated.push({ address, number: ledger.base.number })
  }

  change(address: string, number: number, change: AccountChange): void {
    this.#add(changeRow(address, number, change))
  }

  record(): ((db: Db) => Promise<void>) | undefined {
    if (this.#rows.size === 0) return undefined
    return async (db) => {
      for (const { address, number } of this.#outdated)
        await deleteMonitorBalancesBelow(db, { chainId: this.#chainId, address, number })
      await saveMonitorBalances(db, [...this.#rows.values()])
    }
  }

  #add(row: Omit<MonitorBalanceRow, 'chain_id'>): void {
    this.#rows.set(`${row.address} ${row.block_number}`, { chain_id: this.#chainId, ...row })
  }
}
