import { withCount } from '../../cli/bulk/progress.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { parseDuration, parsed, required } from '../../cli/options.ts'
import { timeText } from '../../cli/output/time.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'

/** A bare number is refused: it would count as seconds, and 90 instead of 90d would delete almost everything. */
function parseAge(flag: string, text: string): number {
  if (/^[\d.]+$/.test(text.trim()))
    throw usageError(`${flag}: ${JSON.stringify(text)} has no unit; use ${text.trim()}d for days`)
  return parseDuration(flag, text)
}

export const localPrune = defineCommand({
  name: 'local prune',
  summary: 'Delete old validations and chain events from the local database',
  description:
    'Also deletes their reports, alert events and deliveries, chain events (without a change for this long), alert events about no validation, such as notices, holds that are decided or expired, transactions of queues of Safes that were executed, replaced or withdrawn, and balances of addresses that are no longer monitored. Lists, monitors, nonces, counterparty history, allowances that chain events show, and the audit log are kept. So is what has pending or recent deliveries, what left a chain and can return, what has fewer confirmations than an alert can ask for, and validations with a payload that is still valid. Works in small batches while a `serve` is running; Ctrl-C stops between batches. --dry-run counts. The file keeps its size: new rows reuse the space.',
  requests: false,
  options: {
    olderThan: required(parsed('duration', 'delete what is inactive for this long, such as 90d', parseAge)),
  },
  examples: [
    { command: 'txwarden local prune --older-than 90d --dry-run', note: 'count only' },
    { command: 'txwarden local prune --older-than 90d --yes', note: 'in a script, every night' },
  ],
  async run(context, { olderThan }) {
    const dryRun = context.globals.dryRun === true
    const { database } = context.configuration()
    const administration = await context.administration()
    if (!dryRun && (await previewLocalChange(context, `delete old validations and chain events from ${database}`)))
      return
    await confirmChange(
      context,
      `Delete validations and chain events inactive since before ${timeText(new Date(context.clock.now() - olderThan).toISOString(), context.zone)} from ${context.where()}? This cannot be undone.`,
    )
    const report = await withCount(context, 'checked', 'validations', (onProgress) =>
      administration.prune({ olderThanMs: olderThan, dryRun, signal: context.signal, onProgress }),
    )
    const { transactions, chainEvents, holds, safeItems, alertEvents, deliveries, monitorBalances, kept, before } =
      report
    const view = {
      isCounts: true as const,
      columns: plainColumns(
        'transactions',
        'alertEvents',
        'deliveries',
        'idempotentAnswers',
        'kept',
        'before',
        'chainEvents',
        'monitorBalances',
        'holds',
        'safeItems',
      ),
    }
    await context.out.done(dryRun ? { dryRun, ...report } : report, view, [
      `${dryRun ? 'Would delete' : 'Deleted'} ${transactions} validations and ${chainEvents} chain events older than ${timeText(before, context.zone)} (${context.where()})`,
      `  with ${alertEvents} alert events and ${deliveries} deliveries`,
      ...(holds > 0 ? [`  and ${holds} holds that are decided or expired`] : []),
      ...(safeItems > 0 ? [`  and ${safeItems} transactions of Safes that are finished`] : []),
      ...(monitorBalances > 0 ? [`  and ${monitorBalances} balances of addresses that are no longer monitored`] : []),
      ...(kept > 0
        ? [
            `  kept ${kept} validations with pending or recent deliveries, a valid payload, or a block that can still go`,
          ]
        : []),
    ])
  },
})
