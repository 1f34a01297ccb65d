import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Schema } from '../schema/schema.ts'
import { hasChanged } from './rows.ts'

/** Tables with rows on which one server at a time works, and their keys. */
const keys = { chain_heads: 'chain_id', safes: 'id', lanes: 'destination_id' } as const

type LeasedTable = keyof typeof keys

/** The right of a process to work on a row. */
export interface Lease<Table extends LeasedTable = LeasedTable> {
  readonly table: Table
  readonly id: string
  readonly claimId: string
}

/** A process that takes leases. */
export interface Claim extends Pick<Lease, 'claimId'> {
  /** Server. */
  readonly holder: string
}

/** Takes a lease until a time (ms), when it is free, expired, or ours. False while another server has it, or there is no such row. */
export async function takeLease(
  db: Db,
  { table, id, claimId, holder }: Lease<'chain_heads' | 'safes'> & Claim,
  { until, now }: { readonly until: number; readonly now: number },
): Promise<boolean> {
  const taken = rowsOf(db)
    .updateTable(table)
    .set({ claim_id: claimId, holder, lease_until: until })
    .where(db.dynamic.ref(keys[table]), '=', id)
    .where((e) => e.or([isFree(table, now), e('claim_id', '=', claimId)]))
  return hasChanged(taken)
}

/** Changes a row while its lease is ours. @param known columns that have to be so; undefined: one is not, or the lease is lost */
export async function updateLeased<Table extends LeasedTable>(
  db: Db,
  { table, id, claimId }: Lease<Table>,
  changes: { readonly [Column in keyof Schema[Table]]?: Schema[Table][Column] | RawBuilder<Schema[Table][Column]> },
  known: Partial<Schema[Table]> = {},
): Promise<Schema[Table] | undefined> {
  let rows = rowsOf(db)
    .updateTable<LeasedTable>(table)
    .set({ ...changes, claim_id: claimId } as LeasedRow)
    .where(db.dynamic.ref(keys[table]), '=', id)
    .where('claim_id', '=', claimId)
  for (const [column, value] of Object.entries(known))
    rows = rows.where(db.dynamic.ref(column), value === null ? 'is' : '=', value)
  return (await rows.returningAll().executeTakeFirst()) as Schema[Table] | undefined
}

/**
 * The first statement of every write about a row: when another server took the lease, or what is known is not so any more, nothing
 * else of the transaction is stored.
 * @throws LeaseLost
 */
export async function fence<Table extends LeasedTable>(
  ...[db, lease, changes, known]: Parameters<typeof updateLeased<Table>>
): Promise<void> {
  if (!(await updateLeased(db, lease, changes, known))) throw new LeaseLost(lease)
}

/** Another server works on the row now, or it was changed or removed. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor({ table, id }: Lease) {
    super(`${id} of ${table} has another holder, or is not as it was`)
  }
}

/** Does nothing when another process has it. @param until of lanes: those with the oldest lease are claimed first */
export async function releaseLease(db: Db, { claimId, ...row }: Lease, until = 0): Promise<void> {
  await free(db, row, until).where('claim_id', '=', claimId).execute()
}

/** Takes the lease from its holder, which stopped. */
export async function freeLease(db: Db, row: Pick<Lease, 'table' | 'id'>): Promise<void> {
  await free(db, row, 0).execute()
}

function free(db: Db, { table, id }: Pick<Lease, 'table' | 'id'>, until: number) {
  const changes = { claim_id: null, lease_until: until, ...(table !== 'lanes' && { holder: null }) }
  return rowsOf(db).updateTable(table).set(changes).where(db.dynamic.ref(keys[table]), '=', id)
}

/** Whether a row has no lease, or an expired one. */
export function isFree(table: LeasedTable, now: number): RawBuilder<SqlBool> {
  return sql`(${sql.ref(`${table}.claim_id`)} is null or ${sql.ref(`${table}.lease_until`)} <= ${now})`
}

/** What the tables have in common. */
type LeasedRow = Pick<Schema['lanes'], 'claim_id' | 'lease_until'> & { readonly holder?: string | null }

function rowsOf(db: Db): Kysely<Record<LeasedTable, LeasedRow>> {
  return db as unknown as Kysely<Record<LeasedTable, LeasedRow>>
}
