import { counted } from '../../../api/text/amounts.ts'
import { bandFloors, type SubCategory } from '../../../api/vocabulary.ts'
import type { Connection, IntelRecord } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import { hasRelevantConnections } from '../parties/known.ts'
import { isLifted, severityOf } from '../parties/reputation.ts'
import type { Subject } from '../types.ts'
import type { Detector, Observation } from './detector.ts'
import { listingText, subCategoryOf } from './listed-address.ts'
import { sanctionText } from './sanctioned-address.ts'

/** Maximum points by distance; nothing beyond. */
const mostAtHops: ReadonlyMap<number, number> = new Map([
  [1, bandFloors.UNSAFE - 1],
  [2, 45],
  [3, bandFloors.WARNING - 1],
])

export const connectedAddress: Detector = {
  id: 'connected-address',
  about: 'others',
  summary: 'An address that gains is 1 to 3 transfers away from a flagged address.',
  why: 'The severity of the listing in percent of 69 points at 1 transfer, 45 at 2 and 30 at 3. For the sender only mixers and sanctions count, because a victim is connected to the scam too.',
  origin: 'Distances and score bands of the interface documentation.',
  examples: {
    attack: 'The recipient is 1 transfer from a listed drainer.',
    nearMiss: 'The sender is 1 transfer from a scam: it may be the victim.',
    evasion:
      'The recipient stands inside a multicall, a Safe and a user operation: it is found. From 4 hops on, evasion succeeds.',
  },
  reads: ['connections'],
  detect(facts: Facts): Observation[] {
    return facts.subjects.flatMap((subject) => {
      const connections = facts.evidence.findHops(subject.address)
      if (connections.length === 0 || !hasRelevantConnections(subject.role)) return []
      if (facts.reputationOf(subject.address).trustedBy) return []
      const current = connections.filter(({ record }) => !isLifted(record, facts.evidence))
      const direct = new Set(facts.evidence.intelOn(subject.address).flatMap((record) => subCategoryFor(record) ?? []))
      return strongestEach(current.flatMap((connection) => observed(connection, subject, facts))).filter(
        (found) => !direct.has(found.subCategory),
      )
    })
  },
}

type Connected = Observation & Required<Pick<Observation, 'subCategory' | 'hops'>>

function observed({ hops, path, record }: Connection, { address, role }: Subject, { addressText }: Facts): Connected[] {
  const most = mostAtHops.get(hops)
  const subCategory = subCategoryFor(record)
  if (most === undefined || subCategory === undefined) return []
  if (role === 'sender' && record.kind === 'malicious') return []
  return [
    {
      subCategory,
      points: Math.floor((most * severityOf(record)) / 100),
      hops,
      ...(path && { path }),
      subject: address,
      text: connectionText({ hops, record }, addressText(record.address.toLowerCase())),
      source: record.source,
      flip:
        record.kind === 'sanctioned'
          ? `do not send or sign it; only ${record.source} can lift it by delisting that address: an ALLOW entry has no effect`
          : 'add an ALLOW entry for the address',
    },
  ]
}

function subCategoryFor(record: IntelRecord): SubCategory | undefined {
  if (record.kind === 'sanctioned') return 'sanctionedInteraction'
  return record.kind === 'malicious' || record.kind === 'mixer' ? subCategoryOf(record) : undefined
}

/** Reports the strongest connection of each subCategory. */
function strongestEach(found: readonly Connected[]): Connected[] {
  return Array.from(
    Map.groupBy(found, (each) => each.subCategory).values(),
    (same) => same.toSorted((a, b) => b.points - a.points || a.hops - b.hops)[0] as Connected,
  )
}

function connectionText({ hops, record }: Connection, place: string): string {
  const distance = counted(hops, 'transfer')
  const listing = record.kind === 'sanctioned' ? sanctionText(record) : listingText(record)
  return `is ${distance} from ${place}, which ${listing}`
}
