import type { Command } from '../../cli/define.ts'
import { keysCreate } from './create.ts'
import { keysList } from './list.ts'
import { keysRevoke } from './revoke.ts'

export const commands: readonly Command[] = [keysCreate, keysList, keysRevoke]
