import { nativeText } from '../../../api/text/assets.ts'
import { isItem, NATIVE } from '../../evm/asset.ts'
import { isZeroAddress } from '../../evm/words.ts'
import type {
  Action,
  Asset,
  Control,
  Exchange,
  Grant,
  Interaction,
  Order,
  Right,
  Transfer,
} from '../actions/actions.ts'
import { roleOfAuthority } from '../actions/authority-role.ts'
import { type ControlForm, type ExchangeForm, rightTexts } from '../actions/forms.ts'
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
      return exchangeText(action, words)
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
  if (asset.standard === 'native' && asset.amount === 0n) return `sends nothing to ${to}`
  if (from !== call.actor && from === call.to && asset.token !== from) return `pays out ${words.asset(asset)} to ${to}`
  if (from !== call.actor) return `moves ${words.asset(asset)} from ${words.party(from)} to ${to}`
  return `${isItem(asset) ? 'sends' : 'pays'} ${words.asset(asset)} to ${to}`
}

function grantText(action: Grant, words: Words): string {
  const { form, asset, owner, revokes, unlimited } = action
  const who = gainer(action, words)
  if (revokes)
    return `${revocationText(action, who, words)}${owner === words.sender ? '' : ` of ${words.party(owner)}`}`
  const what = words.asset(asset, unlimited && form !== 'approval-for-all')
  const more = form === 'increase-allowance' && !unlimited ? ' more' : ''
  return `approves ${who} to take ${what}${more} from ${words.party(owner)}`
}

function revocationText({ form, asset }: Grant, who: string, words: Words): string {
  if (form === 'increase-allowance') return `lowers the allowance of ${who} by ${words.asset(asset)}`
  const { token } = asset
  if (form === 'approval-for-all') return `revokes the approval of ${who} for ${words.asset(asset)}`
  const name = token === NATIVE ? words.currency : (words.tokenOf(token)?.symbol ?? words.place(token))
  return `revokes the allowance of ${who} for ${name}`
}

function rightText(action: Right, words: Words): string {
  const { right, owner, authority, revokes } = action
  const what = `${rightTexts[right]} ${words.party(owner)}`
  if (revokes) return isZeroAddress(authority) ? `ends ${what}` : `takes ${what} from ${gainer(action, words)}`
  return `gives ${gainer(action, words)} ${what}`
}

type Terms = Readonly<{ given: string; received: string; at: string }>

/** `received` holds the least amounts. Where the call names no asset, what the contract pays. */
const exchanges: Readonly<Record<ExchangeForm, (terms: Terms) => string>> = {
  swap: ({ given, received }) =>
    `swaps ${given || 'tokens'} for ${received || 'an output that the call does not name'}`,
  liquidity: ({ given, at }) => `adds ${given || 'liquidity'} to the pool of ${at}`,
  deposit: ({ given, at }) => `deposits ${given || 'assets'} at ${at}`,
  withdrawal: ({ received, at }) => `withdraws ${received || 'assets'} from ${at}`,
  claim: ({ received, at }) => `claims ${received || 'what is due'} from ${at}`,
  mint: ({ received, at }) => `mints ${received || 'tokens'} at ${at}`,
  bridge: ({ given, at }) => `bridges ${given || 'assets'} through ${at}`,
  borrow: ({ received, at }) => `borrows ${received || 'assets'} from ${at}`,
  repayment: ({ given, at }) => `repays ${given || 'debt'} at ${at}`,
  refund: ({ at }) => `${at} pays the gas refund`,
  stake: ({ given, at }) => `stakes ${given || 'assets'} at ${at}`,
}

function exchangeText(action: Exchange, words: Words): string {
  const { form, payer, gives, receives, authority, call } = action
  const terms = {
    given: words.assets(gives),
    received: form === 'borrow' ? words.assets(receives) : leastText(receives, words),
    at: call.to === undefined ? 'a new contract' : words.place(call.to),
  }
  const of = payer === call.actor ? '' : ` of ${words.party(payer)}`
  if (form === 'repayment') return `${exchanges[form](terms)}${of}, for the debt of ${gainer(action, words)}`
  const to = authority === call.to ? 'where the output stays' : `to ${gainer(action, words)}`
  return `${exchanges[form](terms)}${of}, ${to}`
}

/** "at least 4,200 USDC". */
function leastText(receives: readonly Asset[], words: Words): string {
  if (receives.length === 0) return ''
  if (receives.some(isItem)) return words.assets(receives)
  const open = receives.filter(({ amount }) => amount === undefined || amount === 0n)
  if (open.length === receives.length) return `any amount of ${words.assetNames(receives)}`
  return `at least ${words.assets(receives)}`
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

function orderText(action: Order, words: Words): string {
  const { gives, receives, market, signer, authority, beneficiaries, isOpen, call } = action
  const price = receives.length === 0 ? 'nothing' : words.assets(receives)
  const isPurchase = !gives.some(isItem) && receives.some(isItem)
  const deal = isPurchase
    ? `buys ${price} for ${words.assets(gives)}`
    : `${gives.some(isItem) ? 'sells' : 'swaps'} ${words.assets(gives)} for ${price}`
  const others = beneficiaries.filter((each) => each !== signer && each !== authority).length
  const more = others > 0 ? ` and ${others} more` : ''
  const taker = authority === call.to && isOpen ? 'anyone who fills it' : `${gainer(action, words)}${more}`
  const to = authority === signer ? '' : isOpen && authority !== call.to ? `, and pays ${taker}` : `, to ${taker}`
  return `${deal} through ${markets[market]}${to}`
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
  const paid = value === 0n ? '' : ` with ${nativeText(value, words.currency)}`
  switch (call.status) {
    case 'decoded':
      return `calls ${call.name} of ${to}${paid}`
    case 'undecodable':
      return `calls ${call.name} of ${to}${paid}, with data that does not decode`
    default:
      return `${unknownCallText(call)} (${sizeText(call.data)} of data) of ${to}${paid}`
  }
}

const SELECTOR_LENGTH = '0x12345678'.length

function unknownCallText({ operation, selector }: Interaction['call']): string {
  if (operation === 'command') return `runs an unknown command ${selector}`
  return `calls an unknown function${selector.length < SELECTOR_LENGTH ? '' : ` ${selector}`}`
}

/** Of hex data. */
export function sizeText(data: string): string {
  const size = Math.floor((data.length - 2) / 2)
  return `${size.toLocaleString('en-US')} ${size === 1 ? 'byte' : 'bytes'}`
}
