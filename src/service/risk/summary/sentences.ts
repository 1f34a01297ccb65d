/** Room: What the transaction does, in words. */

import { nativeText } from '../../../api/text/assets.ts'
import { isUnlimited } from '../../evm/allowance.ts'
import { isItem, NATIVE } from '../../evm/asset.ts'
import { isZeroAddress, SELECTOR_LENGTH } from '../../evm/words.ts'
import type { Action, Control, Grant, Interaction, Order, Right, Transfer } from '../actions/actions.ts'
import { type ControlForm, rights } from '../actions/forms.ts'
import { dataSizeText } from '../decode/describe.ts'
import { roleOfAuthority } from '../parties/authority-role.ts'
import { exchangeText, grantLimitText, openAmountText, shareText, termsText } from './exchange-text.ts'
import { everyText } from './period-text.ts'
import { ITSELF, type Words } from './words.ts'

/**
 * What an action does, without its subject: verb, object, and who gains by it. Every kind, form, right and market has its
 * words here: a missing one does not compile.
 */
export function predicate(action: Action, words: Words): string {
  switch (action.kind) {
    case 'transfer':
      return transferText(action, words)
    case 'grant':
      return grantText(action, words)
    case 'right':
      return rightText(action, words)
    case 'exchange':
      return exchangeText(action, words, gainer(action, words))
    case 'order':
      return orderText(action, words)
    case 'control':
      return controlText(action, words)
    case 'interaction':
      return interactionText(action, words)
  }
}

function gainer(action: Action, words: Words): string {
  return words.beneficiary(action.authority, roleOfAuthority(action))
}

function transferText(action: Transfer, words: Words): string {
  const { asset, from, call } = action
  const to = gainer(action, words)
  const open = asset.amount === undefined ? (shareText(call, asset, words) ?? openAmountText(call, words)) : undefined
  if (open !== undefined) return `pays ${open}${from === call.actor ? '' : ` of ${words.party(from)}`} to ${to}`
  if (asset.standard === 'native' && asset.amount === 0n) return `sends nothing to ${to}`
  if (from !== call.actor && from === call.to && asset.token !== from) return `pays out ${words.asset(asset)} to ${to}`
  if (from !== call.actor) return `moves ${words.asset(asset)} from ${words.party(from)} to ${to}`
  return `${isItem(asset) ? 'sends' : 'pays'} ${words.asset(asset)} to ${to}`
}

function grantText(action: Grant, words: Words): string {
  const { form, asset, owner, revokes, unlimited, renews } = action
  const who = gainer(action, words)
  if (revokes)
    return `${revocationText(action, who, words)}${owner === words.sender ? '' : ` of ${words.party(owner)}`}`
  const what = renews
    ? renewalText({ ...asset, amount: renews.amount }, renews.seconds, words)
    : words.asset(asset, unlimited && form !== 'approval-for-all')
  const more = form === 'increase-allowance' && !unlimited ? ' more' : ''
  return `approves ${who} to take ${what}${more} from ${words.party(owner)}`
}

/** "5,000 USDC a day", "unlimited USDC". */
function renewalText(asset: Grant['asset'], seconds: bigint, words: Words): string {
  return isUnlimited(asset.amount) ? words.asset(asset, true) : `${words.asset(asset)} ${everyText(seconds)}`
}

function revocationText({ form, asset }: Grant, who: string, words: Words): string {
  if (form === 'increase-allowance') return `lowers the allowance of ${who} by ${words.asset(asset)}`
  const { token } = asset
  if (form === 'approval-for-all') return `revokes the approval of ${who} for ${words.asset(asset)}`
  const name = token === NATIVE ? words.native?.name : (words.tokenOf(token)?.symbol ?? words.place(token))
  return `revokes the allowance of ${who} for ${name}`
}

function rightText(action: Right, words: Words): string {
  const { right, owner, authority, revokes, call } = action
  const limit = revokes ? undefined : grantLimitText(call, words)
  const what = `${limit === undefined ? rights[right].text : limitedRight(right, limit)} ${words.party(owner)}`
  if (authority === owner && !revokes) return `keeps ${what}`
  if (revokes) return isZeroAddress(authority) ? `ends ${what}` : `takes ${what} from ${gainer(action, words)}`
  return `gives ${gainer(action, words)} ${what}`
}

const markets: Readonly<Record<Order['market'], string>> = {
  seaport: 'Seaport',
  blur: 'Blur',
  looksrare: 'LooksRare',
  cow: 'CoW Protocol',
  uniswapx: 'UniswapX',
  '1inch': '1inch',
  '0x': '0x',
  cryptopunks: 'CryptoPunks',
  foundation: 'Foundation',
  superrare: 'SuperRare',
  polymarket: 'Polymarket',
  velora: 'ParaSwap (Velora)',
  rarible: 'Rarible',
  'flying tulip': 'Flying Tulip',
  'gas refund': 'a refund of gas to its submitter',
}

