import { WORD_DIGITS } from '../../evm/words.ts'

/**
 * Words of 32 bytes that the decoder may still read, beyond the call data itself: nested calls repeat the data of
 * their inner calls, and several offsets may point at one part. It limits all work on what was decoded.
 */
export class Work {
  #words: number
  #isExceeded = false

  constructor(bytes: number) {
    this.#words = (2 * bytes) / WORD_DIGITS
  }

  /** More was requested than there was. */
  get isExceeded(): boolean {
    return this.#isExceeded
  }

  /** False when there is not as much left: then nothing is spent. */
  spend(words: number): boolean {
    if (words > this.#words) {
      this.#isExceeded = true
      return false
    }
    this.#words -= words
    return true
  }
}

const MAX_EXPANSION = 4
const SMALL_BYTES = 2048

/** For data that is read by itself: four times its size. @param digits hex */
export function workFor(digits: string): Work {
  return new Work((digits.length / 2) * MAX_EXPANSION + SMALL_BYTES)
}
