/** Whether a database is named by the address of a PostgreSQL server, not by a file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(database)
}

/** Undefined when the text is no address. */
export function passwordOf(database: string): string | undefined {
  const url = URL.parse(database)
  if (!url) return undefined
  return decodeURIComponent(url.password) || url.searchParams.get('password') || ''
}

/** The address as it may be shown: where a password can stand, there is none. */
export function withoutPassword(database: string): string {
  const url = isPostgresUrl(database) ? URL.parse(database) : null
  if (!url || !passwordOf(database)) return database
  url.password = ''
  url.searchParams.delete('password')
  return url.href
}

export function withPassword(database: string, password: string): string {
  const url = new URL(database)
  // An address without a host (a socket in a folder) has no room for it before the host.
  if (url.host === '') url.searchParams.set('password', password)
  else url.password = encodeURIComponent(password)
  return url.href
}
