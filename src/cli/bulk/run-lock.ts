import { dirname } from 'node:path'
import { tryExclusiveFile } from '../../shared/exclusive-file.ts'
import { makeFolder } from '../../shared/make-folder.ts'

/**
 * Makes this process the only one at work on a ledger: a second run would begin it anew under the first. Undefined while
 * another has it.
 */
export function tryLockRun(ledger: string): { release(): void } | undefined {
  makeFolder(dirname(ledger))
  return tryExclusiveFile(`${ledger}-lock`)
}
