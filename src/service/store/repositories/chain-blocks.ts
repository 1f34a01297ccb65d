import type { ChainBlockRow, Db } from '../schema.ts'

/** Blocks below a number, the highest first. */
export function chainBlocksDown(db: Db, chainId: string, below: number, most: number): Promise<ChainBlockRow[]> {
  return db
    .selectFrom('chain_blocks')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('number', '<', below)
    .orderBy('number', 'desc')
    .limit(most)
    .execute()
}

export async function insertChainBlocks(db: Db, rows: readonly ChainBlockRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('chain_blocks').values(rows).execute()
}

export async function deleteChainBlocksFrom(db: Db, chainId: string, number: number): Promise<void> {
  await db.deleteFrom('chain_blocks').where('chain_id', '=', chainId).where('number', '>=', number).execute()
}

export async function deleteChainBlocksBelow(db: Db, chainId: string, number: number): Promise<void> {
  await db.deleteFrom('chain_blocks').where('chain_id', '=', chainId).where('number', '<', number).execute()
}
