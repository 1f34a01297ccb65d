import { type MatchedTransaction, transactionTypes } from '../../chain/blocks/block.ts'
import { executionIn } from '../../evm/executions.ts'

/** In whose name a transaction acts for an account. */
export interface AccountExecution {
  /** The account itself executes something: its transaction, or one that others submit with its signature. */
  readonly isSent: boolean
  readonly failed: boolean
  /** Whether an event at this index belongs to it. */
  covers(at: number): boolean
  /** Who executes without a signature of the account: a module of a Safe. */
  readonly module: string | undefined
  /** Who submits it; undefined: the account itself. */
  readonly submitter: string | undefined
}

/** Finds what an account executes in a transaction. @param movesOut assets leave the account */
export function executionOf(matched: MatchedTransaction, account: string, movesOut: boolean): AccountExecution {
  const { transaction, receipt } = matched
  const failed = receipt.succeeded === false
  if (isSender(matched, account))
    return { isSent: true, failed, covers: () => true, module: undefined, submitter: undefined }
  const submitter = transaction.from
  let [last, lastFailed] = [-1, -1]
  let module: string | undefined
  for (const [at, log] of receipt.logs.entries()) {
    const execution = executionIn(log)
    if (execution?.account !== account) continue
    if (execution.kind === 'module') module = execution.subject
    else {
      last = at
      if (!execution.succeeded) lastFailed = at
    }
  }
  if (last >= 0) {
    // Called directly, it executes nothing else. Elsewhere its event follows what it executes.
    const covers = transaction.to === account ? () => true : (at: number) => at < last
    return { isSent: true, failed: lastFailed === last, covers, module: undefined, submitter }
  }
  if (module !== undefined) return { isSent: false, failed: false, covers: () => false, module, submitter }
  // Without code of its own nothing would run there: an account that delegates to code (EIP-7702), or another contract.
  const isOwnCode = transaction.to === account && movesOut
  return { isSent: isOwnCode, failed: false, covers: () => isOwnCode, module: undefined, submitter }
}

/** Deposits of L2 chains name as sender who paid on the parent chain: one to itself is only received. */
function isSender({ transaction: { from, to, type } }: MatchedTransaction, account: string): boolean {
  if (from !== account || type === transactionTypes.arbitrumDeposit) return false
  return type !== transactionTypes.optimismDeposit || to !== account
}
