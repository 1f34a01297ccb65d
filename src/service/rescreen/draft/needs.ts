import { checksummed } from '../../../api/address.ts'
import { DOLLARS, limitText, readLimit } from '../../../api/policies/limits.ts'
import type { PolicyClause } from '../../../api/schemas/policy.ts'
import { selectorOf } from '../../evm/words.ts'
import type { PartyWords } from '../../policies/clause.ts'
import type { PolicySubject } from '../../policies/evaluate.ts'
import type { PolicyItem } from '../../policies/items.ts'
import type { Spent } from '../../policies/spent.ts'

/** A payment, or an allowance of a fixed amount. */
export interface PaidNeed {
  readonly kind: 'pays'
  readonly asset: DraftAsset
  readonly party: string
  readonly isAllowance: boolean
  /** Undefined: no list has the decimals of the token. */
  readonly amount: bigint | undefined
}

/** What leaves without an amount: items with one `group` are in one clause, each with its word. */
export interface Done {
  readonly kind: 'grants' | 'control' | 'calls' | 'delegatecalls' | 'creates'
  readonly group: string
  /** The path of its list of words. */
  readonly list: string
  readonly word: string
  /** The clause of the group with these words. */
  clauseOf(words: readonly string[]): PolicyClause
  /** Of an allowance without a limit. */
  readonly unlimited?: { readonly asset: DraftAsset; readonly party: string }
}

export type Need = PaidNeed | Done

/** How a policy names an asset. */
export interface DraftAsset {
  /** The same for a native currency and its wrapped form, for which a clause has one name. */
  readonly key: string
  readonly word: string
  /** The native currency, also wrapped. */
  readonly isNative: boolean
}

/** What a policy needs clauses for; a text: why no clause can allow a part of it. */
export function needsOf({ items, words }: Pick<PolicySubject, 'items' | 'words'>): readonly Need[] | string {
  const needs: Need[] = []
  for (const item of items) {
    if (item.isUnread) return `a call of ${checksummed(item.to.address ?? item.from)} is not read`
    if (item.isCovered || item.isGas) continue
    const need = needOf(item, words)
    if (typeof need === 'string') return need
    needs.push(need)
  }
  return needs
}

function needOf({ kinds, from, to, spent, isUnlimited, call }: PolicyItem, words: PartyWords): Need | string {
  if (kinds.includes('creates'))
    return { kind: 'creates', group: '', list: '', word: '', clauseOf: () => ({ creates: 'any' }) }
  const { address } = to
  if (address === undefined) return 'who gains it is not known'
  if (spent) {
    if (spent.isAnyAsset) return `which asset ${checksummed(address)} gains is not known`
    // By its address, also where it is own: each payee is in one clause of an asset, for every sender.
    const payee = checksummed(address)
    return isUnlimited ? unlimitedGrant(spent, payee) : paid(spent, payee, kinds.includes('grants'))
  }
  const party = partyWord(address, words)
  if (kinds.includes('delegatecalls')) {
    const clauseOf = (to: readonly string[]) => ({ delegatecalls: { to: [...to] } })
    return { kind: 'delegatecalls', group: '', list: 'delegatecalls.to', word: party, clauseOf }
  }
  if (kinds.includes('control')) {
    const of = partyWord(from, words)
    const clauseOf = (to: readonly string[]) => ({ control: { of: [of], to: [...to] } })
    return { kind: 'control', group: of, list: 'control.to', word: party, clauseOf }
  }
  return call ? called(call, party) : `no clause is about what ${party} gains`
}

function partyWord(address: string, { isOwn }: PartyWords): string {
  return isOwn(address) ? 'own' : checksummed(address)
}

/** A call without data has no function that a clause could name. */
function called({ name, selector, signature }: NonNullable<PolicyItem['call']>, contract: string): Done {
  if (selector === '')
    return {
      kind: 'calls',
      group: '',
      list: 'calls.contracts',
      word: contract,
      clauseOf: (all) => ({ calls: { contracts: [...all] } }),
    }
  const written = signature ? `${name}${signature.layout.canonical}` : ''
  return {
    kind: 'calls',
    group: contract,
    list: 'calls.functions',
    word: written !== '' && selectorOf(written) === selector ? written : selector,
    clauseOf: (functions) => ({ calls: { contracts: [contract], functions: [...functions] } }),
  }
}

function unlimitedGrant(spent: Spent, party: string): Done {
  const asset = assetOf(spent)
  return {
    kind: 'grants',
    group: party,
    list: 'grants.assets',
    // An allowance is of the wrapped form.
    word: asset.isNative ? `W${asset.word}` : asset.word,
    clauseOf: (assets) => ({ grants: { to: [party], assets: [...assets], unlimited: true } }),
    unlimited: { asset, party },
  }
}

/** An amount that is not fixed is above every limit. */
function paid(spent: Spent, party: string, isAllowance: boolean): PaidNeed | string {
  const asset = assetOf(spent)
  const { amount, symbol } = spent
  const isLimited = amount !== undefined && readLimit(`${limitText(roundedUp(amount))} ${asset.word}`) !== undefined
  if (!isLimited && symbol !== undefined) return `the amount of ${symbol} for ${party} is not fixed`
  return { kind: 'pays', asset, party, isAllowance, amount: isLimited ? amount : undefined }
}

/** By a symbol that a limit can have as its unit, else by the address. */
function assetOf({ token, symbol = '', symbols }: Spent): DraftAsset {
  const isUnit = readLimit(`1 ${symbol}`)?.unit === symbol && symbol !== DOLLARS && !/[${}]/.test(symbol)
  const address = token.startsWith('0x') ? checksummed(token) : token
  if (!isUnit || symbol.startsWith('0x')) return { key: token, word: address, isNative: false }
  return { key: symbols.at(-1) ?? token, word: symbol, isNative: symbols.length > 1 }
}

/** To two significant digits. */
export function roundedUp(amount: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(String(amount).length - 2, 0))
  return ((amount + unit - 1n) / unit) * unit
}
