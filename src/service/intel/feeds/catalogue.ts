import rows from '../../../../data/feeds.json' with { type: 'json' }
import type { CatalogueFeed } from '../../../api/schemas/intel.ts'
import type { ImportFormat } from '../../../api/vocabulary.ts'

const HOUR_MS = 3_600_000

/** Public feeds that can be enabled by name. None of them is fetched before that. */
export const catalogue: readonly CatalogueFeed[] = rows.map(({ intervalHours, maxAgeHours, format, ...row }) => ({
  ...row,
  format: format as ImportFormat,
  intervalMs: intervalHours * HOUR_MS,
  maxAgeMs: maxAgeHours * HOUR_MS,
}))
