/**
 * A text that may be a URL, for display: what stands between `//` and the last `@` can be a user name and a password,
 * also where the URL is malformed.
 */
export function withoutCredentials(text: string): string {
  const start = text.indexOf('//')
  const end = text.lastIndexOf('@')
  return start === -1 || end < start ? text : `${text.slice(0, start)}//…${text.slice(end)}`
}
