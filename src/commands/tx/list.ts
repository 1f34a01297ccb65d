import { bandWords, type Verdict } from '../../api/verdict.ts'
import { transactionOrigins } from '../../api/vocabulary.ts'
import { defineCommand } from '../../cli/define.ts'
import { maybeChainIdOf, requireAddresses } from '../../cli/input/check-values.ts'
import { choice, choices, parsed, text } from '../../cli/options.ts'
import { timeRange } from '../delivery/time-range.ts'
import { parseMoment } from '../options/moment.ts'
import { pageOptions } from '../options/page-options.ts'
import { callAddition } from '../steps/addition.ts'
import { printPages } from '../steps/paged-list.ts'
import { lowestRefused } from '../validate/verdict-exit-code.ts'
import { PARTIAL_NOTE, RECORD, transactions } from './resource.ts'

const verdictWords = [...bandWords, 'blocked'] as const

export const txList = defineCommand({
  name: 'tx list',
  aliases: ['ls'],
  summary: 'List transactions that were validated, or seen on followed chains, newest first',
  options: {
    chain: text('chain', 'only on this chain: id or name'),
    verdict: choices(verdictWords, 'only those with one of these verdicts'),
    since: parsed('time', 'validated or seen since: an age such as 7d, or a time such as 2026-09-27', parseMoment),
    until: parsed('time', 'validated or seen before: an age such as 1d, or a time', parseMoment),
    origin: choice(
      transactionOrigins,
      'only those seen on followed chains, validated here on request, or found in the queue of a Safe',
    ),
    address: text(
      'address',
      'only those that name this address: as sender, receiver, in a call, a trace or undecoded bytes',
    ),
    ...pageOptions,
  },
  examples: [
    { command: 'txwarden tx list' },
    { command: 'txwarden tx list --chain base --verdict blocked --json' },
    { command: 'txwarden tx list --verdict unsafe,blocked --since 7d' },
    { command: 'txwarden tx list --origin chain --chain ethereum' },
    { command: 'txwarden tx list --origin safe-queue', note: 'what waits, or waited, in the queues of Safes' },
    { command: 'txwarden tx list --address 0x52908400098527886E0F7030069857D2E4169EE7 --all' },
    { command: 'txwarden tx list --sort combinedScore,desc --limit 10' },
  ],
  async run(context, { chain, verdict, since, until, origin, address, ...page }) {
    await requireAddresses({ address })
    const times = timeRange(context, { since, until })
    const filter = {
      chainId: await maybeChainIdOf(context, chain),
      origin,
      address,
      verdict: verdict?.map((word): Verdict => (word === 'safe' ? 'SAFE' : lowestRefused[word])),
      ...times,
    }
    // Written once, however many pages are read.
    let isNoted = false
    await printPages(context, page, {
      command: 'tx list',
      filters: { chain, verdict, ...times, origin, address },
      async fetch(query) {
        const found = await callAddition(context, RECORD, (client) =>
          client.call('listTransactions', { query: { ...query, ...filter } }),
        )
        if (found.partial && !isNoted) await context.note(PARTIAL_NOTE)
        isNoted ||= found.partial === true
        return found
      },
      view: transactions.view,
      empty: 'No transactions yet. Try: txwarden validate --help',
      noMatch: 'No transaction matches.',
    })
  },
})
