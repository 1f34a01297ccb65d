import type { Command } from '../../cli/define.ts'
import { settingsGet } from './get.ts'
import { settingsSet } from './set.ts'

export const commands: readonly Command[] = [settingsGet, settingsSet]
