import type { ChainBlockRow, Db } from '../schema.ts'

export function findChainBlock(db: Db, chainId: string, number: number): Promise<ChainBlockRow | undefined> {
  return db
    .selectFrom('chain_blocks')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('number', '=', number)
    .executeTakeFirst()
}

/** The highest block below a number. */
export function chainBlockBelow(db: Db, chainId: string, number: number): Promise<ChainBlockRow | undefined> {
  return db
    .selectFrom('chain_blocks')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
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
