import type { Command } from '../../cli/define.ts'
import { chainAdd } from './add.ts'
import { chainList } from './list.ts'
import { chainMode } from './mode.ts'
import { chainRemove } from './remove.ts'
import { chainPause, chainResume } from './set-paused.ts'
import { chainSkip } from './skip.ts'
import { chainStatus } from './status.ts'
import { chainTest } from './test.ts'

export const commands: readonly Command[] = [
  chainAdd,
  chainList,
  chainTest,
  chainStatus,
  chainRemove,
  chainPause,
  chainResume,
  chainSkip,
  chainMode,
]
