import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { present } from '../../../../bench/detection/adversarial/evidence.ts'
import { attacks, honest } from '../../../../bench/detection/adversarial/index.ts'
import { evidenceOf } from '../../../../bench/detection/run-engine.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { type Detector, findingsOf, isPresent } from '../../../../src/service/risk/detectors/detector.ts'
import { detect, detectors } from '../../../../src/service/risk/detectors/index.ts'
import { factsOf } from '../../../../src/service/risk/facts.ts'
import { callData, word } from '../call-data.ts'
import { block, evidence, intel, other, token, transaction } from '../situation.ts'

const folder = new URL('../../../../src/service/risk/detectors/', import.meta.url)
const ids = readdirSync(folder)
  .filter((file) => !['all.ts', 'index.ts', 'detector.ts'].includes(file))
  .map((file) => file.replace(/\.ts$/, ''))

test('the index lists every detector of the folder, named like its file', async () => {
  const inFolder = await Promise.all(
    ids.map(async (id) => {
      const module: Record<string, unknown> = await import(new URL(`${id}.ts`, folder).href)
      return Object.values(module).find((value) => (value as Partial<Detector>).id === id)
    }),
  )
  expect(inFolder).toEqual(detectors)
  expect(detectors.map((detector) => detector.id)).toEqual(ids)
})

test('every detector has a test of each of its examples, with its words as the title', () => {
  const untested = detectors.flatMap(({ id, examples: { attack, nearMiss, evasion } }) => {
    const titles = titlesIn(`${id}.test.ts`)
    return [`attack: ${attack}`, `near miss: ${nearMiss}`, `evasion: ${evasion}`]
      .map((text) => text.replace(/\.$/, ''))
      .filter((title) => !titles.some((each) => each.startsWith(title)))
      .map((title) => `${id}: no test '${title}'`)
  })
  expect(untested).toEqual([])
})

/** Titles of tests; of a table of cases, what stands before the case. */
function titlesIn(file: string): string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return Array.from(text.matchAll(/^\s*(?:test|\]\))\(\s*'([^']*)',/gm), ([, title = '']) => title)
}

test('every detector has summary, why, origin and examples', () => {
  for (const { summary, why, origin, examples } of detectors)
    for (const text of [summary, why, origin, ...Object.values(examples)]) expect(text).toMatch(/^\S.{20,}\.$/)
})

test('every detector says its points first', () => {
  for (const { id, why } of detectors) expect(why, id).toMatch(/^(?:UNSAFE|WARNING|Score|The severity)\b/)
})

test('findings have their rule, the category of their subCategory and integer points from 0 to 100', () => {
  const situation = {
    data: `0x095ea7b3${word(`1${other.slice(2)}`)}${word(1)}`,
    entries: [block(token)],
    intel: [
      intel(other, { severity: 250 }),
      intel(other, { subCategory: 'rugPullInteraction', severity: -3 }),
      intel(other, { kind: 'mixer', severity: 70.4 }),
      intel(other, { kind: 'sanctioned' }),
    ],
  } as const
  const findings = detect(analyze(transaction(situation)), evidence(situation))
  expect(findings.map(({ rule, category, subCategory, points }) => [rule, category, subCategory, points])).toEqual([
    ['blocked-address', 'compliance', 'blockedAddress', 100],
    ['listed-address', 'cyber', 'maliciousInteraction', 100],
    ['listed-address', 'fraud', 'rugPullInteraction', 0],
    ['listed-address', 'compliance', 'mixerMaliciousContractInteraction', 70],
    ['sanctioned-address', 'compliance', 'sanctionedInteraction', 100],
    ['undecodable-call', 'cyber', 'maliciousInteraction', 31],
  ])
})

test('known addresses have no findings', () => {
  const records = (['benign', 'token', 'protocol', 'burn'] as const).map((kind) => intel(other, { kind }))
  const situation = { data: callData.transfer(other, 1n), intel: records }
  expect(detect(analyze(transaction(situation)), evidence(situation))).toEqual([])
})

test('a detector that is not run would find nothing', () => {
  const rows = [...attacks, ...honest].flatMap((group) => group.rows)
  const wrong = rows.flatMap((row) => {
    const { transaction, knowledge, known } = present(row)
    const analysis = analyze(transaction)
    const facts = factsOf(analysis, evidenceOf(analysis, knowledge, known))
    const skipped = detectors.filter(({ reads }) => reads && !reads.some((each) => isPresent(each, facts)))
    return skipped.filter((each) => findingsOf(each, facts).length > 0).map(({ id }) => `${id}: ${row.id}`)
  })
  expect(wrong).toEqual([])
})
