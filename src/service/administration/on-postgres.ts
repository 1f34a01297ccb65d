import { isPostgresUrl } from '../../shared/database-url.ts'
import { WardenError } from '../../shared/errors.ts'

/**
 * Refuses what is about a file as a whole.
 * @param instead what does the same for a PostgreSQL database
 * @throws WardenError `postgres-database`
 */
export function refuseOnPostgres(database: string, what: string, instead: string): void {
  if (!isPostgresUrl(database)) return
  throw new WardenError({
    kind: 'refused',
    code: 'postgres-database',
    message: `${what} is for a SQLite file; ${database} is a PostgreSQL database, which has tools of its own`,
    details: ['The master key is not in it: keep a copy of the key as well.'],
    try: instead,
  })
}
