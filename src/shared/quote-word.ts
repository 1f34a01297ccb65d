/** A word of a command for a POSIX shell, quoted where it needs to be. */
export function quoteWord(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : inQuotes(text)
}

/** POSIX: in single quotes all is itself; a single quote ends them, stands escaped, and opens them again. */
export function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
