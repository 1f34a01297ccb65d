import type { Command } from '../../cli/define.ts'
import { maybeChainIdOf } from '../../cli/input/check-values.ts'
import { text } from '../../cli/options.ts'
import { listCommand } from '../steps/list-command.ts'
import { contractAdd } from './add.ts'
import { contractExport } from './export.ts'
import { contractImport } from './import.ts'
import { contractLearn } from './learn.ts'
import { contractRemove } from './remove.ts'
import { contracts } from './resource.ts'
import { contractShow } from './show.ts'
import { contractTest } from './test.ts'

export const commands: readonly Command[] = [
  contractAdd,
  listCommand(contracts, {
    summary: 'List the contracts whose functions are described',
    options: { chain: text('chain', 'only of this chain: id or name', { completes: 'chain' }) },
    examples: [{ command: 'txwarden contract list' }, { command: 'txwarden contract list --chain base --all --json' }],
    filter: async (context, { chain }) => ({ chainId: await maybeChainIdOf(context, chain) }),
    flags: ({ chainId }) => ({ chain: chainId }),
    empty: 'No contracts yet. Try: txwarden contract add <address> --chain ethereum --abi <file>',
  }),
  contractShow,
  contractRemove,
  contractTest,
  contractLearn,
  contractImport,
  contractExport,
]
