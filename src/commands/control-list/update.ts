import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdsOf } from '../../cli/input/check-values.ts'
import { flag, list, one } from '../../cli/options.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { findThing, idOfThing } from '../steps/find-thing.ts'
import { chainsText, entries } from './resource.ts'

export const controlListUpdate = defineCommand({
  name: 'control-list update',
  summary: 'Replace the chains of an entry',
  description: 'On a terminal it asks when no flag is given.',
  arguments: { id: one('id or address of the entry') },
  options: {
    chain: list('chain', 'chain ids or names the entry holds on'),
    everyChain: flag('let the entry hold on every chain'),
  },
  examples: [
    { command: 'txwarden control-list update <id> --chain ethereum,base' },
    { command: 'txwarden control-list update <id>', note: 'asks' },
  ],
  async run(context, { id, chain, everyChain }) {
    if (chain === undefined && !everyChain && context.canAsk && !context.globals.curl) {
      await updateByAsking(context, id)
      return
    }
    if (chain !== undefined && everyChain) throw usageError('--chain and --every-chain exclude each other')
    if (chain === undefined && !everyChain)
      throw usageError('control-list update needs --chain or --every-chain', {
        try: `txwarden control-list update ${quoteWord(id)} --chain ethereum`,
      })
    await updateChains(context, await idOfThing(context, entries, id), await chainIdsOf(context, chain))
  },
})

async function updateChains(context: Context, id: string, chainIds: readonly string[]): Promise<void> {
  const client = await context.client()
  const body = await client.call('updateControlList', {
    params: { controlListId: id },
    body: { chainIds: [...chainIds] },
  })
  await context.out.done(
    body,
    { columns: [{ field: 'controlListId', header: 'ID' }] },
    `Entry ${id} holds on ${chainsText(chainIds)} now (${context.where()})`,
  )
}

async function updateByAsking(context: Context, idOrEnd: string): Promise<void> {
  const { askChains } = await import('../../cli/prompts/ask-fields.ts')
  const entry = await findThing(context, entries, idOrEnd)
  const chainIds = await askChains(context, { none: 'every chain', initial: entry.chainIds ?? [] })
  const flags = chainIds.length > 0 ? { chain: chainIds } : { everyChain: true }
  await previewAndConfirm(context, {
    preview: [
      ['address', `${entry.address} (${entry.type}, ${entry.productType})`],
      ['chains', `${chainsText(entry.chainIds)} → ${chainsText(chainIds)}`],
    ],
    question: `Change this entry in ${context.where()}?`,
    command: { name: 'control-list update', arguments: [entry.id], flags },
    act: () => updateChains(context, entry.id, chainIds),
  })
}
