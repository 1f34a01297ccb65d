import type { IntelKind } from '../../../api/vocabulary.ts'
import { isZeroAddress } from '../../evm/words.ts'
import { recordsOn } from '../../intel/known-tokens.ts'
import { type Connection, evidenceSet, type IntelRecord } from '../../risk/evidence.ts'
import { hasRelevantConnections } from '../../risk/parties/known.ts'
import { isWarning, reputationOf, severityOf } from '../../risk/parties/reputation.ts'
import type { Subject } from '../../risk/types.ts'
import { edgesBetween, neighboursOf } from '../../store/repositories/graph.ts'
import type { Db } from '../../store/schema/schema.ts'

/** Transfers after which a connection is meaningless. */
const MAX_HOPS = 3
/** New addresses per subject and hop. */
const MAX_PER_HOP = 500
/** New addresses per transaction. */
const MAX_NODES = 2000
/** The first subjects are searched: a batch may pay thousands. */
const MAX_SUBJECTS = 64
/** Reported connections per subject. */
const MAX_CONNECTIONS = 20

/** Hub addresses connect everyone: they end a path. */
const hubs: readonly IntelKind[] = ['exchange', 'protocol', 'token', 'burn']

interface Search {
  readonly start: string
  readonly seen: Set<string>
  /** The addresses that each hop found, but for hubs; those of the last hop are searched next. */
  readonly levels: (readonly string[])[]
  readonly found: Connection[]
}

interface GraphNode {
  readonly threats: readonly IntelRecord[]
  readonly isHub: boolean
}

/**
 * Shortest paths of up to three transfers from the beneficiaries to flagged addresses. Breadth first over all subjects at
 * once, so that near ones are found before a limit. No path leads through the sender: other payees of a victim are not
 * connected with the attacker.
 * @param known records of the subjects themselves
 */
export async function findHops(
  db: Db,
  subjects: readonly Subject[],
  known: readonly IntelRecord[],
  chainId: string,
): Promise<ReadonlyMap<string, readonly Connection[]>> {
  const nodes = nodesOf(known)
  const sender = subjects.find(({ role }) => role === 'sender')?.address
  const searches = subjects
    .filter(
      ({ address, role }) => hasRelevantConnections(role) && !isZeroAddress(address) && !nodes.get(address)?.isHub,
    )
    .slice(0, MAX_SUBJECTS)
    .map(({ address }): Search => {
      const seen = new Set(sender === undefined ? [address] : [address, sender])
      return { start: address, seen, levels: [[address]], found: [] }
    })
  const budget = { left: MAX_NODES }
  // Without lookalikes, unlike lookUpIntel: they mean nothing at a distance.
  const lookUp = async (addresses: readonly string[]) => nodesOf(await recordsOn(db, chainId, addresses))
  for (let hops = 1; hops <= MAX_HOPS; hops++)
    for (const search of searches) await step(db, search, { chainId, hops, budget, lookUp })
  const connections = new Map<string, readonly Connection[]>()
  for (const { start, levels, found } of searches)
    if (found.length > 0) connections.set(start, await withPaths(db, chainId, levels, strongestOf(found)))
  return connections
}

/** Each with one of its shortest paths. */
async function withPaths(
  db: Db,
  chainId: string,
  levels: Search['levels'],
  found: readonly Connection[],
): Promise<Connection[]> {
  const paths = new Map(found.map(({ record }) => [record.address.toLowerCase(), [record.address.toLowerCase()]]))
  for (let level = MAX_HOPS - 1; level > 0; level--) {
    const flagged = new Set(found.filter(({ hops }) => hops > level).map(({ record }) => record.address.toLowerCase()))
    const firsts = [...flagged].map((address) => paths.get(address)?.[0] ?? address)
    const edges = new Map((await edgesBetween(db, chainId, firsts, levels[level] ?? [])).toSorted())
    for (const address of flagged) {
      const path = paths.get(address) ?? []
      const before = edges.get(path[0] ?? '')
      if (before !== undefined) paths.set(address, [before, ...path])
    }
  }
  return found.map((connection) => {
    const path = paths.get(connection.record.address.toLowerCase()) ?? []
    return path.length === connection.hops ? { ...connection, path } : connection
  })
}

interface StepOptions {
  readonly chainId: string
  readonly hops: number
  readonly budget: { left: number }
  readonly lookUp: (addresses: readonly string[]) => Promise<ReadonlyMap<string, GraphNode>>
}

async function step(db: Db, search: Search, { chainId, hops, budget, lookUp }: StepOptions): Promise<void> {
  const limit = Math.min(MAX_PER_HOP, budget.left)
  // Plus the addresses already seen: each frontier address has an edge back.
  const neighbours = await neighboursOf(
    db,
    chainId,
    search.levels.at(-1) ?? [],
    limit === 0 ? 0 : limit + search.seen.size,
  )
  const fresh = neighbours.filter((address) => !search.seen.has(address)).slice(0, limit)
  budget.left -= fresh.length
  for (const address of fresh) search.seen.add(address)
  const nodes = await lookUp(fresh)
  for (const address of fresh)
    search.found.push(...(nodes.get(address)?.threats ?? []).map((record) => ({ hops, record })))
  search.levels.push(fresh.filter((address) => !nodes.get(address)?.isHub))
}

/** Nodes by address; without threats that a benign record outweighs. */
function nodesOf(records: readonly IntelRecord[]): Map<string, GraphNode> {
  const evidence = evidenceSet({ intel: records })
  const nodes = new Map<string, GraphNode>()
  for (const address of new Set(records.map((record) => record.address.toLowerCase()))) {
    const own = evidence.intelOn(address)
    const isTrusted = reputationOf(address, evidence).trustedBy !== undefined
    nodes.set(address, {
      threats: isTrusted ? [] : own.filter(isWarning),
      isHub: own.some(({ kind }) => hubs.includes(kind)),
    })
  }
  return nodes
}

/** Nearest first, then most severe. */
function strongestOf(found: readonly Connection[]): Connection[] {
  return found
    .toSorted((a, b) => a.hops - b.hops || severityOf(b.record) - severityOf(a.record))
    .slice(0, MAX_CONNECTIONS)
}
