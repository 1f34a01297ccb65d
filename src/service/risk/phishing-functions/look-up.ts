import { type PhishingFunction, phishingFunctionAt } from '../phishing-functions/names.ts'
import { phishingSelectors } from './selectors.ts'

export type { PhishingFunction } from '../phishing-functions/names.ts'

const LENGTH = '0x12345678'.length

/** Power of two, about three times the number of selectors. */
const SLOTS = 2 ** 18

/** A linear search takes about 30 µs, building the index some ms: too long for a short command. */
const SEARCHES_BEFORE_INDEX = 200

/** Open-addressing hash index over the selector table. */
class SelectorTable {
  readonly #selectors: Uint32Array
  #searches = 0
  /** Table index + 1; 0: free. */
  #slots: Uint32Array | undefined

  constructor(base64: string) {
    // Copied: a Uint32Array must start at a multiple of four.
    this.#selectors = new Uint32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer)
  }

  /** First index of the selector, -1 when it is not in the table. */
  indexOf(selector: number): number {
    this.#searches++
    if (this.#searches <= SEARCHES_BEFORE_INDEX) return this.#selectors.indexOf(selector)
    this.#slots ??= slotsOf(this.#selectors)
    let slot = selector & (SLOTS - 1)
    for (let entry = this.#slots[slot]; entry; entry = this.#slots[slot]) {
      if (this.#selectors[entry - 1] === selector) return entry - 1
      slot = (slot + 1) & (SLOTS - 1)
    }
    return -1
  }
}

function slotsOf(selectors: Uint32Array): Uint32Array {
  const slots = new Uint32Array(SLOTS)
  for (let index = 0; index < selectors.length; index++) {
    let slot = (selectors[index] ?? 0) & (SLOTS - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
    slots[slot] = index + 1
  }
  return slots
}

/** Decoded on the first unknown selector: most transactions have none. */
let table: SelectorTable | undefined

/** The phishing function with this selector (0x and eight digits). */
export function phishingFunctionOf(selector: string): PhishingFunction | undefined {
  if (selector.length !== LENGTH) return undefined
  table ??= new SelectorTable(phishingSelectors)
  const index = table.indexOf(Number.parseInt(selector.slice(2), 16))
  return index < 0 ? undefined : phishingFunctionAt(index)
}

const parameterNames: Readonly<Record<string, string>> = {
  address: 'account',
  uint256: 'amount',
  bytes32: 'proof',
  'bytes32[]': 'proofs',
}

/** The signature with parameter names, as in the signature tables. */
export function namedSignature({ signature }: PhishingFunction): string {
  const parenthesis = signature.indexOf('(')
  const types = signature.slice(parenthesis + 1, -1)
  if (types === '') return signature
  const parameters = types.split(',').map((type) => `${type} ${parameterNames[type]}`)
  return `${signature.slice(0, parenthesis)}(${parameters.join(', ')})`
}
