import type { Command } from '../../cli/define.ts'
import { localBackup } from './backup.ts'
import { localPath } from './path.ts'
import { localReset } from './reset.ts'
import { localRestore } from './restore.ts'
import { localStatus } from './status.ts'

export const commands: readonly Command[] = [localStatus, localPath, localBackup, localRestore, localReset]
