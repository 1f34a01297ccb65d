import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** Version and key id at the start of a sealed text (secrets/sealing.ts): `v1.0123abcd`. */
const HEAD_LENGTH = 11

/** Of everything sealed in the database, one text a master key: for who sealed it, not for what it says. */
export async function sealedSamples(db: Db): Promise<string[]> {
  const result = await sql<{ text: string }>`
    select min(text) as text from (
      select sealed_webhook_url as text from destinations
      union all select sealed_token from destinations
      union all select sealed_private_key from signers
      union all select sealed_answer from idempotent_answers
    ) as sealed where text is not null group by substr(text, 1, ${HEAD_LENGTH})`.execute(db)
  return result.rows.map((row) => row.text)
}
