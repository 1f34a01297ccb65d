import type { Command } from '../../cli/define.ts'
import { destinationCreate } from './create.ts'
import { destinationDelete } from './delete.ts'
import { destinationGet } from './get.ts'
import { destinationList } from './list.ts'
import { destinationTest } from './test.ts'
import { destinationUpdate } from './update.ts'

export const commands: readonly Command[] = [
  destinationList,
  destinationGet,
  destinationCreate,
  destinationUpdate,
  destinationDelete,
  destinationTest,
]