/** Whose orders say the least that comes; a fill may pay more. */
const limitMarkets: readonly Order['market'][] = ['cow', 'uniswapx', 'velora']

function orderText(action: Order, words: Words): string {
  const { gives, receives, market, signer, authority, beneficiaries, isOpen, call } = action
  const price = receives.length === 0 ? 'nothing' : words.assets(receives)
  const isPurchase = !gives.some(isItem) && receives.some(isItem)
  const isSale = gives.some(isItem)
  const isLimit = !isSale && receives.length > 0 && limitMarkets.includes(market)
  const isBuy = isLimit && call.args.kind === 'buy'
  const deal = isPurchase
    ? `buys ${price} for ${words.assets(gives)}`
    : `${isSale ? 'sells' : 'swaps'} ${isBuy ? 'at most ' : ''}${words.assets(gives)} for ${isLimit && !isBuy ? 'at least ' : ''}${price}`
  const others = beneficiaries.filter((each) => each !== signer && each !== authority).length
  const more = others > 0 ? ` and ${others} more` : ''
  const taker = authority === call.to && isOpen ? 'anyone who fills it' : `${gainer(action, words)}${more}`
  const to = authority === signer ? '' : isOpen && authority !== call.to ? `, and pays ${taker}` : `, to ${taker}`
  return `${deal} through ${markets[market]}${to}`
}

function limitedRight(right: Right['right'], limit: string): string {
  if (right === 'spend') return `the right to spend ${limit} from`
  return right === 'borrow' ? `the right to borrow ${limit} in the name of` : rights[right].text
}

/** What passes to the authority; `upgrade`, `delegatecall` and `account-delegation` have sentences of their own. */
const positions: Readonly<Record<Exclude<ControlForm, 'upgrade' | 'delegatecall' | 'account-delegation'>, string>> = {
  ownership: 'the owner',
  role: 'a role holder',
  module: 'a module',
  guard: 'the transaction guard',
  'fallback-handler': 'the fallback handler',
  signer: 'a signer',
}

function controlText(action: Control, words: Words): string {
  const { form, contract, authority, everyChain } = action
  const who = gainer(action, words)
  const what = words.place(contract)
  switch (form) {
    case 'account-delegation':
      return isZeroAddress(authority)
        ? `revokes the code delegation of ${what}`
        : `delegates ${contract === words.sender ? 'the account’s code' : `the code of ${what}`} to ${who}${everyChain === true ? ' on every chain' : ''}`
    case 'delegatecall':
      return `lets the code of ${who} act as ${what} (delegatecall)`
    case 'upgrade':
      return `replaces ${what === ITSELF ? 'its own implementation' : `the implementation of ${what}`} by ${who}`
    default:
      return isZeroAddress(authority)
        ? `removes ${positions[form]} of ${what}`
        : `makes ${who} ${positions[form]} of ${what}`
  }
}

function interactionText(action: Interaction, words: Words): string {
  const { call, value } = action
  const to = gainer(action, words)
  const paid = value === 0n ? '' : ` with ${nativeText(value, words.native)}`
  switch (call.status) {
    case 'decoded':
      return termsText(call, words, to) ?? `calls ${call.name}${argumentsText(call, words)} of ${to}${paid}`
    case 'undecodable':
      return `calls ${call.name} of ${to}${paid}, with data that does not decode`
    default:
      return `${unknownCallText(call)} (${dataSizeText(call.data)} of data) of ${to}${paid}`
  }
}

const SHOWN_ARGUMENTS = 4

/** What a described function is called with. Texts and lists are not shown: they could read as a part of the sentence. */
function argumentsText({ signature, args }: Interaction['call'], words: Words): string {
  const parameters = signature?.isDescribed ? signature.layout.parameters : []
  if (parameters.length === 0) return ''
  const shown = parameters.slice(0, SHOWN_ARGUMENTS).map(({ name = '', type }) => {
    const value = args[name]
    if (type === 'address') return `${name} ${words.party(String(value))}`
    return ['bigint', 'number', 'boolean'].includes(typeof value) ? `${name} ${value}` : `${name} …`
  })
  return `(${[...shown, ...(parameters.length > SHOWN_ARGUMENTS ? ['…'] : [])].join(', ')})`
}

function unknownCallText({ operation, selector }: Interaction['call']): string {
  if (operation === 'command') return `runs an unknown command ${selector}`
  return `calls an unknown function${selector.length < SELECTOR_LENGTH ? '' : ` ${selector}`}`
}
