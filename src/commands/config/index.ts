import type { Command } from '../../cli/define.ts'
import { configExplain } from './explain.ts'
import { configGet } from './get.ts'
import { configList } from './list.ts'
import { configPath } from './path.ts'
import { serviceGet } from './service-get.ts'
import { serviceSet } from './service-set.ts'
import { configSet } from './set.ts'
import { configUnset } from './unset.ts'

export const commands: readonly Command[] = [
  configExplain,
  configList,
  configGet,
  configSet,
  configUnset,
  configPath,
  serviceGet,
  serviceSet,
]
