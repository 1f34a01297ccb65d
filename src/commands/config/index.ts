import type { Command } from '../../cli/define.ts'
import { serviceCommands } from '../settings/index.ts'
import { configExplain } from './explain.ts'
import { configGet } from './get.ts'
import { configList } from './list.ts'
import { configPath } from './path.ts'
import { configSet } from './set.ts'
import { configUnset } from './unset.ts'

export const commands: readonly Command[] = [
  configExplain,
  configList,
  configGet,
  configSet,
  configUnset,
  configPath,
  ...serviceCommands,
]
