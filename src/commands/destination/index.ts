import type { Command } from '../../cli/define.ts'
import { flag } from '../../cli/options.ts'
import { listCommand, showCommand } from '../steps/list-command.ts'
import { removeCommand } from '../steps/remove-things.ts'
import { destinationCreate } from './create.ts'
import { destinations } from './resource.ts'
import { destinationTest } from './test.ts'
import { destinationUpdate } from './update.ts'

export const commands: readonly Command[] = [
  listCommand(destinations, {
    summary: 'List destinations; secrets are masked',
    examples: [
      { command: 'txwarden destination list' },
      { command: 'txwarden destination list --json --fields id,name,errorMessage' },
    ],
    empty: 'No destinations yet. Try: txwarden destination create',
  }),
  showCommand(destinations, {
    summary: 'Show one destination; secrets are masked',
    examples: [{ command: 'txwarden destination show <id>' }],
  }),
  destinationCreate,
  destinationUpdate,
  removeCommand(destinations, {
    summary: 'Delete destinations',
    description: 'Refused while alerts use the destination, or while deliveries to it are pending.',
    options: { force: flag('cancel pending deliveries') },
    verb: 'Delete',
    idField: 'destinationId',
  }),
  destinationTest,
]
