import { selectorOf } from '../../evm/words.ts'
import { type FeedRecord, type FeedTableRow, type FormatReader, keptIfAny, malformed } from './format.ts'
import { notThisFormat } from './reading/not-this-format.ts'

/** Limit of a file (characters): some selectors have hundreds of made-up signatures. */
const LONGEST = 256 * 1024

/** A canonical function signature of Solidity: no spaces, no parameter names. */
const SIGNATURE = /^[A-Za-z_$][\w$]*\([\w$,()[\]]*\)$/

/** Function signatures of ethereum-lists/4bytes: files signatures/<selector without 0x>, signatures separated by `;`. */
export const fourByte: FormatReader = {
  isPart: (path) => /\/[0-9a-f]{8}$/i.test(path),
  async *read(file) {
    const name = /(?<![^/])([^/]*)$/.exec(file.path)?.[1] ?? ''
    if (!/^[0-9a-f]{8}$/i.test(name)) throw notThisFormat('the file name is not a selector, as in signatures/095ea7b3')
    let text = ''
    for await (const piece of file.text) {
      text += piece
      if (text.length > LONGEST) throw notThisFormat('the file is larger than 256 KiB')
    }
    yield [readSelector(`0x${name.toLowerCase()}`, text)]
  },
}

/** Anyone can submit a signature: keeps those whose hash matches the selector. */
function readSelector(key: string, text: string): FeedTableRow {
  const signatures = text.split(';').map((signature) => signature.trim())
  const right = signatures.filter((signature) => SIGNATURE.test(signature) && selectorOf(signature) === key)
  if (right.length === 0) return malformed('no signature matches the selector', `${key}: ${text}`)
  const records = Array.from(new Set(right), (label): FeedRecord => ({ key, chainIds: [], kind: 'signature', label }))
  return keptIfAny(records, 'no signature', text)
}
