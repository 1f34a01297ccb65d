import type { Command } from '../../cli/define.ts'
import { monitorActivity } from './activity.ts'
import { monitorAdd } from './add.ts'
import { monitorExposure } from './exposure.ts'
import { monitorImport } from './import.ts'
import { monitorList } from './list.ts'
import { monitorRemove } from './remove.ts'
import { monitorUpdate } from './update.ts'

export const commands: readonly Command[] = [
  monitorList,
  monitorAdd,
  monitorUpdate,
  monitorRemove,
  monitorImport,
  monitorExposure,
  monitorActivity,
]
