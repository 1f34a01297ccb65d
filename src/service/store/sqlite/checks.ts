import type { DatabaseSync } from 'node:sqlite'
import { WardenError } from '../../../shared/errors.ts'
import { APPLICATION_ID } from './connection.ts'
import { isCorrupt, isNotADatabase } from './failures.ts'

/** Of a badly damaged file SQLite lists a hundred faults; the first says enough. */
const FAULTS = 1

/**
 * Reads every page: `integrity_check` also compares the indexes with their tables, `quick_check` leaves that out.
 * @param name the file, as people know it
 * @throws WardenError `damaged-database`, `not-a-database`
 */
export function checkSound(database: DatabaseSync, name: string, check: 'integrity_check' | 'quick_check'): void {
  const row = explainingDamage(name, () => database.prepare(`pragma ${check}(${FAULTS})`).get())
  const found = String(Object.values(row ?? {})[0])
  if (found !== 'ok') throw damaged(name, found)
}

/**
 * Refuses a database of another program; an empty one is nobody's and passes.
 * @throws WardenError `foreign-database`, `damaged-database`, `not-a-database`
 */
export function checkNotForeign(database: DatabaseSync, name: string): void {
  const isForeign = explainingDamage(name, () => !isOurs(database) && tableCount(database) > 0)
  if (isForeign) throw foreign(name, 'is a database of another program')
}

/** Refuses whatever is not ours, an empty database too. Throws as `checkNotForeign` does. */
export function checkOurs(database: DatabaseSync, name: string): void {
  if (!explainingDamage(name, () => isOurs(database))) throw foreign(name, 'is not a database of txwarden')
}

function isOurs(database: DatabaseSync): boolean {
  return database.prepare('pragma application_id').get()?.application_id === APPLICATION_ID
}

function tableCount(database: DatabaseSync): number {
  return Number(database.prepare('select count(*) as count from sqlite_master').get()?.count)
}

/** Runs `work`, and says of which file it is when SQLite cannot make sense of what it reads. */
export function explainingDamage<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (isCorrupt(error)) throw damaged(name, error instanceof Error ? error.message : String(error), error)
    if (isNotADatabase(error))
      throw new WardenError({
        kind: 'refused',
        code: 'not-a-database',
        message: `${name} is not a SQLite database`,
        try: 'txwarden local restore <file>',
        cause: error,
      })
    throw error
  }
}

/** Whether an error says that a file cannot be read as a database: then only its bytes can be kept. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof WardenError && ['damaged-database', 'not-a-database'].includes(error.code)
}

function damaged(name: string, fault: string, cause?: unknown): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'damaged-database',
    message: `${name} is damaged: ${fault}`,
    details: ['Use a backup from before the damage.'],
    try: 'txwarden local restore <file>',
    cause,
  })
}

function foreign(name: string, fault: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'foreign-database',
    message: `${name} ${fault}`,
    try: 'txwarden local path',
  })
}
