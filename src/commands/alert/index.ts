import type { Command } from '../../cli/define.ts'
import { alertCreate } from './create.ts'
import { alertDelete } from './delete.ts'
import { alertGet } from './get.ts'
import { alertLint } from './lint.ts'
import { alertList } from './list.ts'
import { alertReplay } from './replay.ts'
import { alertDisable, alertEnable } from './set-active.ts'
import { alertSilence } from './silence.ts'
import { alertUpdate } from './update.ts'

export const commands: readonly Command[] = [
  alertList,
  alertGet,
  alertCreate,
  alertUpdate,
  alertEnable,
  alertDisable,
  alertSilence,
  alertDelete,
  alertReplay,
  alertLint,
]
