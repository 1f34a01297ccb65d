import { WardenError } from '../../api/errors.ts'
import { confirmChange } from '../../cli/confirm.ts'
import { defineCommand, one } from '../../cli/define.ts'
import { isOnlyPreviewed } from '../../cli/local-change.ts'
import { sizeText } from './status-card.ts'

export const localBackup = defineCommand({
  name: 'local backup',
  summary: 'Copy the local database into a file',
  description:
    'Safe beside running commands and a `serve`: the copy is of one moment, and checked. The master key that its secrets are sealed with is not inside.',
  arguments: { file: one('the new file') },
  examples: [
    { command: 'txwarden local backup before-upgrade.db' },
    { command: 'txwarden local backup nightly.db --yes', note: 'in a script: replaces the last one' },
  ],
  async run(context, { file }) {
    const administration = await context.administration()
    if (await isOnlyPreviewed(context, `copy ${context.configuration().database} into ${file}`)) return undefined
    const report = await administration.backUp(file, { overwrite: false }).catch(async (error: unknown) => {
      if (!(error instanceof WardenError) || error.code !== 'file-exists') throw error
      await confirmChange(context, `${file} is there already. Replace it?`)
      return administration.backUp(file, { overwrite: true })
    })
    await context.out.done(
      report,
      {
        columns: [
          { field: 'file', header: 'FILE' },
          { field: 'bytes', header: 'BYTES' },
        ],
      },
      `Copied ${report.database} (${context.where()})\n  to ${report.file} (${sizeText(report.bytes)}), and checked it`,
    )
    if (report.masterKey)
      await context.note(`The master key is not inside: without ${report.masterKey.source} its secrets cannot be read.`)
    return undefined
  },
})
