import { isWithin } from '../../api/policies/hours.ts'
import { durationMs, type Limit, readLimit } from '../../api/policies/limits.ts'
import type { PolicyResult } from '../../api/policies/results.ts'
import { type ItemKind, itemKinds, type PolicyClause, partyWords } from '../../api/schemas/policy.ts'
import { selectorOf } from '../evm/words.ts'
import { partyKey } from '../store/repositories/policies.ts'
import type { Party, PolicyItem } from './items.ts'
import { isOf } from './spent.ts'

/** A limit of a clause. Without a window it is about one payment or one transaction. */
export interface ClauseLimit extends Limit {
  readonly of: 'payment' | 'transaction' | 'window'
  /** As it is written, such as 24h. */
  readonly window?: string
  /** Length of the window (ms). */
  readonly ms?: number
}

/** A limit over a time: what a budget may use. */
export type WindowLimit = ClauseLimit & Required<Pick<ClauseLimit, 'window' | 'ms'>>

/** What the conditions of a validation as a whole need. */
export interface WholeFacts {
  /** no-data, warning, unsafe; or safe. */
  readonly verdict: string
  /** ms since 1970. */
  readonly now: number
  /** Share of what leaves that does not come back by simulation, in ten-thousandths of a per cent; undefined: not known. */
  readonly loses: bigint | undefined
  readonly hasUnaccounted: boolean
}

/** Whether an address is a party that a policy names by a word. */
export interface PartyWords {
  /** The chain that the item is on. */
  readonly chainId: string
  isOwn(address: string): boolean
  isAllowListed(address: string): boolean
}

export interface CompiledClause {
  /** Such as `allow[0]`. */
  readonly path: string
  readonly result: PolicyResult
  readonly kind: ItemKind | undefined
  readonly limits: readonly ClauseLimit[]
  readonly approvals: number
  /** What its budgets are counted under. */
  readonly budget: string
  /** The conditions that are about the whole validation, in words: `its verdict is unsafe`. */
  readonly whole: string
  holds(facts: WholeFacts): boolean
  isAbout(item: PolicyItem, words: PartyWords, now: number): boolean
}

/**
 * @param addressesOf of a name; none: nothing has the name, and it names no party
 * @param budgetOf of the scope of a clause, without the amounts of its limits
 */
export function compileClause(
  given: PolicyClause,
  result: PolicyResult,
  index: number,
  {
    addressesOf,
    budgetOf,
  }: {
    readonly addressesOf: (name: string) => readonly string[]
    readonly budgetOf: (scope: string) => string
  },
): CompiledClause {
  const kind = itemKinds.find((each) => given[each] !== undefined)
  const match = kind === undefined ? undefined : matcherOf(given, kind, addressesOf)
  return {
    path: `${result}[${index}]`,
    result,
    kind,
    limits: limitsOf(given),
    approvals: given.approvals ?? 1,
    budget: budgetOf(scopeOf(given, result)),
    whole: wholeText(given),
    holds: wholeConditions(given, result),
    isAbout: (item, words, now) =>
      kind === undefined ? true : item.kinds.includes(kind) && match?.(item, words, now) === true,
  }
}

export function limitsOf({ pays }: PolicyClause): ClauseLimit[] {
  if (typeof pays !== 'object') return []
  const { over, perTransaction, per = {} } = pays
  const of = (text: string | undefined, rest: Omit<ClauseLimit, keyof Limit>): ClauseLimit[] => {
    const limit = text === undefined ? undefined : readLimit(text)
    return limit ? [{ ...limit, ...rest }] : []
  }
  return [
    ...of(over, { of: 'payment' }),
    ...of(perTransaction, { of: 'transaction' }),
    ...Object.entries(per).flatMap(([window, text]) => of(text, { of: 'window', window, ms: durationMs(window) ?? 0 })),
  ]
}

/** A budget goes on when its amount changes or a list is in another order, and starts again when it is about other payments. */
function scopeOf(given: PolicyClause, result: PolicyResult): string {
  const { pays } = given
  if (typeof pays !== 'object') return JSON.stringify([result, given])
  const { to, assets, per = {}, gas } = pays
  const scope = { to: to && sortedSet(to), assets: assets && sortedSet(assets), ...(gas === true && { gas }) }
  const units = [...new Set(Object.values(per).map((text) => readLimit(text)?.unit))].sort()
  return JSON.stringify([result, { ...given, pays: scope, approvals: undefined }, units])
}

/** In any order and case. */
export function sortedSet(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.toLowerCase()))].sort()
}

function wholeConditions({ verdict, loses, hours, unaccounted }: PolicyClause, result: PolicyResult) {
  const verdicts = verdict === undefined ? undefined : [verdict].flat()
  const share = loses && shareOf(loses.over)
  return (facts: WholeFacts): boolean =>
    (verdicts === undefined || verdicts.some((each) => each === facts.verdict)) &&
    (share === undefined || facts.loses === undefined || facts.loses > share) &&
    (hours === undefined || isWithin(hours, facts.now) === (result === 'allow')) &&
    (unaccounted === undefined || facts.hasUnaccounted)
}

