import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Detector } from '../src/service/risk/detectors/detector.ts'
import { detectors } from '../src/service/risk/detectors/index.ts'
import { effectRowOf } from '../src/service/risk/effects/look-up.ts'
import { encodeCall, selectorOf } from './service/risk/effects/effect-call.ts'
import { judged, other, stranger, token } from './service/risk/situation.ts'

const PAGE = 'docs/risk.md'
const START = '<!-- rules: written by npm run docs -->\n'
const END = '<!-- end of rules -->'

/** One block a rule: a wide table cannot be read, and conflicts on every change. */
function block({ id, summary, why, origin, examples }: Detector): string {
  const { attack, nearMiss, evasion } = examples
  const lines = [
    `Fires: ${summary}`,
    `Points: ${why}`,
    `Attack: ${attack}`,
    `Near miss: ${nearMiss}`,
    `Evasion: ${evasion}`,
    `Based on: ${origin}`,
  ]
  return `\n### ${id}\n\n${lines.map((line) => `- ${line}\n`).join('')}`
}

test('the rules in docs/risk.md match the detectors', () => {
  const page = readFileSync(PAGE, 'utf8')
  const [before, rest = ''] = page.split(START)
  const [shown, after = ''] = rest.split(END)
  const rules = `${detectors.map(block).join('')}\n`
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, `${before}${START}${rules}${END}${after}`)
  else expect(shown).toBe(rules)
})

test('the examples of rights, outputs and control are found with the points that the page says', () => {
  const cases = [...readFileSync(PAGE, 'utf8').matchAll(/\| `(\w+\([^`]*\))`.*\| `([\w-]+)` (\d+) +\|$/gm)]
  expect(cases.length).toBeGreaterThan(15)
  for (const [, call = '', rule, points] of cases) {
    const row = effectRowOf(selectorOf(call))
    const [effect] = row?.effects ?? []
    if (!row || !effect) throw new Error(`${call} has no effect row`)
    const { findings } = judged({ to: stranger, data: encodeCall(row, { [effect.to]: other }, token) })
    expect(findings, call).toContainEqual(expect.objectContaining({ rule, points: Number(points), subject: other }))
  }
})

test('the effect row that the page shows is one of the data', () => {
  const [, shown = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(readFileSync(PAGE, 'utf8')) ?? []
  expect(shown).toContain('call:')
  expect(globSync('data/effects/*.yaml').some((file) => readFileSync(file, 'utf8').includes(shown))).toBe(true)
})
