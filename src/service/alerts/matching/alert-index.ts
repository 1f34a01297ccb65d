import type { TransactionFilter } from '../../../api/schemas/alert.ts'
import { verdictStatuses } from '../../../api/verdict.ts'
import { type AlertType, enforcements } from '../../../api/vocabulary.ts'
import { filterOf } from '../../records/alert-filter.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { isGiven, matchesEnforcement, matchesEvent, matchesLoss, matchesStatus } from './match.ts'
import type { MatchInput } from './match-input.ts'

const HIGHEST_SCORE = 100

/**
 * Finds the alerts that match, as `matchAlert` does, in a time that hardly depends on their number: a bitmap index. Each
 * condition has a set of alerts for each value that an input can have, and the sets are intersected, 32 alerts at a time.
 */
export class AlertIndex {
  readonly #alerts: readonly StoredAlert[]
  readonly #filters: readonly TransactionFilter[]
  readonly #types: Condition<AlertType>
  readonly #statuses: Condition<MatchInput['status']>
  readonly #enforcements: Condition<MatchInput['enforcement']>
  readonly #scores: Condition<number>
  readonly #chains: Condition<string>
  readonly #categories: Condition<string>
  readonly #subCategories: Condition<string>
  /** Those that need no finding. */
  readonly #withoutKinds: Condition<boolean>
  readonly #typesWithLoss: ReadonlySet<AlertType>

  constructor(alerts: readonly StoredAlert[]) {
    const filters = alerts.map(filterOf)
    const condition = <V>(valuesOf: (filter: TransactionFilter) => readonly V[] | undefined) =>
      new Condition(filters.map(valuesOf))
    this.#alerts = alerts
    this.#filters = filters
    this.#types = new Condition(alerts.map(({ type }) => [type]))
    this.#statuses = condition((filter) => verdictStatuses.filter((status) => matchesStatus(filter, status)))
    this.#enforcements = condition((filter) => enforcements.filter((value) => matchesEnforcement(filter, value)))
    this.#scores = condition(scoresOf)
    this.#chains = condition(({ chainIds }) => (isGiven(chainIds) ? chainIds.map(String) : undefined))
    this.#categories = condition(({ categories }) => (isGiven(categories) ? categories : undefined))
    this.#subCategories = condition(({ subCategories }) => (isGiven(subCategories) ? subCategories : undefined))
    this.#withoutKinds = condition((filter) => [!isGiven(filter.categories) && !isGiven(filter.subCategories)])
    this.#typesWithLoss = new Set(alerts.filter((_, at) => hasLoss(filters[at])).map(({ type }) => type))
  }

  /** Whether an alert of the type has a condition on the potential loss. */
  asksForLoss(type: AlertType): boolean {
    return this.#typesWithLoss.has(type)
  }

  /** Alerts of one type that match, in the order of the index; MONITOR alerts for an input with monitored addresses. */
  find(type: AlertType, input: MatchInput): StoredAlert[] {
    const found = intersection([
      this.#types.for(type),
      this.#statuses.for(input.status),
      this.#enforcements.for(input.enforcement),
      this.#scores.for(input.combinedScore),
      this.#chains.for(input.chainId),
      this.#withFinding(input),
    ])
    return indexesIn(found)
      .filter((at) => matchesLoss(this.#filters[at] ?? {}, input.totalLoss) && this.#hasEvent(at, input))
      .flatMap((at) => this.#alerts[at] ?? [])
  }

  /** MONITOR alerts that match what has no verdict: conditions on a verdict do not hold them back. */
  findWithoutVerdict(input: Pick<MatchInput, 'chainId' | 'events'>): StoredAlert[] {
    const found = intersection([this.#types.for('MONITOR'), this.#chains.for(input.chainId)])
    return indexesIn(found)
      .filter((at) => this.#hasEvent(at, input))
      .flatMap((at) => this.#alerts[at] ?? [])
  }

  /** Alerts of a type and chain, with any other conditions. */
  findOn(chainId: string, type: AlertType): StoredAlert[] {
    const found = intersection([this.#types.for(type), this.#chains.for(chainId)])
    return indexesIn(found).flatMap((at) => this.#alerts[at] ?? [])
  }

  #hasEvent(at: number, { events }: Pick<MatchInput, 'events'>): boolean {
    const { kinds, minUsd } = this.#filters[at] ?? {}
    return (!isGiven(kinds) && minUsd == null) || events.some((event) => matchesEvent({ kinds, minUsd }, event))
  }

  /** One finding must match both the categories and the sub-categories. */
  #withFinding({ findings }: MatchInput): AlertSet {
    const sets = findings.map(({ category, subCategory }) =>
      intersection([this.#categories.for(category), this.#subCategories.for(subCategory)]),
    )
    return union([this.#withoutKinds.for(true), ...sets])
  }
}

const indexes = new WeakMap<readonly StoredAlert[], AlertIndex>()

/** Built once for each array. */
export function alertIndexOf(alerts: readonly StoredAlert[]): AlertIndex {
  const index = indexes.get(alerts) ?? new AlertIndex(alerts)
  indexes.set(alerts, index)
  return index
}

/** One bit for each alert. */
type AlertSet = Uint32Array

const BITS = 32

/** The alerts that accept a value, by value. */
class Condition<V> {
  /** Those that accept every value. */
  readonly #any: AlertSet
  readonly #byValue = new Map<V, AlertSet>()

  /** @param accepted the values of each alert; undefined: every value */
  constructor(accepted: readonly (readonly V[] | undefined)[]) {
    const emptySet = () => new Uint32Array(Math.ceil(accepted.length / BITS))
    this.#any = emptySet()
    for (const [at, values] of accepted.entries()) {
      if (values === undefined) add(this.#any, at)
      for (const value of values ?? []) {
        const set = this.#byValue.get(value) ?? emptySet()
        add(set, at)
        this.#byValue.set(value, set)
      }
    }
    for (const [value, set] of this.#byValue) this.#byValue.set(value, union([set, this.#any]))
  }

  for(value: V): AlertSet {
    return this.#byValue.get(value) ?? this.#any
  }
}

function scoresOf({ fromScore, toScore }: TransactionFilter): number[] | undefined {
  if (fromScore == null && toScore == null) return undefined
  const lowest = fromScore ?? 0
  return Array.from({ length: Math.max(0, (toScore ?? HIGHEST_SCORE) - lowest + 1) }, (_, at) => lowest + at)
}

function hasLoss({ fromTotalLoss, toTotalLoss }: TransactionFilter = {}): boolean {
  return fromTotalLoss != null || toTotalLoss != null
}

function add(set: AlertSet, at: number): void {
  const word = Math.floor(at / BITS)
  set[word] = (set[word] ?? 0) | (1 << (at % BITS))
}

function union([first = new Uint32Array(), ...others]: readonly AlertSet[]): AlertSet {
  return first.map((word, at) => others.reduce((all, set) => all | (set[at] ?? 0), word))
}

function intersection([first = new Uint32Array(), ...others]: readonly AlertSet[]): AlertSet {
  return first.map((word, at) => others.reduce((all, set) => all & (set[at] ?? 0), word))
}

function indexesIn(set: AlertSet): number[] {
  const found: number[] = []
  for (const [at, word] of set.entries())
    for (let rest = word; rest !== 0; rest &= rest - 1) found.push(at * BITS + BITS - 1 - Math.clz32(rest & -rest))
  return found
}
