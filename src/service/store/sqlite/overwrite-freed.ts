import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** From now on this connection overwrites what it deletes or replaces, so that no old text stays in unused parts of the file. */
export async function overwriteFreed(db: Db): Promise<void> {
  await sql`pragma secure_delete = 1`.execute(db)
}
