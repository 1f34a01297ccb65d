import { findChain } from '../../api/chains.ts'
import { DOLLARS, durationText, limitText } from '../../api/policies/limits.ts'
import { type PolicyMode, type PolicyResult, strictestResult } from '../../api/policies/results.ts'
import type { ItemKind, PolicyGiven, PolicyOutcome } from '../../api/schemas/policy.ts'
import { sha256 } from '../../shared/text/sha256.ts'
import { NATIVE } from '../evm/asset.ts'
import type { StoredPolicies } from '../store/repositories/policies.ts'
import {
  type ClauseLimit,
  type CompiledClause,
  compileClause,
  type PartyWords,
  partiesOf,
  sortedSet,
  type WholeFacts,
  type WindowLimit,
} from './clause.ts'
import type { PolicyItem } from './items.ts'
import { inUnit, type Spent, sumOf } from './spent.ts'

/** A policy as it is checked. */
export interface CompiledPolicy {
  readonly name: string
  readonly mode: PolicyMode
  readonly otherwise: PolicyResult
  readonly clauses: readonly CompiledClause[]
  appliesTo(request: PolicyRequest, words: PartyWords): boolean
}

/** Who asks for what, as far as policies choose by it. */
export interface PolicyRequest {
  readonly chainId: string
  /** Lower case. */
  readonly sender: string
  /** Lower case: the sender, and accounts that pay or sign with it, such as the Safe of an owner. */
  readonly payers: readonly string[]
  /** What is signed names no chain: it counts on each. */
  readonly isOnAnyChain: boolean
  readonly product: string
  /** Id and name of the API key; of a caller without one, `local`. */
  readonly key: readonly string[]
  readonly site: string | undefined
}

/** Everything that policies are evaluated on. */
export interface PolicySubject {
  readonly request: PolicyRequest
  readonly items: readonly PolicyItem[]
  readonly facts: WholeFacts
  readonly words: PartyWords
}

/** What a budget has used up in a window, with `LIMIT_SCALE` digits behind the point, without the validation. */
export type UsedOf = (budget: string, unit: string, windowMs: number) => bigint

/** An amount that a validation takes from a budget if it passes. */
export interface BudgetUse {
  readonly policy: string
  readonly clause: string
  readonly budget: string
  readonly unit: string
  readonly amount: bigint
}

export interface PolicyEvaluation {
  readonly policy: string
  readonly mode: PolicyMode
  readonly result: PolicyResult
  /** What decided; where it is allowed, the clauses that have a limit. */
  readonly outcomes: readonly PolicyOutcome[]
  /** What it takes from budgets; of what is not allowed, what it would take if it is sent all the same. */
  readonly uses: readonly BudgetUse[]
}

/** A policy as it is given, ready to be checked. @param names addresses (lower case) by the names that they have */
export function compilePolicy(given: PolicyGiven, names: StoredPolicies['names']): CompiledPolicy {
  const { name, mode, applies = {} } = given
  const addressesOf = (named: string) => names.get(named.toLowerCase()) ?? []
  const scope = scopeOf(applies)
  const budgetOf = (ofClause: string) => sha256(JSON.stringify([name, mode, scope, ofClause])).slice(0, 32)
  const clauses = (['deny', 'hold', 'allow'] as const).flatMap((result) =>
    (given[result] ?? []).map((clause, index) => compileClause(clause, result, index, { addressesOf, budgetOf })),
  )
  const isSender = partiesOf(applies.senders, addressesOf)
  const chains = applies.chains && new Set(applies.chains.map((text) => findChain(text)?.id))
  const { keys, products, sites } = applies
  return {
    name,
    mode,
    otherwise: given.default,
    clauses,
    appliesTo: ({ payers, chainId, isOnAnyChain, key, product, site }, words) =>
      (chains === undefined || isOnAnyChain || chains.has(chainId)) &&
      payers.some((address) => isSender({ address, isKnownPayee: false }, words)) &&
      (keys === undefined || keys.some((each) => key.includes(each))) &&
      (products === undefined || products.some((each) => each === product)) &&
      (sites === undefined || (site !== undefined && sites.some((each) => originOf(each) === originOf(site)))),
  }
}

