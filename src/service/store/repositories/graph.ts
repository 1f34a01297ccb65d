import { sql } from 'kysely'
import { chunksOf } from '../../../shared/chunks-of.ts'
import type { Db } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'
import { hexText, keyBytes } from './intel.ts'

/** Rows per INSERT. */
const EDGES_PER_STATEMENT = 64

/** A transfer between two addresses (lower case). */
export interface Edge {
  readonly chainId: string
  readonly from: string
  readonly to: string
}

/** The edge without its direction. */
export function edgeKey({ chainId, from, to }: Edge): string {
  return from < to ? `${chainId} ${from} ${to}` : `${chainId} ${to} ${from}`
}

/** Adds transfers to the hop graph. Ignores transfers of an address to itself. */
export async function addEdges(db: Db, edges: readonly Edge[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const edge of edges) {
    if (edge.from === edge.to) continue
    const key = edgeKey(edge)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const rows = Array.from(counts, ([key, count]) => {
    const [chain_id = '', a = '', b = ''] = key.split(' ')
    return { chain_id, a: keyBytes(a), b: keyBytes(b), count }
  })
  for (const some of chunksOf(rows, EDGES_PER_STATEMENT))
    await db
      .insertInto('graph_edges')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['chain_id', 'a', 'b']).doUpdateSet({ count: sql`graph_edges.count + excluded.count` }),
      )
      .execute()
}

export async function hasGraph(db: Db, chainId: string): Promise<boolean> {
  return (await anEdge(db, [chainId])).length > 0
}

/** Chains of the graph, each found by one step in the index. */
export async function chainsWithGraph(db: Db): Promise<string[]> {
  const found: string[] = []
  for (let last = ''; ; ) {
    const [row] = await nextChain(db, [last])
    if (!row?.chain_id) return found
    last = row.chain_id
    found.push(last)
  }
}

const nextChain = cachedQuery<{ readonly chain_id: string | null }>((db) =>
  sql<{ chain_id: string | null }>`select min(chain_id) as chain_id from graph_edges where chain_id > ${''}`.compile(
    db,
  ),
)

const anEdge = cachedQuery((db) => sql`select 1 from graph_edges where chain_id = ${null} limit 1`.compile(db))

/**
 * Distinct neighbours of the addresses, at most `most`; all in lower case. Each part of the union has its own limit,
 * because an exchange has millions of neighbours.
 */
export async function neighboursOf(
  db: Db,
  chainId: string,
  addresses: readonly string[],
  most: number,
): Promise<string[]> {
  if (addresses.length === 0 || most <= 0) return []
  const keys = sql.join(addresses.map(keyBytes))
  const { rows } = await sql<{ key: Uint8Array }>`
    select key from (select b as key from graph_edges where chain_id = ${chainId} and a in (${keys}) limit ${most}) as onward
    union all
    select key from (select a as key from graph_edges where chain_id = ${chainId} and b in (${keys}) limit ${most}) as back`.execute(
    db,
  )
  const found = new Set(rows.map(({ key }) => hexText(key)))
  return [...found].slice(0, most)
}

/** The transfers between two groups of addresses: one of the first group, and one of the other. */
export async function edgesBetween(
  db: Db,
  chainId: string,
  addresses: readonly string[],
  others: readonly string[],
): Promise<(readonly [string, string])[]> {
  if (addresses.length === 0 || others.length === 0) return []
  const [keys, otherKeys] = [sql.join(addresses.map(keyBytes)), sql.join(others.map(keyBytes))]
  const { rows } = await sql<{ key: Uint8Array; other: Uint8Array }>`
    select a as key, b as other from graph_edges where chain_id = ${chainId} and a in (${keys}) and b in (${otherKeys})
    union all
    select b as key, a as other from graph_edges where chain_id = ${chainId} and a in (${otherKeys}) and b in (${keys})`.execute(
    db,
  )
  return rows.map(({ key, other }) => [hexText(key), hexText(other)])
}
