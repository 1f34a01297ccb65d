import { nameSources } from '../../api/vocabulary.ts'
import type { Command } from '../../cli/define.ts'
import { checkAddresses, maybeChainIdOf } from '../../cli/input/check-values.ts'
import { choice, text } from '../../cli/options.ts'
import { listCommand } from '../steps/list-command.ts'
import { removeCommand } from '../steps/remove-things.ts'
import { nameAdd } from './add.ts'
import { nameImport } from './import.ts'
import { bookNames, type NameFilter, names } from './resource.ts'

export const commands: readonly Command[] = [
  nameAdd,
  listCommand(names, {
    summary: 'List the names of addresses',
    options: {
      address: text('address', 'only the names of this address'),
      name: text('part', 'only names that contain this, in any case'),
      chain: text('chain', 'only what holds on this chain: id or name', { completes: 'chain' }),
      source: choice(nameSources, 'only names from there: operator is the address book'),
    },
    examples: [
      { command: 'txwarden name list' },
      { command: 'txwarden name list --chain base --all --json' },
      { command: 'txwarden name list --address <address>' },
    ],
    async filter(context, { address, name, chain, source }): Promise<NameFilter> {
      if (address !== undefined) await checkAddresses(context, [address], () => '--address')
      return { address, name, chainId: await maybeChainIdOf(context, chain), source }
    },
    flags: ({ chainId, ...rest }) => ({ chain: chainId, ...rest }),
    empty: 'No names yet. Try: txwarden name add <address> payroll',
    noMatch: 'No matching names.',
  }),
  removeCommand(bookNames, {
    summary: 'Remove names of addresses',
    description:
      'Only those of the address book: names of monitored addresses, Safes and contracts are changed where they were given. An id is a chain and an address, such as 8453/<address>, or all/<address> for a name on every chain.',
    idField: 'address',
  }),
  nameImport,
]
