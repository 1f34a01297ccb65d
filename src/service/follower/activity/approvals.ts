import type { Allowance } from '../../evm/allowance.ts'
import { approvalsIn, argumentsOf, type Log, movementsIn, permit2ApprovalsIn } from '../../evm/logs.ts'
import { addressOfWord, topicOf } from '../../evm/words.ts'

/** An event of a token or of Permit2 shows this allowance. */
export interface EventApproval extends Allowance {
  /** Base units that hold afterwards; 1 or 0 for items. */
  readonly amount: bigint
  /** Index of its event in the transaction. */
  readonly at: number
  /** A transfer out of the owner stands next to it: it may be what is left of an allowance that was used. */
  readonly isPaired: boolean
}

interface WithLogs {
  readonly receipt: { readonly logs: readonly Log[] }
}

/** EIP-3009: authorizer, nonce. */
const AUTHORIZATION_USED = topicOf('AuthorizationUsed(address,bytes32)')

/** Lists the tokens that moved something by a signature of the owner, without an allowance (EIP-3009). */
export function tokensMovedBySignature({ receipt: { logs } }: WithLogs, owner: string): ReadonlySet<string> {
  const used = logs.filter(
    (log) => log.topics[0] === AUTHORIZATION_USED && addressOfWord(argumentsOf(log)[0]) === owner,
  )
  return new Set(used.map(({ address }) => address))
}

/**
 * Lists the allowances by the events of a transaction.
 * @param timestamp of the block (seconds): an allowance of Permit2 that ends before is none
 */
export function approvalsOf({ receipt: { logs } }: WithLogs, timestamp: number): EventApproval[] {
  const approvals = logs.flatMap((log, at): EventApproval[] => {
    const found = [...approvalsIn([log]), ...permit2ApprovalsIn([log], BigInt(timestamp))]
    return found.map(({ isRemainder: _, ...approval }) => ({ ...approval, at, isPaired: false }))
  })
  if (approvals.length === 0) return approvals
  const paired = pairedWithTransfers(logs, approvals)
  return approvals.map((approval) => (paired.has(approval.at) ? { ...approval, isPaired: true } : approval))
}

/**
 * Indexes of approvals next to a transfer out of their owner, among the events of the token: tokens report what is left of
 * an allowance before or after the transfer that used it. One transfer uses one allowance.
 */
function pairedWithTransfers(logs: readonly Log[], approvals: readonly EventApproval[]): ReadonlySet<number> {
  const byAt = new Map(approvals.map((approval) => [approval.at, approval]))
  const paired = new Set<number>()
  const last = new Map<string, { readonly approval?: EventApproval; readonly from?: string }>()
  for (const [at, log] of logs.entries()) {
    const approval = byAt.get(at)
    const before = last.get(log.address)
    if (approval !== undefined) {
      const isNext = before?.from === approval.owner && isUsedUp(approval)
      if (isNext) paired.add(at)
      last.set(log.address, isNext ? {} : { approval })
      continue
    }
    const [move] = movementsIn([log])
    if (move === undefined) continue
    const isNext = before?.approval?.owner === move.from && isUsedUp(before.approval)
    if (isNext) paired.add((before.approval as EventApproval).at)
    last.set(log.address, isNext ? {} : { from: move.from })
  }
  return paired
}

/** A transfer takes something off it, and a token has an event for that. */
function isUsedUp({ kind }: Allowance): boolean {
  return kind === 'allowance' || kind === 'item'
}
