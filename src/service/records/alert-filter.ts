import type { TransactionFilter } from '../../api/schemas/alert.ts'
import type { AlertRow, Flag } from '../store/schema.ts'

type FilterColumns = Pick<AlertRow, 'filter' | 'on_no_data'>

/** The filter with our own flag, which the interface does not have. */
export function filterOf(row: FilterColumns): TransactionFilter {
  const filter = contractFilterOf(row)
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

/**
 * The columns of a filter. Members that are null are dropped: null means absent. A status object without our flag keeps the
 * stored one, because a client of the interface cannot send it; without a status object there is no flag.
 */
export function filterColumns(filter: TransactionFilter, stored: Flag): FilterColumns {
  const { alertOnNoData, ...flags } = filter.validationStatusConfiguration ?? {}
  const hasFlags = filter.validationStatusConfiguration != null
  const given = alertOnNoData == null ? stored : alertOnNoData ? 1 : 0
  return {
    filter: JSON.stringify(
      hasFlags ? { ...filter, validationStatusConfiguration: flags } : filter,
      (_, value: unknown) => (value === null ? undefined : value),
    ),
    on_no_data: hasFlags ? given : 0,
  }
}
