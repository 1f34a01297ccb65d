import type { Command } from '../../cli/define.ts'
import { holdApprove, holdReject } from './decide.ts'
import { holdList } from './list.ts'
import { holdShow } from './show.ts'
import { holdWait } from './wait.ts'

export const commands: readonly Command[] = [holdList, holdShow, holdApprove, holdReject, holdWait]
