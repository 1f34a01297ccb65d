import { HEX_HASH } from '../../api/hash.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { choice, flag, one, parsed, text } from '../../cli/options.ts'
import { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { isoOf, type Moment, parseTime } from '../options/moment.ts'
import { quantityOption } from '../options/transaction-options.ts'
import { shownId } from '../steps/find-thing.ts'
import { transactions } from './resource.ts'

export const txUpdate = defineCommand({
  name: 'tx update',
  summary: 'Report the on-chain transaction of a validation',
  description:
    'The id is the svcTxId of the validation. The transaction becomes history, which makes its recipients known, once its block number is reported and, where the chain has a node, the node has it as it was validated. Repeating a report asks the node again.',
  arguments: { svcTxId: one('svcTxId of the validation', { completes: 'tx' }) },
  options: {
    transactionId: text('hash', 'on-chain transaction id'),
    blockNumber: quantityOption('block number'),
    blockTime: parsed('time', 'block time, such as 2026-01-02T03:04:05Z, or seconds since 1970', parseBlockTime),
    replace: flag('replace the reported transaction id (speed-up, reorg)'),
    apiVersion: choice(['v2', 'v1'], 'version of the interface; v1 is deprecated'),
  },
  examples: [
    { command: 'txwarden tx update <svcTxId> --transaction-id <hash> --block-number 21000000' },
    {
      command: 'txwarden tx update <svcTxId> --transaction-id <hash> --block-number 21000001 --replace',
      note: 'after a speed-up',
    },
  ],
  async run(context, { svcTxId: given, transactionId, blockNumber, blockTime, replace, apiVersion = 'v2' }) {
    const body = { transactionId, blockNumber, blockTime: isoOf(context, blockTime) }
    const update = `txwarden tx update ${quoteWord(given)}`
    const next = `${update} --transaction-id <hash> --block-number <n>`
    if (transactionId === undefined && blockNumber === undefined && blockTime === undefined)
      throw usageError('tx update needs --transaction-id, --block-number or --block-time, at least one', { try: next })
    // A remote service may know chains whose transaction ids look different.
    if (transactionId !== undefined && !context.isRemote() && !HEX_HASH.test(transactionId))
      throw usageError(
        `--transaction-id: ${JSON.stringify(transactionId)} is not an on-chain transaction id: 0x and 64 hex digits`,
      )
    const svcTxId = await shownId(context, transactions, given)
    const client = await context.client()
    const before = blockNumber === undefined ? undefined : await blockBefore(context, svcTxId)
    const params = { 'svc-transaction-id': svcTxId }
    const headers = replace ? { 'x-txwarden-replace': 'true' as const } : {}
    if (apiVersion === 'v1') {
      if (transactionId === undefined)
        throw usageError('tx update needs --transaction-id with --api-version v1', { try: next })
      await client.call('updateTransactionV1', { params, headers, body: { ...body, transactionId } })
    } else await client.call('updateTransaction', { params, headers, body })
    // The response has no body; scripts get what was reported.
    await context.out.done(
      { svcTxId, ...body },
      { columns: [{ field: 'svcTxId', header: 'ID' }] },
      `Reported transaction ${svcTxId} (${context.where()})`,
    )
    if (body.blockTime !== undefined && Date.parse(body.blockTime) > context.clock.now())
      await context.note(`! ${body.blockTime} is in the future: no block has this time.`)
    if (before !== undefined && BigInt(before) !== BigInt(blockNumber ?? 0))
      await context.note(`! Block ${before} was reported before: tx show ${quoteWord(svcTxId)} has both reports.`)
    if (blockNumber === undefined)
      await context.note(
        `! Without a block number it is not history yet: report the block once it is known. Try: ${update} --block-number <n>`,
      )
  },
})

/** The block that was reported before, where that is no request over the network. */
async function blockBefore(context: Context, svcTxId: string): Promise<string | undefined> {
  if (context.isRemote()) return undefined
  const client = await context.client()
  const stored = await client.call('getTransaction', { params: { 'svc-transaction-id': svcTxId } }).catch(noRecord)
  return stored?.blockNumber
}

/** What follows says so. */
function noRecord(error: unknown): undefined {
  if (!(error instanceof WardenError)) throw error
}

/** A date alone is not precise enough for a block. */
function parseBlockTime(flagName: string, given: string): Moment {
  if (/^\d{9,11}$/.test(given)) return () => Number(given) * 1000
  if (/^\d{4}-\d\d-\d\d$/.test(given))
    throw usageError(`${flagName}: ${JSON.stringify(given)} has no time of day, such as 2026-01-02T03:04:05Z`)
  return parseTime(flagName, given)
}
