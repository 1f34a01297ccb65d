import { forEachSettled } from '../../cli/bulk/for-each-settled.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { many } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { withImportProgress } from './local-intel.ts'
import { entriesText, feeds } from './resource.ts'

export const intelRemove = defineCommand({
  name: 'intel remove',
  aliases: ['rm', 'delete'],
  summary: 'Remove feeds and their records',
  requests: false,
  arguments: { source: many('names of the sources', { completes: 'intel' }) },
  examples: [
    { command: 'txwarden intel remove <source>' },
    { command: 'txwarden intel remove <source> <source> --yes', note: 'in a script' },
  ],
  async run(context, { source: names }) {
    context.requireLocal()
    const what = names.length === 1 ? `source ${names[0]}` : `${names.length} sources`
    if (await previewLocalChange(context, `remove ${what} from ${context.configuration().database}`)) return
    await confirmChange(context, `Remove ${what} from ${context.where()}?`)
    const intel = await (await context.local()).intel()
    await forEachSettled(context, names, async (name) => {
      const removed = await withImportProgress(context, (control) => intel.remove(name, control))
      await context.out.done(removed, feeds.view, [
        `Removed ${name} (${context.where()})`,
        `  ${entriesText(removed.entries)}`,
      ])
    })
  },
})
