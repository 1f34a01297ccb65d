import { counted, grouped } from '../../api/text/amounts.ts'
import type { Context } from '../../cli/context/context.ts'
import type { Option } from '../../cli/options.ts'
import type { SyncReport } from '../../service/index.ts'
import { type Moment, parseMoment } from '../options/moment.ts'

/** `--rescreen` is every stored transaction, `--rescreen=90d` those since. */
export const rescreenOption: Option<Moment, false> = {
  placeholder: '90d',
  help: 'then compare stored transactions, or those since, with what is new in it (tx rescreen)',
  repeatable: false,
  required: false,
  isValueOptional: true,
  parse(flag, texts) {
    const given = texts.at(-1) ?? ''
    return given === '' ? () => 0 : parseMoment(flag, given)
  },
}

/** Runs the rescreen that an import began; what changed is on stderr, because the import is the answer. */
export async function rescreenAfter(
  context: Context,
  {
    rescreenId: id,
    source,
  }: Partial<Pick<Extract<SyncReport, { outcome: 'replaced' }>, 'rescreenId'>> & {
    readonly source: string
  },
): Promise<void> {
  if (id === undefined) return
  const client = await context.client()
  const { total, counterparties, content } = await client.call('rescreenTransactions', { body: { id } })
  const changed = counted(total, 'stored verdict is', 'stored verdicts are')
  await context.note(`${changed} worse by ${source}; ${grouped(counterparties.length)} paid counterparties are listed.`)
  for (const { svcTxId, from, to } of content.slice(0, 1))
    await context.note(`Worst: ${from} → ${to}. Try: txwarden tx show ${svcTxId} --history`)
}
