import type { Command } from '../../cli/define.ts'
import { maybeChainIdOf } from '../../cli/input/check-values.ts'
import { text } from '../../cli/options.ts'
import { listCommand } from '../steps/list-command.ts'
import { safeAdd } from './add.ts'
import { safeCheck } from './check.ts'
import { safeHash } from './hash.ts'
import { safeQueue } from './queue.ts'
import { safeReject } from './reject.ts'
import { safeRemove } from './remove.ts'
import { safes } from './resource.ts'
import { safeShow } from './show.ts'
import { safeUpdate } from './update.ts'

export const commands: readonly Command[] = [
  safeHash,
  safeAdd,
  safeUpdate,
  listCommand(safes, {
    summary: 'List Safes, and how often their queues are read',
    description:
      'INTERVAL is how often `serve --safes` reads the queue: every 5 s from a service of your own; from the public one as often as its quota allows for all Safes with the same key together.',
    options: { chain: text('chain', 'only of this chain: id or name', { completes: 'chain' }) },
    examples: [{ command: 'txwarden safe list' }, { command: 'txwarden safe list --chain base --all --json' }],
    filter: async (context, { chain }) => ({ chainId: await maybeChainIdOf(context, chain) }),
    flags: ({ chainId }) => ({ chain: chainId }),
    empty: 'No Safes yet. Try: txwarden safe add <address> --chain ethereum --name treasury',
  }),
  safeShow,
  safeQueue,
  safeCheck,
  safeReject,
  safeRemove,
]
