import { defineCommand } from '../../cli/define.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { findThing, onChain } from '../steps/find-thing.ts'
import { safeArgument, safeChainOption, safes, safeText } from './resource.ts'

export const safeRemove = defineCommand({
  name: 'safe remove',
  aliases: ['rm', 'delete'],
  summary: 'Remove a Safe: its queue is not read any more',
  description: 'Removes what is stored of its queue, and the URL and key of its service. Validations stay.',
  arguments: safeArgument,
  options: { chain: safeChainOption },
  examples: [
    { command: 'txwarden safe remove <safe>' },
    { command: 'txwarden safe remove <address> --chain base --yes', note: 'in a script' },
  ],
  async run(context, { safe: given, chain }) {
    const safe = await findThing(context, safes, given, await onChain(context, chain))
    await confirmChange(context, `Remove ${safeText(safe)} from ${context.where()}?`)
    const client = await context.client()
    const removed = await client.call('deleteSafe', { params: { safeId: safe.id } })
    await context.out.done(removed, safes.view, [`Removed ${safeText(removed)} (${context.where()})`])
  },
})
