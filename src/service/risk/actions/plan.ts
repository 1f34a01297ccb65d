import { wrapsNative } from '../../../api/chains.ts'
import { NATIVE } from '../../evm/asset.ts'
import { isZeroAddress } from '../../evm/words.ts'
import { isDust } from '../../evm/worth.ts'
import { listedToken } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import {
  type Action,
  type Asset,
  type Exchange,
  erc20,
  type Fill,
  native,
  type Transfer,
  WHOLE_BALANCE,
} from './actions.ts'

/** What becomes of assets that an action puts into a contract: later steps of the transaction take all, a part or nothing. */
export type AssetFate = 'taken' | 'partly taken' | 'left'

type Plan = Pick<Facts, 'actions' | 'evidence' | 'transaction'>

/** More payments to one contract are no plan that anyone makes. */
export const MAX_PAYMENTS = 64

/** @param made its authority is the contract */
export function fateOf(made: Exchange | Transfer, plan: Plan): AssetFate {
  const steps = stepsAfter(made, plan)
  const amounts = steps.map(takenBy)
  if (amounts.includes('all')) return 'taken'
  const sum = amounts.reduce<bigint>((total, amount) => total + (amount === 'all' ? 0n : amount), 0n)
  if (isDust({ standard: 'erc20', amount: sum })) return 'left'
  const least = leastOf(made)
  if (least === undefined || (least > 0n && sum >= least)) return 'taken'
  return 2n * sum < least ? 'left' : 'partly taken'
}

/** Later exchanges that take what an exchange leaves in the called contract. */
export function takersOf(made: Exchange, plan: Plan): Exchange[] {
  return stepsAfter(made, plan).flatMap((step) => (step.kind === 'exchange' ? [step] : []))
}

/** Commands that move an input into the router. */
export const inputs: ReadonlySet<string> = new Set(['PERMIT2_TRANSFER_FROM', 'WRAP_ETH'])

/** Moves tokens of the caller into the contract. Source: SwapRouter02, PeripheryPaymentsExtended. */
export const PULL = '0xf2d5d56b'

/** What the caller itself puts into a router; what it only sends along with the call may come back, too. */
function putInto(router: string, { actions, calls }: Pick<Facts, 'actions' | 'calls'>): Put[] {
  const moved = actions.flatMap((made) =>
    made.kind === 'exchange' && made.authority === router && made.call.to === router && inputs.has(made.call.name)
      ? made.receives
      : [],
  )
  const pulled = calls.flatMap(({ to, selector, status, args }) => {
    if (to !== router || selector !== PULL || status !== 'decoded') return []
    const { from, amount } = args as { from: string; amount: bigint }
    return [erc20(from, amount)]
  })
  const value = calls.reduce((sum, { to, value: sent, inTrace }) => (to === router && !inTrace ? sum + sent : sum), 0n)
  const wrapped = moved.reduce((sum, { token, amount = 0n }) => (token === NATIVE ? sum + amount : sum), 0n)
  return [
    ...[...moved, ...pulled].map((asset) => ({ asset, isGiven: true })),
    ...(value > wrapped ? [{ asset: native(value - wrapped), isGiven: false }] : []),
  ]
}

interface Put {
  readonly asset: Asset
  /** No other step says that the caller gives it. */
  readonly isGiven: boolean
}

/** What comes out of a router beyond what the caller put in, and what of that it does not give back. */
export function withoutPut({ gives, receives }: Fill, router: string, plan: Plan & Pick<Facts, 'calls'>): Fill {
  const isSame = (one: string, other: string) =>
    one === other || [one, other].every((token) => token === NATIVE || isWrapped(token, plan))
  let left = putInto(router, plan)
  const out = receives.map((asset) => {
    let { amount } = asset
    left = left.map((each) => {
      const { amount: put } = each.asset
      if (amount === undefined || !isSame(each.asset.token, asset.token)) return each
      const back = put === undefined || put > amount ? amount : put
      amount -= back
      return { ...each, asset: { ...each.asset, amount: put === undefined ? undefined : put - back } }
    })
    return { ...asset, amount }
  })
  const kept = left.flatMap(({ asset, isGiven }) => (isGiven && asset.amount !== 0n ? [asset] : []))
  return { gives: [...gives, ...kept], receives: out }
}

