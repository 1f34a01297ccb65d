import type { Command } from '../../cli/define.ts'
import { safeAdd } from './add.ts'
import { safeCheck } from './check.ts'
import { safeHash } from './hash.ts'
import { safeList } from './list.ts'
import { safeQueue } from './queue.ts'
import { safeReject } from './reject.ts'
import { safeRemove } from './remove.ts'
import { safeShow } from './show.ts'
import { safeUpdate } from './update.ts'

export const commands: readonly Command[] = [
  safeHash,
  safeAdd,
  safeUpdate,
  safeList,
  safeShow,
  safeQueue,
  safeCheck,
  safeReject,
  safeRemove,
]
