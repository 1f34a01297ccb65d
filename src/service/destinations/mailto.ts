/** The addresses mail servers take without quoting (RFC 5321 dot-string), and nothing that could end a header or list. */
const LOCAL_PART = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u

/** RFC 5321, 4.5.3.1. */
const LONGEST = 254

/**
 * The one address of a `mailto:` URL, decoded; undefined when it has none, several, or headers (`?bcc=…`): a
 * destination is one mailbox, so that one answer tells whether it got the mail.
 */
export function parseMailto(url: string): string | undefined {
  const [, encoded = ''] = /^mailto:([^?#]+)$/i.exec(url.trim()) ?? []
  const address = decode(encoded)
  const at = address.lastIndexOf('@')
  if (address.length > LONGEST || at < 1) return undefined
  return LOCAL_PART.test(address.slice(0, at)) && DOMAIN.test(address.slice(at + 1)) ? address : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
