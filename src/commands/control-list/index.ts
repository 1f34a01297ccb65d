import { entryTypes } from '../../api/vocabulary.ts'
import type { Command } from '../../cli/define.ts'
import { checkWords } from '../../cli/input/check-values.ts'
import { openChoice } from '../../cli/options.ts'
import { listCommand } from '../steps/list-command.ts'
import { removeCommand } from '../steps/remove-things.ts'
import { controlListAdd } from './add.ts'
import { controlListImport } from './import.ts'
import { entries } from './resource.ts'
import { controlListShow } from './show.ts'
import { controlListUpdate } from './update.ts'

export const commands: readonly Command[] = [
  listCommand(entries, {
    summary: 'List allowed and blocked addresses',
    options: { type: openChoice(entryTypes, 'only entries of this type') },
    examples: [
      { command: 'txwarden control-list list' },
      { command: 'txwarden control-list list --type block --sort createdAt,desc --json' },
    ],
    async filter(context, { type }) {
      await checkWords(context, '--type', entryTypes, type === undefined ? [] : [type])
      return { type }
    },
    empty: 'No entries yet. Try: txwarden control-list add <address> --type block',
  }),
  controlListAdd,
  controlListShow,
  controlListUpdate,
  removeCommand(entries, {
    summary: 'Remove entries',
    what: 'ids or addresses of the entries',
    idField: 'controlListId',
  }),
  controlListImport,
]
