import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'

export const localRekey = defineCommand({
  name: 'local rekey',
  summary: 'Re-encrypt all stored secrets with a new master key',
  description:
    'Use it when the old key may be compromised. The next run completes an interrupted one; secrets stay readable meanwhile. Earlier backups need the old key, which is removed from the key file: make a new backup afterwards. With TXWARDEN_MASTER_KEY, put the new key before the old one, separated by a space, run this, and then remove the old one. Refused while a `serve` uses the database.',
  requests: false,
  examples: [{ command: 'txwarden local rekey' }, { command: 'txwarden local rekey --yes', note: 'in a script' }],
  async run(context) {
    const administration = await context.administration()
    const { database } = context.configuration()
    if (await previewLocalChange(context, `re-encrypt every secret in ${database} with a new master key`)) return
    await confirmChange(
      context,
      `Re-encrypt every secret in ${database} with a new master key? Earlier backups need the old one.`,
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
      `Re-encrypted ${resealed} ${resealed === 1 ? 'secret' : 'secrets'} with master key ${masterKey?.id} (${masterKey?.source})`,
    )
    if (masterKey && masterKey.ids.length > 1)
      await context.note(`No secret uses ${retired.join(', ')} any more: remove it from ${masterKey.source}.`)
    if (sealedByOthers.length > 0)
      await context.note(`! Not re-encrypted: secrets of master key ${sealedByOthers.join(', ')}, which is missing.`)
  },
})
