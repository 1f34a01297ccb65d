import { selectorOf } from '../../evm/words.ts'
import { type FeedRecord, type FeedTableRow, type FormatReader, kept, malformed } from './format.ts'
import { notThisFormat, wholeText } from './reading/whole-text.ts'

/** Limit of a file (1024 characters): some selectors have hundreds of made-up signatures. */
const LONGEST_KIB = 256

/** A canonical function signature of Solidity: no spaces, no parameter names. */
const SIGNATURE = /^[A-Za-z_$][\w$]*\([\w$,()[\]]*\)$/

/** Function signatures of ethereum-lists/4bytes: files signatures/<selector without 0x>, signatures separated by `;`. */
export const fourByte: FormatReader = {
  isPart: (path) => /\/[0-9a-f]{8}$/i.test(path),
  async *read(file) {
    const name = /(?<![^/])([^/]*)$/.exec(file.path)?.[1] ?? ''
    if (!/^[0-9a-f]{8}$/i.test(name)) throw notThisFormat('the file name is not a selector, as in signatures/095ea7b3')
    yield [readSelector(`0x${name.toLowerCase()}`, await wholeText(file.text, LONGEST_KIB))]
  },
}

/** Anyone can submit a signature: keeps those whose hash matches the selector. */
function readSelector(key: string, text: string): FeedTableRow {
  const signatures = text.split(';').map((signature) => signature.trim())
  const right = signatures.filter((signature) => SIGNATURE.test(signature) && selectorOf(signature) === key)
  const recordOf = (label: string): FeedRecord => ({ key, chainIds: [], kind: 'signature', label })
  const [first, ...others] = Array.from(new Set(right), recordOf)
  return first ? kept(first, ...others) : malformed('no signature matches the selector', `${key}: ${text}`)
}
