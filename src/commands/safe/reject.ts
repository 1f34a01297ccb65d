import { parseQuantity } from '../../api/quantity.ts'
import { defineCommand } from '../../cli/define.ts'
import { one, required, text } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { quantityOption } from '../options/transaction-options.ts'

export const safeReject = defineCommand({
  name: 'safe reject',
  summary: 'Print the transaction that makes all others of a nonce void',
  description:
    'A signature for a Safe transaction stays valid until its nonce is used. The rejection is a call of the Safe to itself that does nothing, with the same nonce: once it is executed, no other transaction of that nonce can be. It is printed with its hashes, for the owners to compare and sign; nothing is sent, signed or stored. The version of the Safe is read from your node.',
  arguments: { safe: one('name or address of the Safe') },
  options: {
    chain: text('chain', 'chain id or name; default: where the Safe is registered'),
    nonce: required(quantityOption('nonce of the transaction that is rejected')),
  },
  examples: [{ command: 'txwarden safe reject treasury --nonce 41' }],
  async run(context, { nonce, ...input }) {
    const { findSafe, withChecks } = await import('./run-check.ts')
    const rejected = await withChecks(context, async (checks) =>
      checks.reject(await findSafe(context, checks, input), parseQuantity(nonce) ?? 0n),
    )
    await context.out.record(rejected, {
      columns: plainColumns(
        'safe',
        'to',
        'value',
        'data',
        'operation',
        'nonce',
        'domainHash',
        'messageHash',
        'safeTxHash',
      ),
    })
  },
})
