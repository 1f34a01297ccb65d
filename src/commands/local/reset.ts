import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'

export const localReset = defineCommand({
  name: 'local reset',
  summary: 'Empty the local database',
  description:
    'Removes lists, monitors, alerts, destinations, validations, API keys, settings and the signer. The previous database is kept as a file beside it. Refused while a `serve` uses the database.',
  requests: false,
  examples: [{ command: 'txwarden local reset' }, { command: 'txwarden local reset --yes', note: 'in a script' }],
  async run(context) {
    const administration = await context.administration()
    const { database } = context.configuration()
    if (await previewLocalChange(context, `empty ${database} and keep the previous database beside it`)) return
    await confirmChange(context, `Delete everything in ${database}?`)
    const report = await administration.reset()
    const view = {
      columns: plainColumns('database', 'keptAs'),
    }
    await context.out.done(
      report,
      view,
      report.keptAs === null
        ? `${report.database} is already empty (${context.where()})`
        : [
            `Emptied ${report.database} (${context.where()})`,
            `  previous database kept as ${report.keptAs}`,
            `  undo with: txwarden local restore ${quoteWord(report.keptAs)}`,
          ],
    )
  },
})
