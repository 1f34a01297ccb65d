import { acquireServeLock } from '../../../../src/service/store/sqlite/serve-lock.ts'

/** A process that serves nothing but holds the lock of argv[2] until it is ended. */
acquireServeLock(process.argv[2] ?? '')
process.stdout.write('held\n')
setInterval(() => {}, 2 ** 30)
