import type { MatchedTransaction } from '../../chain/blocks/block.ts'
import { argumentsOf, type Log } from '../../evm/logs.ts'
import { addressOfWord, topicOf } from '../../evm/words.ts'
import { MODULE_SUCCESS, SAFE_FAILURE, SAFE_SUCCESS, USER_OPERATION } from '../../risk/chain/execution-events.ts'
import { entryPoints } from '../../validation/evidence/proof.ts'
import { ARBITRUM_DEPOSIT } from './moves.ts'

/** In whose name a transaction acts for an account. */
export interface Execution {
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

/**
 * Events of an account, emitted by itself, when it executes what was signed. Sources: safe-smart-account 1.1 to 1.5,
 * MultiSigWallet of Gnosis, Timelock of Compound, TimelockController of OpenZeppelin.
 */
const executed: ReadonlyMap<string, 'executed' | 'failed'> = new Map([
  [SAFE_SUCCESS, 'executed'],
  [SAFE_FAILURE, 'failed'],
  [topicOf('Execution(uint256)'), 'executed'],
  [topicOf('ExecutionFailure(uint256)'), 'failed'],
  [topicOf('ExecuteTransaction(bytes32,address,uint256,string,bytes,uint256)'), 'executed'],
  [topicOf('CallExecuted(bytes32,uint256,address,uint256,bytes)'), 'executed'],
])

const byModule: ReadonlySet<string> = new Set([MODULE_SUCCESS, topicOf('ExecutionFromModuleFailure(address)')])

/** Finds what an account executes in a transaction. @param movesOut assets leave the account */
export function executionOf(matched: MatchedTransaction, account: string, movesOut: boolean): Execution {
  const { transaction, receipt } = matched
  const failed = receipt.succeeded === false
  if (isSender(matched, account))
    return { isSent: true, failed, covers: () => true, module: undefined, submitter: undefined }
  const submitter = transaction.from
  let [last, lastFailed] = [-1, -1]
  let module: string | undefined
  for (const [at, log] of receipt.logs.entries()) {
    const outcome = outcomeOf(log, account)
    if (outcome !== undefined) last = at
    if (outcome === 'failed') lastFailed = at
    if (log.address === account && byModule.has(log.topics[0] ?? '')) module = addressOfWord(argumentsOf(log)[0])
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
  if (from !== account || type === ARBITRUM_DEPOSIT) return false
  return type !== OPTIMISM_DEPOSIT || to !== account
}

const OPTIMISM_DEPOSIT = 0x7e

function outcomeOf(log: Log, account: string): 'executed' | 'failed' | undefined {
  const [event = '', , sender] = log.topics
  if (log.address === account) return executed.get(event)
  if (event !== USER_OPERATION || !entryPoints.has(log.address) || addressOfWord(sender) !== account) return undefined
  return BigInt(`0x${argumentsOf(log)[4] ?? '1'}`) === 0n ? 'failed' : 'executed'
}