/** In any order and spelling. */
function scopeOf(applies: NonNullable<PolicyGiven['applies']>) {
  const { senders, chains, sites, ...others } = applies
  const given = {
    ...others,
    senders: senders && sortedSet(senders),
    chains: chains && sortedSet(chains.map((text) => findChain(text)?.id ?? text)),
    sites: sites && sortedSet(sites.map(originOf)),
  }
  return Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [two]) => (one < two ? -1 : 1))
}

/** A default port, a path and the case of a host make no other origin. */
function originOf(site: string): string {
  return URL.canParse(site) ? new URL(site).origin : site
}

/** The limits of a policy over a time, each with its clause. */
export function windowLimitsOf({
  clauses,
}: CompiledPolicy): { readonly clause: CompiledClause; readonly limit: WindowLimit }[] {
  const isOverTime = (limit: ClauseLimit): limit is WindowLimit => limit.of === 'window'
  return clauses.flatMap((clause) => clause.limits.filter(isOverTime).map((limit) => ({ clause, limit })))
}

/** The budgets that policies ask for, each with the lengths of its windows (ms). */
export function windowsOf(policies: readonly CompiledPolicy[]): Map<string, Set<number>> {
  const windows = new Map<string, Set<number>>()
  for (const { clause, limit } of policies.flatMap(windowLimitsOf))
    windows.set(clause.budget, new Set([...(windows.get(clause.budget) ?? []), limit.ms]))
  return windows
}

/**
 * What a policy says. It is independent of the order of clauses: one that denies beats one that holds, which beats one that allows;
 * an item that no clause allows is what the policy says by default.
 */
export function evaluate(
  policy: CompiledPolicy,
  { items, facts, words }: PolicySubject,
  usedOf: UsedOf,
): PolicyEvaluation {
  const read = policy.clauses
    .filter((clause) => clause.holds(facts))
    .map((clause) => readClause(clause, { items, facts, words }, usedOf))
    .filter(({ clause, about }) => clause.kind === undefined || about.length > 0)
  const triggered = read.filter(({ clause, exceeded }) => {
    return clause.result !== 'allow' && (clause.limits.length === 0 || exceeded !== undefined)
  })
  const allows = read.filter(({ clause }) => clause.result === 'allow')
  const allowing = allows.filter(({ exceeded }) => exceeded === undefined)
  const isOverLimit = (item: PolicyItem) => isPaidBy(item, allows) && !isPaidBy(item, allowing)
  const open =
    policy.otherwise === 'allow' ? [] : items.filter((item) => needsAllowing(item, allowing) || isOverLimit(item))
  const outcomes = [
    ...triggered.map((each) => outcomeOf(policy, each)),
    ...(open.length === 0 ? [] : defaultOutcomes(policy, open, read)),
  ]
  const result = strictestResult(outcomes.map((outcome) => outcome.result))
  const isCounted = (each: ReadClause) => each.clause.result !== 'allow' || allowing.includes(each)
  const counted = result === 'allow' ? read.filter(isCounted) : read
  return {
    policy: policy.name,
    mode: policy.mode,
    result,
    outcomes: result === 'allow' ? allowing.flatMap((each) => allowedOutcome(policy, each)) : outcomes,
    uses: counted.flatMap((each) => usesOf(policy, each)),
  }
}

/** The limits of a policy that budgets exceed now. @param budgets those that are looked at */
export function exceededLimits(policy: CompiledPolicy, budgets: ReadonlySet<string>, usedOf: UsedOf): PolicyOutcome[] {
  if (policy.mode !== 'enforce') return []
  return windowLimitsOf(policy).flatMap(({ clause, limit }) => {
    const used = budgets.has(clause.budget) ? usedOf(clause.budget, limit.unit, limit.ms) : 0n
    const result = clause.result === 'allow' ? policy.otherwise : clause.result
    return used > limit.amount
      ? [{ ...baseOf(policy, clause, result), ...limitMembers({ limit, used, lacksGas: false }) }]
      : []
  })
}

