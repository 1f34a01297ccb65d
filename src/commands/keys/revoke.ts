import { forEachSettled } from '../../cli/bulk/for-each-settled.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { many } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { type FoundTarget, findTargets, targetsText } from '../steps/find-thing.ts'
import { apiKeys } from './resource.ts'

export const keysRevoke = defineCommand({
  name: 'keys revoke',
  aliases: ['rm', 'delete'],
  summary: 'Revoke API keys of the local service permanently',
  description: 'A running `serve` refuses them within a second. They stay listed as revoked.',
  requests: false,
  arguments: { id: many('ids or names of the keys') },
  examples: [
    { command: 'txwarden keys revoke <id>' },
    { command: 'txwarden keys revoke alice' },
    { command: 'txwarden keys revoke <id> <id> --yes', note: 'in a script' },
  ],
  async run(context, { id: ids }) {
    const targets = await findTargets(context, apiKeys, ids)
    const what = await targetsText(context, apiKeys, targets)
    if (await previewLocalChange(context, `revoke ${what} in ${context.configuration().database}`)) return
    await confirmChange(context, `Revoke ${what} of ${context.where()}? It cannot be undone.`)
    const { keys } = await context.local()
    const revoke = async ({ id }: FoundTarget) => {
      const record = await keys.revoke(id)
      await context.out.done(record, apiKeys.view, [
        `Revoked ${record.kind} key ${record.name ?? record.hint} (${context.where()})`,
        `  id ${id}`,
      ])
    }
    await forEachSettled(context, targets, revoke, ({ id }) => id)
  },
})
