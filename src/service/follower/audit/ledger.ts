import type { CheckedBlock } from '../../chain/blocks/block.ts'
import { deleteMonitorBalancesBelow, saveMonitorBalances } from '../../store/repositories/monitor-balances.ts'
import type { Db, MonitorBalanceRow } from '../../store/schema/schema.ts'
import { type AccountChange, accountChanges } from './account-changes.ts'

/** Balance (wei) and nonce of an account at the end of a block. */
export interface AccountState {
  readonly balance: bigint
  readonly nonce: number
}

/** What a node says of an account; a state is undefined where the node does not have it. */
export interface HostAnswer<State extends AccountState | undefined = AccountState> {
  readonly host: string
  readonly state: State
}

/** What is known of one account since its state was read from a node. */
export interface BalanceLedger {
  /** The newest block at which its state was read. */
  readonly base: (AccountState & { readonly number: number }) | undefined
  /** By number of the block, for those after the base. */
  readonly changes: ReadonlyMap<number, AccountChange>
}

/** Gives the same ledger with another change of a block. */
export function withChange({ base, changes }: BalanceLedger, number: number, change: AccountChange): BalanceLedger {
  return { base, changes: new Map([...changes, [number, change]]) }
}

/** Gives what a block was found to change. */
export function changeIn({ changes }: BalanceLedger, number: number): AccountChange {
  return changes.get(number) ?? { balance: 0n, nonce: 0 }
}

/**
 * Finds the first block up to a number that changes the balance of an account by an unknown amount, such as one with fees of the
 * block. Whether a state after it is as expected is not known before its amount is.
 */
export function vagueBlock({ base, changes }: BalanceLedger, last: number): number | undefined {
  if (!base) return undefined
  const vague = [...changes].filter(([number, { balance }]) => number <= last && balance === undefined)
  return vague.length === 0 ? undefined : Math.min(...vague.map(([number]) => number))
}

/**
 * Computes the state at the end of a block that is not older than the base. An unknown amount counts as 0. Undefined where nothing
 * is expected.
 */
export function expectedAt({ base, changes }: BalanceLedger, number: number): AccountChange {
  let { balance, nonce }: AccountChange = base ?? { balance: undefined, nonce: undefined }
  for (const [block, change] of changes) {
    if (block > number) continue
    if (balance !== undefined) balance += change.balance ?? 0n
    nonce = nonce === undefined || change.nonce === undefined ? undefined : nonce + change.nonce
  }
  return { balance, nonce }
}

/** Gives what a state has more than expected; 0 where nothing is expected. */
export function surplusAt(ledger: BalanceLedger, number: number, { balance, nonce }: AccountState): AccountState {
  const expected = expectedAt(ledger, number)
  return {
    balance: expected.balance === undefined ? 0n : balance - expected.balance,
    nonce: expected.nonce === undefined ? 0 : nonce - expected.nonce,
  }
}

/** Blocks after which a state is stored again, so that what blocks explain since then stays short. */
const BASE_BLOCKS = 512

/** Reads the ledger of an account from its rows. @param rows of one account, in the order of blocks */
export function ledgerOf(rows: readonly MonitorBalanceRow[]): BalanceLedger {
  const read = rows.findLast((row) => row.is_change === 0)
  const base =
    read && read.balance !== null && read.nonce !== null
      ? { number: read.block_number, balance: BigInt(read.balance), nonce: read.nonce }
      : undefined
  const changes = rows
    .filter((row) => row.is_change === 1 && row.block_number > (base?.number ?? -1))
    .map(({ block_number, balance, nonce }): [number, AccountChange] => [
      block_number,
      { balance: balance === null ? undefined : BigInt(balance), nonce: nonce ?? undefined },
    ])
  return { base, changes: new Map(changes) }
}

/**
 * Stores how a block changes the monitored addresses that it touches, in the transaction that applies the block.
 * @param monitored lower case
 */
export async function recordBalanceChanges(
  db: Db,
  chainId: string,
  block: CheckedBlock,
  monitored: ReadonlySet<string>,
): Promise<void> {
  const rows = new LedgerRows(chainId)
  for (const [address, change] of accountChanges(block, monitored)) rows.change(address, block.header.number, change)
  await rows.save(db)
}

/** Whether the state of an account is to be stored as it is now. */
export function needsBase(ledger: BalanceLedger, number: number): boolean {
  const { balance, nonce } = expectedAt(ledger, number)
  return balance === undefined || nonce === undefined || isOld(ledger, number)
}

function isOld({ base }: BalanceLedger, number: number): boolean {
  return (base?.number ?? 0) < number - BASE_BLOCKS
}

/** Collects rows of a chain's ledgers until they are stored. */
export class LedgerRows {
  readonly #chainId: string
  readonly #rows = new Map<string, MonitorBalanceRow>()
  /** Rows below these blocks are no longer needed. */
  readonly #outdated: { readonly chainId: string; readonly address: string; readonly number: number }[] = []

  constructor(chainId: string) {
    this.#chainId = chainId
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  /** Adds the state of an account at a block: its ledger goes on from there. */
  base(address: string, number: number, { balance, nonce }: AccountState, ledger: BalanceLedger): void {
    this.#add(address, number, { is_change: 0, balance: String(balance), nonce })
    // What was read before stays for as long as a reorg can undo this.
    if (ledger.base && isOld(ledger, number))
      this.#outdated.push({ chainId: this.#chainId, address, number: ledger.base.number })
  }

  /** Adds what a block changes. */
  change(address: string, number: number, { balance, nonce }: AccountChange): void {
    this.#add(address, number, {
      is_change: 1,
      balance: balance === undefined ? null : String(balance),
      nonce: nonce ?? null,
    })
  }

  async save(db: Db): Promise<void> {
    for (const rows of this.#outdated) await deleteMonitorBalancesBelow(db, rows)
    await saveMonitorBalances(db, [...this.#rows.values()])
  }

  #add(address: string, block_number: number, row: Pick<MonitorBalanceRow, 'is_change' | 'balance' | 'nonce'>): void {
    this.#rows.set(`${address} ${block_number}`, { chain_id: this.#chainId, address, block_number, ...row })
  }
}
