/** Whether a database is a PostgreSQL URL, not a file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(database)
}

/** '' without a password; undefined when the text is not a URL. */
export function passwordOf(database: string): string | undefined {
  const url = URL.parse(database)
  if (!url) return undefined
  return decodeURIComponent(url.password) || url.searchParams.get('password') || ''
}

/** The URL for display. */
export function withoutPassword(database: string): string {
  const url = isPostgresUrl(database) ? URL.parse(database) : null
  if (!url || !passwordOf(database)) return database
  url.password = ''
  url.searchParams.delete('password')
  return url.href
}

export function withPassword(database: string, password: string): string {
  const url = new URL(database)
  // A URL without a host (a socket in a folder) cannot have user info.
  if (url.host === '') url.searchParams.set('password', password)
  else url.password = encodeURIComponent(password)
  return url.href
}
