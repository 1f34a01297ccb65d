import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { detectors } from '../src/service/risk/detectors/index.ts'

const PAGE = 'docs/risk.md'
const START = '<!-- rules: written by UPDATE_DOCS=1 npx vitest run test/risk-page.test.ts -->\n'
const END = '<!-- end of rules -->'

/** Generated from the texts of the detectors. */
function table(): string {
  const rows = detectors.map(({ id, summary, why, origin }) => [`\`${id}\``, summary, why, origin])
  const header = ['rule', 'fires when', 'points and why', 'based on']
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |\n`).join('')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

test('the rules in docs/risk.md match the detectors', () => {
  const page = readFileSync(PAGE, 'utf8')
  const [before, rest = ''] = page.split(START)
  const [shown = '', after = ''] = rest.split(END)
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, `${before}${START}${table()}${END}${after}`)
  else expect(withoutPadding(shown)).toBe(withoutPadding(table()))
})

/** The formatter pads table columns. */
function withoutPadding(text: string): string {
  return text.replace(/ +/g, ' ').replace(/-{3,}/g, '---').trim()
}
