import { sql } from 'kysely'
import type { Db } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'
import type { ActiveSource } from './intel.ts'
import { type Revisions, toRevisions } from './revisions.ts'

/** State that every validation reads, of one moment. */
export interface StoredConfiguration {
  readonly revisions: Revisions
  /** JSON by name. */
  readonly settings: ReadonlyMap<string, string>
  /** Sorted by name. */
  readonly sources: readonly ActiveSource[]
}

type ConfigurationRow =
  | { readonly part: 'revision' | 'setting'; readonly name: string; readonly text: string }
  | ({ readonly part: 'source'; readonly text: ActiveSource['format'] } & Omit<ActiveSource, 'format'>)

/** One statement: on PostgreSQL one round trip, and each part is as new as the others. */
export async function readConfiguration(db: Db): Promise<StoredConfiguration> {
  const counters: { name: string; value: string }[] = []
  const settings = new Map<string, string>()
  const sources: ActiveSource[] = []
  for (const row of await select(db)) {
    if (row.part === 'source') {
      const { name, text: format, as_of, max_age_ms, entries } = row
      sources.push({ name, format, as_of, max_age_ms, entries })
    } else if (row.part === 'setting') settings.set(row.name, row.text)
    else counters.push({ name: row.name, value: row.text })
  }
  sources.sort((a, b) => (a.name < b.name ? -1 : 1))
  return { revisions: toRevisions(counters), settings, sources }
}

const NO_SOURCE = sql`cast(null as bigint) as as_of, cast(null as bigint) as max_age_ms, cast(null as bigint) as entries`

const select = cachedQuery<ConfigurationRow>((db) =>
  sql<ConfigurationRow>`select 'revision' as part, name, cast(value as text) as text, ${NO_SOURCE} from revisions
    union all select 'setting', name, value, ${NO_SOURCE} from settings
    union all select 'source', name, format, as_of, max_age_ms, entries from intel_sources`.compile(db),
)
