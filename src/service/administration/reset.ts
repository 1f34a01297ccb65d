import type { Clock, RandomBytes } from '../runtime/deps.ts'
import { hasContent } from '../store/sqlite/files.ts'
import { replaceContent } from './replace.ts'

export interface ResetReport {
  readonly database: string
  /** Where the former database is; null when there was none. */
  readonly keptAs: string | null
}

/** Puts an empty database in the place of the local one, and keeps that beside it. The master key stays: what is kept needs it. */
export async function reset(
  database: string,
  deps: { readonly clock: Clock; readonly random: RandomBytes },
): Promise<ResetReport> {
  if (!hasContent(database)) return { database, keptAs: null }
  const nothing = async () => {}
  const { keptAs } = await replaceContent({
    ...deps,
    database,
    action: 'reset',
    audited: {},
    prepare: nothing,
    look: nothing,
  })
  return { database, keptAs }
}
