import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { createAlertTables } from './alert-tables.ts'
import { createChainTables } from './chain-tables.ts'
import { definerFor } from './define.ts'
import { createEvidenceTables } from './evidence-tables.ts'
import { createFollowerTables } from './follower-tables.ts'
import { createListTables } from './list-tables.ts'
import { createSafeTables } from './safe-tables.ts'
import { createServiceTables } from './service-tables.ts'
import { createTransactionTables } from './transaction-tables.ts'

/** All tables of version 1. */
export async function createSchema(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const define = definerFor(db, dialect)
  await createServiceTables(define)
  await createListTables(define)
  await createTransactionTables(define)
  await createEvidenceTables(define)
  await createAlertTables(define)
  await createChainTables(define)
  await createFollowerTables(define)
  await createSafeTables(define)
}
