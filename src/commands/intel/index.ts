import type { Command } from '../../cli/define.ts'
import { intelAffected } from './affected.ts'
import { intelCheck } from './check.ts'
import { intelGraphImport } from './graph-import.ts'
import { intelImport } from './import.ts'
import { intelRemove } from './remove.ts'
import { intelSources } from './sources.ts'
import { intelSync } from './sync.ts'

export const commands: readonly Command[] = [
  intelImport,
  intelSources,
  intelRemove,
  intelCheck,
  intelAffected,
  intelSync,
  intelGraphImport,
]
