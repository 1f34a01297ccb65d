/**
 * A text that may be a URL, for display: what stands before the last `@` can be a user name and a password, and what follows `?` or
 * `#` a key, also where the URL is malformed.
 */
export function withoutCredentials(text: string): string {
  const end = text.lastIndexOf('@')
  const slashes = text.indexOf('//')
  const scheme = slashes === -1 || slashes > end ? '' : text.slice(0, slashes + '//'.length)
  const shown = end === -1 ? text : `${scheme}…${text.slice(end)}`
  const query = shown.search(/[?#]/)
  return query === -1 ? shown : `${shown.slice(0, query + 1)}…`
}
