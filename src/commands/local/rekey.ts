import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'

export const localRekey = defineCommand({
  name: 'local rekey',
  summary: 'Seal every stored secret with a new master key',
  description:
    'When the old key may have been seen. A run that was interrupted is finished by the next one, and every secret stays readable meanwhile. Backups made before need the old key, which is in no file any more: make a new backup afterwards. With the key in TXWARDEN_MASTER_KEY put a new one before the old, with a blank between them, run this, and then take the old one out. Refused while a `serve` holds the database.',
  requests: false,
  examples: [{ command: 'txwarden local rekey' }, { command: 'txwarden local rekey --yes', note: 'in a script' }],
  async run(context) {
    const administration = await context.administration()
    const { database } = context.configuration()
    if (await previewLocalChange(context, `seal every secret in ${database} with a new master key`)) return
    await confirmChange(
      context,
      `Seal every secret in ${database} with a new master key? Backups made before need the old one.`,
    )
    const report = await administration.rekey()
    const { masterKey, resealed, retired, sealedByOthers } = report
    await context.out.done(
      report,
      {
        columns: [
          { field: 'database', header: 'DATABASE' },
          { field: 'masterKey.id', header: 'MASTER KEY' },
          { field: 'resealed', header: 'RESEALED' },
        ],
      },
      `Sealed ${resealed} ${resealed === 1 ? 'secret' : 'secrets'} with master key ${masterKey?.id} (${masterKey?.source})`,
    )
    if (masterKey && masterKey.ids.length > 1)
      await context.note(`Nothing is sealed with ${retired.join(', ')} any more: take it out of ${masterKey.source}.`)
    if (sealedByOthers.length > 0)
      await context.note(`! Left as they were: secrets sealed with ${sealedByOthers.join(', ')}, which is not here.`)
  },
})
