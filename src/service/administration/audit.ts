import { localAuthor } from '../keys/authenticate.ts'
import { createIds } from '../runtime/ids.ts'
import { recordChange } from '../store/repositories/audit.ts'
import type { Db } from '../store/schema/schema.ts'
import type { DatabaseOptions } from './database-options.ts'

/** Writes an audit record of an operation on the whole database, such as `restore` or `rekey`. */
export async function recordAdministration(
  db: Db,
  { clock, random }: Pick<DatabaseOptions, 'clock' | 'random'>,
  action: string,
  audited: Readonly<Record<string, unknown>>,
): Promise<void> {
  const author = localAuthor({ newId: createIds(clock, random), clock })
  await recordChange(db, author, `database.${action}`, 'database', { after: audited })
}
