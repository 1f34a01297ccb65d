import type { Clock } from '../../shared/time/clock.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { hasContent } from '../store/sqlite/files.ts'
import { isLost } from '../store/sqlite/lost-database.ts'
import { replaceContent } from './copies/replace.ts'

export interface ResetReport {
  readonly database: string
  /** File of the old database; null when there was none, or its content was lost. */
  readonly keptAs: string | null
}

/** Replaces the local database with an empty one. Keeps the old database, and the master key that its secrets need. */
export async function reset(
  database: string,
  deps: { readonly clock: Clock; readonly random: RandomBytes },
): Promise<ResetReport> {
  if (!hasContent(database) && !isLost(database)) return { database, keptAs: null }
  const nothing = async () => {}
  const { keptAs } = await replaceContent({
    ...deps,
    database,
    action: 'reset',
    audited: {},
    prepare: nothing,
    inspect: nothing,
  })
  return { database, keptAs }
}
