import { baselineFor } from '../intel/baseline.ts'
import { type Connection, evidenceSet, type IntelKind, type IntelRecord } from '../risk/evidence.ts'
import { isNobody, isThreat, reputationOf, severityOf } from '../risk/reputation.ts'
import type { Role, Subject } from '../risk/types.ts'
import { neighboursOf } from '../store/repositories/graph.ts'
import { intelOn, isHeldOn } from '../store/repositories/intel.ts'
import type { Db } from '../store/schema.ts'

/** Beyond so many transfers a connection says nothing. */
const MOST_HOPS = 3
/** New addresses looked at for one subject at one distance. */
const MOST_A_LEVEL = 500
/** New addresses looked at for a transaction. */
const MOST_NODES = 2000
/** Subjects whose connections are looked for, those named first: a batch may pay thousands. */
const MOST_SUBJECTS = 64
/** Told of one subject. */
const MOST_CONNECTIONS = 20

/** Through these everybody is connected with everybody: paths end there. */
const barriers: readonly IntelKind[] = ['exchange', 'protocol', 'token', 'burn']

/** Who gains nothing is not walked from. */
const unwalked: readonly Role[] = ['token', 'owner', 'named', 'revoked', 'called']

interface Walk {
  readonly start: string
  readonly seen: Set<string>
  frontier: readonly string[]
  readonly found: Connection[]
}

interface Node {
  readonly threats: readonly IntelRecord[]
  readonly isBarrier: boolean
}

/**
 * The shortest paths, up to three transfers, from who gains to flagged addresses. Breadth first over all subjects at
 * once, so that what is near is found when the bound is hit. Nobody is walked through the sender: whom a victim pays
 * has nothing to do with the thief.
 * @param known what is known of the subjects themselves
 */
export async function findHops(
  db: Db,
  subjects: readonly Subject[],
  known: readonly IntelRecord[],
  chainId: string,
): Promise<ReadonlyMap<string, readonly Connection[]>> {
  const nodes = nodesOf(known)
  const sender = subjects.find(({ role }) => role === 'sender')?.address
  const walks = subjects
    .filter(({ address, role }) => !unwalked.includes(role) && !isNobody(address) && !nodes.get(address)?.isBarrier)
    .slice(0, MOST_SUBJECTS)
    .map(({ address }): Walk => {
      const seen = new Set(sender === undefined ? [address] : [address, sender])
      return { start: address, seen, frontier: [address], found: [] }
    })
  const budget = { left: MOST_NODES }
  // Not the whole of lookUpIntel: what an address looks like says nothing at a distance.
  const lookUp = async (addresses: readonly string[]) =>
    nodesOf([
      ...addresses.flatMap((address) => baselineFor(address, chainId)),
      ...(await intelOn(db, addresses)).filter((hit) => isHeldOn(hit, chainId)),
    ])
  for (let hops = 1; hops <= MOST_HOPS; hops++)
    for (const walk of walks) await step(db, walk, { chainId, hops, budget, lookUp })
  return new Map(walks.filter(({ found }) => found.length > 0).map(({ start, found }) => [start, told(found)]))
}

interface Step {
  readonly chainId: string
  readonly hops: number
  readonly budget: { left: number }
  readonly lookUp: (addresses: readonly string[]) => Promise<ReadonlyMap<string, Node>>
}

/** One transfer further. */
async function step(db: Db, walk: Walk, { chainId, hops, budget, lookUp }: Step): Promise<void> {
  const most = Math.min(MOST_A_LEVEL, budget.left)
  // Room for the ways back: each address of the frontier has at least one.
  const neighbours = await neighboursOf(db, chainId, walk.frontier, most === 0 ? 0 : most + walk.seen.size)
  const fresh = neighbours.filter((address) => !walk.seen.has(address)).slice(0, most)
  budget.left -= fresh.length
  for (const address of fresh) walk.seen.add(address)
  const nodes = await lookUp(fresh)
  for (const address of fresh)
    walk.found.push(...(nodes.get(address)?.threats ?? []).map((record) => ({ hops, record })))
  walk.frontier = fresh.filter((address) => !nodes.get(address)?.isBarrier)
}

/** What is said of addresses, by address; a listing that a fact outweighs counts for nothing. */
function nodesOf(records: readonly IntelRecord[]): Map<string, Node> {
  const evidence = evidenceSet({ intel: records })
  const nodes = new Map<string, Node>()
  for (const address of new Set(records.map((record) => record.address.toLowerCase()))) {
    const own = evidence.intelOn(address)
    const isVouchedFor = reputationOf(address, evidence).vouch !== undefined
    nodes.set(address, {
      threats: isVouchedFor ? [] : own.filter((record) => isThreat(record) || record.kind === 'sanctioned'),
      isBarrier: own.some(({ kind }) => barriers.includes(kind)),
    })
  }
  return nodes
}

/** The nearest first, then the worst. */
function told(found: readonly Connection[]): Connection[] {
  return found.toSorted((a, b) => a.hops - b.hops || weightOf(b.record) - weightOf(a.record)).slice(0, MOST_CONNECTIONS)
}

function weightOf(record: IntelRecord): number {
  return record.kind === 'sanctioned' ? 100 : severityOf(record)
}