/** A clause, with the items that it is about. */
interface ReadClause {
  readonly clause: CompiledClause
  readonly about: readonly PolicyItem[]
  /** The limit that is exceeded furthest. */
  readonly exceeded: MeasuredLimit | undefined
  readonly measured: readonly MeasuredLimit[]
}

interface MeasuredLimit {
  readonly limit: ClauseLimit
  /** With the validation; undefined: without a limit, or not known. */
  readonly used: bigint | undefined
  /** It is not known, because the request does not say what its gas can cost. */
  readonly lacksGas: boolean
}

function readClause(
  clause: CompiledClause,
  { items, facts, words }: Omit<PolicySubject, 'request'>,
  usedOf: UsedOf,
): ReadClause {
  const about = items.filter((item) => clause.isAbout(item, words, facts.now))
  const lacksGas = about.some(({ isGas, spent }) => isGas === true && spent?.amount === undefined)
  const measured = clause.limits.map((limit) => {
    return { limit, lacksGas, used: measure(limit, about, clause, usedOf) }
  })
  const exceeded = measured.find(({ limit, used }) => used === undefined || used > limit.amount)
  return { clause, about, measured, exceeded }
}

function measure(
  limit: ClauseLimit,
  about: readonly PolicyItem[],
  { budget, result }: CompiledClause,
  usedOf: UsedOf,
): bigint | undefined {
  // An amount of another asset than that of the limit is above it: an allowed payment is within its limits.
  const isStrict = result === 'allow'
  const amounts = about.flatMap(({ spent }) => (spent ? [amountIn(spent, limit.unit, isStrict)] : []))
  if (limit.of === 'payment') {
    return amounts.reduce((most: bigint | undefined, each) => {
      if (most === undefined || each === undefined) return undefined
      return each > most ? each : most
    }, 0n)
  }
  const sum = sumOf(amounts)
  if (limit.of === 'transaction' || sum === undefined) return sum
  return sum + usedOf(budget, limit.unit, limit.ms ?? 0)
}

function amountIn(spent: Spent, unit: string, isStrict: boolean): bigint | undefined {
  const amount = inUnit(spent, unit)
  if (amount !== null) return amount
  return isStrict ? undefined : 0n
}

function needsAllowing(item: PolicyItem, allowing: readonly ReadClause[]): boolean {
  if (item.isUnread) return true
  return !item.isCovered && !item.isGas && !allowing.some(({ about }) => about.includes(item))
}

/** A clause that allows grants does not lift the limit of one that allows payments. */
function isPaidBy(item: PolicyItem, clauses: readonly ReadClause[]): boolean {
  return clauses.some(({ clause, about }) => clause.kind === 'pays' && about.includes(item))
}

function usesOf(policy: CompiledPolicy, { clause, about }: ReadClause): BudgetUse[] {
  const { path, budget } = clause
  const units = new Set(clause.limits.filter((limit) => limit.of === 'window').map(({ unit }) => unit))
  return [...units].flatMap((unit) => {
    const amount = sumOf(about.flatMap(({ spent }) => (spent ? [amountIn(spent, unit, false)] : [])))
    return amount === undefined || amount === 0n ? [] : [{ policy: policy.name, clause: path, budget, unit, amount }]
  })
}

function baseOf({ name, mode }: CompiledPolicy, { path }: CompiledClause, result: PolicyResult) {
  return { policy: name, mode, clause: path, result }
}

function outcomeOf(policy: CompiledPolicy, { clause, exceeded, about }: ReadClause): PolicyOutcome {
  const base = baseOf(policy, clause, clause.result)
  const held = clause.result === 'hold' && clause.approvals > 1 ? { approvals: clause.approvals } : {}
  if (exceeded) return { ...base, ...limitMembers(exceeded), ...held }
  return { ...base, text: clauseText(clause, about), ...held }
}

function allowedOutcome(policy: CompiledPolicy, { clause, measured }: ReadClause): PolicyOutcome[] {
  return measured.map((each) => ({ ...baseOf(policy, clause, 'allow'), ...limitMembers(each) }))
}

