import { realpathSync, statSync } from 'node:fs'
import { refusal } from '../../../shared/errors.ts'

const SUFFIXES = ['', '-wal', '-shm'] as const

/**
 * The files of an open database. SQLite keeps writing to a file that was deleted, renamed or replaced; the next process
 * does not find these writes.
 */
export class OpenFiles {
  readonly #paths: readonly string[]
  readonly #opened: (string | undefined)[]

  /** @param path of a database with a connection that has read, so that its log and the log's index exist */
  constructor(path: string) {
    // The log is beside the file itself, not beside a symbolic link to it.
    const real = realpathSync(path)
    this.#paths = SUFFIXES.map((suffix) => (suffix === '' ? path : real + suffix))
    this.#opened = this.#paths.map(identityOf)
  }

  /** @throws WardenError `database-moved` */
  requireInPlace(): void {
    for (const [index, path] of this.#paths.entries()) {
      const found = identityOf(path)
      this.#opened[index] ??= found
      if (found === this.#opened[index]) continue
      throw refusal(
        'database-moved',
        `${path} was ${found === undefined ? 'deleted or renamed' : 'replaced'} while in use`,
        { details: ['The last change may or may not be stored. Put the file back, or restore a backup.'] },
      )
    }
  }

  /** Whether only the log or its index is missing, so that a checkpoint still saves what the log has. */
  get canSaveLog(): boolean {
    const [found, ...companions] = this.#paths.map(identityOf)
    const [opened, ...before] = this.#opened
    return found === opened && companions.every((each, index) => each === undefined || each === before[index])
  }
}

/** Undefined without a file, and where the folder cannot be read: open files are usable without it. */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stats && `${stats.dev}:${stats.ino}`
}
