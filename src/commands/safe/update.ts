import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { nameText } from '../../cli/options.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { findThing, onChain } from '../steps/find-thing.ts'
import { queueText, safeArgument, safeChainOption, safes, safeText } from './resource.ts'
import { NONE, readServiceKey, serviceMembers, serviceOptions } from './transaction-service.ts'

export const safeUpdate = defineCommand({
  name: 'safe update',
  summary: 'Rename a Safe, or change its transaction service',
  description:
    'Omitted values are kept. --service replaces URL and key together, because a key is never sent to another service: pass the key again. `none` stops reading the queue; what is stored of it stays.',
  arguments: safeArgument,
  options: { chain: safeChainOption, name: nameText('name', "the new name; '' removes it"), ...serviceOptions },
  examples: [
    { command: 'txwarden safe update <safe> --name treasury' },
    { command: 'txwarden safe update <safe> --service hosted --key-file <file>' },
    { command: 'txwarden safe update <safe> --service none', note: 'its queue is not read any more' },
  ],
  async run(context, { safe: given, chain, name, service, keyFile }) {
    if (chain !== undefined) await chainIdOf(context, chain)
    if (name === undefined && service === undefined)
      throw usageError('safe update needs --name or --service', {
        try: `txwarden safe update ${quoteWord(given)} --name treasury`,
      })
    if (keyFile !== undefined && (service === undefined || service === NONE))
      throw usageError('a key needs --service with the URL that it belongs to')
    const safe = await findThing(context, safes, given, await onChain(context, chain))
    const found =
      service === undefined
        ? {}
        : service === NONE
          ? { serviceUrl: '' }
          : await serviceMembers(context, service, await readServiceKey(context, keyFile))
    const client = await context.client()
    const body = await client.call('updateSafe', { body: { id: safe.id, name, ...found } })
    await context.out.done(body, safes.view, [`Updated ${safeText(body)} (${context.where()})`, `  ${queueText(body)}`])
  },
})
