import type { CallInput } from '../../api/operations/operations.ts'
import type { HistoryReport } from '../../api/schemas/history.ts'
import { chainName } from '../../api/text/chains.ts'
import { withCount } from '../../cli/bulk/progress.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { chainIdOf, checkAddresses } from '../../cli/input/check-values.ts'
import { one, parsed, required, text } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { parseMoment } from '../options/moment.ts'

/** How far back, at a time (ms since 1970). */
type SinceAt = (context: Context) => Pick<HistoryBody, 'seconds' | 'block'>

type HistoryBody = NonNullable<CallInput<'syncHistory'>['body']>

const MONTH_S = 30 * 24 * 3600

const view = {
  columns: plainColumns('address', 'chainId', 'fromBlock', 'toBlock', 'transfers', 'contacts', 'added', 'changed'),
}

export const txHistorySync = defineCommand({
  name: 'tx history sync',
  summary: 'Read the token transfers of an address from a node',
  description:
    'Stores the counterparties of token transfers of the address as contacts. Verdicts then find addresses that imitate them (address poisoning), also for an address that never reported a transaction. A contact vouches for nothing. Only what was sent of a token from a token list counts as paid. Reads Transfer logs of ERC-20 and ERC-721 from the newest block back; the native coin leaves no logs. A second run changes nothing. Exit code 4 when the node fails before the oldest block is read.',
  arguments: { address: one('the address', { completes: 'monitor' }) },
  options: {
    chain: required(text('chain', 'chain id or name', { completes: 'chain' })),
    since: parsed('30d|block', 'how far back: an age, a date or a block number; default 30d', parseSince),
  },
  examples: [
    { command: 'txwarden tx history sync <address> --chain ethereum' },
    { command: 'txwarden tx history sync <address> --chain base --since 21000000 --json' },
  ],
  async run(context, { address, chain, since = () => ({ seconds: MONTH_S }) }) {
    await checkAddresses(context, [address])
    const chainId = await chainIdOf(context, chain)
    const client = await context.client()
    const body = { address, chainId, ...since(context) }
    const report = await withCount(context, 'read', 'transfers', (onProgress) =>
      client.call('syncHistory', { body }, { onProgress }),
    )
    await context.out.done(report, view, linesOf(report, context.where()))
    const { notRead } = report
    if (notRead) await context.note(`Not read: blocks ${notRead.fromBlock} to ${notRead.toBlock} (${notRead.reason}).`)
    return notRead?.isFailure ? exitCodes.partial : exitCodes.ok
  },
})

function parseSince(flag: string, value: string): SinceAt {
  if (/^(0x[0-9a-f]{1,12}|\d{1,15})$/i.test(value)) return () => ({ block: value })
  const moment = parseMoment(flag, value)
  return (context) => ({ seconds: Math.max(0, Math.ceil((context.clock.now() - moment(context)) / 1000)) })
}

function linesOf({ address, chainId, node, fromBlock, toBlock, ...report }: HistoryReport, where: string): string[] {
  const { transfers, contacts, added, changed, notRead } = report
  return [
    `Read ${transfers} transfers of ${address} on ${chainName(chainId)} from ${node} (${where})`,
    `  blocks ${notRead ? notRead.toBlock + 1 : fromBlock} to ${toBlock}: ${contacts} contacts, ${added} new, ${changed} changed`,
  ]
}
