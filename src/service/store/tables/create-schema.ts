/** Room: The statements that create tables and indexes, by subject. */

import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { alertTables } from './alert-tables.ts'
import { chainTables } from './chain-tables.ts'
import { evidenceTables } from './evidence-tables.ts'
import { followerTables } from './follower-tables.ts'
import { listTables } from './list-tables.ts'
import { policyTables } from './policy-tables.ts'
import { safeTables } from './safe-tables.ts'
import { serviceTables } from './service-tables.ts'
import { transactionTables } from './transaction-tables.ts'

const version1 = [
  serviceTables,
  listTables,
  transactionTables,
  evidenceTables,
  alertTables,
  chainTables,
  followerTables,
  safeTables,
  policyTables,
].flat()

/** All tables of version 1. */
export async function createSchema(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const define of version1) await define(db, dialect)
}
