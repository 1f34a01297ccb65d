import { decimalText } from '../../../api/text/amounts.ts'
import { nativeText } from '../../../api/text/assets.ts'
import { isItem, NATIVE } from '../../evm/asset.ts'
import { type Asset, type Exchange, native, WHOLE_BALANCE } from '../actions/actions.ts'
import type { ExchangeForm, TermForm } from '../actions/forms.ts'
import type { ArgumentValue } from '../decode/arguments.ts'
import type { Call } from '../decode/calls.ts'
import { chainNameOf } from '../effects/destinations.ts'
import { numberIn, valuesAt } from '../effects/path-values.ts'
import { everyText, periodText } from './period-text.ts'
import { isWhole, termsOf, vaultOf } from './terms.ts'
import type { Words } from './words.ts'

type Parts = Readonly<{
  given: string
  received: string
  /** The called contract. */
  at: string
  /** " to base", or nothing. */
  toChain: string
  of: string
  what: string
  support: string
  text: string
}>

/** By the number that governors give them. */
const sides: Readonly<Record<string, string>> = { '0': 'against', '1': 'for', '2': 'neither for nor against' }

/** Where the call names no asset, what the contract pays. */
const forms: Readonly<
  Record<
    ExchangeForm | Exclude<TermForm, 'payment' | 'stream' | 'spend' | 'credit' | 'allowance'>,
    (parts: Parts) => string
  >
> = {
  swap: ({ given, received, of }) =>
    `swaps ${given || 'tokens'}${of} for ${received || 'an output that the call does not name'}`,
  liquidity: ({ given, at, of }) => `adds ${given || 'liquidity'}${of} to the pool of ${at}`,
  deposit: ({ given, received, at, of }) =>
    received && !given ? `mints ${received}${of} at ${at}` : `deposits ${given || 'assets'}${of} at ${at}`,
  withdrawal: ({ given, received, at, of }) =>
    given && !received ? `redeems ${given}${of} at ${at}` : `withdraws ${received || 'assets'}${of} from ${at}`,
  claim: ({ received, at, of }) => `claims ${received || 'what is due'}${of} from ${at}`,
  mint: ({ given, received, at, of }) => `mints ${received || 'tokens'}${of} at ${at}${given && ` for ${given}`}`,
  bridge: ({ given, at, toChain, of }) => `bridges ${given || 'assets'}${of}${toChain} through ${at}`,
  borrow: ({ received, at, of }) => `borrows ${received || 'assets'}${of} from ${at}`,
  repayment: ({ given, at, of }) => `repays ${given || 'debt'}${of} at ${at}`,
  refund: ({ at }) => `${at} pays the gas refund`,
  stake: ({ given, at, of }) => `stakes ${given || 'assets'}${of} at ${at}`,
  wrap: ({ given, at }) => `wraps ${given || 'assets'} at ${at}`,
  unwrap: ({ given, at }) => `unwraps ${given || 'assets'} at ${at}`,
  request: ({ given, received, at }) => `requests the withdrawal of ${received || given || 'assets'} from ${at}`,
  lock: ({ given, at }) => `locks ${given || 'assets'} at ${at}`,
  burn: ({ given, at }) => `burns ${given || 'tokens'} at ${at}`,
  registration: ({ what, at }) => `registers the name ${what} at ${at}`,
  renewal: ({ what, at }) => `renews the name ${what} at ${at}, for its owner`,
  vote: ({ what, support, at }) => `votes ${sides[support] ?? 'on'} proposal ${what} of ${at}`,
  act: ({ text, what, given, of, at }) =>
    text
      .replace('{what}', () => what)
      .replace('{given}', () => given)
      .replace('{of}', () => of)
      .replace('{at}', () => at),
  'flash-loan': ({ received, at }) => `takes a flash loan of ${received || 'assets'} from ${at}`,
  purchase: ({ given, received }) => `buys ${received} for ${given || 'nothing'}`,
  rest: ({ at }) => `takes back the rest of the payment from ${at}`,
  threshold: ({ what, at }) => `sets the threshold of ${at} to ${what}`,
  'signer-removal': ({ at }) => `removes a signer of ${at}`,
  revocation: ({ given }) => `revokes the right to spend ${given}`,
}

/** Forms that take what the call is sent with, where the call names nothing else that is given. */
const takeValue: readonly TermForm[] = ['swap', 'liquidity', 'deposit', 'stake', 'repayment', 'mint']

