import { SELECTOR_DIGITS, WORD_DIGITS } from '../../evm/words.ts'
import type { Call } from './calls.ts'
import { honestSignatures } from './signatures.ts'

/** Bytes of all calls that are decoded: calls inside of calls are decoded once for each level. */
const MAX_DECODED_BYTES = 4 * 1024 ** 2

/** Calls inside calls are shifted by their selectors. */
const STEP = SELECTOR_DIGITS
const LENGTH_ZEROS = '0'.repeat(WORD_DIGITS - SELECTOR_DIGITS)
const ADDRESS_ZEROS = '0'.repeat(WORD_DIGITS - 40)
/** Words before the bytes of a call, up to the address that it is for: target, value, flags and the offset. */
const WORDS_BACK = 5

/** A call to a contract, without its inner calls. */
export type NestedCall = Call & { readonly to: string }

/** Looks for calls in the data of calls that are not read; one search for all calls of a transaction. */
export class NestedSearch {
  #left = 2 * MAX_DECODED_BYTES

  /** Why calls may be missing; undefined: all were found. */
  get bound(): string | undefined {
    if (this.#left >= 0) return undefined
    return `Not all undecoded data was searched for calls: it has more than ${MAX_DECODED_BYTES / 1024 ** 2} MiB of them.`
  }

  /**
   * Calls of known functions, each a bytes value: length, selector and exactly its arguments. The caller is taken to be the
   * called contract, the target the address next before, if any: the wrapper may do otherwise. Never throws.
   */
  *callsIn(call: Call & { readonly to: string }): Generator<NestedCall> {
    const digits = call.data.slice('0x'.length + SELECTOR_DIGITS)
    for (let at = 0; at + WORD_DIGITS + SELECTOR_DIGITS <= digits.length; at += STEP) {
      if (!digits.startsWith(LENGTH_ZEROS, at)) continue
      const length = 2 * Number.parseInt(digits.slice(at + LENGTH_ZEROS.length, at + WORD_DIGITS), 16)
      const start = at + WORD_DIGITS
      if (length <= SELECTOR_DIGITS || length % WORD_DIGITS !== SELECTOR_DIGITS || start + length > digits.length)
        continue
      const selector = `0x${digits.slice(start, start + SELECTOR_DIGITS)}`
      const [signature] = honestSignatures(selector) ?? []
      if (signature === undefined) continue
      this.#left -= length
      if (this.#left < 0) return
      const { args, fault, unused } = signature.layout.read(digits.slice(start + SELECTOR_DIGITS, start + length))
      if (fault !== undefined || unused) continue
      const data = `0x${digits.slice(start, start + length)}`
      const to = addressBefore(digits, at) ?? call.to
      const context = { actor: call.to, to, value: 0n, operation: 'call', inData: true } as const
      yield { ...call, ...context, status: 'decoded', data, selector, name: signature.name, signature, args, calls: [] }
    }
  }
}

function addressBefore(digits: string, at: number): string | undefined {
  for (let back = at - WORD_DIGITS; back >= Math.max(0, at - WORDS_BACK * WORD_DIGITS); back -= WORD_DIGITS) {
    const address = digits.slice(back + ADDRESS_ZEROS.length, back + WORD_DIGITS)
    // Amounts and offsets have more zeros before them.
    if (digits.startsWith(ADDRESS_ZEROS, back) && !address.startsWith('0'.repeat(8))) return `0x${address}`
  }
  return undefined
}
