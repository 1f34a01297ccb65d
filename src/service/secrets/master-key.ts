export const KEY_BYTES = 32

const HEX = /^[0-9a-fA-F]{64}$/
/** 43 characters for 32 bytes; standard or URL alphabet, optional padding. */
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/

/**
 * Parses keys separated by white space, newest first: each 64 hex digits or base64. A line that starts with # is a
 * comment. Undefined for a text without keys or with anything else.
 */
export function parseMasterKeys(text: string): readonly Uint8Array[] | undefined {
  const words = text
    .replace(/^#.*$/gm, '')
    .split(/\s+/)
    .filter((word) => word !== '')
  const keys = words.map(parseOne).filter((key) => key !== undefined)
  return keys.length > 0 && keys.length === words.length ? keys : undefined
}

function parseOne(word: string): Uint8Array | undefined {
  if (HEX.test(word)) return Buffer.from(word, 'hex')
  if (!BASE64.test(word)) return undefined
  const bytes = Buffer.from(word, 'base64')
  return bytes.length === KEY_BYTES ? bytes : undefined
}

/** Lines of base64, which TXWARDEN_MASTER_KEY accepts too: a secret manager can use a key file unchanged. */
export function formatMasterKeys(keys: readonly Uint8Array[]): string {
  return keys.map((key) => `${Buffer.from(key).toString('base64')}\n`).join('')
}
