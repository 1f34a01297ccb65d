import { Worker } from 'node:worker_threads'
import { damaged } from './checks.ts'

/** In a thread: reading every page of a large file would block the event loop for seconds. */
const CODE = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync(workerData, { readOnly: true, timeout: 1000 })
try {
  parentPort.postMessage(Object.values(database.prepare('pragma quick_check(1)').get())[0])
} finally {
  database.close()
}
`

/**
 * Reads every page of a database in use, without blocking.
 * @throws WardenError `damaged-database`, and errors of SQLite
 */
export async function quickCheck(path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const worker = new Worker(CODE, { eval: true, workerData: path })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the check of the database ended without a result')))
  const found = await promise
  if (found !== 'ok') throw damaged(path, found.replaceAll('\n', ' '))
}
