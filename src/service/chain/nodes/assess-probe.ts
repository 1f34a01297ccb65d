import type { Capabilities } from './chain-node.ts'
import type { Probe } from './probe.ts'

export const PROBE_LIFETIME_MS = 24 * 60 * 60 * 1000
/** How long a probe that may be wrong is used. */
export const BRIEF_LIFETIME_MS = 5 * 60 * 1000

export interface AssessedProbe {
  /** What the node counts as able to do now. */
  readonly use: Probe
  /** What the next process starts from. */
  readonly keep: Probe
}

/**
 * One bad answer must not weaken verdicts for a day: a probe that lacks what the kept one has is used for five minutes, and
 * replaces it only when a later probe lacks the same. A first probe with wrong answers is used for five minutes as well.
 */
export function assessProbe(found: Probe, kept: Probe | undefined): AssessedProbe {
  if (!kept) {
    const first = found.isUnsure ? { ...found, isBrief: true } : found
    return { use: first, keep: first }
  }
  const lost = lostFrom(kept, found)
  if (lost.length === 0) return { use: found, keep: found }
  const { suspicion } = kept
  const isSame = suspicion !== undefined && lost.every((name) => suspicion.lost.includes(name))
  const since = isSame ? suspicion.since : found.probedAt
  if (isSame && found.probedAt - since >= BRIEF_LIFETIME_MS) return { use: found, keep: found }
  return { use: { ...found, isBrief: true }, keep: { ...kept, suspicion: { lost, since } } }
}

export function lifetimeOf({ isBrief }: Probe): number {
  return isBrief ? BRIEF_LIFETIME_MS : PROBE_LIFETIME_MS
}

function lostFrom(kept: Probe, found: Probe): (keyof Capabilities)[] {
  return (Object.keys(kept.can) as (keyof Capabilities)[]).filter((name) => kept.can[name] && !found.can[name])
}
