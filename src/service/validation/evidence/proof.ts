import { approvalsIn, argumentsOf, type Log, type Movement, movementsIn } from '../../evm/logs.ts'
import { addressOfWord } from '../../evm/words.ts'
import { MODULE_SUCCESS, SAFE_SUCCESS, USER_OPERATION } from '../../risk/chain/execution-events.ts'
import type { Call } from '../../risk/decode/calls.ts'
import { paymentKey } from '../../risk/money/history.ts'
import { entryPoint } from '../../risk/typed-data/protocols.ts'

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

const executed: ReadonlySet<string> = new Set([SAFE_SUCCESS, MODULE_SUCCESS])
const SUCCESS = 4
/** 0.6, 0.7, 0.8 and 0.9. The same event of another contract proves nothing. */
export const entryPoints: ReadonlySet<string> = new Set([
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  ...entryPoint.contracts,
])

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
  const [event = ''] = log.topics
  const address = log.address.toLowerCase()
  if (executed.has(event)) return [address]
  const values = event === USER_OPERATION && entryPoints.has(address) ? argumentsOf(log) : []
  return BigInt(`0x${values[SUCCESS] ?? '0'}`) === 1n ? [addressOfWord(values[1])] : []
}
