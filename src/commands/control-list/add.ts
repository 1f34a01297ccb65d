import type { Output } from '../../api/operations/operations.ts'
import { type EntryType, entryTypes, type ProductType, productTypes } from '../../api/vocabulary.ts'
import { forEachSettled } from '../../cli/bulk/for-each-settled.ts'
import type { Context } from '../../cli/context/context.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { withNext } from '../../cli/errors/errors.ts'
import { plainAddresses } from '../../cli/input/chain-addresses.ts'
import { chainIdsOf, checkAddresses, checkWords } from '../../cli/input/check-values.ts'
import { list, many, openChoice, required } from '../../cli/options.ts'
import type { View } from '../../cli/output/view.ts'
import { type CommandWords, commandLine } from '../../cli/program/command-line.ts'
import { missingError } from '../../cli/program/program.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { ifAbsentOption, makeIfAbsent } from '../options/if-absent.ts'
import { readAll } from '../steps/paged-list.ts'
import { isConflict, KnownEntries } from './known-entries.ts'
import { chainsText, entries, shareChain } from './resource.ts'

export const controlListAdd: Command = defineCommand({
  name: 'control-list add',
  aliases: ['create'],
  summary: 'Allow or block addresses',
  description:
    'A BLOCK entry makes every transaction that touches the address invalid. An ALLOW entry lowers the score of findings about the address itself; it never lifts a sanction or a BLOCK entry. Allowing such an address prints a warning, and on a terminal asks for confirmation. On a terminal it asks for what is missing.',
  asks: true,
  arguments: { address: many('addresses to allow or block') },
  options: {
    type: required(openChoice(entryTypes, 'allow or block')),
    product: openChoice(productTypes, 'product the entry holds for; default SONAR'),
    chain: list('chain', 'chain ids or names; default: every chain'),
    ifAbsent: ifAbsentOption,
  },
  examples: [
    { command: 'txwarden control-list add 0x7E57E185F01f2900F3b969962D790bD76275007A --type block' },
    { command: 'txwarden control-list add <address> <address> --type allow --chain ethereum,base' },
    { command: 'txwarden control-list add <address> --type block --if-absent', note: 'in a script that runs again' },
  ],
  async run(context, { address: given = [], type, product = 'SONAR', chain, ifAbsent = false }) {
    // With `asks`, required values can be missing here.
    const words = (type as EntryType | undefined) === undefined ? [] : [type]
    await checkWords(context, '--type', entryTypes, words)
    await checkWords(context, '--product', productTypes, [product])
    const flagged = await chainIdsOf(context, chain)
    const { addresses, chainId } = await plainAddresses(given, flagged)
    await checkAddresses(context, addresses)
    // An address with its chain before it is meant there.
    const chainIds = chainId === undefined ? flagged : [chainId]
    const missing = [...(addresses.length === 0 ? ['<address>'] : []), ...(words.length === 0 ? ['--type'] : [])]
    if (missing.length > 0) {
      if (!context.canAsk) throw missingError(controlListAdd, missing)
      await addByAsking(context, { addresses, type, product, chainIds, ifAbsent })
      return
    }
    const draft = { addresses, type, product, chainIds, ifAbsent }
    if ((await warnOfLimits(context, draft)) && context.canAsk)
      await confirmChange(context, 'Add the ALLOW entry anyway?')
    await addEntries(context, draft)
  },
})

/** The requested entries: one for each address. */
interface EntriesDraft {
  readonly addresses: readonly string[]
  readonly type: EntryType
  readonly product: ProductType
  /** None: every chain. */
  readonly chainIds: readonly string[]
  readonly ifAbsent: boolean
}

/** Asks for what flags do not give. */
async function addByAsking(
  context: Context,
  given: Omit<EntriesDraft, 'type'> & { readonly type: EntryType | undefined },
): Promise<void> {
  const { askAddresses, askChains } = await import('../../cli/prompts/ask-fields.ts')
  const type = given.type ?? (await askType(context))
  const addresses = given.addresses.length > 0 ? given.addresses : await askAddresses(context)
  const chainIds = given.chainIds.length > 0 ? given.chainIds : await askChains(context, { none: 'every chain' })
  const draft = { ...given, addresses, type, chainIds }
  await warnOfLimits(context, draft)
  await previewAndConfirm(context, {
    preview: [
      ['type', type],
      ['address', addresses.join(', ')],
      ['product', given.product],
      ['chains', chainsText(chainIds)],
    ],
    question: `Add this to the control lists of ${context.where()}?`,
    command: wordsOf(draft),
    act: () => addEntries(context, draft),
  })
}

