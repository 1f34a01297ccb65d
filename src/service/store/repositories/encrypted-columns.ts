import { sql } from 'kysely'
import type { Db } from '../schema/schema.ts'

/** A column of encrypted texts (secrets/sealing.ts), the key column of its table, and further ones that they are bound to. */
export interface EncryptedColumn {
  readonly table: string
  readonly key: string
  readonly column: string
  readonly boundTo: readonly string[]
}

export interface EncryptedText {
  readonly key: string
  readonly text: string
}

/** With the columns that the text is bound to. */
export type BoundText = EncryptedText & Readonly<Record<string, unknown>>

export const encryptedColumns = {
  destinationUrl: { table: 'destinations', key: 'id', column: 'sealed_webhook_url', boundTo: ['channel', 'chat_id'] },
  destinationToken: { table: 'destinations', key: 'id', column: 'sealed_token', boundTo: ['channel', 'chat_id'] },
  signerKey: { table: 'signers', key: 'address', column: 'sealed_private_key', boundTo: [] },
  chainNodeUrl: { table: 'chain_nodes', key: 'id', column: 'sealed_url', boundTo: ['chain_id'] },
  safeService: { table: 'safes', key: 'id', column: 'sealed_service', boundTo: ['chain_id'] },
  idempotentAnswer: { table: 'idempotent_answers', key: 'scope', column: 'sealed_answer', boundTo: [] },
} as const satisfies Readonly<Record<string, EncryptedColumn>>

/** Version and key id at the start of an encrypted text: `v1.0123abcd`. */
const HEAD_LENGTH = 11

/** One encrypted text for each master key in use. */
export async function encryptedSamples(db: Db): Promise<string[]> {
  const everyText = sql.join(
    Object.values(encryptedColumns).map(
      ({ table, column }) => sql`select ${sql.ref(column)} as text from ${sql.table(table)}`,
    ),
    sql` union all `,
  )
  const result = await sql<{ text: string }>`
    select min(text) as text from (${everyText}) as sealed
    where text is not null group by substr(text, 1, ${HEAD_LENGTH})`.execute(db)
  return result.rows.map((row) => row.text)
}

/** The next encrypted texts of a column, in key order. */
export async function encryptedTextsAfter(
  db: Db,
  { table, key, column, boundTo }: EncryptedColumn,
  after: string,
  limit: number,
): Promise<readonly BoundText[]> {
  const selected = [
    sql`${sql.ref(key)} as key`,
    sql`${sql.ref(column)} as text`,
    ...boundTo.map((each) => sql.ref(each)),
  ]
  const result = await sql<BoundText>`
    select ${sql.join(selected)} from ${sql.table(table)}
    where ${sql.ref(key)} > ${after} and ${sql.ref(column)} is not null
    order by ${sql.ref(key)} limit ${limit}`.execute(db)
  return result.rows
}

export async function replaceEncryptedText(
  db: Db,
  { table, key, column }: EncryptedColumn,
  row: EncryptedText,
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${row.text} where ${sql.ref(key)} = ${row.key}`.execute(
    db,
  )
}
