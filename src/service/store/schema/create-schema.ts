import type { Kysely } from 'kysely'
import { alertTables } from './alert-tables.ts'
import { chainTables } from './chain-tables.ts'
import type { Tables } from './define.ts'
import type { Dialect } from './dialect.ts'
import { evidenceTables } from './evidence-tables.ts'
import { followerTables } from './follower-tables.ts'
import { listTables } from './list-tables.ts'
import { policyTables } from './policy-tables.ts'
import { safeTables } from './safe-tables.ts'
import { serviceTables } from './service-tables.ts'
import { transactionTables } from './transaction-tables.ts'

/** All tables, in the order in which they are made. */
export const tables = {
  ...serviceTables,
  ...listTables,
  ...transactionTables,
  ...evidenceTables,
  ...alertTables,
  ...chainTables,
  ...followerTables,
  ...safeTables,
  ...policyTables,
} satisfies Tables

export async function createSchema(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const [name, made] of Object.entries<Tables[string]>(tables))
    await (typeof made === 'function' ? made : made.create)(db, dialect, name)
}