const effects: Readonly<Record<EntryType, string>> = {
  ALLOW: 'lowers the score of findings about the address',
  BLOCK: 'makes every transaction that touches the address invalid',
}

async function askType(context: Context): Promise<EntryType> {
  const prompt = await context.prompt()
  return prompt.select({
    message: 'Block or allow',
    // Enter takes the first one: an address that is blocked by mistake loses no money.
    choices: entryTypes
      .toSorted((a) => (a === 'BLOCK' ? -1 : 1))
      .map((type) => ({ value: type, name: type, description: effects[type] })),
  })
}

/**
 * Warns where an ALLOW entry has no effect: a BLOCK entry beats it, and it never lifts a sanction. Only the local service
 * says whether an address is sanctioned.
 * @returns whether there was a warning
 */
async function warnOfLimits(context: Context, draft: EntriesDraft): Promise<boolean> {
  // --curl sends nothing: the lists cannot be read.
  if (draft.type !== 'ALLOW' || context.globals.curl) return false
  const lines = [...(await blocksOf(context, draft)), ...(await sanctionsOf(context, draft))]
  for (const line of lines) await context.note(`! ${line}`)
  return lines.length > 0
}

async function blocksOf(context: Context, { addresses, product, chainIds }: EntriesDraft): Promise<string[]> {
  const { content } = await readAll(context, entries, undefined, { type: 'BLOCK' })
  const wanted = addresses.map((address) => address.toLowerCase())
  return content
    .filter(({ address, productType }) => productType === product && wanted.includes(address.toLowerCase()))
    .filter((entry) => shareChain(entry.chainIds, chainIds))
    .map(
      ({ id, address, chainIds: chains }) =>
        `${address} is blocked on ${chainsText(chains)} by entry ${id}. BLOCK beats ALLOW: it stays blocked.`,
    )
}

async function sanctionsOf(context: Context, { addresses }: EntriesDraft): Promise<string[]> {
  if (context.isRemote()) return []
  const client = await context.client()
  const known = await Promise.all(addresses.map((address) => client.call('checkAddress', { query: { address } })))
  return known.flatMap(({ address, records }) => {
    const sanction = records.find(({ kind }) => kind === 'sanctioned')
    return sanction ? [`${address} is sanctioned (${sanction.source}). An ALLOW entry never lifts a sanction.`] : []
  })
}

/** A service may have other types. */
const verbs: Readonly<Record<string, string>> = { BLOCK: 'Blocked', ALLOW: 'Allowed' }

type Added = Output<'createControlList'>

const addedView: View<Added> = { columns: [{ field: 'controlListId', header: 'ID' }] }

async function addEntries(context: Context, draft: EntriesDraft): Promise<void> {
  const { addresses, type, product, chainIds, ifAbsent } = draft
  const client = await context.client()
  let known = new KnownEntries(client)
  await forEachSettled(context, addresses, async (address) => {
    const entry = { address, type, productType: product, ...(chainIds.length > 0 && { chainIds: [...chainIds] }) }
    const find = async (again: boolean) => {
      if (again) known = new KnownEntries(client)
      const controlListId = await known.covering(entry)
      return controlListId === undefined ? undefined : { controlListId }
    }
    const make = () =>
      client.call('createControlList', { body: entry }).catch((error: unknown) => {
        throw isConflict(error) && !ifAbsent
          ? withNext(error, commandLine(wordsOf({ ...draft, addresses: [address], ifAbsent: true }), {}))
          : error
      })
    const { body, wasThere } = await makeIfAbsent(context, ifAbsent, find, make)
    if (!wasThere) known.added(entry, body.controlListId)
    const verb = verbs[type] ?? `Listed as ${type}`
    const what = `${address} for ${product} on ${chainsText(chainIds)} (${context.where()})`
    await context.out.done(body, addedView, [
      wasThere ? `Already there: ${verb[0]?.toLowerCase()}${verb.slice(1)} ${what}` : `${verb} ${what}`,
      `  id ${body.controlListId}`,
    ])
  })
}

function wordsOf({ addresses, type, product, chainIds, ifAbsent }: EntriesDraft): CommandWords {
  const chain = chainIds.length > 0 ? chainIds : undefined
  return { name: 'control-list add', arguments: addresses, flags: { type, product, chain, ifAbsent } }
}
