import type { ControlListEntry } from '../../api/schemas/control-list.ts'
import { type ProductType, productTypes } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { checkAddresses, checkWords, maybeChainIdOf } from '../../cli/input/check-values.ts'
import { many, openChoice, text } from '../../cli/options.ts'
import type { View } from '../../cli/output/view.ts'
import { findThing } from '../steps/find-thing.ts'
import { type Listing, type Looked, lookUpAddress, recordText } from '../steps/look-up-address.ts'
import { readAll } from '../steps/paged-list.ts'
import { chainsText, entries, shareChain } from './resource.ts'

interface Checked {
  readonly address: string
  readonly productType: ProductType
  /** BLOCK beats ALLOW. Of an address of another chain than EVM, what feeds say: entries name none. */
  readonly standing: 'BLOCKED' | 'ALLOWED' | 'UNLISTED' | Listing
  /** The deciding entries, and those they beat. */
  readonly entries: readonly ControlListEntry[]
  /** Of an address of another chain than EVM. */
  readonly records?: Looked['records']
}

const refused: readonly Checked['standing'][] = ['BLOCKED', 'LISTED']

const checkedView: View<Checked> = {
  columns: [
    { field: 'address', header: 'ADDRESS', kind: 'address', importance: 8 },
    {
      field: 'standing',
      header: 'STATUS',
      leads: true,
      importance: 9,
      paint: (shown, { standing }, paint) =>
        refused.includes(standing) ? paint.bad(shown) : standing === 'ALLOWED' ? paint.good(shown) : paint.dim(shown),
    },
    {
      field: 'entries',
      header: 'BY',
      value: ({ entries }) => entries.map(({ id }) => id),
      show: ({ entries, records = [] }, when) =>
        [
          ...entries.map(
            ({ id, type, chainIds, createdAt }) =>
              `${type} on ${chainsText(chainIds)}${createdAt ? `, added ${when(createdAt)}` : ''}, entry ${id}`,
          ),
          ...records.map(recordText),
        ].join('; '),
    },
    { field: 'productType', header: 'PRODUCT', importance: 4 },
  ],
}

export const controlListShow = defineCommand({
  name: 'control-list show',
  aliases: ['check', 'get'],
  summary: 'Show whether addresses are allowed, blocked or unlisted, and by which entries',
  description:
    'Reads the lists of the service. The id of an entry stands for its address and product. Without --chain an entry for any chain counts. Exit code 12 when one is blocked, as for a transaction that touches it; otherwise 0.\n\nEntries name EVM addresses only. An address of another chain (Bitcoin, Tron and others) is looked up in the feeds: LISTED (exit code 12, too) or NO DATA, never safe.',
  arguments: { address: many('addresses, or ids of entries') },
  options: {
    chain: text('chain', 'only entries for this chain: id or name', { completes: 'chain' }),
    product: openChoice(productTypes, 'product the entries hold for; default SONAR'),
  },
  examples: [
    { command: 'txwarden control-list show 0x52908400098527886E0F7030069857D2E4169EE7' },
    { command: 'txwarden control-list show <address> <address> --chain base --json' },
    { command: 'txwarden control-list show <id>' },
  ],
  async run(context, { address: given, chain, product }) {
    await checkWords(context, '--product', productTypes, product === undefined ? [] : [product])
    const chainId = await maybeChainIdOf(context, chain)
    const { content } = await readAll(context, entries)
    const wanted = chainId === undefined ? [] : [chainId]
    const inForce = content.filter((entry) => shareChain(entry.chainIds, wanted))
    const { readOtherAddress } = await import('../../shared/addresses/other-chains.ts')
    const rows: Checked[] = []
    for (const each of given) {
      const entry = content.find(({ id }) => id === each)
      const other = entry ? undefined : readOtherAddress(each)
      const subject = entry ?? (other ? undefined : await subjectOf(context, each))
      rows.push(
        subject
          ? standingOf({ address: subject.address, productType: product ?? subject.productType }, inForce)
          : await listingOf(context, each, product),
      )
    }
    const body = { content: rows, chainId: chainId ?? null }
    await context.out.list(body, rows, checkedView, { empty: '' })
    return rows.some(({ standing }) => refused.includes(standing)) ? exitCodes.blocked : exitCodes.ok
  },
})

const DEFAULT_PRODUCT: ProductType = 'SONAR'

type Subject = Pick<Checked, 'address' | 'productType'>

/** What has the form of an address is one; anything else is an entry. */
async function subjectOf(context: Context, given: string): Promise<Subject> {
  if (given !== '' && !/^0x/i.test(given)) return findThing(context, entries, given)
  await checkAddresses(context, [given])
  return { address: given, productType: DEFAULT_PRODUCT }
}

async function listingOf(context: Context, given: string, product?: ProductType): Promise<Checked> {
  const { known, listing } = await lookUpAddress(context, given)
  return {
    address: known.address,
    productType: product ?? DEFAULT_PRODUCT,
    standing: listing,
    entries: [],
    records: known.records,
  }
}

function standingOf({ address, productType }: Subject, inForce: readonly ControlListEntry[]): Checked {
  const found = inForce.filter(
    (entry) => entry.address.toLowerCase() === address.toLowerCase() && entry.productType === productType,
  )
  const has = (type: ControlListEntry['type']) => found.some((entry) => entry.type === type)
  const standing = has('BLOCK') ? 'BLOCKED' : has('ALLOW') ? 'ALLOWED' : 'UNLISTED'
  const [decide, beaten] = [found.filter(({ type }) => type === 'BLOCK'), found.filter(({ type }) => type !== 'BLOCK')]
  return { address, productType, standing, entries: [...decide, ...beaten] }
}
