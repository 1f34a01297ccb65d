const SCHEME = /^postgres(?:ql)?:\/\//i
/** A user without a host, as libpq allows for sockets. */
const USER_ONLY = /^(postgres(?:ql)?:\/\/)([^@/?#:]*)(?::([^@/?#]*))?@(\/.*)$/i

/** Whether a database is a PostgreSQL URL, not a file. */
export function isPostgresUrl(database: string): boolean {
  return SCHEME.test(database)
}

/** Null when the text is not a URL. A user without a host, which a URL cannot have, becomes a parameter. */
export function parseDatabaseUrl(database: string): URL | null {
  const [, scheme, user = '', password, rest] = USER_ONLY.exec(database) ?? []
  if (scheme === undefined) return URL.parse(database)
  const url = URL.parse(`${scheme}${rest}`)
  if (user !== '') url?.searchParams.set('user', decodeURIComponent(user))
  if (password !== undefined) url?.searchParams.set('password', decodeURIComponent(password))
  return url
}

/** '' without a password; undefined when the text is not a URL. */
export function passwordOf(database: string): string | undefined {
  const url = parseDatabaseUrl(database)
  if (!url) return undefined
  return decodeURIComponent(url.password) || url.searchParams.get('password') || ''
}

/** The URL for display. */
export function withoutPassword(database: string): string {
  const url = isPostgresUrl(database) ? parseDatabaseUrl(database) : null
  if (!url || !passwordOf(database)) return database
  url.password = ''
  url.searchParams.delete('password')
  return url.href
}

export function withPassword(database: string, password: string): string {
  const url = parseDatabaseUrl(database)
  if (!url) return database
  // A URL without a host (a socket in a folder) cannot have user info.
  if (url.host === '') url.searchParams.set('password', password)
  else url.password = encodeURIComponent(password)
  return url.href
}
