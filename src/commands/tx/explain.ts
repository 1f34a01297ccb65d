import { verdictOf } from '../../api/verdict.ts'
import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { noteUnexplained } from '../validate/note-unexplained.ts'
import { resultView } from '../validate/view.ts'
import { storedTransaction } from './stored.ts'
import { seenText } from './view.ts'

export const txExplain = defineCommand({
  name: 'tx explain',
  summary: 'Show the reasons for a verdict',
  description:
    'Every reason and the missing data, as of the validation, or as of the block where it was seen. The id is its svcTxId.',
  arguments: { svcTxId: one('svcTxId of the validation', { completes: 'tx' }) },
  examples: [{ command: 'txwarden tx explain <svcTxId>' }, { command: 'txwarden tx explain <svcTxId> --json' }],
  async run(context, { svcTxId }) {
    const stored = await storedTransaction(context, svcTxId)
    const { request, result } = stored
    const verdict = verdictOf(result)
    const { verdictCard } = await import('../validate/card.ts')
    await context.out.record(result, resultView, (safe, paint, width) =>
      verdictCard(
        { verdict, result: safe, request, explain: true, next: [], seen: seenText(stored), zone: context.zone },
        paint,
        width,
      ),
    )
    await noteUnexplained(context, 'tx explain')
  },
})
