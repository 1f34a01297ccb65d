import type { MonitorBalanceRow } from '../../store/schema/schema.ts'
import type { AccountChange } from './account-changes.ts'

/** Balance (wei) and nonce of an account at the end of a block. */
export interface AccountState {
  readonly balance: bigint
  readonly nonce: number
}

/** What blocks explain about one account since its state was read from a node. */
export interface BalanceLedger {
  /** The newest block at which its state was read. */
  readonly base: (AccountState & { readonly number: number }) | undefined
  /** By number of the block, for those after the base. */
  readonly changes: ReadonlyMap<number, AccountChange>
}

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

/** Gives the same ledger with another change of a block. */
export function withChange({ base, changes }: BalanceLedger, number: number, change: AccountChange): BalanceLedger {
  return { base, changes: new Map([...changes, [number, change]]) }
}

/** Gives what a block was found to change. */
export function changeIn({ changes }: BalanceLedger, number: number): AccountChange {
  return changes.get(number) ?? { balance: 0n, nonce: 0 }
}

/** Computes the state at the end of a block that is not older than the base. Undefined where that cannot be said. */
export function expectedAt({ base, changes }: BalanceLedger, number: number): AccountChange {
  let { balance, nonce }: AccountChange = base ?? { balance: undefined, nonce: undefined }
  for (const [block, change] of changes) {
    if (block > number) continue
    balance = balance === undefined || change.balance === undefined ? undefined : balance + change.balance
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
