import { Progress } from '../../cli/bulk/progress.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { parseDuration, parsed, required } from '../../cli/options.ts'
import { timeText } from '../../cli/output/time.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'

export const localPrune = defineCommand({
  name: 'local prune',
  summary: 'Remove old validations from the local database',
  description:
    'With them go what was reported of them and what alerts told of them, and nothing else: lists, monitors, nonces, whom senders dealt with and the audit log stay. Kept is what an alert has still to tell, was told lately, or has a payload that can still be used. In steps of a few milliseconds, beside a running `serve`; Ctrl-C stops between two. --dry-run counts. The file keeps its size: new rows take the room.',
  requests: false,
  options: {
    olderThan: required(parsed('duration', 'what nothing happened to for so long, such as 90d', parseDuration)),
  },
  examples: [
    { command: 'txwarden local prune --older-than 90d --dry-run', note: 'how much that would be' },
    { command: 'txwarden local prune --older-than 90d --yes', note: 'in a script, every night' },
  ],
  async run(context, { olderThan }) {
    const dryRun = context.globals.dryRun === true
    const { database } = context.configuration()
    const administration = await context.administration()
    if (!dryRun && (await previewLocalChange(context, `remove old validations from ${database}`))) return
    await confirmChange(context, `Remove validations that are older from ${context.where()}? It cannot be undone.`)
    const progress = new Progress(context.io.stderr, context.globals.quiet === true)
    const onProgress = (checked: number) => void progress.show('checked', checked, undefined, 'validations')
    const report = await administration
      .prune({ olderThanMs: olderThan, dryRun, signal: context.signal, onProgress })
      .finally(() => progress.clear())
    const { transactions, alertEvents, deliveries, kept, before } = report
    const view = {
      columns: plainColumns('transactions', 'alertEvents', 'deliveries', 'idempotentAnswers', 'kept', 'before'),
    }
    await context.out.done(
      dryRun ? { dryRun, ...report } : report,
      view,
      [
        `${dryRun ? 'Would remove' : 'Removed'} ${transactions} validations from before ${timeText(before)} (${context.where()})`,
        `  with ${alertEvents} alert events and ${deliveries} deliveries`,
        ...(kept > 0 ? [`  kept ${kept}: alerts have still to tell of them, or their payload can still be used`] : []),
      ].join('\n'),
    )
  },
})
