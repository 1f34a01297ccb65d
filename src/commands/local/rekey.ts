import { counted } from '../../api/text/amounts.ts'
import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { flag } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'

export const localRekey = defineCommand({
  name: 'local rekey',
  summary: 'Re-encrypt all stored secrets with a new master key',
  description:
    'Use it when the old key may be compromised. The next run completes an interrupted one; secrets stay readable meanwhile. Earlier backups need the old key, which is removed from the key file: make a new backup afterwards. With TXWARDEN_MASTER_KEY, put the new key before the old one, separated by a space, run this, and then remove the old one. With --without-secrets it re-encrypts nothing: it forgets what was encrypted with a master key that is lost for good. These destinations are switched off, these nodes are removed, and the next payload has a new signer. Refused while a `serve` uses the database.',
  requests: false,
  options: { withoutSecrets: flag('instead, forget the secrets that no key here decrypts; enter them again') },
  examples: [
    { command: 'txwarden local rekey' },
    { command: 'txwarden local rekey --yes', note: 'in a script' },
    { command: 'txwarden local rekey --without-secrets', note: 'the old key is lost for good' },
  ],
  async run(context, { withoutSecrets = false }) {
    if (withoutSecrets) {
      await forgetLostSecrets(context)
      return
    }
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
      `Re-encrypted ${counted(resealed, 'secret')} with master key ${masterKey?.id} (${masterKey?.source})`,
    )
    if (masterKey && masterKey.ids.length > 1)
      await context.note(`No secret uses ${retired.join(', ')} any more: remove it from ${masterKey.source}.`)
    if (sealedByOthers.length > 0)
      await context.note(
        `! Not re-encrypted: secrets of master key ${sealedByOthers.join(', ')}, which is missing. If it is lost: txwarden local rekey --without-secrets`,
      )
  },
})

async function forgetLostSecrets(context: Context): Promise<void> {
  const administration = await context.administration()
  const { database } = context.configuration()
  if (await previewLocalChange(context, `forget every secret in ${database} that no master key here decrypts`)) return
  await confirmChange(
    context,
    `Forget every secret in ${database} that no master key here decrypts? Only entering them again brings them back.`,
  )
  const report = await administration.forgetLostSecrets()
  const { keys, destinations, nodes, safes, signers } = report.forgotten
  await context.out.done(
    report,
    {
      columns: [
        { field: 'database', header: 'DATABASE' },
        { field: 'forgotten.keys', header: 'LOST KEYS' },
      ],
    },
    keys.length === 0
      ? `Nothing to forget: every secret in ${database} can be decrypted here`
      : [
          `Forgot the secrets of master key ${keys.join(', ')} (${context.where()})`,
          ...destinations.map(({ id, name }) => `  switched off: destination ${name}, ${id}`),
          ...nodes.map(({ id, chainId }) => `  removed: node ${id} of chain ${chainId}`),
          ...safes.map(({ id, name }) => `  without its service: Safe ${name}, ${id}`),
          ...signers.map((address) => `  retired: signer ${address}`),
        ],
  )
  if (destinations.length > 0)
    await context.note(
      'Enter the secrets of each destination again, then switch it on: `txwarden destination update <id>`.',
    )
  if (nodes.length > 0) await context.note('Add the nodes again: `txwarden chain add <chain>`.')
  if (signers.length > 0)
    await context.note('The next payload has a new signer: what verifies payloads needs its address.')
}
