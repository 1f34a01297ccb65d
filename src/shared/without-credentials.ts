/**
 * A text that may be a URL, for display: what stands between `//` and the last `@` can be a user name and a password,
 * also where the URL is malformed.
 */
export function withoutCredentials(text: string): string {
  return text.replace(/\/\/.*@/s, '//…@')
}
