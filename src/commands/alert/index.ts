import type { Command } from '../../cli/define.ts'
import { showCommand } from '../steps/list-command.ts'
import { removeCommand } from '../steps/remove-things.ts'
import { alertCreate } from './create.ts'
import { viewWithDestinations } from './destinations.ts'
import { alertLint } from './lint.ts'
import { alertList } from './list.ts'
import { alertReplay } from './replay.ts'
import { alerts } from './resource.ts'
import { alertDisable, alertEnable } from './set-active.ts'
import { alertSilence } from './silence.ts'
import { alertUpdate } from './update.ts'

export const commands: readonly Command[] = [
  alertList,
  showCommand(alerts, {
    summary: 'Show one alert',
    view: viewWithDestinations,
    examples: [
      { command: 'txwarden alert show <id>' },
      { command: 'txwarden alert show <id> --json --fields transactionFilter' },
    ],
  }),
  alertCreate,
  alertUpdate,
  alertEnable,
  alertDisable,
  alertSilence,
  removeCommand(alerts, {
    summary: 'Delete alerts',
    verb: 'Delete',
    idField: 'configurationId',
  }),
  alertReplay,
  alertLint,
]