export function exchangeText(action: Exchange, words: Words, gainer: string): string {
  const { form, payer, authority, call } = action
  const terms = termsOf(call)
  const own = terms?.form === form || (form === 'withdrawal' && terms?.form === 'request') ? terms : undefined
  const isNamed = action.gives.length > 0 && !(action.gives.every(isOpen) && own?.gives.some(isLimited))
  const gives = isNamed ? action.gives.map((asset) => valued(asset, call)) : (own?.gives ?? [])
  const paid = gives.length === 0 && call.value > 0n && takeValue.includes(form) ? [native(call.value)] : gives
  // Where functions share a selector, one names the asset where the other names the receiver.
  const isAsset = form === 'withdrawal' && authority !== payer && words.tokenOf(authority) !== undefined
  const known = own && own.receives.length > 0 ? own.receives : action.receives
  const receives = isAsset ? known.map((asset) => (vaultOf(asset) ? { ...asset, token: authority } : asset)) : known
  const isExactOutput = form === 'swap' && namesExactOutput(call.name)
  const parts = {
    given: `${isExactOutput && paid.some(isLimited) ? 'at most ' : ''}${amountsText(paid, action, words)}`,
    received: receivedText(action, receives, words, isExactOutput),
    at: call.to === undefined ? 'a new contract' : words.place(call.to),
    toChain: toChain(own?.chain ?? chainOf(call)),
    of: payer === call.actor ? '' : ` of ${words.party(payer)}`,
    what: own?.what ?? '',
    support: own?.support ?? '',
    text: own?.text ?? '',
  }
  const text = `${forms[own?.form === 'request' ? 'request' : form](parts)}${feeText(own?.fee, paid, words)}`
  if (form === 'repayment') return `${text}, for the debt of ${gainer}`
  const debt =
    own?.of !== undefined && own.of !== authority && own.of !== call.actor
      ? `, for the debt of ${words.party(own.of)}`
      : ''
  if (isAsset && receives !== known) return `${text}${debt}`
  return `${text}${debt}, ${authority === call.to ? 'where the output stays' : `to ${gainer}`}`
}

/** What a function does that hands nothing over; undefined where no terms of it are known. */
export function termsText(call: Call, words: Words, at: string): string | undefined {
  const terms = termsOf(call)
  if (terms === undefined || isOtherForm(terms.form)) return undefined
  const { receives, of } = terms
  // A token that is asked for itself gives what it wraps.
  const asked = terms.form === 'withdrawal' ? receives[0]?.token : undefined
  const isUnwrap = asked !== undefined && asked === call.to && words.tokenOf(asked) !== undefined
  const form = isUnwrap ? 'unwrap' : (terms.form as keyof typeof forms)
  const gives = isUnwrap ? receives : terms.gives
  const text = forms[form]({
    given: `${amountsText(gives, { form: terms.form, call }, words)}${terms.each === undefined ? '' : ` ${everyText(terms.each)}`}`,
    received: amountsText(receives, { form: terms.form, call }, words),
    at,
    toChain: toChain(terms.chain ?? chainOf(call)),
    of: form === 'act' && of !== undefined ? words.beneficiary(of, 'owner') : '',
    what: textOf(terms.what ?? ''),
    support: terms.support ?? '',
    text: terms.text ?? '',
  })
  const paid =
    call.value === 0n || form === 'rest' || gives.some(({ token }) => token === NATIVE)
      ? ''
      : `, with ${nativeText(call.value, words.native)}`
  return `${text}${paid}${feeText(terms.fee, gives, words)}${ownerText(form, of === call.actor ? undefined : of, words)}`
}

function ownerText(form: TermForm, of: string | undefined, words: Words): string {
  if (of === undefined || form === 'act') return ''
  const party = words.beneficiary(of, 'owner')
  if (form === 'flash-loan') return `, to ${party}`
  if (form === 'signer-removal') return `: ${words.beneficiary(of, 'revoked')}`
  return form === 'revocation' ? ` from ${party}` : `, for the debt of ${party}`
}

/** Whether the terms are part of the sentence of a transfer or a right. */
export function isOtherForm(form: TermForm): boolean {
  return form === 'payment' || form === 'stream' || form === 'spend' || form === 'credit' || form === 'allowance'
}

/** "up to 1.01 ETH", "5,000 USDC a month": what a transfer whose amount the call does not fix pays. */
export function openAmountText(call: Call, words: Words): string | undefined {
  const terms = termsOf(call)
  if (terms?.gives.length !== 1) return undefined
  if (terms.form === 'payment') return `up to ${words.assets(terms.gives)}`
  const [flow] = terms.gives as [Asset]
  if (terms.form !== 'stream' || flow.amount === undefined) return undefined
  return periodText(flow, words)
}

/** "spend 5,000 USDC a day from", "borrow up to 5 units in the name of". */
export function grantLimitText(call: Call, words: Words): string | undefined {
  const terms = termsOf(call)
  if (terms === undefined || terms.gives.length === 0) return undefined
  const [limit] = terms.gives as [Asset]
  const isUnlimited = limit.amount !== undefined && limit.amount >= UNLIMITED
  if (terms.form === 'spend')
    return isUnlimited ? words.asset(limit, true) : `${words.assets(terms.gives)} ${everyText(terms.each ?? 0n)}`
  if (terms.form === 'credit') return isUnlimited ? 'without a limit' : `up to ${words.assets(terms.gives, call.to)}`
  return undefined
}

