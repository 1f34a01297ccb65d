import { join } from 'node:path'
import { isPostgresUrl } from '../../shared/database-url.ts'

export interface KeyFileLocation {
  readonly database: string
  /** Where the key file of a PostgreSQL database is kept; needed for one. */
  readonly keyFolder?: string
}

/**
 * The file of the master key: beside the SQLite file that it opens, or in a folder of this machine, named after the
 * PostgreSQL database.
 */
export function keyFilePath({ database, keyFolder }: KeyFileLocation): string {
  if (!isPostgresUrl(database)) return `${database}.key`
  if (keyFolder === undefined) throw new Error('the key of a PostgreSQL database needs a folder')
  const { hostname, port, pathname, searchParams } = new URL(database)
  const host = hostname || searchParams.get('host') || 'localhost'
  const name = [host, port || '5432', pathname.slice(1) || 'default'].map(encodeURIComponent).join('-')
  return join(keyFolder, `postgres-${name}.key`)
}
