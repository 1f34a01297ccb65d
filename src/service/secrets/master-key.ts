export const KEY_BYTES = 32

const HEX = /^[0-9a-fA-F]{64}$/
/** 32 bytes are 43 characters; standard or URL alphabet, padding or none. */
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/

/**
 * The keys in a text, each 64 hex digits or base64, with blanks or line ends between them: newest first. Usually one;
 * a second is there while secrets are sealed anew. A line that begins with # is a remark. Undefined when there is no
 * key, or something else.
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

/** Lines of base64, as the variable takes them too: a key file can be moved into a secret manager as it is. */
export function formatMasterKeys(keys: readonly Uint8Array[]): string {
  return keys.map((key) => `${Buffer.from(key).toString('base64')}\n`).join('')
}
