import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { decideHold, decisionOptions } from './decide.ts'

export const holdReject = defineCommand({
  name: 'hold reject',
  summary: 'Reject a hold: it is refused for 24 hours',
  description:
    'Also withdraws an approval that is not used yet. The sender gets the reason. A signed transaction stays valid: anyone who has its bytes can send it another way.',
  arguments: { id: one('id of the hold') },
  options: decisionOptions,
  examples: [
    { command: 'txwarden hold reject <id>' },
    { command: "txwarden hold reject <id> --reason 'unknown payee' --yes", note: 'in a script' },
  ],
  run: (context, { id, reason }) =>
    decideHold(
      context,
      { id, reason },
      {
        operation: 'rejectHold',
        ask: 'Reject',
        done: 'Rejected',
        effect: `The same is refused for 24 hours${reason === undefined ? '' : ', and the sender gets the reason'}.`,
      },
    ).then(() => undefined),
})
