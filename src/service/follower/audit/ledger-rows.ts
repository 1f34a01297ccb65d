import type { CheckedBlock } from '../../chain/blocks/block.ts'
import { deleteMonitorBalancesBelow, saveMonitorBalances } from '../../store/repositories/monitor-balances.ts'
import type { Db, MonitorBalanceRow } from '../../store/schema/schema.ts'
import { type AccountChange, accountChanges } from './account-changes.ts'
import { type AccountState, type BalanceLedger, expectedAt } from './ledger.ts'

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
export async function noteBlock(
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
