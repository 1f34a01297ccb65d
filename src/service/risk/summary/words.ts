import { checksummed, HEX_ADDRESS } from '../../../api/address.ts'
import { counted } from '../../../api/text/amounts.ts'
import {
  type AssetShown,
  amountText,
  itemText,
  nativeText,
  numberText,
  unlimitedText,
} from '../../../api/text/assets.ts'
import { namedText } from '../../../api/text/names.ts'
import type { Role } from '../../../api/text/roles.ts'
import { isItem, NATIVE } from '../../evm/asset.ts'
import { EVERYONE } from '../../evm/words.ts'
import { type Asset, WHOLE_BALANCE } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import type { EvidenceSet } from '../evidence.ts'
import type { AddressText } from '../types.ts'
import { type Names, namesFrom, UNKNOWN } from './names.ts'
import { vaultOf } from './terms.ts'

/** Item ids shown; more are counted. */
const SHOWN_IDS = 1

/** The words of one transaction: its sender, its accounts, and the names of addresses and tokens. */
export interface Words extends Names {
  readonly sender: string
  readonly addressText: AddressText
  /** A party that gains nothing by being named: "the sender", "Safe 0x…", "0x… (USD Coin)". */
  party(address: string): string
  /** The address that gains, with what is known about it: "0x… (unknown)". */
  beneficiary(address: string, role: Role): string
  /** A contract as a party; '' when only call data was given. */
  place(address: string): string
  asset(asset: Asset, unlimited?: boolean): string
  /** "1 ETH and 2 USDC". @param at the called contract: an amount of its own is not named again */
  assets(assets: readonly Asset[], at?: string): string
  /** The assets without amounts. */
  assetNames(assets: readonly Asset[]): string
  isSafe(address: string): boolean
  isAccount(address: string): boolean
}

/** An address as texts name it: people compare it by its checksum, and must recognise their own. */
function addressTextOf(
  { transaction: { from }, message }: Pick<Analysis, 'transaction' | 'message'>,
  { nameOf }: Names,
): AddressText {
  const own = message ? `the ${message.account ?? 'signer'}` : 'the sender'
  return (address) =>
    address === from ? own : HEX_ADDRESS.test(address) ? namedText(checksummed(address), nameOf(address)) : address
}

/** The words of a transaction about which evidence was looked up. */
export function wordsOf(analysis: Analysis, evidence: EvidenceSet): Words {
  return wordsFor(analysis, namesFrom(evidence, analysis.transaction.chainId))
}

/** Assets named one by one; more are counted. */
const SHOWN_ASSETS = 3

export function wordsFor(analysis: Analysis, names: Names): Words {
  const { from: sender } = analysis.transaction
  const { own } = analysis
  const safes = safesIn(analysis)
  const addressText = addressTextOf(analysis, names)
  const party = (address: string): string => {
    if (address === sender) return addressText(address)
    if (safes.has(address)) return `Safe ${addressText(address)}`
    if (own.has(address)) return `account ${addressText(address)}`
    const note = names.noteOn(address, 'owner')
    return namedText(checksummed(address), names.nameOf(address), note === UNKNOWN ? undefined : note)
  }
  const place = (address: string) => (address === '' ? 'the called contract' : party(address))
  const beneficiary = (address: string, role: Role): string =>
    address === EVERYONE
      ? 'anyone'
      : address === '' || own.has(address)
        ? place(address)
        : namedText(checksummed(address), names.nameOf(address), names.noteOn(address, role))
  const assetWords = {
    native: names.native,
    tokenText: (token: string) => {
      const vault = vaultOf({ token })
      const named = vault === undefined ? names.tokenOf(token) : names.assetOf(vault)
      const other = () => (vault === undefined ? place(token) : `the asset of ${place(vault)}`)
      return { name: named?.symbol ?? other(), decimals: named?.decimals, isNamed: named !== undefined }
    },
  }
  const asset = (each: Asset, unlimited = false) => assetText(each, assetWords, unlimited)
  const isOwn = ({ token, ids }: Asset, at: string | undefined) =>
    ids.length === 0 &&
    at !== undefined &&
    (token === at || vaultOf({ token }) === at) &&
    !assetWords.tokenText(token).isNamed
  return {
    ...names,
    sender,
    addressText,
    party,
    place,
    beneficiary,
    asset,
    assets: (assets, at) =>
      firstTexts(assets, SHOWN_ASSETS, (each) => (isOwn(each, at) ? unitsText(each) : asset(each))),
    assetNames: (assets) =>
      listText(
        assets.map(({ token }) =>
          token === NATIVE ? (names.native?.name ?? 'native currency') : assetWords.tokenText(token).name,
        ),
      ),
    isSafe: (address) => safes.has(address),
    isAccount: (address) => own.has(address),
  }
}

