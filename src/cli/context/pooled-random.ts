/** Bytes drawn from the system at a time: one call for hundreds of ids instead of one each. */
const POOL_BYTES = 4096

/** Cryptographically strong bytes; none is handed out twice. */
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
    // What was handed out may become a key: it does not stay here.
    pool.fill(0, used, used + length)
    used += length
    return bytes
  }
}
