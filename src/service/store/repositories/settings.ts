import type { Db } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'
import { saveRow } from './rows.ts'

export async function readSettings(db: Db): Promise<Map<string, string>> {
  const rows = await select(db)
  return new Map(rows.map((row) => [row.name, row.value]))
}

const select = cachedQuery<{ name: string; value: string }>((db) =>
  db.selectFrom('settings').select(['name', 'value']).compile(),
)

export async function writeSetting(db: Db, name: string, value: string, now: number): Promise<void> {
  await saveRow(db, 'settings', ['name'], { name, value, updated_at: now })
}
