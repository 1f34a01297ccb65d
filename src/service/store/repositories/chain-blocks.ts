import type { ChainBlockRow, Db } from '../schema/schema.ts'
import { rowsWith } from './rows.ts'

/** Blocks below a number, the highest first. */
export function chainBlocksDown(db: Db, chainId: string, below: number, most: number): Promise<ChainBlockRow[]> {
  return rowsWith(db, 'chain_blocks', { chain_id: chainId })
    .where('number', '<', below)
    .orderBy('number', 'desc')
    .limit(most)
    .execute()
}

export function lowestChainBlock(db: Db, chainId: string): Promise<ChainBlockRow | undefined> {
  return rowsWith(db, 'chain_blocks', { chain_id: chainId }).orderBy('number').limit(1).executeTakeFirst()
}

/** Those above one number and below another, in their order. */
export function chainBlocksBetween(
  db: Db,
  chainId: string,
  { above, below }: { readonly above: number; readonly below: number },
): Promise<ChainBlockRow[]> {
  return rowsWith(db, 'chain_blocks', { chain_id: chainId })
    .where('number', '>', above)
    .where('number', '<', below)
    .orderBy('number')
    .execute()
}

export async function insertChainBlocks(db: Db, rows: readonly ChainBlockRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('chain_blocks').values(rows).execute()
}

export async function deleteChainBlocksFrom(db: Db, chainId: string, number: number): Promise<void> {
  await db.deleteFrom('chain_blocks').where('chain_id', '=', chainId).where('number', '>=', number).execute()
}

/** Deletes all but the highest ones. */
export async function keepNewestChainBlocks(db: Db, chainId: string, count: number): Promise<void> {
  const [first] = await db
    .selectFrom('chain_blocks')
    .select('number')
    .where('chain_id', '=', chainId)
    .orderBy('number', 'desc')
    .offset(count - 1)
    .limit(1)
    .execute()
  if (!first) return
  await db.deleteFrom('chain_blocks').where('chain_id', '=', chainId).where('number', '<', first.number).execute()
}

/** Hashes of blocks that are kept, by number. */
export async function chainBlockHashes(
  db: Db,
  chainId: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('chain_blocks')
    .select(['number', 'hash'])
    .where('chain_id', '=', chainId)
    .where('number', 'in', numbers)
    .execute()
  return new Map(rows.map(({ number, hash }) => [number, hash]))
}
