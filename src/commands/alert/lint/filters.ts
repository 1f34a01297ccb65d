import type { Alert } from '../../../api/schemas/alert.ts'
import { type SubCategory, subCategories } from '../../../api/vocabulary.ts'
import { quoteWord } from '../../../shared/text/quote-word.ts'
import { aboutAlert, type LintFinding, type Rule } from './facts.ts'

/** A configuration without any flag set matches nothing. */
export const allFlagsOff: Rule = ({ alerts }) =>
  alerts.flatMap((alert) => {
    const filter = alert.transactionFilter ?? {}
    const bands = isAllOff(filter.validationStatusConfiguration)
      ? [never(alert, 'all-flags-off', 'no verdict is selected', '--on warning,unsafe')]
      : []
    const outcomes = isAllOff(filter.validationEnforcementConfiguration)
      ? [never(alert, 'all-flags-off', 'neither passed nor blocked is selected', '--when blocked')]
      : []
    return [...bands, ...outcomes]
  })

function isAllOff(flags: Readonly<Record<string, unknown>> | null | undefined): boolean {
  return flags != null && !Object.values(flags).includes(true)
}

/** NO DATA is a verdict of transactions that pass. */
export const blockedWithoutData: Rule = ({ alerts }) =>
  alerts.flatMap((alert) => {
    const { validationStatusConfiguration: bands, validationEnforcementConfiguration: outcomes } =
      alert.transactionFilter ?? {}
    const { alertOnNoData, ...others } = bands ?? {}
    const isOnlyNoData = alertOnNoData === true && isAllOff(others)
    if (!isOnlyNoData || outcomes?.alertOnBlocked !== true || outcomes.alertOnPassed === true) return []
    return [never(alert, 'blocked-without-data', 'a blocked transaction is never without data', '--when none')]
  })

/** Our own service refuses reversed ranges; others may not. */
export const reversedRange: Rule = ({ alerts }) =>
  alerts.flatMap((alert) => {
    const { fromScore, toScore, fromTotalLoss, toTotalLoss } = alert.transactionFilter ?? {}
    return [...reversed(alert, ['score', fromScore, toScore]), ...reversed(alert, ['loss', fromTotalLoss, toTotalLoss])]
  })

type Range = readonly [what: string, from: number | null | undefined, to: number | null | undefined]

function reversed(alert: Alert, [what, from, to]: Range): LintFinding[] {
  if (from == null || to == null || from <= to) return []
  const flags = `--from-${what} ${to} --to-${what} ${from}`
  return [never(alert, 'reversed-range', `the ${what} range is reversed: ${from} to ${to}`, flags)]
}

/** A sub-category belongs to one category, and one finding must match both. */
export const excludedCategories: Rule = ({ alerts }) =>
  alerts.flatMap((alert) => {
    const { categories, subCategories: chosen } = alert.transactionFilter ?? {}
    if (!categories?.length || !chosen?.length) return []
    const outside = chosen.filter((name) => isKnown(name) && !categories.includes(subCategories[name].category))
    const text = outside.map((name) => `${name} is ${subCategories[name].category}`).join(', ')
    const flags = `--category ${[...new Set(outside.map((name) => subCategories[name].category))].join(',')}`
    if (outside.length === 0) return []
    const limit = `the alert is limited to category ${categories.join(' or ')}`
    if (outside.length === chosen.length) return [never(alert, 'excluded-categories', `${text}, but ${limit}`, flags)]
    return [
      aboutAlert(alert, {
        level: 'warning',
        rule: 'excluded-categories',
        text: `${text}, but ${limit}: these never match`,
        try: `txwarden alert update ${quoteWord(alert.alertId)} ${flags}`,
      }),
    ]
  })

/** A hosted service may have more sub-categories. */
function isKnown(name: string): name is SubCategory {
  return Object.hasOwn(subCategories, name)
}

/** Without a price a loss is unknown and matches no range, except 0 where nothing is lost. */
export const lossWithoutPrices: Rule = ({ alerts, hasPrices }) => {
  if (hasPrices !== false) return []
  return alerts.flatMap((alert) => {
    const { fromTotalLoss: from, toTotalLoss: to } = alert.transactionFilter ?? {}
    if (from == null && to == null) return []
    const isHopeless = (from ?? 0) > 0
    return aboutAlert(alert, {
      level: isHopeless ? 'error' : 'warning',
      rule: 'loss-without-prices',
      text: isHopeless
        ? 'it has a loss range, but no prices are loaded: it never fires'
        : 'it has a loss range, but no prices are loaded: it fires only for transactions without outflows',
      try: 'txwarden intel import --format prices <file>',
    })
  })
}

/** Without a price a value is unknown, and what is unknown is sent. */
export const valueWithoutPrices: Rule = ({ alerts, hasPrices }) => {
  if (hasPrices !== false) return []
  return alerts
    .filter((alert) => (alert.transactionFilter?.minUsd ?? 0) > 0)
    .map((alert) =>
      aboutAlert(alert, {
        level: 'warning',
        rule: 'value-without-prices',
        text: 'it has a lowest value, but no prices are loaded: it fires for every value',
        try: 'txwarden intel import --format prices <file>',
      }),
    )
}

/** A MONITOR alert without enabled addresses and without Safes never fires. */
export const nothingMonitored: Rule = ({ alerts, monitors, safes }) =>
  alerts
    .filter((alert) => alert.alertType === 'MONITOR')
    .flatMap((alert) => {
      const chains = (alert.transactionFilter?.chainIds ?? []).map(String)
      const isWanted = ({ chainId }: { readonly chainId: string }) => chains.length === 0 || chains.includes(chainId)
      if (safes.some(isWanted) || monitors.some((each) => each.enabled && isWanted(each))) return []
      return aboutAlert(alert, {
        level: 'error',
        rule: 'nothing-monitored',
        text: `no monitored address is enabled${chains.length > 0 ? ` on its chains (${chains.join(', ')})` : ''}: it never fires`,
        try: `txwarden monitor add <address> --chain ${chains[0] === undefined ? '<chain>' : quoteWord(chains[0])}`,
      })
    })

/** Duplicates send every notification twice. */
export const duplicates: Rule = ({ alerts }) =>
  Array.from(Map.groupBy(alerts, sameness).values()).flatMap(([first, ...others]) =>
    others.map((alert) =>
      aboutAlert(alert, {
        level: 'warning',
        rule: 'duplicate',
        text: `it duplicates ${JSON.stringify(first?.alertName)} (${first?.alertId})`,
        try: `txwarden alert delete ${quoteWord(alert.alertId)}`,
      }),
    ),
  )

/** Everything except the name; the order of lists has no meaning. */
function sameness({ alertType, isActive, destinationIds = [], transactionFilter = {} }: Alert): string {
  const members = Object.entries(transactionFilter)
    .filter(([, value]) => value != null && !(Array.isArray(value) && value.length === 0))
    .map(([member, value]) => [member, Array.isArray(value) ? value.map(String).sort() : flagsOf(value)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  return JSON.stringify([alertType, isActive, [...destinationIds].sort(), members])
}

/** An absent flag is off. */
function flagsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, on]) => on === true)
    .map(([flag]) => flag)
    .sort()
}

function never(alert: Alert, rule: string, text: string, flags: string): LintFinding {
  const fix = `txwarden alert update ${quoteWord(alert.alertId)} ${flags}`
  return aboutAlert(alert, { level: 'error', rule, text: `${text}: it never fires`, try: fix })
}
