import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { detectors } from '../src/service/risk/detectors/index.ts'

const PAGE = 'docs/risk.md'
const START = '<!-- rules: written by UPDATE_DOCS=1 npx vitest run test/risk-page.test.ts -->\n'
const END = '<!-- end of rules -->'

/** What the detectors say of themselves. */
function table(): string {
  const rows = detectors.map(({ id, summary, why, origin }) => [`\`${id}\``, summary, why, origin])
  const header = ['rule', 'fires when', 'what it is worth, and why', 'source']
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |\n`).join('')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

test('the page on risk lists the rules as they are', () => {
  const page = readFileSync(PAGE, 'utf8')
  const [before, rest = ''] = page.split(START)
  const [shown = '', after = ''] = rest.split(END)
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, `${before}${START}${table()}${END}${after}`)
  else expect(withoutPadding(shown)).toBe(withoutPadding(table()))
})

/** The formatter makes the columns of a table equally wide. */
function withoutPadding(text: string): string {
  return text.replace(/ +/g, ' ').replace(/-{3,}/g, '---').trim()
}
