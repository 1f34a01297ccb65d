import { verdictOf } from '../../api/verdict.ts'
import { defineCommand } from '../../cli/define.ts'
import { flag, one } from '../../cli/options.ts'
import { timeText } from '../../cli/output/time.ts'
import { callDataFact } from '../steps/hash-text.ts'
import { quietTexts } from '../steps/quiet-text.ts'
import { noteUnexplained } from '../validate/note-unexplained.ts'
import { resultView } from '../validate/view.ts'
import { changeView } from './change-view.ts'
import { storedTransaction } from './stored.ts'
import { seenText } from './view.ts'

export const txExplain = defineCommand({
  name: 'tx explain',
  summary: 'Show the reasons for a verdict',
  description:
    'Every reason and the missing data, as of the validation, or as of the block where it was seen, and which messages of alerts a silence hid or a digest sends. The id is its svcTxId. --history: what lists said of it later (`tx rescreen`), oldest first.',
  arguments: { svcTxId: one('svcTxId of the validation', { completes: 'tx' }) },
  options: { history: flag('verdicts that lists changed later, with the source of each') },
  examples: [
    { command: 'txwarden tx explain <svcTxId>' },
    { command: 'txwarden tx explain <svcTxId> --json' },
    { command: 'txwarden tx explain <svcTxId> --history' },
  ],
  async run(context, { svcTxId, history = false }) {
    const stored = await storedTransaction(context, svcTxId)
    const { request, result, verdictChanges = [], silenced, grouped } = stored
    if (history) {
      const still = `The verdict is still ${verdictOf(result)}: no listing was found since. Try: txwarden tx rescreen --dry-run`
      await context.out.rows(verdictChanges, changeView, still)
      return
    }
    const verdict = verdictOf(result)
    const { verdictCard } = await import('../validate/card.ts')
    const { requestDigest } = await import('../../shared/safe/hashes.ts')
    const { nextSteps } = await import('../validate/prepare-card.ts')
    // What was sent already cannot be verified before it is sent.
    const isOpen = verdict === 'NO DATA' && stored.origin === undefined && stored.transactionId == null
    const next = (safe: typeof result) => (isOpen ? nextSteps(context, { verdict, request, explain: true }, safe) : [])
    const calldataDigest = requestDigest(request.transaction.data)
    const digest = calldataDigest === undefined ? {} : { calldataDigest }
    const hashes = calldataDigest === undefined ? [] : [callDataFact(calldataDigest)]
    const quiet = { ...(silenced && { silenced }), ...(grouped && { grouped }) }
    await context.out.record({ ...result, ...digest, ...quiet }, resultView, (safe, paint, width) =>
      verdictCard(
        {
          verdict,
          result: safe,
          request,
          hashes,
          explain: true,
          next: next(safe),
          seen: seenText(stored),
          alerts: quietTexts(safe, (iso) => timeText(iso, context.zone)).map(
            ({ alertName, text }) => `${alertName}: ${text}`,
          ),
          zone: context.zone,
        },
        paint,
        width,
      ),
    )
    await noteUnexplained(context, 'tx explain')
    const last = verdictChanges.at(-1)
    if (last)
      await context.note(
        `! Later it became ${last.to}: ${last.address} ${last.reason} (${last.source}). Try: txwarden tx explain ${stored.svcTxId} --history`,
      )
  },
})
