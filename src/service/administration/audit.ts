import type { Clock } from '../../shared/time/clock.ts'
import { localAuthor } from '../keys/authenticate.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { createIds } from '../runtime/ids.ts'
import { recordChange } from '../store/repositories/audit.ts'
import type { Db } from '../store/schema/schema.ts'

/** Writes an audit record of an operation on the whole database, such as `restore` or `rekey`. */
export async function recordAdministration(
  db: Db,
  { clock, random }: { readonly clock: Clock; readonly random: RandomBytes },
  action: string,
  audited: Readonly<Record<string, unknown>>,
): Promise<void> {
  const author = localAuthor({ newId: createIds(clock, random), clock })
  await recordChange(db, author, `database.${action}`, 'database', { after: audited })
}