function stepsAfter(made: Exchange | Transfer, plan: Plan): Action[] {
  const { actions } = plan
  const held = heldAfter(made)
  const least = leastOf(made) ?? 0n
  return actions
    .slice(actions.indexOf(made) + 1)
    .filter((step) => step.call.to === made.authority && !step.call.inTrace)
    .filter((step) => takes(step, held, plan) && !mayTakeNothing(step, least))
}

/** The wrapped native currency, where the call does not name its token. */
const WRAPPED = 'wrapped'

/** Tokens, `NATIVE` and `WRAPPED`. */
function heldAfter(made: Exchange | Transfer): readonly string[] {
  if (made.kind === 'transfer') return [made.asset.token]
  return made.receives.map(({ token }) => (token === NATIVE && /^wrap/i.test(made.call.name) ? WRAPPED : token))
}

/** A step that may fail does so where it needs more than there is for sure, and the rest goes on without it. */
function mayTakeNothing({ call }: Action, least: bigint): boolean {
  if (!call.mayFail || call.status !== 'decoded') return false
  const args: Readonly<Record<string, unknown>> = call.args
  const { amountMin, amount } = args
  if (typeof amountMin === 'bigint') return amountMin > least
  if (typeof amount === 'bigint') return amount > least && amount < WHOLE_BALANCE
  return typeof args.bips !== 'bigint'
}

function leastOf(made: Exchange | Transfer): bigint | undefined {
  if (made.kind === 'transfer') return made.asset.amount
  return made.least ?? made.receives[0]?.amount
}

/** A step that was not read may take anything. */
function takes(step: Action, held: readonly string[], plan: Plan): boolean {
  const { call } = step
  const args = call.args as Readonly<Record<string, unknown>>
  if (call.status !== 'decoded') return true
  if (call.name === 'V4_SETTLE') return args.payerIsUser === false && isAmong(String(args.currency), held, plan)
  if (call.name === 'refundETH') return isAmong(NATIVE, held, plan)
  if (step.kind !== 'exchange') return false
  const { form, gives, receives, authority } = step
  if (form !== 'withdrawal') {
    return isPaidByRouter(step) && gives.some(({ token }) => isAmong(token, held, plan))
  }
  // Wrapped and unwrapped, or moved to where it is.
  const isMoved = authority !== call.to || /^(?:un)?wrap/i.test(call.name)
  const taken = (token: string) => (token === NATIVE && /^unwrap/i.test(call.name) ? WRAPPED : token)
  return isMoved && (receives.length === 0 || receives.some(({ token }) => isAmong(taken(token), held, plan)))
}

/** It takes what earlier steps left in the router, and nothing of the caller. */
export function isPaidByRouter({ call, gives }: Exchange): boolean {
  const { payerIsUser } = call.args as { readonly payerIsUser?: boolean }
  return call.operation === 'command' ? payerIsUser === false : gives[0]?.amount === 0n
}

/** Whether the router holds the token; where no held asset is named, it may hold any. */
function isAmong(token: string, held: readonly string[], plan: Plan): boolean {
  if (held.length === 0) return true
  const given = isZeroAddress(token) ? NATIVE : token
  return held.some((each) => {
    if (each === given) return true
    const [named] = [each, given].filter((one) => one !== WRAPPED)
    return (
      (each === WRAPPED || given === WRAPPED) && named !== undefined && named !== NATIVE && mayWrapNative(named, plan)
    )
  })
}

/** Unless a list says that it is another token. */
export function mayWrapNative(
  token: string,
  { evidence, transaction }: Pick<Facts, 'evidence' | 'transaction'>,
): boolean {
  return !listedToken(token, evidence) || isWrapped(token, { evidence, transaction })
}

function isWrapped(token: string, { evidence, transaction }: Pick<Facts, 'evidence' | 'transaction'>): boolean {
  return wrapsNative(listedToken(token, evidence)?.symbol, transaction.chainId)
}

/** Sweeps pay out the whole balance, portions less than that. */
function takenBy(step: Action): bigint | 'all' {
  const { call } = step
  const args = call.args as Readonly<Record<string, unknown>>
  if (typeof args.bips === 'bigint') return args.bips < 10_000n && /PORTION/.test(call.name) ? 0n : 'all'
  if (step.kind !== 'exchange') return 'all'
  if (step.form !== 'withdrawal') return step.gives[0]?.amount || 'all'
  return call.name === 'TRANSFER' ? (step.receives[0]?.amount ?? 'all') : 'all'
}
