import type { Command } from '../../cli/define.ts'
import { contractAdd } from './add.ts'
import { contractList } from './list.ts'
import { contractRemove } from './remove.ts'
import { contractShow } from './show.ts'

export const commands: readonly Command[] = [contractAdd, contractList, contractShow, contractRemove]
