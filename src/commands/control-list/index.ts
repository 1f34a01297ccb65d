import type { Command } from '../../cli/define.ts'
import { controlListAdd } from './add.ts'
import { controlListCheck } from './check.ts'
import { controlListImport } from './import.ts'
import { controlListList } from './list.ts'
import { controlListRemove } from './remove.ts'
import { controlListShow } from './show.ts'
import { controlListUpdate } from './update.ts'

export const commands: readonly Command[] = [
  controlListList,
  controlListAdd,
  controlListShow,
  controlListUpdate,
  controlListRemove,
  controlListCheck,
  controlListImport,
]
