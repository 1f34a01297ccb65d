import type { Db, DigestRow } from '../schema/schema.ts'
import { unindexed } from './page.ts'
import { deleteRows, inserter, rowsWith, updateRows } from './rows.ts'

export type DigestKey = Pick<DigestRow, 'topic' | 'chain_id' | 'address'>

export function findDigest(db: Db, { topic, chain_id, address }: DigestKey): Promise<DigestRow | undefined> {
  return rowsWith(db, 'digests', { topic, chain_id, address }).executeTakeFirst()
}

export const insertDigest = inserter('digests')

export async function updateDigest(db: Db, { id, count, content }: Pick<DigestRow, 'id' | 'count' | 'content'>) {
  await updateRows(db, 'digests', { id }, { count, content }).execute()
}

type DigestTopic = Omit<DigestKey, 'address'>

/** The one that is due first. */
export function firstDigest(db: Db, { topic, chain_id }: DigestTopic): Promise<DigestRow | undefined> {
  const all = rowsWith(db, 'digests', { topic, chain_id })
  return all.orderBy('due_at').orderBy('id').limit(1).executeTakeFirst()
}

/** What is noted of addresses that are still monitored. */
export async function countDigests(db: Db, topic: DigestTopic): Promise<{ addresses: number; entries: number }> {
  const { addresses, entries } = await monitoredDigests(db, topic)
    .select((e) => [
      e.fn.countAll<number>().as('addresses'),
      e.fn.coalesce(e.fn.sum<number>('digests.count'), e.lit(0)).as('entries'),
    ])
    .executeTakeFirstOrThrow()
  return { addresses: Number(addresses), entries: Number(entries) }
}

/** A digest with the name of its monitored address. */
export type NamedDigest = Pick<DigestRow, 'address' | 'count' | 'content'> & { readonly name: string }

/** Those of monitored addresses with the most entries. */
export function largestDigests(db: Db, topic: DigestTopic, most: number): Promise<NamedDigest[]> {
  return monitoredDigests(db, topic)
    .select(['digests.address', 'digests.count', 'digests.content', 'monitored_addresses.name'])
    .orderBy('digests.count', 'desc')
    .orderBy('digests.id')
    .limit(most)
    .execute()
}

/** Each monitor is found by its address: without statistics, a database may read all monitors of the chain for each digest. */
function monitoredDigests(db: Db, { topic, chain_id }: DigestTopic) {
  return db
    .selectFrom('digests')
    .innerJoin('monitored_addresses', 'monitored_addresses.address_key', 'digests.address')
    .where('digests.topic', '=', topic)
    .where('digests.chain_id', '=', chain_id)
    .where(unindexed<string>('monitored_addresses.chain_id', ''), '=', chain_id)
    .where(unindexed<number>('monitored_addresses.enabled', 0), '=', 1)
}

export async function deleteDigests(db: Db, { topic, chain_id }: DigestTopic): Promise<void> {
  await deleteRows(db, 'digests', { topic, chain_id }).execute()
}
