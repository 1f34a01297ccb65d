/** Prefix of keys of our own service; the rest is random. */
const PREFIX = /^txw_(?:val|mgmt)_/
const SHOWN = 4
/** Shorter keys are hidden completely. */
const LONG_ENOUGH = 20

/** The first characters of a key, to distinguish keys. */
export function keyHint(key: string): string {
  const prefix = PREFIX.exec(key)?.[0].length ?? 0
  return key.length - prefix >= LONG_ENOUGH ? `${key.slice(0, prefix + SHOWN)}…` : '…'
}
