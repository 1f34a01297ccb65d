/** Our own keys begin with what they are for; what follows is random. */
const PREFIX = /^txw_(?:val|mgmt)_/
const SHOWN = 4
/** Of shorter keys nothing is shown: four characters would be too much of them. */
const LONG_ENOUGH = 20

/** The first characters of a key: enough to tell two apart, never enough to use. */
export function keyHint(key: string): string {
  const prefix = PREFIX.exec(key)?.[0].length ?? 0
  return key.length - prefix >= LONG_ENOUGH ? `${key.slice(0, prefix + SHOWN)}…` : '…'
}
