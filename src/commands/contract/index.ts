import type { Command } from '../../cli/define.ts'
import { contractAdd } from './add.ts'
import { contractExport } from './export.ts'
import { contractImport } from './import.ts'
import { contractLearn } from './learn.ts'
import { contractList } from './list.ts'
import { contractRemove } from './remove.ts'
import { contractShow } from './show.ts'
import { contractTest } from './test.ts'

export const commands: readonly Command[] = [
  contractAdd,
  contractList,
  contractShow,
  contractRemove,
  contractTest,
  contractLearn,
  contractImport,
  contractExport,
]
