import { counted } from '../../../api/text/amounts.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { isFailure, nodeFailure, type RpcFailure } from '../../chain/rpc/json-rpc.ts'
import { allOf, nonceAt } from '../../chain/state/requests.ts'
import { type Balance, readStates, StateReader } from '../../chain/state/state-reader.ts'
import { chainBlockHashes } from '../../store/repositories/chain-blocks.ts'
import { monitorBalances } from '../../store/repositories/monitor-balances.ts'
import {
  enabledMonitorsAfter,
  enabledMonitorsOf,
  type MonitorPlace,
  monitorRevision,
  monitorsAfterRevision,
} from '../../store/repositories/monitors.ts'
import type { MonitorRow } from '../../store/schema/schema.ts'
import { AUDIT_ADDRESSES, AUDIT_NONCES, NONCES_MS } from '../loop/rates.ts'
import type { AuditContext, AuditResult, AuditSource } from './audit.ts'
import { Contracts, findBetween } from './between.ts'
import { Disputes } from './disputes.ts'
import { explainSuspects } from './explain-suspects.ts'
import { expectedAt, LedgerRows, ledgerOf, needsBase, surplusAt, vagueBlock } from './ledger.ts'
import { type Account, confirmed, type Differing } from './suspects.ts'

/** Addresses of one audit whose difference is explained; the rest waits. */
const DIFFERENCES = 16
/** Differences that are read again in the next audit besides the addresses in turn; others come in their turn. */
const WAITING = 200
/** Addresses of which it is remembered where they were as expected, and when they were explained. */
const MAX_REMEMBERED = 10_000

/**
 * Audits one chain. An account whose balance or nonce is not what its ledger explains is read again (suspects.ts); the first block
 * that changes it otherwise is found (locate.ts) and read again (explain-block.ts); what that changes goes into the ledger, until
 * the state is explained (explain-suspects.ts). Keeps in memory which addresses are due.
 */
export class Auditor {
  #place: MonitorPlace | undefined
  #noncePlace: MonitorPlace | undefined
  /** Revision of the newest monitor that an audit took over; absent before the first. */
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

    const rows = new LedgerRows(chainId)
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
      const isVague = vagueBlock(ledger, header.number) !== undefined
      if (earlier || isVague || surplus.balance !== 0n || surplus.nonce !== 0) {
        const loss = -(earlier?.surplus ?? surplus.balance)
        differing.push({ ...account, loss, at: earlier?.header ?? header, head: { header, balance: state.balance } })
      } else {
        remember(this.#fine, address, header.number)
        if (nonce !== undefined && needsBase(ledger, header.number)) rows.base(address, header.number, state, ledger)
      }
    }
    this.#disputes.keep(new Set(differing.map(({ address }) => address)))
    const explained = await this.#explain(differing, context, rows)
    const isPartial = explained.failure !== undefined || this.#waiting.length > 0 || !readsNonces
    return {
      ...explained,
      disputes: this.#disputes.lasting,
      record: rows.isEmpty ? undefined : (db) => rows.save(db),
      isPartial,
    }
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
    context: AuditContext,
    rows: LedgerRows,
  ): Promise<Pick<AuditResult, 'found' | 'failure'>> {
    this.#audits++
    const chosen = nextInTurn(differing, this.#served, DIFFERENCES)
    const { suspects, disputes, unread } = await confirmed(chosen, context)
    this.#disputes.note(
      suspects.map(({ address }) => address),
      disputes,
    )
    const { found, open, postponed, failure } = await explainSuspects(suspects, this.#fine, context, rows)
    for (const { address } of chosen) if (!postponed.has(address)) remember(this.#served, address, this.#audits)
    const settled = new Set(suspects.map(({ address }) => address).filter((address) => !open.has(address)))
    const waiting = differing.filter(({ address }) => !settled.has(address))
    this.#waiting = largestLossFirst(waiting)
      .slice(0, WAITING)
      .map(({ address }) => address)
    return { found, failure: failure ?? (unread > 0 ? unreadFailure(context.source, unread) : undefined) }
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

/** @returns undefined after the last page: the first one is next */
function placeAfter(page: readonly MonitorRow[], most: number): MonitorPlace | undefined {
  const last = page.at(-1)
  return page.length === most && last ? { created_at: last.created_at, id: last.id } : undefined
}

/** Reads the nonces of addresses whose state is stored next, and of those in turn. */
async function noncesOf(
  accounts: readonly Account[],
  withNonce: ReadonlySet<string>,
  { number, hash }: BlockHeader,
  source: AuditSource,
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

function unreadFailure({ host }: AuditSource, accounts: number): RpcFailure {
  return nodeFailure(host, 'failed', `no state of ${counted(accounts, 'monitored address', 'monitored addresses')}`)
}

/**
 * Chooses whose differences an audit explains: for half of the places the largest losses, then who waits longest since the last
 * time. Anyone can pay dust to many addresses in every block: that must not keep a theft from being found.
 * @param served by address: number of the audit that explained it last
 */
function nextInTurn(waiting: readonly Differing[], served: ReadonlyMap<string, number>, places: number): Differing[] {
  const losers = largestLossFirst(waiting.filter(({ loss }) => loss > 0n)).slice(0, places / 2)
  const others = waiting
    .filter((each) => !losers.includes(each))
    .sort((a, b) => (served.get(a.address) ?? -1) - (served.get(b.address) ?? -1))
  return [...losers, ...others.slice(0, places - losers.length)]
}

function largestLossFirst(waiting: readonly Differing[]): Differing[] {
  return waiting.toSorted((a, b) => (a.loss < b.loss ? 1 : a.loss > b.loss ? -1 : 0))
}
