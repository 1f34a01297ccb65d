import { confirmChange } from '../../cli/confirm.ts'
import type { Context } from '../../cli/context.ts'
import { defineCommand, one } from '../../cli/define.ts'
import { isOnlyPreviewed } from '../../cli/local-change.ts'

export const localRestore = defineCommand({
  name: 'local restore',
  summary: 'Put a backup in the place of the local database',
  description:
    'Everything becomes what it was when the backup was made, API keys and settings too: a key revoked since then works again. What is replaced is kept beside it. Refused while a `serve` holds the database.',
  arguments: { file: one('a file made by local backup') },
  examples: [
    { command: 'txwarden local restore before-upgrade.db' },
    { command: 'txwarden local restore nightly.db --yes', note: 'in a script' },
  ],
  async run(context, { file }) {
    const administration = await context.administration()
    const { database } = context.configuration()
    if (await isOnlyPreviewed(context, `put ${file} in the place of ${database}`)) return undefined
    await confirmChange(context, `Put ${file} in the place of ${database}?`)
    const report = await administration.restore(file)
    const kept = report.keptAs === null ? '' : `\n  the replaced one is kept as ${report.keptAs}`
    await context.out.done(
      report,
      {
        columns: [
          { field: 'database', header: 'DATABASE' },
          { field: 'keptAs', header: 'KEPT AS' },
        ],
      },
      `Restored ${report.database} from ${report.file} (${context.where()})${kept}`,
    )
    await warnOfOtherKeys(context, report)
    return undefined
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
