import type { CallInput, Output } from '../../api/operations/operations.ts'
import type { AffectedTransaction } from '../../api/schemas/rescreen.ts'
import { counted } from '../../api/text/amounts.ts'
import { chainName } from '../../api/text/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { checkAddresses } from '../../cli/input/check-values.ts'
import { one, parsed } from '../../cli/options.ts'
import type { View } from '../../cli/output/view.ts'
import { isoOf, parseMoment } from '../options/moment.ts'
import { pageOptions } from '../options/page-options.ts'
import { callAddition } from '../steps/addition.ts'
import { printPages } from '../steps/paged-list.ts'
import { PARTIAL_NOTE, transactions } from '../tx/resource.ts'

/** Each is a line: a list of them is in the JSON. */
const MOST_NAMED = 5

const { sort: _, ...pages } = pageOptions

export const intelAffected = defineCommand({
  name: 'intel affected',
  summary: 'List stored transactions and counterparties that an address touches',
  description:
    'Answers whether an address was ever paid: every transaction that was validated here, or seen on a followed chain, whose decoded calls, trace or undecoded bytes name the address, newest first, with the verdict that it had then, and whether it was executed. Also owners that dealt with it by other sources (`tx history sync`, followed chains).',
  arguments: { address: one('the address') },
  options: {
    since: parsed('time', 'validated or seen since: an age such as 90d, or a time such as 2026-09-27', parseMoment),
    ...pages,
  },
  examples: [
    { command: 'txwarden intel affected <address>' },
    { command: 'txwarden intel affected <address> --since 90d --all --json' },
  ],
  async run(context, { address, since, ...page }) {
    await checkAddresses(context, [address])
    const filter = { address, since: isoOf(context, since) }
    let last: Affected | undefined
    await printPages(context, page, {
      command: `intel affected ${address}`,
      filters: {},
      async fetch({ sort: __, ...query }) {
        last = await callAddition(context, 'index from addresses to transactions', (client) =>
          client.call('listAffected', { query: { ...query, ...filter } satisfies Query }),
        )
        return last
      },
      view,
      empty: `No stored transaction names ${address}.`,
    })
    if (last) await explain(context, last)
  },
})

type Affected = Output<'listAffected'>
type Query = CallInput<'listAffected'>['query']

async function explain(context: Context, { address, partial, listings, counterparties }: Affected): Promise<void> {
  if (partial) await context.note(PARTIAL_NOTE)
  if (!context.out.isForPeople) return
  for (const { source, kind, label } of listings.slice(0, MOST_NAMED))
    await context.note(
      `! ${address} is ${kind === 'blocked' ? 'on the block list' : `listed as ${kind}`}: ${label} (${source})`,
    )
  if (listings.length === 0) await context.note('No feed or BLOCK entry lists the address.')
  for (const { owner, chainId, count, paid, lastSeen } of counterparties.slice(0, MOST_NAMED)) {
    const times = counted(count, 'transaction')
    await context.note(
      `Counterparty of ${owner} on ${chainName(chainId)}: ${times}, ${paid ? 'paid' : 'never paid'}, last ${lastSeen.slice(0, 10)}`,
    )
  }
  const more = counterparties.length - MOST_NAMED
  if (more > 0) await context.note(`and ${more} more`)
  await context.note(
    listings.length > 0
      ? `Next: txwarden tx rescreen --address ${address} --dry-run`
      : `Next: txwarden control-list add ${address} --type block`,
  )
}

const shown = ['svcTxId', 'verdict', 'what', 'chainId', 'createdAt', 'to', 'from', 'value', 'transactionId'] as const

const view: View<AffectedTransaction> = {
  ...transactions.view,
  columns: [
    ...transactions.view.columns.filter(({ field }) => shown.some((each) => each === field)),
    {
      field: 'executed',
      header: 'EXECUTED',
      importance: 9,
      paint: (text, { executed }, paint) => (executed === 'yes' ? paint.warn(text) : text),
    },
  ],
}
