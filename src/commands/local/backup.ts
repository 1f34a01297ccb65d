import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { flag, one } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { usageError } from '../../cli/usage.ts'
import { WardenError } from '../../shared/errors.ts'
import { askPassphrase, givenPassphrase, isPassphraseGiven, passphraseOptions } from './passphrase.ts'
import { sizeText } from './status-card.ts'

export const localBackup = defineCommand({
  name: 'local backup',
  summary: 'Copy the local database into a file',
  description:
    'Safe beside running commands and a `serve`: the copy is of one moment, and checked. The master key that its secrets are sealed with is inside only with --with-key, and then under a passphrase.',
  requests: false,
  arguments: { file: one('the new file') },
  options: {
    withKey: flag('put the master key into the file, under a passphrase'),
    ...passphraseOptions,
  },
  examples: [
    { command: 'txwarden local backup before-upgrade.db' },
    { command: 'txwarden local backup nightly.db --yes', note: 'in a script: replaces the last one' },
    {
      command: 'txwarden local backup moving.db --with-key --passphrase-file <file>',
      note: 'can be restored on any machine',
    },
  ],
  async run(context, { file, withKey = false, ...input }) {
    if (!withKey && isPassphraseGiven(input)) throw usageError('a passphrase is for --with-key alone')
    const administration = await context.administration()
    const what = withKey ? `${context.configuration().database} and its master key` : context.configuration().database
    if (await previewLocalChange(context, `copy ${what} into ${file}`, null)) return
    const passphrase = withKey
      ? ((await givenPassphrase(context, input)) ?? (await askPassphrase(context, { isNew: true })))
      : undefined
    const sealing = passphrase === undefined ? {} : { passphrase }
    const report = await administration.backUp(file, { overwrite: false, ...sealing }).catch(async (error: unknown) => {
      if (!(error instanceof WardenError) || error.code !== 'file-exists') throw error
      await confirmChange(context, `${file} is there already. Replace it?`)
      return administration.backUp(file, { overwrite: true, ...sealing })
    })
    await context.out.done(
      report,
      {
        columns: plainColumns('file', 'bytes', 'rows'),
      },
      `Copied ${report.database} (${context.where()})\n  to ${report.file} (${sizeText(report.bytes)}), and checked it`,
    )
    await sayWhereTheKeyIs(context, report)
  },
})

interface Copied {
  readonly masterKey: { readonly source: string } | null
  readonly keyInside: boolean
}

async function sayWhereTheKeyIs(context: Context, { masterKey, keyInside }: Copied): Promise<void> {
  if (!masterKey) return
  if (keyInside) await context.note('The master key is inside: whoever has file and passphrase can read its secrets.')
  else await context.note(`The master key is not inside: without ${masterKey.source} its secrets cannot be read.`)
}
