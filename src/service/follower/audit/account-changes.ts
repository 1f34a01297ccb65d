import type { CheckedBlock, MatchedTransaction } from '../../chain/blocks/block.ts'

/** How a block changes an account, as far as its transactions and credits show. Undefined: that cannot be said. */
export interface AccountChange {
  /** Wei. */
  readonly balance: bigint | undefined
  readonly nonce: number | undefined
}

/** Arbitrum's own types move value in ways that the transaction does not show, such as the escrow of a retryable one. */
const FIRST_ARBITRUM_TYPE = 0x64
const LAST_ARBITRUM_TYPE = 0x6a

/** The accounts that a block touches, of those that are asked for (lower case). */
export function accountChanges(block: CheckedBlock, accounts: ReadonlySet<string>): Map<string, AccountChange> {
  const changes = new Map<string, AccountChange>()
  const add = (account: string | undefined, { balance, nonce }: AccountChange) => {
    if (account === undefined || !accounts.has(account)) return
    const before = changes.get(account) ?? { balance: 0n, nonce: 0 }
    changes.set(account, {
      balance: before.balance === undefined || balance === undefined ? undefined : before.balance + balance,
      nonce: before.nonce === undefined || nonce === undefined ? undefined : before.nonce + nonce,
    })
  }
  for (const matched of block.matched) addTransaction(matched, add)
  for (const { address, amount } of block.credits) add(address, { balance: amount, nonce: 0 })
  return changes
}

type Add = (account: string | undefined, change: AccountChange) => void

const UNKNOWN: AccountChange = { balance: undefined, nonce: undefined }

function addTransaction({ transaction, receipt }: MatchedTransaction, add: Add): void {
  const { from, to, value, type, mint, authorizations } = transaction
  const receiver = to ?? receipt.created
  if (type >= FIRST_ARBITRUM_TYPE && type <= LAST_ARBITRUM_TYPE) {
    for (const account of [from, receiver]) add(account, UNKNOWN)
    return
  }
  const { succeeded, fee } = receipt
  const moved = succeeded === true || value === 0n ? value : succeeded === false ? 0n : undefined
  // The mint of a deposit stays when the rest of it fails.
  const paid = moved === undefined || fee === undefined ? undefined : mint - moved - fee
  add(from, { balance: paid, nonce: 1 })
  add(receiver, { balance: moved, nonce: 0 })
  // One of a wrong nonce or chain is skipped, and its account keeps its nonce.
  for (const { authority } of authorizations) add(authority, { balance: 0n, nonce: undefined })
}
