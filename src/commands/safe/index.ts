import type { Command } from '../../cli/define.ts'
import { safeAdd } from './add.ts'
import { safeList } from './list.ts'
import { safeRemove } from './remove.ts'
import { safeShow } from './show.ts'

export const commands: readonly Command[] = [safeAdd, safeList, safeShow, safeRemove]
