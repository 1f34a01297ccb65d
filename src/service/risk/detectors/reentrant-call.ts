import { type Reentrance, reentrancesIn } from '../trace/reentrance.ts'
import type { Detector, Observation } from './detector.ts'

const points: Readonly<Record<Reentrance['outcome'], number>> = { emptied: 85, leaking: 60, refused: 45 }

const told: Readonly<Record<Reentrance['outcome'], (entered: string) => string>> = {
  emptied: (entered) => `calling ${entered} again before its first call ended, and the same asset left it both times`,
  leaking: (entered) =>
    `calling ${entered} again before its first call ended, and assets left it both times for nothing`,
  refused: (entered) => `trying to call ${entered} again before its first call ended, which was refused`,
}

export const reentrantCall: Detector = {
  id: 'reentrant-call',
  summary: 'The trace shows a contract that is called again by whom it just paid, and loses by it.',
  why: 'A contract that pays before it writes down that it paid can be made to pay again. Unsafe when the same asset leaves during both calls, a warning for different assets and for an attempt that was refused. Being entered twice is no finding by itself: routers, hooks and flash loans do it by design.',
  origin:
    'Of 21,212 contracts that static tools flagged 34 were re-entrant (Turn the Rudder, ICSE 2023): only what value does tells an attack from a callback.',
  detect({ evidence, roleOf }): Observation[] {
    if (!evidence.trace) return []
    return strongestOf(reentrancesIn(evidence.trace)).map(({ entered, by, outcome }) => ({
      subCategory: 'reentrancy',
      points: points[outcome],
      hops: 0,
      subject: by,
      role: roleOf(by),
      text: told[outcome](entered),
      source: 'trace',
      flip: 'an ALLOW entry for the address',
    }))
  },
}

/** One for each pair: a loop may enter a hundred times. */
function strongestOf(found: readonly Reentrance[]): Reentrance[] {
  return Array.from(
    Map.groupBy(found, ({ entered, by }) => `${entered} ${by}`).values(),
    (same) => same.toSorted((a, b) => points[b.outcome] - points[a.outcome])[0] as Reentrance,
  )
}