/** 160 bits are enough for any token. */
const UNLIMITED = 2n ** 159n

function toChain(name: string | undefined): string {
  return name === undefined ? '' : ` to ${name}`
}

/** Name of the chain in the row that says what the function hands over. */
function chainOf(call: Call): string | undefined {
  for (const effect of call.signature?.row?.effects ?? []) {
    if (effect.kind !== 'exchange' || effect.on === undefined || effect.on === 'elsewhere') continue
    const [numbers, at] = effect.on
    return chainNameOf(numbers, valuesAt(call.args, at)[0])
  }
  return undefined
}

/** "0.25 % of the USDC": a part of what a router holds. */
export function shareText({ args }: Call, asset: Asset, words: Words): string | undefined {
  const { bips } = args
  return typeof bips === 'bigint' ? `${percentText(bips)} of the ${words.assetNames([asset])}` : undefined
}

/** Formats hundredths of a percent. */
function percentText(bips: bigint): string {
  return `${decimalText(bips, 2)} %`
}

function feeText(fee: bigint | undefined, gives: readonly Asset[], words: Words): string {
  const [asset] = gives
  return fee === undefined || asset === undefined
    ? ''
    : `, for a fee of up to ${words.asset({ ...asset, amount: fee })}`
}

/** A native amount that the call does not name is what it is sent with. */
function valued(asset: Asset, { value, operation }: Call): Asset {
  return asset.token === NATIVE && asset.amount === undefined && value > 0n && operation === 'call'
    ? { ...asset, amount: value }
    : asset
}

function isLimited({ amount }: Asset): boolean {
  return amount !== undefined
}

/** Functions that fix what arrives say so in their name. */
function namesExactOutput(name: string): boolean {
  return /ExactOut|exactOutput|ForExact|ExactAmountOut|EXACT_OUT|^buyOn/.test(name)
}

/** "at least 4,200 USDC" of a limit; "4,200 USDC" of an exact amount. */
function receivedText(action: Exchange, receives: readonly Asset[], words: Words, isExact: boolean): string {
  const { form, call, least } = action
  if (receives.length === 0)
    return least === undefined || least === 0n || form !== 'swap'
      ? ''
      : `at least ${least} units of an output that the call does not name`
  if (receives.some(isItem)) return words.assets(receives, call.to)
  if (receives.every(isOpen) && takesAll(call.args)) return amountsText(receives, action, words)
  if (receives.every(({ amount }) => amount === undefined || amount === 0n))
    return `any amount of ${words.assetNames(receives)}`
  if (receives.some(isWhole)) return amountsText(receives, action, words)
  const isFixed = isExact || (form !== 'swap' && !receives.some(({ amount }) => isMinimum(call.args, amount)))
  return `${isFixed ? '' : 'at least '}${words.assets(receives, call.to)}`
}

/** "all USDC" where the call gives the largest number for the amount: contracts take the whole balance or debt. */
function amountsText(
  assets: readonly Asset[],
  { form, call }: { readonly form: TermForm; readonly call: Call },
  words: Words,
): string {
  const isAll = assets.length > 0 && (assets.every(isWhole) || (assets.every(isOpen) && takesAll(call.args)))
  if (!isAll) return words.assets(assets, call.to)
  if (assets.every(({ token }) => vaultOf({ token }) === call.to || token === call.to))
    return form === 'repayment' ? 'all debt' : 'everything'
  return `all ${words.assetNames(assets)}`
}

function isOpen({ amount }: Asset): boolean {
  return amount === undefined
}

function takesAll(args: Call['args']): boolean {
  return Object.entries(args).some(
    ([name, value]) => typeof value === 'bigint' && value >= WHOLE_BALANCE && !/deadline|expir/i.test(name),
  )
}

/** Whether an argument of this value is a minimum by its name. */
function isMinimum(value: ArgumentValue | Call['args'], amount: bigint | undefined, name = ''): boolean {
  const number = typeof value === 'object' ? undefined : numberIn(value)
  if (number !== undefined) return number === amount && /min|least|expected/i.test(name)
  if (Array.isArray(value)) return (value as readonly ArgumentValue[]).some((each) => isMinimum(each, amount, name))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value as Call['args']).some(([member, each]) => isMinimum(each, amount, member))
}

const LONGEST_TEXT = 60

/** A text of the call data, quoted: it must not look like a part of the sentence around it. */
function textOf(what: string): string {
  if (/^\d+$/.test(what)) return what.length > 20 ? `${what.slice(0, 6)}…${what.slice(-4)}` : what
  const shown = what.replace(/[^\p{L}\p{N}._-]/gu, '').slice(0, LONGEST_TEXT)
  return `“${shown}”`
}
