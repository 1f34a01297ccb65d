import { type CheckedBlock, type MatchedTransaction, transactionTypes } from '../../chain/blocks/block.ts'

/** How a block changes an account, as far as its transactions and credits show. Undefined: that cannot be said. */
export interface AccountChange {
  /** Wei. */
  readonly balance: bigint | undefined
  readonly nonce: number | undefined
}

/** A range of wei includes both ends. Undefined: there is no bound. */
export interface WeiRange {
  readonly least: bigint | undefined
  readonly most: bigint | undefined
}

/** How a block that was read changes an account. */
export interface BlockChange extends AccountChange {
  /** What its transactions and credits can change. */
  readonly possible: WeiRange
}

type PossibleChange = Omit<BlockChange, 'balance'>

/** Gives the accounts that a block touches, of those that are requested (lower case). */
export function accountChanges(block: CheckedBlock, accounts: ReadonlySet<string>): Map<string, BlockChange> {
  return new Map(
    Array.from(possibleChanges(block, accounts), ([account, { possible, nonce }]) => {
      const { least, most } = possible
      return [account, { balance: least === most ? least : undefined, nonce, possible }]
    }),
  )
}

/** Gives the amount of a range that is next to another one. */
export function nearestIn({ least, most }: WeiRange, wei: bigint): bigint {
  if (least !== undefined && wei < least) return least
  return most !== undefined && wei > most ? most : wei
}

function possibleChanges(block: CheckedBlock, accounts: ReadonlySet<string>): Map<string, PossibleChange> {
  const changes = new Map<string, PossibleChange>()
  const add = (account: string | undefined, { possible, nonce }: PossibleChange) => {
    if (account === undefined || !accounts.has(account)) return
    const before = changes.get(account) ?? { possible: exactly(0n), nonce: 0 }
    changes.set(account, {
      possible: sumOf(before.possible, possible),
      nonce: before.nonce === undefined || nonce === undefined ? undefined : before.nonce + nonce,
    })
  }
  for (const matched of block.matched) addTransaction(matched, add)
  for (const { address, amount } of block.credits)
    add(address, { possible: amount === undefined ? { least: 0n, most: undefined } : exactly(amount), nonce: 0 })
  return changes
}

type Add = (account: string | undefined, change: PossibleChange) => void

const ANY: WeiRange = { least: undefined, most: undefined }

function addTransaction({ transaction, receipt }: MatchedTransaction, add: Add): void {
  const { from, to, value, type, mint, authorizations } = transaction
  const receiver = to ?? receipt.created
  // Arbitrum's own types move value in ways that the transaction does not show, such as the escrow of a retryable one.
  if (type >= transactionTypes.arbitrumFirst && type <= transactionTypes.arbitrumLast) {
    for (const account of [from, receiver]) add(account, { possible: ANY, nonce: undefined })
    return
  }
  const { succeeded, fee } = receipt
  const moved = succeeded === undefined ? { least: 0n, most: value } : exactly(succeeded ? value : 0n)
  const cost = fee === undefined ? { least: 0n, most: undefined } : exactly(fee)
  // The mint of a deposit stays when the rest of it fails.
  add(from, { possible: sumOf(exactly(mint), negative(sumOf(moved, cost))), nonce: 1 })
  add(receiver, { possible: moved, nonce: 0 })
  // One of a wrong nonce or chain is skipped, and its account keeps its nonce.
  for (const { authority } of authorizations) add(authority, { possible: exactly(0n), nonce: undefined })
}

export function exactly(wei: bigint): WeiRange {
  return { least: wei, most: wei }
}

function sumOf(one: WeiRange, other: WeiRange): WeiRange {
  return {
    least: one.least === undefined || other.least === undefined ? undefined : one.least + other.least,
    most: one.most === undefined || other.most === undefined ? undefined : one.most + other.most,
  }
}

function negative({ least, most }: WeiRange): WeiRange {
  return { least: most === undefined ? undefined : -most, most: least === undefined ? undefined : -least }
}
