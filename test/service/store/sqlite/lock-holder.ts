import { acquireServeLock } from '../../../../src/service/store/sqlite/serve-lock.ts'

/** A process that serves nothing but holds the lock of argv[2] until it is ended. */
const lock = acquireServeLock(process.argv[2] ?? '')
process.stdout.write('held\n')
setInterval(() => lock, 2 ** 30)
