import { DOLLARS, durationMs, readLimit, unitKey } from '../../api/policies/limits.ts'
import { itemKinds, type PolicyClause, type PolicyGiven } from '../../api/schemas/policy.ts'
import { clausesOf, namesOf, unnamedText } from '../../api/schemas/policy-names.ts'
import type { PolicyProblem } from '../../api/schemas/policy-replay.ts'
import { limitsOf } from './clause.ts'

/** What there is, as far as policies name it. */
export interface PolicyFacts {
  hasName(name: string): boolean
  isChain(text: string): boolean
  /** Ids and names of keys that are not revoked. */
  readonly keys: ReadonlySet<string>
  /** Whether an amount of an asset (symbol, or address in lower case) has a worth in dollars now; undefined: no list has the symbol. */
  isPriced(asset: string, chains: readonly string[] | undefined): Promise<boolean | undefined>
}

type Found = Omit<PolicyProblem, 'policy'>

/** Why a policy never applies, contradicts itself, or cannot count: what its schema cannot see. */
export async function problemsOf(policy: PolicyGiven, facts: PolicyFacts): Promise<PolicyProblem[]> {
  const found = [
    ...scopeProblems(policy, facts),
    ...nameProblems(policy, facts),
    ...clausesOf(policy).flatMap(({ path, clause }) => limitProblems(clause, path)),
    ...contradictions(policy),
    ...(await priceProblems(policy, facts)),
  ]
  return found.map((each) => ({ policy: policy.name, ...each }))
}

/** Of the words by which it applies, those that are nothing; all of them: it never applies. */
function scopeProblems({ applies = {} }: PolicyGiven, { hasName, isChain, keys }: PolicyFacts): Found[] {
  const { senders = [], chains = [], keys: named = [] } = applies
  const scopes = [
    { all: senders, unknown: senders.filter((text) => isUnnamed(text, hasName)), is: 'has no address' },
    { all: chains, unknown: chains.filter((text) => !isChain(text)), is: 'is no chain that is known' },
    { all: named, unknown: named.filter((key) => key !== 'local' && !keys.has(key)), is: 'is no key that can be used' },
  ]
  return scopes.flatMap(({ all, unknown, is }) => {
    const text = unknown.map((word) => `${word} ${is}`).join(', ')
    if (unknown.length === 0) return []
    return [{ clause: 'applies', text: unknown.length === all.length ? `never applies: ${text}` : text }]
  })
}

function isUnnamed(text: string, hasName: PolicyFacts['hasName']): boolean {
  return text.startsWith('@') && !hasName(text.slice(1))
}

function nameProblems(policy: PolicyGiven, { hasName }: PolicyFacts): Found[] {
  return namesOf(policy).flatMap(({ clause, names }) => {
    const unnamed = names.filter((name) => !hasName(name))
    return unnamed.length === 0 || clause === 'applies' ? [] : [{ clause, text: unnamedText(unnamed) }]
  })
}

/** A limit that a narrower one of the same unit makes useless. */
function limitProblems({ pays }: PolicyClause, path: string): Found[] {
  if (typeof pays !== 'object') return []
  const { perTransaction, per = {} } = pays
  const limits = [
    ...(perTransaction === undefined ? [] : [{ of: 'one transaction', ms: 0, text: perTransaction }]),
    ...Object.entries(per).map(([window, text]) => ({ of: window, ms: durationMs(window) ?? 0, text })),
  ].sort((one, two) => one.ms - two.ms)
  return limits.flatMap(({ of, text, ms }) => {
    const limit = readLimit(text)
    const [longer] = limits.filter((other) => {
      const read = readLimit(other.text)
      return other.ms > ms && read && limit && read.unit === limit.unit && read.amount < limit.amount
    })
    return longer
      ? [{ clause: path, text: `${text} in ${of} is never reached: ${longer.text} in ${longer.of} is less` }]
      : []
  })
}

/** Clauses of `allow` that one of `deny` takes back whole. */
function contradictions({ allow = [], deny = [] }: PolicyGiven): Found[] {
  return allow.flatMap((allowed, index) => {
    const at = deny.findIndex((denied) => covers(denied, allowed))
    return at < 0 ? [] : [{ clause: `allow[${index}]`, text: `allows nothing: deny[${at}] denies all of it` }]
  })
}

function covers(denied: PolicyClause, allowed: PolicyClause): boolean {
  const { approvals: _, ...conditions } = denied
  const [kind, ...others] = Object.entries(conditions).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const isOfKind = others.length === 0 && itemKinds.some((each) => each === kind && allowed[each] !== undefined)
  if (!isOfKind) return false
  const [wide, narrow] = [denied, allowed].map((clause) => {
    const about = clause[kind as (typeof itemKinds)[number]]
    return typeof about === 'object' ? (about as Record<string, unknown>) : {}
  })
  return Object.entries(wide ?? {}).every(([member, value]) => value === undefined || contains(value, narrow?.[member]))
}

/** A limit or another condition of what is denied leaves something to allow. */
function contains(wide: unknown, narrow: unknown): boolean {
  if (!Array.isArray(wide)) return typeof wide === 'boolean' && wide === narrow
  const known = new Set(wide.map((text) => unitKey(String(text))))
  return Array.isArray(narrow) && narrow.every((text) => known.has(unitKey(String(text))))
}

async function priceProblems(policy: PolicyGiven, { isPriced }: PolicyFacts): Promise<Found[]> {
  const found: Found[] = []
  for (const { path, clause } of clausesOf(policy)) {
    const { pays } = clause
    if (typeof pays !== 'object') continue
    const hasDollars = limitsOf(clause).some(({ unit }) => unit === DOLLARS)
    for (const asset of (pays.assets ?? []).map(unitKey)) {
      const priced = await isPriced(asset, policy.applies?.chains)
      if (priced === undefined)
        found.push({ clause: path, text: `no token list has ${asset}, so that no payment is of it` })
      else if (!priced && hasDollars)
        found.push({ clause: path, text: `no price of ${asset} is known, so that any amount is above a limit in USD` })
    }
  }
  return found
}
