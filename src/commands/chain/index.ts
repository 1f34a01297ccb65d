import type { Command } from '../../cli/define.ts'
import { chainAdd } from './add.ts'
import { chainDefine } from './define.ts'
import { chainList } from './list.ts'
import { chainMode } from './mode.ts'
import { chainRemove } from './remove.ts'
import { chainSet } from './set.ts'
import { chainPause, chainResume } from './set-paused.ts'
import { chainSkip } from './skip.ts'
import { chainStatus } from './status.ts'
import { chainTest } from './test.ts'
import { chainUndefine } from './undefine.ts'

export const commands: readonly Command[] = [
  chainAdd,
  chainList,
  chainTest,
  chainStatus,
  chainRemove,
  chainDefine,
  chainUndefine,
  chainSet,
  chainPause,
  chainResume,
  chainSkip,
  chainMode,
]