function limitMembers({
  limit,
  used,
  lacksGas,
}: MeasuredLimit): Pick<PolicyOutcome, 'text' | 'used' | 'limit' | 'window'> {
  const most = `${limitText(limit.amount)} ${limit.unit}`
  const said =
    used === undefined ? unknownText(limit, lacksGas) : `${limitText(roundedUp(used, limit.unit))} of ${most}`
  const where = limit.window === undefined ? `in one ${limit.of}` : `in ${durationText(limit.window)}`
  return {
    text: `${said} ${where}`,
    ...(used !== undefined && { used: `${limitText(used)} ${limit.unit}` }),
    limit: most,
    ...(limit.window !== undefined && { window: limit.window }),
  }
}

function unknownText({ amount, unit }: ClauseLimit, lacksGas: boolean): string {
  const ofAsset =
    unit === DOLLARS ? 'an amount whose worth is not known' : `an amount that is not fixed, or not in ${unit}`
  const what = lacksGas ? 'gas whose largest cost is not given (maxFee)' : ofAsset
  return `${what}, of ${limitText(amount)} ${unit}`
}

/** Cents of dollars: a sum of worths has many digits. */
function roundedUp(amount: bigint, unit: string): bigint {
  if (unit !== DOLLARS) return amount
  const cent = 10n ** 34n
  return ((amount + cent - 1n) / cent) * cent
}

/** What an item of a kind does, and what it is. */
const kindTexts: Readonly<Record<ItemKind, { readonly does: string; readonly is: string; readonly of: string }>> = {
  pays: { does: 'pays to', is: 'a payment', of: 'to' },
  signs: { does: 'signs to', is: 'a signature', of: 'for' },
  grants: { does: 'grants to', is: 'an allowance', of: 'for' },
  control: { does: 'hands control to', is: 'control', of: 'for' },
  calls: { does: 'calls', is: 'a call', of: 'of' },
  delegatecalls: { does: 'runs code of', is: 'a delegatecall', of: 'of' },
  creates: { does: 'creates a contract', is: 'a new contract', of: '' },
}

function clauseText({ kind, whole }: CompiledClause, about: readonly PolicyItem[]): string {
  const [first] = about
  const to = first?.to.address
  if (kind === undefined) return whole
  const { does } = kindTexts[kind]
  if (kind === 'creates') return `it ${does}`
  return to === undefined ? `it ${does.replace(/ to$/, '')}` : `it ${does} ${to}`
}

/** The limit that stands in the way where there is one, otherwise the first item that no clause allows. */
function defaultOutcomes(
  { name, mode, otherwise }: CompiledPolicy,
  open: readonly PolicyItem[],
  read: readonly ReadClause[],
): PolicyOutcome[] {
  const base = { policy: name, mode, result: otherwise }
  const limited = read.filter(
    ({ clause, exceeded, about }) =>
      clause.result === 'allow' && exceeded !== undefined && about.some((item) => open.includes(item)),
  )
  const byLimit = limited.flatMap(({ clause, exceeded }) =>
    exceeded ? [{ ...base, clause: clause.path, ...limitMembers(exceeded) }] : [],
  )
  const isLimited = (item: PolicyItem) => limited.some(({ about }) => about.includes(item))
  const [other] = open.filter((item) => item.isUnread || !isLimited(item))
  return other ? [...byLimit, { ...base, clause: 'default', text: openText(other) }] : byLimit
}

function openText({ kinds, to, isUnread, spent }: PolicyItem): string {
  const at = to.address === undefined ? '' : ` ${to.address}`
  if (isUnread) return `a call${at === '' ? '' : ` of${at}`} is not read, so that no clause allows it`
  const [kind = 'calls'] = kinds
  const of =
    spent && !spent.isAnyAsset
      ? ` of ${spent.symbol ?? (spent.token === NATIVE ? 'the native currency' : spent.token)}`
      : ''
  const { is, of: preposition } = kindTexts[kind]
  const party = at === '' && kind !== 'creates' ? ' an address that is not known' : at
  return `no clause allows ${is}${of}${preposition === '' ? '' : ` ${preposition}`}${party}`
}
