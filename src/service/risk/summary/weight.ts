import { NATIVE_DECIMALS } from '../../../api/text/assets.ts'
import { NATIVE } from '../../evm/asset.ts'
import type { Action, Asset } from '../actions/actions.ts'
import type { ControlForm } from '../actions/forms.ts'
import { formOf } from './terms.ts'
import type { Words } from './words.ts'

/** How dangerous an action is, 0–100, to put the weightiest first: control, then rights, then payments, then calls. */
function dangerOf(action: Action, words: Words): number {
  switch (action.kind) {
    case 'control':
      return controls[action.form]
    case 'grant':
      if (action.revokes || action.authority === action.owner) return 10
      return action.unlimited ? 85 : 70
    case 'right':
      return action.revokes || action.authority === action.owner ? 10 : 80
    case 'order':
      return isOwn(action.signer, words) ? 75 : 15
    case 'exchange':
      return action.authority === action.payer ? 55 : 66
    case 'transfer':
      return action.asset.standard === 'native' && action.asset.amount === 0n ? 5 : 60
    case 'interaction':
      if (action.call.status !== 'decoded') return 65
      return action.value > 0n ? 56 : 30
  }
}

const controls: Readonly<Record<ControlForm, number>> = {
  'account-delegation': 100,
  delegatecall: 98,
  upgrade: 96,
  ownership: 94,
  module: 94,
  'fallback-handler': 92,
  signer: 92,
  guard: 90,
  role: 90,
}

const FLAGGED = 1000
/** A right for a known contract is a step towards what the transaction is made for. */
const TRUSTED = -30

const DESCRIBED = 56

function isDescribed({ call }: Action): boolean {
  const form = formOf(call)
  return form !== undefined && form !== 'rest'
}

/** Heaviest first; equal ones by amount, then in the order of the calls. Deterministic. */
export function heaviestFirst(actions: readonly Action[], words: Words): readonly Action[] {
  return actions
    .map((action) => ({ action, weight: weightOf(action, words), amount: amountOf(action, words) }))
    .sort((a, b) => b.weight - a.weight || (a.amount === b.amount ? 0 : b.amount > a.amount ? 1 : -1))
    .map(({ action }) => action)
}

function weightOf(action: Action, words: Words): number {
  const danger = dangerOf(action, words)
  const standing = words.codeAgeOf(action.authority)
  if (standing === 'flagged') return danger + FLAGGED
  // What the transaction is for, before the rights that it needs.
  if (action.kind === 'interaction' && isDescribed(action)) return DESCRIBED
  return standing === 'trusted' && danger > -TRUSTED ? danger + TRUSTED : danger
}

function isOwn(address: string, words: Words): boolean {
  return words.isAccount(address)
}

/** Tokens of different worth are compared by their number, because prices are not known here. */
function amountOf(action: Action, words: Words): bigint {
  const assets =
    'asset' in action ? [action.asset] : action.kind === 'exchange' || action.kind === 'order' ? action.gives : []
  const decimalsOf = ({ token }: Asset) => (token === NATIVE ? words.native?.decimals : words.tokenOf(token)?.decimals)
  return assets.reduce((sum, asset) => sum + comparable(asset.amount ?? 0n, decimalsOf(asset)), 0n)
}

/** So that amounts of tokens with other decimals compare; base units where the decimals are not known. */
export function comparable(amount: bigint, decimals: number | undefined): bigint {
  if (decimals === undefined || decimals > NATIVE_DECIMALS) return amount
  return amount * 10n ** BigInt(NATIVE_DECIMALS - decimals)
}
