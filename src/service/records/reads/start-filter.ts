/** More than this do not get smaller filters: 16 MiB. */
const MAX_BITS = 27
/** One start in 64 passes by chance. */
const BITS_PER_START = 64

/** Whether numbers of 32 bits are among many: never says no to one that is. */
export function startFilter(lists: readonly Uint32Array[]): (start: number) => boolean {
  const count = lists.reduce((sum, { length }) => sum + length, 0)
  const bits = Math.min(MAX_BITS, Math.max(16, Math.ceil(Math.log2(count * BITS_PER_START + 1))))
  const shift = 32 - bits
  const filter = new Uint8Array(2 ** (bits - 3))
  for (const starts of lists)
    for (const start of starts) {
      const bit = start >>> shift
      filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7))
    }
  return (start) => {
    const bit = start >>> shift
    return ((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0
  }
}
