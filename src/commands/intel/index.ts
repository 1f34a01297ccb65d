import type { Command } from '../../cli/define.ts'
import { listCommand } from '../steps/list-command.ts'
import { intelAffected } from './affected.ts'
import { intelCatalogue } from './catalogue.ts'
import { intelCheck } from './check.ts'
import { intelDisable } from './disable.ts'
import { intelEnable } from './enable.ts'
import { intelGraphImport } from './graph-import.ts'
import { intelImport } from './import.ts'
import { intelRemove } from './remove.ts'
import { feeds } from './resource.ts'
import { intelSync } from './sync.ts'

export const commands: readonly Command[] = [
  intelCatalogue,
  intelEnable,
  intelDisable,
  intelImport,
  listCommand(feeds, {
    name: 'intel sources',
    aliases: ['list', 'ls'],
    summary: 'List feeds with their age and health',
    description:
      'Also enabled feeds that were not fetched yet. `sync` in the JSON has the last success, the last failure with its reason, and the next fetch. Built-in knowledge (burn addresses, well-known contracts, test addresses) is not listed.',
    examples: [
      { command: 'txwarden intel sources' },
      { command: 'txwarden intel sources --json --fields source,kept,asOf' },
    ],
    empty: 'No feeds yet. Try: txwarden intel catalogue',
  }),
  intelRemove,
  intelCheck,
  intelAffected,
  intelSync,
  intelGraphImport,
]
