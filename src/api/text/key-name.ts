const MAX_KEY_NAME = 64

/** Why a text cannot name an API key; undefined where it can. A name is shown where an id would be, so it must not look like another one. */
export function keyNameFault(name: string): string | undefined {
  if (name.trim() !== name || name === '') return 'is empty, or begins or ends with a space'
  if (name.length > MAX_KEY_NAME) return `is longer than ${MAX_KEY_NAME} characters`
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name)) return 'has characters that are not printed'
  if (name.toLowerCase() === 'local') return 'is reserved: local is the machine of the service'
  if (/^[0-9a-f-]{32,}$/i.test(name)) return 'looks like an id'
  return undefined
}

/** An actor of a record as text: "alice (key 0199…)". The id stays, because names need not be unique. */
export function actorText(actor: string, name: string | undefined): string {
  if (actor === 'local') return actor
  return name === undefined ? `key ${actor}` : `${name} (key ${actor})`
}
