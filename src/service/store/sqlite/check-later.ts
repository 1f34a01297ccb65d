import { fork } from 'node:child_process'
import { WardenError, type WardenErrorOptions } from '../../../shared/errors.ts'
import { isSingleExecutable } from '../../../shared/system/embedded-file.ts'
import { fileOf, startThread } from '../../../shared/system/start-thread.ts'

/** An error as it passes from process to process. */
export type LaterFault = Pick<WardenErrorOptions, 'kind' | 'code' | 'message' | 'details' | 'parameters'>

const NAME = 'check-worker'

/**
 * Checks all tables of a file beside a server: in a process, because SQLite's check of a table cannot be interrupted, and a
 * thread ends only after it. The single executable can start no other program, and has a thread.
 * @param onDamage is called with a WardenError `damaged-database` or `altered-rows`
 * @param onFailure is called when the check itself fails
 * @returns ends the check
 */
export function checkLater(
  database: string,
  onDamage: (damage: WardenError) => void,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let isOver = false
  const settle = (fault: LaterFault | null) => {
    isOver = true
    if (fault) onDamage(new WardenError(fault))
  }
  const fail = (error: unknown) => {
    if (!isOver) onFailure(error)
    isOver = true
  }
  if (isSingleExecutable()) {
    const thread = startThread(NAME, import.meta.url)
      .on('message', settle)
      .on('error', fail)
    thread.postMessage(database)
    return async () => void (await thread.terminate())
  }
  const child = fork(fileOf(NAME, import.meta.url), { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  child.on('message', settle).on('error', fail)
  child.on('exit', () => fail(new Error('the check of the database ended without a result')))
  child.send(database)
  return async () => {
    isOver = true
    child.kill()
  }
}
