import type { KnownRecord } from '../../api/schemas/intel.ts'
import { chainNameOrEvery } from '../../api/text/chains.ts'
import { EVERY_CHAIN, threatKinds } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { checkAnyAddresses, maybeChainIdOf } from '../../cli/input/check-values.ts'
import { one, text } from '../../cli/options.ts'
import { plainColumns, type View } from '../../cli/output/view.ts'
import type { Client } from '../../client/client.ts'
import { chainsText } from '../control-list/resource.ts'

export const intelCheck = defineCommand({
  name: 'intel check',
  summary: 'Show what feeds know about an address or function selector',
  description:
    'Shows source, label, age and chains of each record, and known contracts that the address resembles. A verdict weighs all records: the built-in baseline outweighs an entry of one noisy feed.\n\nAn address of another chain (Bitcoin, Tron, Solana, Litecoin, Monero and others) is only looked up in lists: LISTED (exit code 12) or NO DATA, never safe.',
  arguments: { address: one('the address, of any chain, or a selector such as 0x095ea7b3') },
  options: { chain: text('chain', 'only records for this chain: id or name') },
  examples: [
    { command: 'txwarden intel check <address>' },
    { command: 'txwarden intel check <address> --chain base --json' },
    {
      command: 'txwarden intel check 1FfmbHfnpaZjKFvyi1okTjJJusN455paPH',
      note: 'an address of Bitcoin, in lists',
    },
    { command: 'txwarden intel check 0x095ea7b3', note: 'the functions that have the selector' },
  ],
  async run(context, { address, chain }) {
    const isSelector = /^0x[0-9a-f]{8}$/i.test(address)
    if (!isSelector) await checkAnyAddresses(context, [address])
    const { readOtherAddress } = await import('../../shared/addresses/other-chains.ts')
    if (readOtherAddress(address)) {
      if (chain !== undefined) throw usageError('--chain is for addresses of EVM chains')
      return printOther(context, address)
    }
    const chainId = await maybeChainIdOf(context, chain)
    const client = await context.client()
    if (isSelector) await printSignatures(context, client, address)
    else await printKnowledge(context, client, address, chainId)
    return exitCodes.ok
  },
})

interface Row extends KnownRecord {
  /** Empty for records of the address itself. */
  readonly looksLike: string
}

async function printKnowledge(
  context: Context,
  client: Client,
  address: string,
  chainId: string | undefined,
): Promise<void> {
  const body = await client.call('checkAddress', { query: { address, chainId } })
  const rows: Row[] = [
    ...body.records.map((record) => ({ ...record, looksLike: '' })),
    ...body.lookalikes.map((record) => ({ ...record, looksLike: record.address })),
  ]
  const { checksummed, HEX_ADDRESS } = await import('../../api/address.ts')
  // In the form in which every other screen shows it.
  const shown = HEX_ADDRESS.test(body.address) ? checksummed(body.address) : body.address
  await context.out.list(body, rows, view, {
    empty: `No records for ${shown}${chainId === undefined ? '' : ` on chain ${chainId}`}.`,
    members: ['records', 'lookalikes'],
  })
  if (context.out.isForPeople)
    for (const { name, chainId: on } of await context.namesOf([shown]))
      if (chainId === undefined || [chainId, EVERY_CHAIN].includes(on))
        await context.note(
          `${shown} is named ${JSON.stringify(name)} on ${chainNameOrEvery(on)}. A name vouches for nothing.`,
        )
}

/** An address of a chain that is no EVM chain: the exit code says whether a list warns about it. */
async function printOther(context: Context, address: string): Promise<number> {
  const { kindOfAddress, lookUpAddress } = await import('../steps/look-up-address.ts')
  const { known, listing } = await lookUpAddress(context, address)
  const { records, lookalikes: _, ...about } = known
  const rows: Row[] = records.map((record) => ({ ...record, looksLike: '' }))
  await context.out.list({ ...about, standing: listing }, rows, view, {
    empty: `NO DATA: no list has ${known.address}, ${kindOfAddress(known)}. That does not make it safe.`,
  })
  if (rows.length > 0 && known.isInvalid) await context.note(`! ${known.address} is ${kindOfAddress(known)}.`)
  return listing === 'LISTED' ? exitCodes.blocked : exitCodes.ok
}

async function printSignatures(context: Context, client: Client, selector: string): Promise<void> {
  const body = await client.call('checkSelector', { query: { selector } })
  await context.out.list(
    body,
    body.signatures,
    {
      columns: plainColumns('signature', 'source'),
    },
    { empty: `No feed knows ${body.selector}. Try: txwarden intel import --help`, members: ['signatures'] },
  )
}

const view: View<Row> = {
  columns: [
    { field: 'label', header: 'LABEL', importance: 8, paint: (words, _, paint) => paint.bold(words) },
    {
      field: 'kind',
      header: 'KIND',
      leads: true,
      importance: 9,
      paint: (words, { kind }, paint) => (threatKinds.includes(kind) ? paint.bad(words) : paint.good(words)),
    },
    {
      field: 'looksLike',
      header: 'LOOKALIKE',
      kind: 'phrase',
      importance: 9,
      show: ({ looksLike }) => looksLike && `resembles ${looksLike}`,
      paint: (words, _, paint) => paint.warn(words),
    },
    {
      field: 'severity',
      header: 'SEVERITY',
      importance: 4,
      show: ({ severity }) => (severity === null ? '' : `severity ${severity}`),
    },
    { field: 'subCategory', header: 'SUBCATEGORY' },
    { field: 'chainIds', header: 'CHAINS', importance: 6, show: ({ chainIds }) => chainsText(chainIds) },
    { field: 'source', header: 'SOURCE', importance: 7 },
    {
      field: 'asOf',
      header: 'AS OF',
      importance: 6,
      show: ({ asOf, isStale }, when) => (isStale ? `${when(asOf)}, too old` : when(asOf)),
      paint: (words, { isStale }, paint) => (isStale ? paint.warn(words) : paint.dim(words)),
    },
  ],
}
