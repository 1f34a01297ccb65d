import { checksummed, HEX_ADDRESS } from '../../../api/address.ts'
import { NATIVE } from '../../evm/asset.ts'
import { EVERYONE } from '../../evm/words.ts'
import type { Asset } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import type { Role } from '../parties/roles.ts'
import type { AddressText } from '../types.ts'
import { assetText, unitsText } from './amounts.ts'
import { type Names, UNKNOWN } from './names.ts'
import { vaultOf } from './terms.ts'

/** The words of one transaction: its sender, its accounts, and the names of addresses and tokens. */
export interface Words extends Names {
  readonly sender: string
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
export function addressTextOf({
  transaction: { from },
  message,
}: Pick<Analysis, 'transaction' | 'message'>): AddressText {
  const own = message ? `the ${message.account ?? 'signer'}` : 'the sender'
  return (address) => (address === from ? own : HEX_ADDRESS.test(address) ? checksummed(address) : address)
}

/** Assets named one by one; more are counted. */
const SHOWN_ASSETS = 3

export function wordsFor(analysis: Analysis, names: Names): Words {
  const { from: sender } = analysis.transaction
  const { own } = analysis
  const safes = safesIn(analysis)
  const addressText = (address: string, note: string | undefined) =>
    `${checksummed(address)}${note === undefined ? '' : ` (${note})`}`
  const party = (address: string): string => {
    if (address === sender) return addressTextOf(analysis)(address)
    if (safes.has(address)) return `Safe ${checksummed(address)}`
    if (own.has(address)) return `account ${checksummed(address)}`
    const note = names.noteOn(address, 'owner')
    return addressText(address, note === UNKNOWN ? undefined : note)
  }
  const place = (address: string) => (address === '' ? 'the called contract' : party(address))
  const beneficiary = (address: string, role: Role): string =>
    address === EVERYONE
      ? 'anyone'
      : address === '' || own.has(address)
        ? place(address)
        : addressText(address, names.noteOn(address, role))
  const assetWords = {
    currency: names.currency,
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
    party,
    place,
    beneficiary,
    asset,
    assets: (assets, at) => {
      const more = assets.length - SHOWN_ASSETS
      const shown = assets.slice(0, SHOWN_ASSETS).map((each) => (isOwn(each, at) ? unitsText(each) : asset(each)))
      return listText(more > 0 ? [...shown, `${more} more`] : shown)
    },
    assetNames: (assets) =>
      listText(
        assets.map(({ token }) =>
          token === NATIVE ? (names.currency ?? 'native currency') : assetWords.tokenText(token).name,
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
