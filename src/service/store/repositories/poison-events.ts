import { sql } from 'kysely'
import type { Db } from '../schema/schema.ts'

/** Poison events of an address that are kept: third parties decide how many there are. */
export const POISON_KEPT = 1000
/** The most rows of one statement. A block can bring thousands. */
const ROWS = 4096

/** Deletes those of an address (lower case) but the newest ones. */
export async function keepNewestPoison(db: Db, chainId: string, address: string): Promise<void> {
  const older = db
    .selectFrom('chain_events')
    .select('id')
    .where('chain_id', '=', chainId)
    .where('address', '=', address)
    // A literal, for the partial index.
    .where('kind', '=', sql.lit('poison'))
    .orderBy('block_number', 'desc')
    .orderBy('id', 'desc')
    .limit(ROWS)
    .offset(POISON_KEPT)
  await db.deleteFrom('chain_events').where('id', 'in', older).execute()
}
