import type { Command } from '../../cli/define.ts'
import { auditList } from './list.ts'

export const commands: readonly Command[] = [auditList]
