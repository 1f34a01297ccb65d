import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { systemError } from '../../cli/errors/system-errors.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { flag, integer, one } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { WardenError } from '../../shared/errors.ts'
import { askPassphrase, givenPassphrase, passphraseOptions } from './passphrase.ts'
import { sizeText } from './status-card.ts'

export const localBackup = defineCommand({
  name: 'local backup',
  summary: 'Back up the local database to a file',
  description:
    'Safe while commands and a `serve` are running: the copy is a consistent snapshot, and it is verified. The master key of the encrypted secrets is included only with --with-key, encrypted with a passphrase.',
  requests: false,
  arguments: { file: one('the backup file; with --keep a folder') },
  options: {
    keep: integer(
      'n',
      'name the file by database and time in the folder <file>, and remove all but the newest n of the database',
      {
        min: 1,
        max: 10_000,
      },
    ),
    verify: flag('read the complete file again and check it'),
    withKey: flag('include the master key, encrypted with a passphrase'),
    ...passphraseOptions,
  },
  examples: [
    { command: 'txwarden local backup before-upgrade.db' },
    { command: 'txwarden local backup --keep 14 --verify <folder>', note: 'in a nightly job' },
    { command: 'txwarden local backup nightly.db --yes', note: 'in a script: replaces the previous backup' },
    {
      command: 'txwarden local backup moving.db --with-key --passphrase-file <file>',
      note: 'can be restored on any machine',
    },
  ],
  async run(context, { file, withKey = false, keep, verify = false, ...input }) {
    if (!withKey && input.passphraseFile !== undefined) throw usageError('a passphrase needs --with-key')
    const administration = await context.administration()
    const what = withKey ? `${context.configuration().database} and its master key` : context.configuration().database
    if (await previewLocalChange(context, `copy ${what} into ${file}`, null)) return
    const passphrase = withKey
      ? ((await givenPassphrase(context, input)) ?? (await askPassphrase(context, { isNew: true })))
      : undefined
    const sealing = passphrase === undefined ? {} : { passphrase }
    let unrecorded: unknown
    const options = { ...sealing, verify, keep, onUnrecorded: (error: unknown) => (unrecorded = error) }
    const report = await administration.backUp(file, { overwrite: false, ...options }).catch(async (error: unknown) => {
      if (!(error instanceof WardenError) || error.code !== 'file-exists') throw error
      await confirmChange(context, `${String(error.parameters.file ?? file)} exists. Replace it?`)
      return administration.backUp(file, { overwrite: true, ...options })
    })
    await context.out.done(
      report,
      {
        columns: plainColumns('file'),
      },
      [
        `Backed up ${report.database} (${context.where()})`,
        `  to ${report.file} (${sizeText(report.bytes)}), verified`,
        ...(report.removed ?? []).map((old) => `  removed ${old}`),
        ...(report.ahead ?? []).map((other) => `  not counted, and kept: ${other} is ahead of the clock`),
      ],
    )
    const { masterKey, keyInside } = report
    if (masterKey)
      await context.note(
        keyInside
          ? 'The backup includes the master key: file and passphrase together reveal its secrets.'
          : `The backup does not include the master key: its secrets are readable only with ${masterKey.source}.`,
      )
    if (unrecorded !== undefined)
      await context.note(
        `Later errors cannot name this backup: ${(systemError(unrecorded) ?? (unrecorded as Error)).message}`,
      )
  },
})
