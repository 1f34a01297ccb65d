import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { flag, one } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { WardenError } from '../../shared/errors.ts'
import { askPassphrase, givenPassphrase, passphraseOptions } from './passphrase.ts'

export const localRestore = defineCommand({
  name: 'local restore',
  summary: 'Replace the local database by a backup',
  description:
    'Restores everything, including API keys and settings: a key revoked since the backup is valid again. The replaced database is kept beside it. Refused while a `serve` uses the database, and when the current master key cannot decrypt the secrets; a backup made with --with-key then prompts for its passphrase.',
  requests: false,
  arguments: { file: one('a file made by local backup') },
  options: {
    ...passphraseOptions,
    withoutSecrets: flag('leave out secrets that cannot be decrypted here; enter them again'),
  },
  examples: [
    { command: 'txwarden local restore before-upgrade.db' },
    { command: 'txwarden local restore nightly.db --yes', note: 'in a script' },
    {
      command: 'txwarden local restore moving.db --passphrase-file <file>',
      note: 'the backup includes the master key',
    },
  ],
  async run(context, { file, withoutSecrets = false, ...input }) {
    const administration = await context.administration()
    const { database } = context.configuration()
    if (await previewLocalChange(context, `replace ${database} by ${file}`)) return
    const passphrase = await givenPassphrase(context, input)
    const options = {
      withoutSecrets,
      passphrase,
      confirm: () => confirmChange(context, `Replace ${database} by ${file}?`),
    }
    const report = await administration.restore(file, options).catch(async (error: unknown) => {
      if (!(error instanceof WardenError) || error.code !== 'passphrase-needed' || !context.canAsk) throw error
      await context.note(`${file} includes its master key.`)
      return administration.restore(file, { ...options, passphrase: await askPassphrase(context, { isNew: false }) })
    })
    const kept = report.keptAs === null ? [] : [`  previous database kept as ${report.keptAs}`]
    await context.out.done(
      report,
      {
        columns: plainColumns('database', 'keptAs'),
      },
      [`Restored ${report.database} from ${report.file} (${context.where()})`, ...kept],
    )
    if (report.resealed > 0)
      await context.note(`Its ${report.resealed} secrets are now encrypted with the master key of this machine.`)
    const { sealedByOthers: lost } = report
    if (lost.length === 0) return
    await context.note(`! Secrets encrypted with master key ${lost.join(', ')} were left out.`)
    await context.note(
      '  Destinations without them are switched off, nodes are removed, the next payload has a new signer.',
    )
  },
})
