/** Bytes per call of the system: one call for hundreds of ids. */
const POOL_BYTES = 4096

/** Cryptographically strong bytes from a pool; no byte is used twice. */
export function pooledRandom(fill: (pool: Uint8Array) => void): (length: number) => Uint8Array {
  const pool = new Uint8Array(POOL_BYTES)
  let used = POOL_BYTES
  return (length) => {
    if (length > POOL_BYTES) {
      const bytes = new Uint8Array(length)
      fill(bytes)
      return bytes
    }
    if (used + length > POOL_BYTES) {
      fill(pool)
      used = 0
    }
    const bytes = pool.slice(used, used + length)
    // The bytes may become a key, so they are erased here.
    pool.fill(0, used, used + length)
    used += length
    return bytes
  }
}
