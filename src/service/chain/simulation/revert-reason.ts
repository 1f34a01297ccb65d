import { least } from '../../../shared/bigints.ts'
import { oneLine } from '../../../shared/text/one-line.ts'
import { shortened } from '../../../shared/text/shortened.ts'

const MAX_LENGTH = 160
/** The most bytes of a text that are read. */
const MAX_BYTES = 1024n

const ERROR = '0x08c379a0'
const PANIC = '0x4e487b71'

/** Codes of Solidity’s Panic(uint256). */
const panics: ReadonlyMap<bigint, string> = new Map([
  [0x01n, 'an assertion failed'],
  [0x11n, 'an arithmetic overflow'],
  [0x12n, 'a division by zero'],
  [0x21n, 'an invalid enum value'],
  [0x31n, 'pop of an empty array'],
  [0x32n, 'an index out of bounds'],
  [0x41n, 'out of memory'],
  [0x51n, 'a call of an uninitialized function'],
])

/**
 * Gives the reason of a revert as a clause: a third party wrote the text, so it is cleaned and shortened.
 * @param data what the call returned
 * @param message of the node
 */
export function revertReason(data: string | undefined, message: string | undefined): string {
  const selector = data?.slice(0, 10) ?? ''
  if (data !== undefined && selector === ERROR) return textIn(data) ?? 'it reverts with an unreadable text'
  if (data !== undefined && selector === PANIC) {
    const code = /^[0-9a-f]{64}$/.test(data.slice(10)) ? BigInt(`0x${data.slice(10)}`) : undefined
    return (code !== undefined && panics.get(code)) || 'it panics'
  }
  if (selector.length === 10) return `it reverts with the custom error ${selector}`
  const said = clean(message ?? '')
  return said === '' || /^execution (failed|reverted)$/i.test(said) ? 'it reverts without a reason' : said
}

/** The start of the text is enough: it may be cut off. */
function textIn(data: string): string | undefined {
  const [, length, rest = ''] = /^0{62}20([0-9a-f]{64})(.*)$/.exec(data.slice(10)) ?? []
  if (length === undefined) return undefined
  const digits = rest.slice(0, Number(least(BigInt(`0x${length}`), MAX_BYTES)) * 2)
  const said = clean(Buffer.from(digits, 'hex').toString('utf8'))
  return said === '' ? undefined : `it reverts with “${said}”`
}

function clean(text: string): string {
  return shortened(oneLine(text.slice(0, 4 * MAX_LENGTH)).trim(), MAX_LENGTH)
}
