import { startFilter } from '../../records/reads/start-filter.ts'

const BYTES = 4
/** Looking one up reads as many hashes of a block. */
const STEPS = 12

/** The hashes ascending and each once, 32 bits each, little endian. */
export function packHashes(hashes: Iterable<number>): Uint8Array {
  const sorted = Uint32Array.from(new Set(hashes)).sort()
  const packed = Buffer.alloc(sorted.length * BYTES)
  for (const [at, hash] of sorted.entries()) packed.writeUInt32LE(hash, at * BYTES)
  return packed
}

export function unpackHashes(packed: Uint8Array): number[] {
  const view = viewOf(packed)
  return Array.from({ length: packed.byteLength / BYTES }, (_, at) => view.getUint32(at * BYTES, true))
}

/** Hashes that are looked for in many lists. */
export interface HashFilter {
  readonly hashes: ReadonlySet<number>
  /** False: it is not among them. A set of so large numbers is slow. */
  readonly mayHave: (hash: number) => boolean
}

export function hashFilterOf(given: Iterable<number>): HashFilter {
  const hashes = new Set(given)
  return { hashes, mayHave: startFilter([Uint32Array.from(hashes)]) }
}

/** Whether a packed list has one of the hashes. */
export function hasAnyHash(packed: Uint8Array, { hashes, mayHave }: HashFilter): boolean {
  const view = viewOf(packed)
  const count = packed.byteLength / BYTES
  if (hashes.size * STEPS < count) {
    for (const hash of hashes) if (hasHash(view, count, hash)) return true
    return false
  }
  for (let at = 0; at < count; at++) {
    const hash = view.getUint32(at * BYTES, true)
    if (mayHave(hash) && hashes.has(hash)) return true
  }
  return false
}

function hasHash(view: DataView, count: number, hash: number): boolean {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = view.getUint32(middle * BYTES, true)
    if (found === hash) return true
    if (found < hash) low = middle + 1
    else high = middle
  }
  return false
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
