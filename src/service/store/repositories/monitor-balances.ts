import { chunksOf } from '../../../shared/chunks-of.ts'
import type { Db, MonitorBalanceRow } from '../schema/schema.ts'
import { cachedLookup } from './cached-query.ts'
import { deleteRows } from './rows.ts'

/** Rows of one statement: databases accept some ten thousand parameters. */
const ROWS = 1000

/** All rows of accounts (lower case), in the order of blocks. */
export async function monitorBalances(
  db: Db,
  chainId: string,
  addresses: readonly string[],
): Promise<MonitorBalanceRow[]> {
  const accounts = addresses.map((address) => [chainId, address] as const)
  const rows = await balancesOf(db, accounts)
  return rows.sort((a, b) => a.block_number - b.block_number)
}

const balancesOf = cachedLookup(
  'monitor_balances',
  ['chain_id', 'address'],
  (account: readonly [chainId: string, address: string]) => account,
)

/** Replaces the row of the same address and block. */
export async function saveMonitorBalances(db: Db, rows: readonly MonitorBalanceRow[]): Promise<void> {
  for (const some of chunksOf(rows, ROWS))
    await db
      .insertInto('monitor_balances')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['chain_id', 'address', 'block_number']).doUpdateSet((e) => ({
          is_change: e.ref('excluded.is_change'),
          balance: e.ref('excluded.balance'),
          nonce: e.ref('excluded.nonce'),
        })),
      )
      .execute()
}

export async function deleteMonitorBalancesFrom(db: Db, chainId: string, number: number): Promise<void> {
  await db.deleteFrom('monitor_balances').where('chain_id', '=', chainId).where('block_number', '>=', number).execute()
}

/** Deletes the balances of one address below a block. */
export async function deleteMonitorBalancesBelow(
  db: Db,
  { chainId, address, number }: { chainId: string; address: string; number: number },
): Promise<void> {
  await deleteRows(db, 'monitor_balances', { chain_id: chainId, address }).where('block_number', '<', number).execute()
}

/** What was expected of an address that is no longer, or not yet, watched. */
export async function forgetMonitorBalances(db: Db, chainId: string, address: string): Promise<void> {
  await deleteRows(db, 'monitor_balances', { chain_id: chainId, address }).execute()
}
