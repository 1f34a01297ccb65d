import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { phishingSignatures } from '../src/service/risk/phishing-functions/names.ts'

/** Writes the selector table from the vocabulary: `npx tsx scripts/phishing-selectors.ts`. */
const selectors = Buffer.concat(
  phishingSignatures().map((signature) => Hash.keccak256(Hex.toBytes(Hex.fromString(signature))).subarray(0, 4)),
).swap32()
const path = join(import.meta.dirname, '../src/service/risk/phishing-functions/selectors.ts')
const text = `// Written by scripts/phishing-selectors.ts; do not edit.

/** First four bytes of keccak256 of each of \`phishingSignatures\`, in that order: little-endian, base64. */
export const phishingSelectors =
  '${selectors.toString('base64')}'
`
writeFileSync(path, text)
process.stdout.write(`${selectors.length / 4} selectors, ${text.length} bytes\n`)
