/** Room: Randomness, ids and meters, which are passed in. */

/** Cryptographically strong random bytes. */
export type RandomBytes = (length: number) => Uint8Array

/** Returns a new UUIDv7. */
export type Ids = () => string
