import type { TransactionFilter } from '../../api/schemas/alert.ts'
import type { monitorConditions } from '../../api/vocabulary.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import type { AlertRow } from '../store/schema/schema.ts'

type FilterColumns = Pick<AlertRow, 'filter' | 'on_no_data' | 'chain_filter'>

/** Conditions of MONITOR alerts, which the interface does not have, and whether lists that change are notified. */
export type MonitorConditions = Pick<TransactionFilter, (typeof monitorConditions)[number] | 'rescreen'>

export const NO_ADDITIONS: Omit<FilterColumns, 'filter'> = { on_no_data: 0, chain_filter: null }

/** The filter with our own members, which the interface does not have. */
export function filterOf(row: FilterColumns): TransactionFilter {
  const filter = { ...contractFilterOf(row), ...conditionsOf(row) }
  if (row.on_no_data === 0) return filter
  return {
    ...filter,
    validationStatusConfiguration: { ...filter.validationStatusConfiguration, alertOnNoData: true },
  }
}

/** The filter as clients of the interface know it. */
export function contractFilterOf({ filter }: Pick<AlertRow, 'filter'>): TransactionFilter {
  return JSON.parse(filter) as TransactionFilter
}

export function conditionsOf(row: Pick<AlertRow, 'chain_filter'>): MonitorConditions {
  const { former: _, ...conditions } = storedConditions(row)
  return conditions
}

/** The confirmations that an alert wanted before, and until when (ms): what was seen until about then can wait for them. */
export interface FormerConfirmations {
  readonly confirmations: Confirmations
  readonly until: number
}

type Confirmations = NonNullable<TransactionFilter['confirmations']>

/** The most that it wanted lately; undefined: it wants the same for long. */
export function formerConfirmations(row: Pick<AlertRow, 'chain_filter'>): FormerConfirmations | undefined {
  return storedConditions(row).former
}

/** Any chain has final blocks after that. */
const FORMER_MS = DAY_MS

interface StoredConditions extends MonitorConditions {
  readonly former?: FormerConfirmations
}

function storedConditions({ chain_filter }: Pick<AlertRow, 'chain_filter'>): StoredConditions {
  return chain_filter === null ? {} : (JSON.parse(chain_filter) as StoredConditions)
}

/**
 * The columns of a filter. Members that are null are dropped: null means absent. Our own members keep their stored values
 * when they are absent, because a client of the interface cannot send them: `alertOnNoData` in a status object that is
 * there, the conditions of MONITOR alerts, which `[]` and 0 clear, and `rescreen`, which false clears.
 * @param now ms since 1970
 */
export function filterColumns(
  filter: TransactionFilter,
  stored: Omit<FilterColumns, 'filter'>,
  now: number,
): FilterColumns {
  const { kinds, minUsd, confirmations, rescreen, ...contract } = filter
  const { alertOnNoData, ...flags } = contract.validationStatusConfiguration ?? {}
  const hasFlags = contract.validationStatusConfiguration != null
  const given = alertOnNoData == null ? stored.on_no_data : alertOnNoData ? 1 : 0
  return {
    filter: JSON.stringify(
      hasFlags ? { ...contract, validationStatusConfiguration: flags } : contract,
      (_, value: unknown) => (value === null ? undefined : value),
    ),
    on_no_data: hasFlags ? given : 0,
    chain_filter: conditionsColumn({ kinds, minUsd, confirmations, rescreen }, storedConditions(stored), now),
  }
}

function conditionsColumn(given: MonitorConditions, stored: StoredConditions, now: number): string | null {
  const kinds = given.kinds ?? stored.kinds ?? []
  const minUsd = given.minUsd ?? stored.minUsd ?? 0
  const confirmations = given.confirmations ?? stored.confirmations ?? 0
  const former = formerOf(stored, confirmations, now)
  const conditions: StoredConditions = {
    ...(kinds.length > 0 && { kinds }),
    ...(minUsd > 0 && { minUsd }),
    ...(confirmations !== 0 && { confirmations }),
    ...((given.rescreen ?? stored.rescreen) && { rescreen: true }),
    ...(former && { former }),
  }
  return Object.keys(conditions).length === 0 ? null : JSON.stringify(conditions)
}

function formerOf(
  { confirmations = 0, former }: StoredConditions,
  next: Confirmations,
  now: number,
): FormerConfirmations | undefined {
  const recent = former && former.until > now - FORMER_MS ? former : undefined
  if (confirmations === next || confirmations === null) return recent
  const most = depthOf(recent?.confirmations ?? 0) > depthOf(confirmations) ? recent?.confirmations : confirmations
  return most === undefined || most === 0 ? undefined : { confirmations: most, until: now }
}

function depthOf(confirmations: Confirmations): number {
  return confirmations === 'finalized' ? Number.POSITIVE_INFINITY : confirmations
}