function wholeText({ verdict, loses, hours, unaccounted }: PolicyClause): string {
  return [
    verdict && `its verdict is ${[verdict].flat().join(' or ')}`,
    loses && `it loses more than ${loses.over}, or how much is not known`,
    hours && `it is outside of ${hours}`,
    unaccounted && 'nothing accounts for a part of it',
  ]
    .filter((part) => part !== undefined)
    .join(', and ')
}

/** `1 %` in ten-thousandths of a per cent. */
function shareOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace(/ ?%$/, '').split('.')
  return BigInt(whole + fraction.padEnd(4, '0'))
}

type Match = (item: PolicyItem, words: PartyWords, now: number) => boolean

function matcherOf(given: PolicyClause, kind: ItemKind, addressesOf: (name: string) => readonly string[]): Match {
  const parties = (texts: readonly string[] | undefined) => partiesOf(texts, addressesOf)
  const pays = given.pays
  const { signs, grants, control, calls, delegatecalls } = given
  switch (kind) {
    case 'pays': {
      const { to, assets, gas = false } = typeof pays === 'object' ? pays : {}
      const isTo = parties(to)
      const isOf = assetsOf(assets)
      return (item, words) => (item.isGas ? gas && isOf(item) : isTo(item.to, words) && isOf(item))
    }
    case 'signs': {
      const { types, domains, to, validFor } = typeof signs === 'object' ? signs : {}
      const isTo = parties(to)
      const inDomain = domains?.map((domain) => (domain.startsWith('0x') ? domain.toLowerCase() : domain))
      const longest = validFor === undefined ? undefined : durationMs(validFor)
      return ({ message, to: party }, words, now) =>
        message !== undefined &&
        (types === undefined || types.includes(message.type)) &&
        (inDomain === undefined || message.domains.some((domain) => inDomain.includes(domain))) &&
        isTo(party, words) &&
        (longest === undefined || (message.until !== undefined && message.until * 1000n <= BigInt(now + longest)))
    }
    case 'grants': {
      const { to, assets, unlimited } = typeof grants === 'object' ? grants : {}
      const isTo = parties(to)
      const isOf = assetsOf(assets)
      return (item, words) =>
        isTo(item.to, words) && isOf(item) && (unlimited === undefined || (item.isUnlimited === true) === unlimited)
    }
    case 'control': {
      const { of, to } = typeof control === 'object' ? control : {}
      const [isOf, isTo] = [parties(of), parties(to)]
      return (item, words) => isOf({ address: item.from, isKnownPayee: false }, words) && isTo(item.to, words)
    }
    case 'calls': {
      const { contracts, functions, from } = typeof calls === 'object' ? calls : {}
      const [isContract, isFrom] = [parties(contracts), parties(from)]
      const selectors = functions?.map(selectorIn)
      return ({ to, from: caller, call }, words) =>
        isContract(to, words) &&
        isFrom({ address: caller, isKnownPayee: false }, words) &&
        (functions === undefined ||
          (call !== undefined && (functions.includes(call.name) || selectors?.includes(call.selector) === true)))
    }
    case 'delegatecalls': {
      const isTo = parties(typeof delegatecalls === 'object' ? delegatecalls.to : undefined)
      return (item, words) => isTo(item.to, words)
    }
    case 'creates':
      return () => true
  }
}

const SELECTOR = /^0x[0-9a-f]{8}$/i

/** The selector of `transfer(address,uint256)`, or of itself; undefined for a name. */
function selectorIn(text: string): string | undefined {
  if (SELECTOR.test(text)) return text.toLowerCase()
  return text.includes('(') ? selectorOf(text.replaceAll(' ', '')) : undefined
}

function assetsOf(texts: readonly string[] | undefined): (item: PolicyItem) => boolean {
  if (texts === undefined) return () => true
  const wanted = texts.map((text) => text.toLowerCase())
  return ({ spent }) => spent !== undefined && wanted.some((asset) => isOf(spent, asset))
}

/** Any of the named ones; without names, anyone, also where it is not known who. */
export function partiesOf(
  texts: readonly string[] | undefined,
  addressesOf: (name: string) => readonly string[],
): (party: Party, words: PartyWords) => boolean {
  if (texts === undefined) return () => true
  const named = new Set(
    texts.flatMap((text) => {
      if (text.startsWith('@')) return addressesOf(text.slice(1))
      return text.startsWith('0x') || text.startsWith('0X') ? [text.toLowerCase()] : []
    }),
  )
  const [own, allowListed, knownPayee] = partyWords.map((word) => texts.includes(word))
  return ({ address, isKnownPayee }, words) =>
    address !== undefined &&
    (named.has(address) ||
      (named.size > 0 && named.has(partyKey(address, words.chainId))) ||
      (own === true && words.isOwn(address)) ||
      (allowListed === true && words.isAllowListed(address)) ||
      (knownPayee === true && isKnownPayee))
}