export const ITSELF = 'itself'

/** For a sentence whose subject is the address: it is called "itself". The sender keeps its name. */
export function withSubject(words: Words, subject: string): Words {
  if (subject === words.sender) return words
  return {
    ...words,
    party: (address) => (address === subject ? ITSELF : words.party(address)),
    place: (address) => (address === subject ? ITSELF : words.place(address)),
    beneficiary: (address, role) => (address === subject ? ITSELF : words.beneficiary(address, role)),
  }
}

export function listText(texts: readonly string[]): string {
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}

/** The texts of the first items, and how many more there are. */
export function firstTexts<T>(items: readonly T[], most: number, text: (item: T) => string): string {
  const texts = items.slice(0, most).map(text)
  const more = items.length - texts.length
  return listText(more > 0 ? [...texts, `${more} more`] : texts)
}

/** Functions of a Safe that make its calls, and the message that allows one. */
const safeExecutions: ReadonlySet<string> = new Set([
  'execTransaction',
  'execTransactionFromModule',
  'execTransactionFromModuleReturnData',
  'SafeTx',
])

function safesIn({ calls, own, transaction: { from } }: Analysis): Set<string> {
  const safes = new Set<string>()
  for (const { to, name } of calls)
    if (to !== undefined && to !== from && own.has(to) && safeExecutions.has(name)) safes.add(to)
  return safes
}

interface AssetWords {
  readonly native: AssetShown | undefined
  /** A token as it is named after "of": its symbol, or its address. */
  tokenText(address: string): {
    readonly name: string
    readonly decimals: number | undefined
    readonly isNamed: boolean
  }
}

/** "250,000 USDC", "1000 units of 0x…", "item 7 of 0x…", "unlimited USDT". */
function assetText(asset: Asset, words: AssetWords, unlimited = false): string {
  const { standard, token, amount, ids } = asset
  if (token === NATIVE) return nativeAssetText(amount, words.native, unlimited)
  const shown = words.tokenText(token)
  const { name, decimals, isNamed } = shown
  if (isItem(asset)) return itemsText(asset, name)
  if (unlimited || (amount !== undefined && amount >= WHOLE_BALANCE)) return unlimitedText(shown)
  if (amount === undefined) return `an amount of ${name} that is not fixed`
  // approve and transferFrom do not distinguish an amount from an item.
  if (standard === 'erc20-or-erc721' && !isNamed && decimals === undefined && ids.length === 0)
    return `${counted(amount, 'unit')} (or item ${numberText(amount)}) of ${name}`
  return amountText(amount, { name, decimals, isNamed })
}

/** "5000 units", of a token that is clear from the rest of the sentence; "everything" of a whole balance. */
function unitsText({ amount }: Asset): string {
  if (amount === undefined) return 'an amount that is not fixed'
  if (amount >= WHOLE_BALANCE) return 'everything'
  return amountText(amount, { name: '', decimals: undefined, isNamed: false }).replace(/ of $/, '')
}

/** @param unlimited of a grant: a payment has an amount, however large. */
function nativeAssetText(wei: bigint | undefined, native: AssetShown | undefined, unlimited: boolean): string {
  const name = native?.name ?? 'native currency'
  if (unlimited) return unlimitedText({ name, isNamed: true })
  return wei === undefined ? `an amount of ${name} that is not fixed` : nativeText(wei, native)
}

function itemsText({ standard, amount, ids }: Asset, name: string): string {
  const [id, ...more] = ids
  if (id === undefined) return amount === undefined ? `every item of ${name}` : `${countText(amount)} of ${name}`
  if (more.length >= SHOWN_IDS) return `${countText(BigInt(ids.length))} of ${name}`
  if (standard !== 'erc1155') return itemText(id, 1n, name)
  return amount === undefined ? `an amount of ${itemText(id, 1n, name)} that is not fixed` : itemText(id, amount, name)
}

function countText(count: bigint): string {
  return counted(count, 'item')
}
