import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { flag, one } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { WardenError } from '../../shared/errors.ts'
import { askPassphrase, givenPassphrase, passphraseOptions } from './passphrase.ts'

export const localRestore = defineCommand({
  name: 'local restore',
  summary: 'Put a backup in the place of the local database',
  description:
    'Everything becomes what it was when the backup was made, API keys and settings too: a key revoked since then works again. What is replaced is kept beside it. Refused while a `serve` holds the database, and when the master key here does not open its secrets: a backup made with --with-key then asks for its passphrase.',
  requests: false,
  arguments: { file: one('a file made by local backup') },
  options: {
    ...passphraseOptions,
    withoutSecrets: flag('also when its secrets cannot be read here, and must be given again'),
  },
  examples: [
    { command: 'txwarden local restore before-upgrade.db' },
    { command: 'txwarden local restore nightly.db --yes', note: 'in a script' },
    { command: 'txwarden local restore moving.db --passphrase-file <file>', note: 'the master key is inside' },
  ],
  async run(context, { file, withoutSecrets = false, ...input }) {
    const administration = await context.administration()
    const { database } = context.configuration()
    if (await previewLocalChange(context, `put ${file} in the place of ${database}`)) return
    await confirmChange(context, `Put ${file} in the place of ${database}?`)
    const passphrase = await givenPassphrase(context, input)
    const options = { withoutSecrets, ...(passphrase !== undefined && { passphrase }) }
    const report = await administration.restore(file, options).catch(async (error: unknown) => {
      if (!(error instanceof WardenError) || error.code !== 'passphrase-needed' || !context.canAsk) throw error
      await context.note(`${file} has its master key inside.`)
      return administration.restore(file, { ...options, passphrase: await askPassphrase(context, { isNew: false }) })
    })
    const kept = report.keptAs === null ? '' : `\n  the replaced one is kept as ${report.keptAs}`
    await context.out.done(
      report,
      {
        columns: plainColumns('database', 'keptAs'),
      },
      `Restored ${report.database} from ${report.file} (${context.where()})${kept}`,
    )
    if (report.resealed > 0)
      await context.note(`Its ${report.resealed} secrets are sealed with the master key of this machine now.`)
    await warnOfOtherKeys(context, report)
  },
})

interface Sealing {
  readonly masterKey: { readonly source: string; readonly id: string | null } | null
  readonly sealedByOthers: readonly string[]
}

async function warnOfOtherKeys(context: Context, { masterKey, sealedByOthers }: Sealing): Promise<void> {
  if (sealedByOthers.length === 0) return
  const keys = sealedByOthers.join(', ')
  const ours = masterKey?.id ? `the one here is ${masterKey.id} (${masterKey.source})` : 'there is none here'
  await context.note(`! Secrets in it are sealed with master key ${keys}; ${ours}.`)
  await context.note(
    `  They cannot be read until that key is back: as ${context.configuration().database}.key, or in TXWARDEN_MASTER_KEY.`,
  )
}
