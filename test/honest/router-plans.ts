import { call } from '../../bench/detection/adversarial/encode.ts'
import { DEADLINE } from '../../bench/detection/adversarial/row.ts'

/** Addresses that Uniswap's routers replace (libraries/ActionConstants.sol): the caller and the router itself. */
export const CALLER = `0x${'1'.padStart(40, '0')}`
export const ROUTER = `0x${'2'.padStart(40, '0')}`
/** The whole balance of the router. */
export const ALL = 2n ** 255n
/** Of a V4 action: the whole debt or credit. */
export const OPEN = 0n

/** A command of the Universal Router, or an action of Uniswap V4. */
export interface RouterStep {
  /** Two hex digits. */
  readonly id: string
  readonly input: string
}

const step =
  (id: string, types: string) =>
  (...values: readonly unknown[]): RouterStep => ({ id, input: `0x${call(`f(${types})`, ...values).slice(10)}` })

export const v3In = step('00', 'address,uint256,uint256,bytes,bool')
export const v3Out = step('01', 'address,uint256,uint256,bytes,bool')
export const pull = step('02', 'address,address,uint160')
export const sweep = step('04', 'address,address,uint256')
export const transferOut = step('05', 'address,address,uint256')
export const payPortion = step('06', 'address,address,uint256')
export const v2In = step('08', 'address,uint256,uint256,address[],bool')
export const v2Out = step('09', 'address,uint256,uint256,address[],bool')
export const wrap = step('0b', 'address,uint256')
export const unwrap = step('0c', 'address,uint256')

export const v4Settle = step('0b', 'address,uint256,bool')
export const v4Take = step('0e', 'address,address,uint256')
export const v4TakeAll = step('0f', 'address,uint256')

const KEY = '(address,address,uint24,int24,address)'
export const v4SwapIn = step('06', `(${KEY},bool,uint128,uint128,bytes)`)

const parts = (steps: readonly RouterStep[]): [string, readonly string[]] => [
  `0x${steps.map(({ id }) => id).join('')}`,
  steps.map(({ input }) => input),
]

export function v4(...actions: readonly RouterStep[]): RouterStep {
  return step('10', 'bytes,bytes[]')(...parts(actions))
}

export function subPlan(...steps: readonly RouterStep[]): RouterStep {
  return step('21', 'bytes,bytes[]')(...parts(steps))
}

/** Call data of the Universal Router. */
export function plan(...steps: readonly RouterStep[]): string {
  return call('execute(bytes,bytes[],uint256)', ...parts(steps), DEADLINE)
}
