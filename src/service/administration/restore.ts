import { closeSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { WardenError } from '../../api/errors.ts'
import type { Clock, RandomBytes } from '../deps.ts'
import { countRows, type RowCounts } from '../store/repositories/row-counts.ts'
import { copyDatabase } from '../store/sqlite/copy.ts'
import { isSameFile } from '../store/sqlite/files.ts'
import { type MasterKeyFacts, type MasterKeySources, masterKeyFacts, sealingKeyIds } from './master-key.ts'
import { replaceContent } from './replace.ts'

export interface RestoreReport {
  readonly database: string
  /** Absolute. */
  readonly file: string
  /** Where the replaced database is; null when there was none. */
  readonly keptAs: string | null
  readonly rows: RowCounts
  readonly masterKey: MasterKeyFacts | null
  /** Ids of master keys other than ours that sealed secrets in it: those secrets cannot be read here. */
  readonly sealedByOthers: readonly string[]
}

/**
 * Puts a backup in the place of the local database, also of one that is damaged or of a newer program. The file itself
 * is only read.
 * @throws WardenError `restore-from-itself`, `served`, `not-a-database`, `foreign-database`, `damaged-database`,
 *   `newer-database`
 */
export async function restore(
  database: string,
  file: string,
  deps: { readonly clock: Clock; readonly random: RandomBytes },
  keySources: MasterKeySources,
): Promise<RestoreReport> {
  const source = resolve(file)
  if (resolve(database) === source || isSameFile(database, source)) throw fromItself(source)
  const { keptAs, seen } = await replaceContent({
    ...deps,
    database,
    action: 'restore',
    audited: { file: source },
    prepare: (path) => copyDatabase(openReadOnly(source), source, path),
    look: async ({ read }) => ({ rows: await countRows(read), sealedBy: await sealingKeyIds(read) }),
  })
  const masterKey = masterKeyFacts(keySources)
  const sealedByOthers = seen.sealedBy.filter((id) => id !== masterKey?.id)
  return { database, file: source, keptAs, rows: seen.rows, masterKey, sealedByOthers }
}

/** Somebody's backup: not even its log is folded into it. */
function openReadOnly(file: string): DatabaseSync {
  // Says what is wrong with the path, where SQLite only says that it cannot open it.
  closeSync(openSync(file, 'r'))
  return new DatabaseSync(file, { readOnly: true })
}

function fromItself(file: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'restore-from-itself',
    message: `${file} is the local database itself`,
    try: 'txwarden local restore <file>',
  })
}
