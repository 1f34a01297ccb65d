import { existsSync } from 'node:fs'
import { isPostgresUrl } from '../../shared/database-url.ts'
import type { Deps } from './context.ts'

/**
 * Called before a database is opened. A mistyped folder would be an empty service that knows none of the lists: its first
 * command says so, to a person: scripts in a new place make one each time.
 * @returns the notice about a database that is made in the folder of TXWARDEN_HOME; undefined: it is there
 */
export function newDatabaseText({ env, io }: Pick<Deps, 'env' | 'io'>, database: string): string | undefined {
  const isNew = io.stderr.isTTY && Boolean(env.TXWARDEN_HOME) && !isStored(database)
  return isNew ? `New, empty database ${database} (TXWARDEN_HOME)` : undefined
}

/** Whether there is a database: opening the service would make one. */
export function isStored(database: string): boolean {
  return isPostgresUrl(database) || existsSync(database)
}
