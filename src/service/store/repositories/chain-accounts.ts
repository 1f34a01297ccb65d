import { sql } from 'kysely'
import type { ChainAccountRow, Db } from '../schema/schema.ts'
import { cachedLookup } from './cached-query.ts'
import { remover } from './rows.ts'

/** Rows of addresses (lower case). */
export const chainAccounts = cachedLookup(
  'chain_accounts',
  ['chain_id', 'address'],
  (account: { readonly chainId: string; readonly address: string }) => [account.chainId, account.address],
)

/** Keeps the earliest time of the same code; deletes rows not renewed since `deleteBefore` (ms). */
export async function saveChainAccounts(db: Db, rows: readonly ChainAccountRow[], deleteBefore: number): Promise<void> {
  await db.deleteFrom('chain_accounts').where('recorded_at', '<', deleteBefore).execute()
  await db
    .insertInto('chain_accounts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'address']).doUpdateSet((e) => ({
        fingerprint: e.ref('excluded.fingerprint'),
        since: sql<number>`case when chain_accounts.fingerprint = excluded.fingerprint
          and chain_accounts.since < excluded.since then chain_accounts.since else excluded.since end`,
        recorded_at: e.ref('excluded.recorded_at'),
      })),
    )
    .execute()
}

/** What nodes of a chain said: one of them may have lied. */
export const forgetChainAccounts = remover('chain_accounts', 'chain_id')
