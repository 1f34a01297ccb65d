import type { TransactionFilter } from '../../api/schemas/alert.ts'
import type { AlertType } from '../../api/vocabulary.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { type Cleared, flagName } from '../../cli/options.ts'
import type { FilterFlags } from './filter-options.ts'

/** Throws for conditions that only MONITOR alerts have. @param isTyped the type is a flag, too */
export function refuseMonitorFlags(type: AlertType, flags: FilterFlags, isTyped = false): void {
  const errorOf = isTyped ? usageError : refusedError
  const given = (['kinds', 'minUsd', 'confirmations'] as const).filter((name) => flags[name] != null)
  if (type !== 'MONITOR' && given.length > 0)
    throw errorOf(`${given.map(flagName).join(', ')}: only for alerts of type MONITOR, and this one is ${type}`)
}

/** Merges the flags into the stored filter. Unknown members are kept, cleared ones removed. Throws for a reversed range. */
export function mergeFilter(stored: TransactionFilter, flags: FilterFlags): TransactionFilter {
  const merged: TransactionFilter = {
    ...stored,
    ...given('validationStatusConfiguration', flags.on, (on) => ({
      alertOnSafe: on.includes('safe'),
      alertOnWarning: on.includes('warning'),
      alertOnUnsafe: on.includes('unsafe'),
      // An addition: other services never see it.
      ...(on.includes('no-data') && { alertOnNoData: true }),
    })),
    ...given('validationEnforcementConfiguration', flags.when, (when) => ({
      alertOnPassed: when.includes('passed'),
      alertOnBlocked: when.includes('blocked'),
    })),
    ...given('fromScore', flags.fromScore, same),
    ...given('toScore', flags.toScore, same),
    ...given('fromTotalLoss', flags.fromLoss, same),
    ...given('toTotalLoss', flags.toLoss, same),
    ...given('categories', flags.category, (words) => [...words]),
    ...given('subCategories', flags.subCategory, (words) => [...words]),
    ...given('chainIds', flags.chain, (ids) => ids.map(Number)),
    ...given('kinds', flags.kinds, (words) => [...words]),
    ...given('minUsd', flags.minUsd, same),
    ...given('confirmations', flags.confirmations, same),
    ...given('rescreen', flags.rescreen === false ? null : flags.rescreen, same),
  }
  refuseBackwards('score', [merged.fromScore, merged.toScore], [flags.fromScore, flags.toScore])
  refuseBackwards('loss', [merged.fromTotalLoss, merged.toTotalLoss], [flags.fromLoss, flags.toLoss])
  // In the contract an absent member means no constraint.
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value != null)) as TransactionFilter
}

/** The flags that describe this filter: the defaults of the prompts for an update. */
export function flagsOfFilter(filter: TransactionFilter): FilterFlags {
  const bands = filter.validationStatusConfiguration
  const outcomes = filter.validationEnforcementConfiguration
  return {
    on: words([
      bands?.alertOnSafe && 'safe',
      bands?.alertOnNoData && 'no-data',
      bands?.alertOnWarning && 'warning',
      bands?.alertOnUnsafe && 'unsafe',
    ]),
    when: words([outcomes?.alertOnPassed && 'passed', outcomes?.alertOnBlocked && 'blocked']),
    fromScore: filter.fromScore ?? null,
    toScore: filter.toScore ?? null,
    fromLoss: filter.fromTotalLoss ?? null,
    toLoss: filter.toTotalLoss ?? null,
    category: filter.categories ?? [],
    subCategory: filter.subCategories ?? [],
    chain: (filter.chainIds ?? []).map(String),
    kinds: filter.kinds ?? [],
    minUsd: filter.minUsd ?? null,
    confirmations: filter.confirmations ?? null,
    rescreen: filter.rescreen ?? null,
  }
}

/** One member of the filter: absent when its flag was not given, null when it is cleared. */
function given<K extends string, T, V>(
  member: K,
  flag: T | Cleared | undefined,
  value: (flag: T) => V,
): { [member in K]?: V | null } {
  if (flag === undefined) return {}
  const cleared = flag === null || (Array.isArray(flag) && flag.length === 0)
  return { [member]: cleared ? null : value(flag) } as { [member in K]?: V | null }
}

function same<T>(value: T): T {
  return value
}

function words<W extends string>(marks: readonly (W | false | null | undefined)[]): W[] {
  return marks.filter((mark): mark is W => typeof mark === 'string')
}

type Range = readonly [from: number | null | undefined, to: number | null | undefined]

/** A flag that contradicts the stored end of the range is refused; two flags that contradict each other are a usage error. */
function refuseBackwards(what: string, [from, to]: Range, flags: Range): void {
  if (from == null || to == null || from <= to) return
  const errorOf = flags.every((flag) => flag != null) ? usageError : refusedError
  throw errorOf(`--from-${what} ${from} is above --to-${what} ${to}`)
}
