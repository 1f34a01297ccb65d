import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { decideHold, decisionOptions } from './decide.ts'

export const holdApprove = defineCommand({
  name: 'hold approve',
  summary: 'Approve a hold: it passes once',
  description:
    'The sender has to send it again within 15 minutes. The approval is for this content, and for its risk with no worse verdict and no higher score. The requester cannot approve its own hold: on a remote profile the management key decides, on a local one the proxy has to run with --self-approve.',
  arguments: { id: one('id of the hold') },
  options: decisionOptions,
  examples: [
    { command: 'txwarden hold approve <id>' },
    { command: "txwarden hold approve <id> --reason 'invoice 17' --yes", note: 'in a script' },
  ],
  run: (context, { id, reason }) =>
    decideHold(
      context,
      { id, reason },
      {
        operation: 'approveHold',
        ask: 'Approve',
        done: 'Approved',
        effect: 'The sender has to send it again within 15 minutes; it passes once.',
      },
    ).then(() => undefined),
})
