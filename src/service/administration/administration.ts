import { keyFileOf, type ServiceOptions } from '../service.ts'
import { type BackupOptions, type BackupReport, backUp } from './backup.ts'
import { type RekeyReport, rekey } from './rekey.ts'
import { type ResetReport, reset } from './reset.ts'
import { type RestoreOptions, type RestoreReport, restore } from './restore.ts'
import { type DatabaseStatus, readStatus } from './status.ts'

/**
 * What can be done with the database file as a whole. Nothing of it needs an open service: a damaged or a newer
 * database could not be opened, and is just what people restore over.
 */
export interface Administration {
  status(): Promise<DatabaseStatus>
  backUp(file: string, options: BackupOptions): Promise<BackupReport>
  restore(file: string, options?: RestoreOptions): Promise<RestoreReport>
  reset(): Promise<ResetReport>
  rekey(): Promise<RekeyReport>
}

export function administer(options: Pick<ServiceOptions, 'database' | 'env' | 'clock' | 'random'>): Administration {
  const { database, env, random } = options
  const keySources = { env, keyFile: keyFileOf(database), random }
  return {
    status: () => readStatus(database, keySources),
    backUp: (file, backupOptions) => backUp(database, file, backupOptions, keySources),
    restore: (file, restoreOptions = {}) => restore(database, file, restoreOptions, options, keySources),
    reset: () => reset(database, options),
    rekey: () => rekey(database, keySources, options),
  }
}
