import { defineCommand } from '../../cli/define.ts'
import { choice, maybeOne, text } from '../../cli/options.ts'
import { gates } from '../validate/verdict-exit-code.ts'

export const safeQueue = defineCommand({
  name: 'safe queue',
  summary: 'List what waits in the queues of Safes, with its verdicts',
  description:
    'Reads the queue from the transaction service and the Safe from your node. What `serve --safes` validated has the id of its validation; what is new, older than six hours or validated before lists or feeds changed is validated for this answer and not stored. Hashes are recomputed, and only valid signatures of owners count. Without a Safe: all registered Safes with a transaction service; a line names those without one. An entry that cannot be read is NO DATA, and hides no other. The exit code is that of the worst verdict; 6: that passes, but an entry cannot be read, or a service or node is unreachable, 5: no Safe with a service is registered, 7: the quota is used up, 3: the key is refused.',
  arguments: { safe: maybeOne('name or address of the Safe; default: all that are registered') },
  options: {
    chain: text('chain', 'chain id or name; default: where the Safe is registered'),
    failOn: choice(gates, 'lowest verdict that fails the command; default unsafe'),
  },
  examples: [{ command: 'txwarden safe queue' }, { command: 'txwarden safe queue treasury --fail-on warning --json' }],
  async run(context, input) {
    const { runSafeQueue } = await import('./run-queue.ts')
    return runSafeQueue(context, input)
  },
})
