import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { lureSignatures } from '../src/service/risk/lures/forms.ts'

/** Writes the table of selectors anew from the vocabulary: `npx tsx scripts/lure-selectors.ts`. */
const selectors = Buffer.concat(
  lureSignatures().map((signature) => Hash.keccak256(Hex.toBytes(Hex.fromString(signature))).subarray(0, 4)),
).swap32()
const path = join(import.meta.dirname, '../src/service/risk/lures/selectors.ts')
const text = `// Written by scripts/lure-selectors.ts; not to be changed by hand.

/** The first four bytes of keccak256 of every lure's signature, in the order of \`lureSignatures\`: little-endian, base64. */
export const lureSelectors =
  '${selectors.toString('base64')}'
`
writeFileSync(path, text)
process.stdout.write(`${selectors.length / 4} selectors, ${text.length} bytes\n`)
