import * as AbiParameters from 'ox/AbiParameters'
import type { Hex } from 'ox/Hex'
import { oneLine } from '../../../shared/one-line.ts'

const MAX_LENGTH = 160

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
 * Why a call reverted, as a clause: the text is that of a stranger, cleaned and shortened.
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
  const said = shortened(message ?? '')
  return said === '' || /^execution (failed|reverted)$/i.test(said) ? 'it reverts without a reason' : said
}

function textIn(data: string): string | undefined {
  try {
    const [text] = AbiParameters.decode(AbiParameters.from('string reason'), `0x${data.slice(10)}` as Hex)
    const said = shortened(text)
    return said === '' ? undefined : `it reverts with “${said}”`
  } catch {
    return undefined
  }
}

export function shortened(text: string): string {
  const line = oneLine(text.slice(0, 4 * MAX_LENGTH)).trim()
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line
}
