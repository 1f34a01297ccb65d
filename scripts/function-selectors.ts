import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { functionSignatures } from '../src/service/risk/function-names/names.ts'
import { phishingSignatures } from '../src/service/risk/phishing-functions/names.ts'
import { selectorTable } from './selector-table.ts'

/** Writes the selector tables from the vocabularies: `npx tsx scripts/function-selectors.ts`. */
const risk = join(import.meta.dirname, '../src/service/risk')
for (const [folder, constant, of, signatures] of [
  ['phishing-functions', 'phishingSelectors', 'phishingSignatures', phishingSignatures()],
  ['function-names', 'functionSelectors', 'functionSignatures', functionSignatures()],
] as const) {
  const text = selectorTable(constant, of, signatures)
  writeFileSync(join(risk, folder, 'selectors.ts'), text)
  process.stdout.write(`${folder}: ${signatures.length} selectors, ${text.length} bytes\n`)
}
