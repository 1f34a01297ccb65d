import type { Command } from '../../cli/define.ts'
import { checkAddresses } from '../../cli/input/check-values.ts'
import { text } from '../../cli/options.ts'
import { onChain } from '../steps/find-thing.ts'
import { listCommand, showCommand } from '../steps/list-command.ts'
import { removeCommand } from '../steps/remove-things.ts'
import { monitorActivity } from './activity.ts'
import { monitorAdd } from './add.ts'
import { monitorExposure } from './exposure.ts'
import { monitorImport } from './import.ts'
import { monitorArgument, monitorChainOption, monitors } from './resource.ts'
import { monitorDisable, monitorEnable } from './set-enabled.ts'
import { monitorUpdate } from './update.ts'

export const commands: readonly Command[] = [
  listCommand(monitors, {
    summary: 'List monitored addresses',
    options: {
      address: text('address', 'only this address, in any case'),
      name: text('part', 'only those whose name contains this, in any case'),
    },
    examples: [
      { command: 'txwarden monitor list' },
      { command: 'txwarden monitor list --name treasury --all --json' },
      { command: 'txwarden monitor list --address <address>', note: 'the same address on several chains' },
    ],
    async filter(context, { address, name }) {
      if (address !== undefined) await checkAddresses(context, [address], () => '--address')
      return { address, name }
    },
    empty: 'No monitored addresses yet. Try: txwarden monitor add <address> --chain ethereum',
    noMatch: 'No matching monitored addresses.',
  }),
  monitorAdd,
  showCommand(monitors, {
    summary: 'Show a monitored address',
    what: monitorArgument.id.help,
    options: { chain: monitorChainOption },
    examples: [
      { command: 'txwarden monitor show treasury' },
      { command: 'txwarden monitor show <address> --chain base --json' },
    ],
    search: (context, { chain }) => onChain(context, chain),
  }),
  monitorUpdate,
  monitorEnable,
  monitorDisable,
  removeCommand(monitors, {
    summary: 'Stop monitoring addresses',
    what: 'ids, names or addresses',
    options: { chain: monitorChainOption },
    search: (context, { chain }) => onChain(context, chain),
  }),
  monitorImport,
  monitorExposure,
  monitorActivity,
]
