import type { RandomBytes } from '../../../src/service/runtime/deps.ts'

/** Bytes that count up from `first`, on and on over calls: never the same nonce twice, and the same in every run. */
export function countingRandom(first = 0): RandomBytes {
  let next = first
  return (size) => Uint8Array.from({ length: size }, () => next++ & 0xff)
}
