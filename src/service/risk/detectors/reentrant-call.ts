import { findReentrancies, type Reentrancy } from '../trace/reentrancy.ts'
import type { Detector, Observation } from './detector.ts'

const points: Readonly<Record<Reentrancy['outcome'], number>> = { emptied: 85, leaking: 60, refused: 45 }

const texts: Readonly<Record<Reentrancy['outcome'], (entered: string) => string>> = {
  emptied: (entered) => `calls ${entered} again before its first call ends, and the same asset leaves it both times`,
  leaking: (entered) => `calls ${entered} again before its first call ends, and assets leave it both times for nothing`,
  refused: (entered) => `tries to call ${entered} again before its first call ends, and the second call reverts`,
}

export const reentrantCall: Detector = {
  id: 'reentrant-call',
  about: 'sender',
  summary: 'The trace shows a contract that loses assets because the address it pays calls it again.',
  why: 'UNSAFE 85 when the same asset leaves in both calls; WARNING 60 for different assets, 45 for a second call that reverts. Reentrancy alone is not a finding: routers, hooks and flash loans use it.',
  origin:
    'Of 21,212 contracts flagged by static tools, 34 were reentrant (Turn the Rudder, ICSE 2023): only the flow of value distinguishes an attack from a callback.',
  examples: {
    attack: 'A vault is called again while it pays, and pays again.',
    nearMiss: 'A repaid flash loan with another loan inside.',
    evasion: 'The attacker sends a worthless token back during the call: it does not count as payment.',
  },
  detect({ evidence, addressText }): Observation[] {
    if (!evidence.trace) return []
    return strongestOf(findReentrancies(evidence.trace)).map(({ entered, by, outcome }) => ({
      subCategory: 'reentrancy',
      points: points[outcome],
      subject: by,
      text: texts[outcome](addressText(entered)),
      source: 'trace',
      flip: 'reject; if the calls are known to be honest, add an ALLOW entry for the address',
    }))
  },
}

/** One for each pair, because a loop may enter many times. */
function strongestOf(found: readonly Reentrancy[]): Reentrancy[] {
  return Array.from(
    Map.groupBy(found, ({ entered, by }) => `${entered} ${by}`).values(),
    (same) => same.toSorted((a, b) => points[b.outcome] - points[a.outcome])[0] as Reentrancy,
  )
}
