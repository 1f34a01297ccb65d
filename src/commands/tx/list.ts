import type { Verdict } from '../../api/verdict.ts'
import { transactionOrigins } from '../../api/vocabulary.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdOf, requireAddresses } from '../../cli/input/check-values.ts'
import { choice, choices, flag, parsed, text } from '../../cli/options.ts'
import { bandWords } from '../alert/filter.ts'
import { timeRange } from '../delivery/time-range.ts'
import { parseMoment } from '../options/moment.ts'
import { pageOptions } from '../options/page-options.ts'
import { callAddition } from '../steps/addition.ts'
import { printPages } from '../steps/paged-list.ts'
import { lowestRefused } from '../validate/verdict-exit-code.ts'
import { RECORD } from './stored.ts'
import { transactionView } from './view.ts'

/** Written once, however many pages are read. */
const PARTIAL = '! Older transactions are not indexed by address yet and may be missing. Run the command again later.'

const verdictWords = [...bandWords, 'blocked'] as const
type VerdictWord = (typeof verdictWords)[number]

function verdictOfWord(word: VerdictWord): Verdict {
  return word === 'safe' ? 'SAFE' : lowestRefused[word]
}

const validationTimes = {
  since: parsed('time', 'validated or seen since: an age such as 7d, or a time such as 2026-09-27', parseMoment),
  until: parsed('time', 'validated or seen before: an age such as 1d, or a time', parseMoment),
}

export const txList = defineCommand({
  name: 'tx list',
  aliases: ['ls'],
  summary: 'List transactions that were validated, or seen on followed chains, newest first',
  options: {
    chain: text('chain', 'only on this chain: id or name'),
    valid: flag('only those that passed'),
    blocked: flag('only those that were blocked'),
    verdict: choices(verdictWords, 'only those with one of these verdicts'),
    ...validationTimes,
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
    { command: 'txwarden tx list --chain base --blocked --json' },
    { command: 'txwarden tx list --verdict unsafe,blocked --since 7d' },
    { command: 'txwarden tx list --origin chain --chain ethereum' },
    { command: 'txwarden tx list --origin safe-queue', note: 'what waits, or waited, in the queues of Safes' },
    { command: 'txwarden tx list --address 0x52908400098527886E0F7030069857D2E4169EE7 --all' },
    { command: 'txwarden tx list --sort combinedScore,desc --limit 10' },
  ],
  async run(context, { chain, valid, blocked, verdict, since, until, origin, address, ...page }) {
    if (valid && blocked) throw usageError('--valid and --blocked exclude each other')
    await requireAddresses({ address })
    const times = timeRange(context, { since, until })
    const filter = {
      ...(chain !== undefined && { chainId: await chainIdOf(context, chain) }),
      ...(valid && { valid: 'true' as const }),
      ...(blocked && { valid: 'false' as const }),
      ...(origin !== undefined && { origin }),
      ...(address !== undefined && { address }),
      ...(verdict !== undefined && { verdict: verdict.map(verdictOfWord) }),
      ...times,
    }
    const client = await context.client()
    let isNoted = false
    await printPages(context, page, {
      command: 'tx list',
      filters: { chain, valid, blocked, verdict, ...times, origin, address },
      async fetch(query) {
        const found = await callAddition(context, RECORD, () =>
          client.call('listTransactions', { query: { ...query, ...filter } }),
        )
        if (found.partial && !isNoted) await context.note(PARTIAL)
        isNoted ||= found.partial === true
        return found
      },
      view: transactionView,
      empty:
        Object.keys(filter).length === 0
          ? 'No transactions yet. Try: txwarden validate --help'
          : 'No transaction matches.',
    })
  },
})
