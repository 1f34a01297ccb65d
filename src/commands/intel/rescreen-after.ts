import { counted, grouped } from '../../api/text/amounts.ts'
import type { Context } from '../../cli/context/context.ts'
import { type Option, parsed } from '../../cli/options.ts'
import { type Moment, parseMoment } from '../options/moment.ts'

/** `--rescreen` is every stored transaction, `--rescreen=90d` those since. */
export const rescreenOption: Option<Moment, false> = {
  ...parsed(
    '90d',
    'then compare stored transactions, or those since, with what is new in it (tx rescreen)',
    (flag, given) => (given === '' ? () => 0 : parseMoment(flag, given)),
  ),
  isValueOptional: true,
}

/** Runs the rescreen that an import began; what changed is on stderr, because the import is the answer. */
export async function rescreenAfter(
  context: Context,
  { rescreenId: id, source }: { readonly rescreenId?: string | undefined; readonly source: string },
): Promise<void> {
  if (id === undefined) return
  const client = await context.client()
  const { total, counterparties, content } = await client.call('rescreenTransactions', { body: { id } })
  const changed = counted(total, 'stored verdict is', 'stored verdicts are')
  await context.note(`${changed} worse by ${source}; ${grouped(counterparties.length)} paid counterparties are listed.`)
  for (const { svcTxId, from, to } of content.slice(0, 1))
    await context.note(`Worst: ${from} → ${to}. Try: txwarden tx show ${svcTxId} --history`)
}
