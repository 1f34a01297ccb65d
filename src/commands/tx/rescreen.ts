import type { CallInput } from '../../api/operations/operations.ts'
import type { RescreenReport } from '../../api/schemas/rescreen.ts'
import { chainName } from '../../api/text/chains.ts'
import { withCount } from '../../cli/bulk/progress.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { requireAddresses } from '../../cli/input/check-values.ts'
import { flag, parsed, text } from '../../cli/options.ts'
import { isoOf, parseMoment } from '../options/moment.ts'
import { callAddition } from '../steps/addition.ts'
import { changeView } from './resource.ts'

/** Each is a line: all are in the JSON. */
const MOST_NAMED = 5

type Scope = Pick<NonNullable<CallInput<'rescreenTransactions'>['body']>, 'since' | 'source' | 'address'>

export const txRescreen = defineCommand({
  name: 'tx rescreen',
  summary: 'Compare stored verdicts with what lists say now',
  description:
    'Finds stored transactions and counterparties whose verdict is worse by what feeds and BLOCK entries list now: directly (sanction, threat, mixer, BLOCK), at any address that the decoded calls, a trace or undecoded bytes show, or one transfer away. The stored result stays; each change is stored beside it (`tx show --history`), found once, and sent to the destinations of alerts with --rescreen, one message each. Nothing is signed. Not covered: lookalikes, and verdicts that a removed listing would lift. With --dry-run nothing is stored or sent. --rules repeats the whole validation with the rules of this program, without nodes and traces, and stores nothing: run it on a copy of the database before an upgrade. Of a verdict that was SAFE and is NO DATA now it names the first address, position, value or call that is not accounted for. Exit code 13 when --dry-run or --rules finds that something got worse.',
  options: {
    since: parsed('time', 'validated or seen since: an age such as 90d, or a time such as 2026-09-27', parseMoment),
    source: text('name', 'only what this source lists; "control list": BLOCK entries', { completes: 'intel' }),
    address: text('address', 'only transactions that name this address'),
    rules: flag('what all rules say now, better or worse; stores nothing'),
  },
  examples: [
    { command: 'txwarden tx rescreen --since 90d --dry-run' },
    { command: 'txwarden tx rescreen --source <source> --json', note: 'stores the changes and notifies' },
    { command: 'txwarden tx rescreen --rules --since 30d', note: 'before an upgrade: on a copy, with the new program' },
  ],
  async run(context, { since, source, address, rules = false }) {
    if (rules && (source !== undefined || address !== undefined))
      throw usageError('--rules compares all rules: it excludes --source and --address')
    await requireAddresses({ address })
    const scope: Scope = { since: isoOf(context, since), source, address }
    const isPreview = rules || context.globals.dryRun === true
    const report = await withCount(context, 'compared', 'transactions', (onProgress) =>
      callAddition(context, 'rescreening of transactions', (client) =>
        isPreview
          ? client.call('previewRescreen', { query: { ...scope, ...(rules && { rules: 'true' }) } }, { onProgress })
          : client.call('rescreenTransactions', { body: scope }, { onProgress }),
      ),
    )
    await printReport(context, report, rules)
    if (!isPreview && context.out.isForPeople)
      await context.note(
        `Changes are stored (${context.where()}), and sent to the destinations of alerts with --rescreen.`,
      )
    const isWorse = report.worse > 0 || report.counterparties.length > 0
    return isPreview && isWorse ? exitCodes.checkFailed : exitCodes.ok
  },
})

/** The changes as rows; counterparties and what was left out as notes. */
async function printReport(context: Context, report: RescreenReport, rules: boolean): Promise<void> {
  const { content, total, counterparties, notCovered, isDone, id } = report
  await context.out.list(report, content, changeView, {
    empty: 'No stored verdict changes.',
  })
  if (!isDone)
    await context.note(
      id === undefined
        ? '! The time limit ended it: there may be more. Use a shorter --since, or run it on the machine of the service.'
        : `! The time limit ended it: \`serve\` goes on. What it finds: txwarden tx rescreen`,
    )
  if (!context.out.isForPeople) return
  if (total > content.length) await context.note(`The worst ${content.length} of ${total} are shown.`)
  for (const { owner, address, chainId, reason, source } of counterparties.slice(0, MOST_NAMED))
    await context.note(`! ${owner} paid ${address} on ${chainName(chainId)}, which ${reason} (${source})`)
  if (counterparties.length > MOST_NAMED) await context.note(`and ${counterparties.length - MOST_NAMED} more`)
  await context.note(`Not covered: ${notCovered.join('; ')}.`)
  const [worst] = content
  // Without a stored change, the history says nothing.
  const next = (id: string) => (rules ? `validate --dry-run --recheck ${id}` : `tx show ${id} --history`)
  if (worst) await context.note(`Next: txwarden ${next(worst.svcTxId)}`)
}
