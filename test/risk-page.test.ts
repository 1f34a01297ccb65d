import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Detector } from '../src/service/risk/detectors/detector.ts'
import { detectors } from '../src/service/risk/detectors/index.ts'

const PAGE = 'docs/risk.md'
const START = '<!-- rules: written by UPDATE_DOCS=1 npx vitest run test/risk-page.test.ts -->\n'
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
