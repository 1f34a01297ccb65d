import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { functionSignatures } from '../src/service/risk/function-names/names.ts'
import { phishingSignatures } from '../src/service/risk/phishing-functions/names.ts'

/** Writes the selector tables from the vocabularies, little-endian: `npx tsx scripts/function-selectors.ts`. */
const folder = join(import.meta.dirname, '../data/tables')
for (const [name, signatures] of [
  ['phishing-selectors.bin', phishingSignatures()],
  ['function-selectors.bin', functionSignatures()],
] as const) {
  const selectors = signatures.map((signature) => Hash.keccak256(Hex.toBytes(Hex.fromString(signature))).subarray(0, 4))
  const bytes = Buffer.concat(selectors).swap32()
  writeFileSync(join(folder, name), bytes)
  process.stdout.write(`${name}: ${signatures.length} selectors, ${bytes.length} bytes\n`)
}
