import { type Outcome, outcomes } from './metamorphic/run.ts'

/**
 * Each honest case that is SAFE, plain and in every wrapping, made hostile in one word: how many stay SAFE, and how many of these
 * without a rule by which the word costs nothing. `--list` prints those.
 */
const all = Array.from(outcomes())
const rate = (some: readonly Outcome[], of: readonly Outcome[]) =>
  `${some.length} of ${of.length} = ${((100 * some.length) / Math.max(1, of.length)).toFixed(1)} %`
const isUnexplained = ({ isSafe, reason }: Outcome) => isSafe && reason === undefined

const lines = [
  ...Array.from(
    Map.groupBy(all, ({ kind }) => kind),
    ([kind, some]) => {
      const safe = some.filter(({ isSafe }) => isSafe)
      return `${kind}: SAFE ${rate(safe, some)}, without a reason ${rate(some.filter(isUnexplained), some)}`
    },
  ),
  ...Array.from(
    Map.groupBy(
      all.filter(({ isSafe }) => isSafe),
      ({ reason }) => reason ?? 'no reason',
    ),
    ([reason, some]) => `  ${reason}: ${some.length}`,
  ),
  ...(process.argv.includes('--list') ? all.filter(isUnexplained).map(({ name }) => `  SAFE ${name}`) : []),
]
process.stdout.write(`${lines.join('\n')}\n`)
