import type { Db, KeptCountRow } from '../schema.ts'

/** Notes that rows were added or, below zero, removed; in the transaction that does it. */
export async function addToCounter(db: Db, name: KeptCountRow['name'], added: 1 | -1): Promise<void> {
  await db
    .updateTable('kept_counts')
    .set((e) => ({ count: e('count', '+', added) }))
    .where('name', '=', name)
    .execute()
}

/** How many there are, of all the names together. */
export async function readCounter(db: Db, names: readonly KeptCountRow['name'][]): Promise<number> {
  const rows = await db.selectFrom('kept_counts').select('count').where('name', 'in', names).execute()
  return rows.reduce((sum, { count }) => sum + Number(count), 0)
}
