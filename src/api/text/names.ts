/** An address and what people named it, of those that an answer names. */
export interface ShownName {
  readonly address: string
  readonly name: string
}

/** A name in quotes: somebody gave it, and it vouches for nothing. */
export function quotedName(name: string): string {
  return `"${name}"`
}

/** An address with what is known of it behind: `0x… ("payroll", unknown)`. @param name that people gave it */
export function namedText(address: string, name: string | undefined, note?: string): string {
  const notes = [name === undefined ? undefined : quotedName(name), note].filter((each) => each !== undefined)
  return notes.length === 0 ? address : `${address} (${notes.join(', ')})`
}

/** An address with its name, where it has one. @param text how the address is shown */
export function withName(address: string, names: readonly ShownName[] = [], text = address): string {
  return namedText(text, names.find((each) => each.address.toLowerCase() === address.toLowerCase())?.name)
}

const NOTE = / \("[^"]*"\)|"[^"]*", (?=[^()]*\))/g

/** A sentence of a verdict without the names in it: a new name is no other effect. */
export function withoutNames(text: string): string {
  return text.replace(NOTE, '')
}
