import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { WardenError } from '../../../shared/errors.ts'
import type { LaterFault } from './check-later.ts'
import { checkTables } from './integrity-check.ts'

/** The process of `checkLater`. */

if (parentPort) parentPort.once('message', (database: string) => parentPort?.postMessage(faultOf(database)))
else
  process.once('message', (database: string) => {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    process.send?.(faultOf(database))
  })

function faultOf(database: string): LaterFault | null {
  try {
    checkTables(database)
    return null
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    const { kind, code, message, details, parameters } = error
    return { kind, code, message, details, parameters }
  }
}
