import { openData } from './detection/data.ts'
import { figuresOf, linesOf } from './detection/figures.ts'
import { labelledSets } from './detection/sets.ts'
import { unseenSets } from './detection/unseen/sets.ts'

/**
 * Detection rates and false alarms of the engine on labelled transactions: counts, rates and 95 % Wilson intervals
 * at WARNING or more and at UNSAFE. Reads published data from TXWARDEN_INTEL_DATA or ../shared/intel next to the project,
 * otherwise the samples in bench/detection/samples. `--json` also prints the cases that miss a goal,
 * `--unseen` measures only the sets that were frozen before the rules were read.
 */
const data = openData()
const sets = process.argv.includes('--unseen') ? unseenSets() : await labelledSets(data)
const figures = sets.map(figuresOf)

if (process.argv.includes('--json')) {
  process.stdout.write(`${JSON.stringify({ node: process.version, data: data.origin, sets: figures }, null, 2)}\n`)
} else {
  const missed = figures.filter(({ goals }) => goals.some(({ reached }) => !reached))
  const last = `${figures.length} sets, ${missed.length} with a goal that is missed`
  process.stdout.write(`Node ${process.version}, ${data.origin}\n\n${figures.flatMap(linesOf).join('\n')}\n\n${last}\n`)
}
