import { bandFloors, type SubCategory } from '../../../api/vocabulary.ts'
import type { Connection, IntelRecord } from '../evidence.ts'
import { severityOf } from '../reputation.ts'
import type { Role, Subject } from '../types.ts'
import type { Detector, Facts, Observation } from './detector.ts'
import { listingText, subCategoryOf } from './listed-address.ts'

/** The most that a flagged address counts at a distance; nothing beyond. */
const mostAtHops: ReadonlyMap<number, number> = new Map([
  [1, bandFloors.UNSAFE - 1],
  [2, 45],
  [3, bandFloors.WARNING - 1],
])

/** Everybody deals with tokens; the others gain nothing. */
const unheard: readonly Role[] = ['token', 'owner', 'named', 'revoked', 'called']

export const connectedAddress: Detector = {
  id: 'connected-address',
  summary: 'Somebody who gains has dealt with a flagged address, directly or over at most two others.',
  why: 'Money moves on before it is missed. The severity of the listing, at most 69 at one transfer’s distance, 45 at two, 30 at three. Of the sender only mixers and sanctions are heard: a victim of a scam is connected with it, too.',
  origin:
    'Distances and bands of the interface’s documentation; the paths end at exchanges, bridges, routers and pools.',
  detect(facts: Facts): Observation[] {
    return facts.subjects.flatMap((subject) => {
      const connections = facts.evidence.findHops(subject.address)
      if (connections.length === 0 || !isHeard(subject, facts)) return []
      const said = new Set(facts.evidence.intelOn(subject.address).flatMap(directly))
      return strongestEach(connections.flatMap((connection) => observed(connection, subject))).filter(
        (found) => !said.has(found.subCategory),
      )
    })
  },
}

function isHeard({ address, role }: Subject, { reputationOf }: Facts): boolean {
  return !unheard.includes(role) && reputationOf(address).vouch === undefined
}

function directly(record: IntelRecord): SubCategory[] {
  const subCategory = subCategoryFor(record)
  return subCategory ? [subCategory] : []
}

function observed({ hops, record }: Connection, { address, role }: Subject): Observation[] {
  const most = mostAtHops.get(hops)
  const subCategory = subCategoryFor(record)
  if (most === undefined || subCategory === undefined) return []
  if (role === 'sender' && record.kind === 'malicious') return []
  return [
    {
      subCategory,
      points: Math.floor((most * weightOf(record)) / 100),
      hops,
      subject: address,
      role,
      text: connectionText({ hops, record }),
      source: record.source,
      flip:
        record.kind === 'sanctioned'
          ? `${record.source} no longer naming that address; an ALLOW entry does not`
          : 'an ALLOW entry for the address',
    },
  ]
}

function subCategoryFor(record: IntelRecord): SubCategory | undefined {
  if (record.kind === 'sanctioned') return 'sanctionedInteraction'
  return record.kind === 'malicious' || record.kind === 'mixer' ? subCategoryOf(record) : undefined
}

function weightOf(record: IntelRecord): number {
  return record.kind === 'sanctioned' ? 100 : Math.min(100, Math.max(0, severityOf(record)))
}

/** Many paths may lead to many flagged addresses: one of each subCategory is told. */
function strongestEach(found: readonly Observation[]): Observation[] {
  return Array.from(
    Map.groupBy(found, (each) => each.subCategory).values(),
    (same) => same.toSorted((a, b) => b.points - a.points || a.hops - b.hops)[0] as Observation,
  )
}

function connectionText({ hops, record }: Connection): string {
  const way =
    hops === 1
      ? 'directly connected with'
      : `connected over ${hops - 1 === 1 ? 'one other' : `${hops - 1} others`} with`
  const what = record.kind === 'sanctioned' ? `sanctioned: ${record.label}` : listingText(record)
  return `${way} ${record.address.toLowerCase()}, ${what}`
}
