import { executionIn } from '../../evm/executions.ts'
import { approvalsIn, type Log, type Movement, movementsIn } from '../../evm/logs.ts'
import type { Call } from '../../risk/decode/calls.ts'
import { paymentKey } from '../../risk/money/history.ts'

/** What a transaction on chain did, by its sender and its events. A call to an account without code succeeds and does nothing. */
export interface Proof {
  /** What the owner really paid of an asset, base units or items; undefined: nothing shows it. */
  paid(payment: ProvenPayment): bigint | undefined
  /** Whether an allowance was really set. */
  allowed(allowance: {
    readonly owner: string
    readonly spender: string
    readonly token: string
    readonly call: Call
  }): boolean
}

export interface ProvenPayment {
  readonly from: string
  readonly to: string
  /** `paymentKey` */
  readonly asset: string
  readonly amount: bigint
  readonly call: Call
}

/** @param logs of the receipt of a transaction that succeeded */
export function proofOf(sender: string, logs: readonly Log[]): Proof {
  const movements = movementsIn(logs).map((movement) => ({ ...movement, asset: keyOf(movement) }))
  const approvals = approvalsIn(logs)
  const acted = new Set(logs.flatMap(accountOf))
  const isOwnCall = (call: Call, owner: string) => owner === sender && call.actor === sender
  return {
    paid({ from, to, asset, amount, call }) {
      if (asset === 'native') return isOwnCall(call, from) || acted.has(from) ? amount : undefined
      const moved = movements.filter((each) => each.from === from && each.to === to && each.asset === asset)
      const most = moved.reduce((sum, each) => sum + each.amount, 0n)
      return most === 0n ? undefined : most < amount ? most : amount
    },
    allowed({ owner, spender, token, call }) {
      if (isOwnCall(call, owner)) return true
      return approvals.some((each) => each.owner === owner && each.spender === spender && each.token === token)
    },
  }
}

function keyOf({ asset: { standard, token, id = 0n } }: Movement): string {
  return paymentKey({ standard, token, ids: standard === 'erc1155' ? [id] : [] })
}

function accountOf(log: Log): string[] {
  const execution = executionIn(log)
  return execution?.succeeded && execution.kind !== 'other' ? [execution.account] : []
}
