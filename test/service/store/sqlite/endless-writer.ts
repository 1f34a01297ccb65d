import { argv, stdout } from 'node:process'
import { openSqliteStore } from '../../../../src/service/store/sqlite/open.ts'

/** Adds and changes rows of a database until it is killed; a line for each commit. */
const store = await openSqliteStore(argv[2] ?? '')
for (let count = 1; ; count++) {
  await store.write(async (db) => {
    await db
      .insertInto('audit')
      .values({ id: `row ${count}`, at: count, actor: '', action: '', resource_id: '', before: null, after: null })
      .execute()
    await db.updateTable('control_list_entries').set({ last_updated_at: count }).execute()
  })
  stdout.write('.\n')
}
