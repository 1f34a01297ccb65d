export const KEY_BYTES = 32

const HEX = /^[0-9a-fA-F]{64}$/
/** 32 bytes are 43 characters; standard or URL alphabet, padding or none. */
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/

/** The key in a text of 64 hex digits or of base64, blanks around it ignored; undefined when it is neither. */
export function parseMasterKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim()
  if (HEX.test(trimmed)) return Buffer.from(trimmed, 'hex')
  if (!BASE64.test(trimmed)) return undefined
  const bytes = Buffer.from(trimmed, 'base64')
  return bytes.length === KEY_BYTES ? bytes : undefined
}

/** One line of base64, as the variable takes it too: a key file can be moved into a secret manager as it is. */
export function formatMasterKey(bytes: Uint8Array): string {
  return `${Buffer.from(bytes).toString('base64')}\n`
}
