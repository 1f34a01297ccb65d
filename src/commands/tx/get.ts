import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { storedTransaction } from './stored.ts'
import { transactionView } from './view.ts'

export const txGet = defineCommand({
  name: 'tx show',
  aliases: ['get'],
  summary: 'Show a stored transaction and its reports',
  description: 'The id is the svcTxId of `tx list`. --json has the request, the whole response and every report.',
  arguments: { svcTxId: one('svcTxId of the validation', { completes: 'tx' }) },
  examples: [{ command: 'txwarden tx show <svcTxId>' }, { command: 'txwarden tx show <svcTxId> --json' }],
  async run(context, { svcTxId }) {
    await context.out.record(await storedTransaction(context, svcTxId), transactionView)
  },
})
