import type { AccountChange } from './account-changes.ts'

/** Balance (wei) and nonce of an account at the end of a block. */
export interface AccountState {
  readonly balance: bigint
  readonly nonce: number
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
