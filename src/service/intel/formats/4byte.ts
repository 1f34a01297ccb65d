import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { type FeedRecord, type Format, keptIfAny, malformed, type Row } from './format.ts'
import { notThisFormat } from './reading/not-this-format.ts'

/** Longest file (characters): selectors with hundreds of made-up signatures are real. */
const LONGEST = 256 * 1024

/** A function as Solidity writes it for hashing: no spaces, no names. */
const SIGNATURE = /^[A-Za-z_$][\w$]*\([\w$,()[\]]*\)$/

/** Function signatures: signatures/<selector without 0x>, the texts parted by `;`, as in ethereum-lists/4bytes. */
export const fourByte: Format = {
  isPart: (path) => /\/[0-9a-f]{8}$/i.test(path),
  async *read(file) {
    const name = /([^/]*)$/.exec(file.path)?.[1] ?? ''
    if (!/^[0-9a-f]{8}$/i.test(name)) throw notThisFormat('the name of a file is a selector, as in signatures/095ea7b3')
    let text = ''
    for await (const piece of file.text) {
      text += piece
      if (text.length > LONGEST) throw notThisFormat('a selector takes a line, and this is larger than 256 KiB')
    }
    yield [readSelector(`0x${name.toLowerCase()}`, text)]
  },
}

/** Anybody may hand in a signature, but not one that hashes to something else. */
function readSelector(key: string, text: string): Row {
  const signatures = text.split(';').map((signature) => signature.trim())
  const right = signatures.filter((signature) => SIGNATURE.test(signature) && selectorOf(signature) === key)
  if (right.length === 0) return malformed('no signature of this selector', `${key}: ${text}`)
  const records = Array.from(new Set(right), (label): FeedRecord => ({ key, chainIds: [], kind: 'signature', label }))
  return keptIfAny(records, 'no signature', text)
}

function selectorOf(signature: string): string {
  return Hash.keccak256(Hex.fromString(signature)).slice(0, 10)
}
