import type { Result } from './campaign.ts'
import type { Planned } from './plan.ts'

/** One run of a campaign, as the ledger keeps it. */
export interface Shard extends Result {
  readonly campaign: string
  readonly seed: number
  /** ISO 8601. */
  readonly at: string
  readonly commit: string
}

export interface Progress {
  /** All shards, also those of earlier runs. */
  readonly kept: readonly Shard[]
  readonly ofThisRun: readonly Shard[]
  readonly secondsLeft: number
}

/** The campaign that is furthest from its goal and ends in time; undefined: nothing is left to do. */
export function nextCampaign(plan: readonly Planned[], progress: Progress): Planned | undefined {
  const { kept, ofThisRun, secondsLeft } = progress
  return plan
    .filter((each) => partDone(each, kept) < 1 && expectedSeconds(each, kept) <= secondsLeft)
    .filter((each) => !ofThisRun.some((shard) => shard.campaign === each.campaign && !advances(each, shard)))
    .sort((a, b) => partDone(a, kept) - partDone(b, kept))[0]
}

/** Cases of a campaign by what they are, over all its shards. */
export function totalsOf(campaign: string, shards: readonly Shard[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const shard of shards)
    if (shard.campaign === campaign)
      for (const [what, cases] of Object.entries(shard.counts)) sums[what] = (sums[what] ?? 0) + cases
  return sums
}

/** Shards from the text of a ledger, one JSON object a line. A last line without line break was cut off. */
export function readLedger(text: string): { shards: Shard[]; whole: string } {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const lines = whole.split('\n').filter((line) => line !== '')
  return { shards: lines.map((line) => JSON.parse(line)), whole }
}

/** The part of the goal that is done, 0 to 1 and above. */
function partDone({ campaign, wanted, isWhole }: Planned, kept: readonly Shard[]): number {
  if (isWhole) return kept.some((shard) => shard.campaign === campaign && isKept(shard)) ? 1 : 0
  const done = totalsOf(campaign, kept)
  return Math.min(...Object.entries(wanted).map(([what, goal]) => (done[what] ?? 0) / goal))
}

/** Seconds of the last shard that brought it nearer to its goal; those of the plan before the first. */
function expectedSeconds(planned: Planned, kept: readonly Shard[]): number {
  return (
    kept.findLast((shard) => shard.campaign === planned.campaign && advances(planned, shard))?.seconds ??
    planned.seconds
  )
}

/** False: another shard would be no nearer to the goal, because it crashes, or the same cases fail again. */
function advances({ isWhole, wanted }: Planned, shard: Shard): boolean {
  return isWhole ? isKept(shard) : Object.keys(wanted).every((what) => (shard.counts[what] ?? 0) > 0)
}

/** Nothing is left open by a busy machine. */
function isKept({ broken, undecided = [] }: Shard): boolean {
  return broken.length + undecided.length === 0
}
