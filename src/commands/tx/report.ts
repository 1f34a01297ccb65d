import manifest from '../../../package.json' with { type: 'json' }
import type { Delivery } from '../../api/schemas/delivery.ts'
import type { TransactionRecord } from '../../api/schemas/extensions.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { one, text } from '../../cli/options.ts'
import { type Fact, plainColumns } from '../../cli/output/view.ts'
import { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { decodeTransaction } from './decode.ts'
import { storedTransaction } from './stored.ts'

const MOST_DELIVERIES = 200

export const txReport = defineCommand({
  name: 'tx report',
  summary: 'Write a page about a verdict, to pass on',
  description:
    'What was found, what leaves and arrives, every reason with its source, hashes, calls, the path of transfers to a flagged address and the messages that were sent, as one HTML file or as Markdown. The HTML needs nothing else: no script, no request. The id is a svcTxId, the safeTxHash of an item in the queue of a Safe that `serve --safes` validated, or the id of a hold, whose first transaction it is about. What lists or the queue said later counts where it is worse. An existing file is replaced; - is stdout.',
  arguments: { id: one('svcTxId of the validation, safeTxHash, or id of a hold', { completes: 'tx' }) },
  options: {
    html: text('file', 'write HTML to this file'),
    md: text('file', 'write Markdown to this file'),
  },
  examples: [
    { command: 'txwarden tx report <svcTxId> --html report.html' },
    { command: 'txwarden tx report <svcTxId> --md report.md' },
    { command: 'txwarden tx report <safeTxHash> --html report.html', note: 'an item in the queue of a Safe' },
  ],
  async run(context, { id, html, md }) {
    const file = html ?? md
    if (file === undefined || (html !== undefined && md !== undefined))
      throw usageError('tx report needs one of --html and --md', {
        try: `txwarden tx report ${quoteWord(id)} --html report.html`,
      })
    const { record, about } = await subject(context, id)
    const { reportOf } = await import('./report-of.ts')
    const report = reportOf({
      record,
      about,
      decoded: await decodeTransaction(context, record.request.transaction, !record.request.transaction.to),
      deliveries: await deliveriesOf(context, record.svcTxId),
      madeAt: new Date(context.clock.now()).toISOString(),
      version: manifest.version,
      command: `txwarden tx report ${record.svcTxId} ${html === undefined ? '--md' : '--html'} ${quoteWord(file)}`,
    })
    const written =
      html === undefined
        ? (await import('../../cli/output/blocks/markdown.ts')).markdownOf(report)
        : (await import('../../cli/output/blocks/html.ts')).htmlOf(report)
    if (file === '-') return void (await context.io.stdout.write(written))
    const { writeWhole } = await import('../../shared/files/whole-file.ts')
    writeWhole(file, written, { replace: true })
    await context.out.done({ svcTxId: record.svcTxId, file }, { columns: plainColumns('file') }, [`Wrote ${file}`])
  },
})

interface ReportSubject {
  readonly record: TransactionRecord
  readonly about: readonly Fact[]
}

/** The transaction with the id, or else the first one of the hold with it. */
async function subject(context: Context, id: string): Promise<ReportSubject> {
  try {
    return { record: await storedTransaction(context, id), about: [] }
  } catch (error) {
    const hold = await holdWith(context, id, error)
    const [svcTxId, ...others] = hold.parts.flatMap((part) => part.svcTxId ?? [])
    if (svcTxId === undefined) throw error
    return {
      record: await storedTransaction(context, svcTxId),
      about: [
        ['hold', hold.id],
        ['state of the hold', hold.state],
        ['further transactions of the hold', others.join(' ')],
      ],
    }
  }
}

/** @throws the error about the transaction, where there is no such hold */
async function holdWith(context: Context, id: string, error: unknown) {
  if (!(error instanceof WardenError) || error.kind !== 'not-found') throw error
  const { readsOf } = await import('../hold/resource.ts')
  const client = await context.client()
  return client.call(readsOf(context).get, { params: { holdId: id } }).catch(() => {
    throw error
  })
}

/** Undefined where the service or the key does not show them: the page is about the verdict. */
async function deliveriesOf(context: Context, svcTxId: string): Promise<readonly Delivery[] | undefined> {
  const client = await context.client()
  try {
    return (await client.call('listDeliveries', { query: { svcTxId, size: MOST_DELIVERIES } })).content
  } catch (error) {
    if (error instanceof WardenError) return undefined
    throw error
  }
}
