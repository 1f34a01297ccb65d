import { type EntryType, entryTypes } from '../../api/vocabulary.ts'
import { commandLine } from '../../cli/command-line.ts'
import type { Context } from '../../cli/context/context.ts'
import { askAddresses, askChains } from '../../cli/prompts/ask-fields.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { addEntries, type EntriesDraft } from './add-entries.ts'
import { chainsText } from './view.ts'

const meanings: Readonly<Record<EntryType, string>> = {
  ALLOW: 'holds down what is found about the address',
  BLOCK: 'makes every transaction invalid that touches the address',
}

/** `chainIds` undefined: not given. */
type Given = Pick<EntriesDraft, 'addresses' | 'product'> & {
  readonly type: EntryType | undefined
  readonly chainIds: readonly string[] | undefined
}

export async function addByAsking(context: Context, given: Given, ifAbsent: boolean): Promise<void> {
  const { product } = given
  const type = given.type ?? (await askType(context))
  const addresses = given.addresses.length > 0 ? given.addresses : await askAddresses(context)
  const chainIds = given.chainIds ?? (await askChains(context, { none: 'every chain' }))
  await previewAndConfirm(context, {
    preview: [
      ['type', type],
      ['address', addresses.join(', ')],
      ['product', product],
      ['chains', chainsText(chainIds)],
    ],
    question: `Add this to the control lists of ${context.where()}?`,
    commandLine: commandLine(
      {
        name: 'control-list add',
        arguments: addresses,
        flags: { type, product, chain: chainIds.length > 0 ? chainIds : undefined, ifAbsent },
      },
      context.globals,
    ),
    act: () => addEntries(context, { addresses, type, product, chainIds }, ifAbsent),
  })
}

async function askType(context: Context): Promise<EntryType> {
  const prompt = await context.prompt()
  return prompt.select({
    message: 'Allow or block',
    choices: entryTypes.map((type) => ({ value: type, name: type, description: meanings[type] })),
  })
}
