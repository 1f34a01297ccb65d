import type { Command } from '../../cli/define.ts'
import { intelAffected } from './affected.ts'
import { intelCatalogue } from './catalogue.ts'
import { intelCheck } from './check.ts'
import { intelDisable } from './disable.ts'
import { intelEnable } from './enable.ts'
import { intelGraphImport } from './graph-import.ts'
import { intelImport } from './import.ts'
import { intelRemove } from './remove.ts'
import { intelSources } from './sources.ts'
import { intelSync } from './sync.ts'

export const commands: readonly Command[] = [
  intelCatalogue,
  intelEnable,
  intelDisable,
  intelImport,
  intelSources,
  intelRemove,
  intelCheck,
  intelAffected,
  intelSync,
  intelGraphImport,
]
