import type { Command } from '../../cli/define.ts'
import { localBackup } from './backup.ts'
import { localMigrate } from './migrate.ts'
import { localPath } from './path.ts'
import { localPrune } from './prune.ts'
import { localRekey } from './rekey.ts'
import { localReset } from './reset.ts'
import { localRestore } from './restore.ts'
import { localSeed } from './seed.ts'
import { localStatus } from './status.ts'

export const commands: readonly Command[] = [
  localStatus,
  localPath,
  localSeed,
  localBackup,
  localRestore,
  localReset,
  localRekey,
  localPrune,
  localMigrate,
]
