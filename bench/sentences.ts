import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type Analysis, analyze } from '../src/service/risk/analyze.ts'
import type { KnownEvidence } from '../src/service/risk/evidence.ts'
import { actionsInWords } from '../src/service/risk/summary/actions-in-words.ts'
import { wordsOf } from '../src/service/risk/summary/words.ts'
import type { HonestCase } from '../test/honest/honest-case.ts'
import { honestGroups, idOfCase } from '../test/honest/index.ts'
import { present } from './detection/adversarial/evidence.ts'
import { analysisOf } from './detection/effect-messages.ts'
import { Knowledge } from './detection/knowledge.ts'
import { assessed, evidenceOf } from './detection/run-engine.ts'
import { callData } from './detection/unseen/index.ts'
import { messages } from './detection/unseen/messages.ts'

/**
 * First sentences of cases that a hash draws, honest ones and attacks, for a person who grades them: does each say what happens, who
 * gains, and how much? `--seed WORD` draws others, `--cases N` more.
 */
const { seed, cases } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, cases: { type: 'string', default: '60' } },
}).values

const all = new Map<string, HonestCase>([
  ...honestGroups.flatMap((group) => group.cases.map((each): [string, HonestCase] => [idOfCase(group, each), each])),
  ...callData.flatMap(({ name, attacks }) =>
    attacks.map((each): [string, HonestCase] => [`attack: ${name}/${each.id}`, each]),
  ),
  ...messages.attacks.map((each): [string, HonestCase] => [`attack: ${each.family}/${each.id}`, each]),
])

function sentencesOf(each: HonestCase): readonly string[] {
  if ('typedData' in each) return inWords(analysisOf(each), new Knowledge())
  const { transaction, knowledge, known } = present(each)
  return inWords(analyze(transaction), knowledge, known)
}

function inWords(
  analysis: Analysis,
  ...given: [knowledge: Knowledge, known?: Partial<KnownEvidence>]
): readonly string[] {
  const words = wordsOf(analysis, evidenceOf(analysis, ...given))
  return actionsInWords(analysis, words, assessed(analysis, ...given).account).actions
}

const rankOf = (name: string) => createHash('sha256').update(`${seed} ${name}`).digest('hex')
const drawn = [...all].toSorted(([one], [other]) => (rankOf(one) < rankOf(other) ? -1 : 1)).slice(0, Number(cases))
for (const [name, each] of drawn) {
  const [first = '(nothing)', ...more] = sentencesOf(each)
  process.stdout.write(`${[`${name}: ${each.what}`, `  ${first}`, ...more.map((text) => `  + ${text}`)].join('\n')}\n`)
}
