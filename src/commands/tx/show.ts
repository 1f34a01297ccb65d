import type { TransactionRecord } from '../../api/schemas/extensions.ts'
import { grouped } from '../../api/text/amounts.ts'
import { verdictOf } from '../../api/verdict.ts'
import { defineCommand } from '../../cli/define.ts'
import { flag, one } from '../../cli/options.ts'
import { timeText } from '../../cli/output/time.ts'
import type { TimeZone } from '../../cli/output/time-zone.ts'
import type { Fact } from '../../cli/output/view.ts'
import { callDataFact } from '../steps/hash-text.ts'
import { quietTexts } from '../steps/quiet-text.ts'
import { noteUnexplained } from '../validate/print-verdict.ts'
import { changeView, seenText, transactions } from './resource.ts'
import { storedTransaction } from './stored.ts'

export const txShow = defineCommand({
  name: 'tx show',
  aliases: ['explain', 'get'],
  summary: 'Show a stored transaction and the reasons for its verdict',
  description:
    'Every reason and the missing data, as of the validation, or as of the block where it was seen; what was reported about it; and which messages of alerts a silence hid or a digest sends. The id is its svcTxId. --json has the request, the whole response and every report. --history: what lists said of it later (`tx rescreen`), oldest first.',
  arguments: { svcTxId: one('svcTxId of the validation', { completes: 'tx' }) },
  options: { history: flag('verdicts that lists changed later, with the source of each') },
  examples: [
    { command: 'txwarden tx show <svcTxId>' },
    { command: 'txwarden tx show <svcTxId> --json' },
    { command: 'txwarden tx show <svcTxId> --history' },
  ],
  async run(context, { svcTxId, history = false }) {
    const stored = await storedTransaction(context, svcTxId)
    const { request, result, verdictChanges = [] } = stored
    const verdict = verdictOf(result)
    if (history) {
      const still = `The verdict is still ${verdict}: no listing was found since. Try: txwarden tx rescreen --dry-run`
      await context.out.rows(verdictChanges, changeView, still)
      return
    }
    const { verdictCard } = await import('../validate/card.ts')
    const { requestDigest } = await import('../../shared/safe/hashes.ts')
    const { nextSteps } = await import('../validate/prepare-card.ts')
    // What was sent already cannot be verified before it is sent.
    const isOpen = verdict === 'NO DATA' && stored.origin === undefined && stored.transactionId == null
    const next = (safe: typeof result) => (isOpen ? nextSteps(context, { verdict, request, detail: 'full' }, safe) : [])
    const calldataDigest = requestDigest(request.transaction.data)
    const shown = calldataDigest === undefined ? stored : { ...stored, calldataDigest }
    await context.out.record(shown, transactions.view, (safe, paint, width) =>
      verdictCard(
        {
          verdict,
          result: safe.result,
          request,
          about: recordFacts(safe, context.zone),
          hashes: calldataDigest === undefined ? [] : [callDataFact(calldataDigest)],
          detail: 'full',
          next: next(safe.result),
          zone: context.zone,
        },
        paint,
        width,
      ),
    )
    await noteUnexplained(context, 'tx show')
    const last = verdictChanges.at(-1)
    if (last)
      await context.note(
        `! Later it became ${last.to}: ${last.address} ${last.reason} (${last.source}). Try: txwarden tx show ${stored.svcTxId} --history`,
      )
  },
})

/** What became of it, beside the verdict. */
function recordFacts(stored: TransactionRecord, zone: TimeZone): Fact[] {
  const time = (iso: string) => timeText(iso, zone)
  const { createdAt, product, transactionId, blockNumber, blockTime, reported, reports } = stored
  return [
    ['validated', stored.origin === 'chain' ? undefined : time(createdAt)],
    ['product', product],
    ['seen', seenText(stored)],
    ['sent as', transactionId && (reported === 'unconfirmed' ? `${transactionId}, as reported` : transactionId)],
    ['block', blockNumber && grouped(BigInt(blockNumber))],
    ['time', blockTime && time(blockTime)],
    ['reports', reports.length > 1 && reports.map(({ reportedAt }) => time(reportedAt)).join(', ')],
    ...quietTexts(stored, time).map(({ alertName, text }): Fact => ['alert', `${alertName}: ${text}`]),
  ]
}
