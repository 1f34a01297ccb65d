import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { quoteWord } from '../../shared/quote-word.ts'

export const localReset = defineCommand({
  name: 'local reset',
  summary: 'Start over with an empty local database',
  description:
    'Lists, monitors, alerts, destinations, validations, API keys, settings and the signer are gone from it; what was there is kept in a file beside it. Refused while a `serve` holds the database.',
  requests: false,
  examples: [{ command: 'txwarden local reset' }, { command: 'txwarden local reset --yes', note: 'in a script' }],
  async run(context) {
    const administration = await context.administration()
    const { database } = context.configuration()
    if (await previewLocalChange(context, `empty ${database} and keep what was in it beside it`)) return
    await confirmChange(context, `Delete everything in ${database}?`)
    const report = await administration.reset()
    const view = {
      columns: plainColumns('database', 'keptAs'),
    }
    await context.out.done(
      report,
      view,
      report.keptAs === null
        ? `There is nothing in ${report.database} (${context.where()})`
        : `Emptied ${report.database} (${context.where()})\n  what was there is kept as ${report.keptAs}\n  undo with: txwarden local restore ${quoteWord(report.keptAs)}`,
    )
  },
})
