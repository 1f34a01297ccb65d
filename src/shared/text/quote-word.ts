/** Quotes a word for a POSIX shell where needed. */
export function quoteWord(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : inQuotes(text)
}

/** In single quotes; a single quote inside becomes '\''. */
export function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
