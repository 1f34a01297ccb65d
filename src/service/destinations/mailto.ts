/** Addresses without quoting (RFC 5321 dot-string); excludes all characters that could end a header or list. */
const LOCAL_PART = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u

/** RFC 5321, 4.5.3.1. */
const MAX_LENGTH = 254

/**
 * The decoded address of a `mailto:` URL; undefined with no or several addresses or with headers (`?bcc=…`), because the
 * result of a delivery is for exactly one mailbox.
 */
export function parseMailto(url: string): string | undefined {
  const [, encoded = ''] = /^mailto:([^?#]+)$/i.exec(url.trim()) ?? []
  const address = decode(encoded)
  const at = address.lastIndexOf('@')
  if (address.length > MAX_LENGTH || at < 1) return undefined
  return LOCAL_PART.test(address.slice(0, at)) && DOMAIN.test(address.slice(at + 1)) ? address : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
