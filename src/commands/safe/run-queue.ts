import { chainName } from '../../api/text/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { type View, wideColumns } from '../../cli/output/view.ts'
import type { NamedSafe, QueueRow, SafeChecks } from '../../service/index.ts'
import { notFound } from '../../shared/errors.ts'
import { gateExitCode, paintVerdict } from '../validate/verdict-exit-code.ts'
import type { CheckFlags } from './check-options.ts'
import { findSafe, withChecks } from './run-check.ts'

const view: View<QueueRow> = {
  verdict: ({ verdict }) => verdict,
  columns: [
    { field: 'nonce', header: 'NONCE', importance: 9 },
    { field: 'verdict', header: 'VERDICT', leads: true, importance: 9, paint: paintVerdict },
    { field: 'what', header: 'WHAT', kind: 'phrase', importance: 8 },
    {
      field: 'signed',
      header: 'SIGNED',
      importance: 8,
      show: ({ signed, threshold, executable, hasUnreadSignatures: unread }) =>
        `${signed}${unread ? ' or more' : ''} of ${threshold}${executable ? ', executable' : ''}`,
    },
    { field: 'proposer', header: 'PROPOSER', kind: 'address', importance: 6 },
    { field: 'submittedAt', header: 'AGE', kind: 'time', importance: 6 },
    { field: 'svcTxId', header: 'ID', kind: 'whole-id', importance: 5 },
    { field: 'name', header: 'SAFE', importance: 4 },
    { field: 'safe', header: 'ADDRESS', kind: 'address', importance: 0 },
    { field: 'chainId', header: 'CHAIN', importance: 0 },
    { field: 'safeTxHash', header: 'SAFE TX HASH', importance: 0 },
    { field: 'combinedScore', header: 'SCORE', importance: 0 },
    ...wideColumns('threshold', 'executable', 'error'),
    { field: 'isIllegible', header: 'ILLEGIBLE', importance: 0 },
    { field: 'hasUnreadSignatures', header: 'UNREAD SIGNATURES', importance: 0 },
  ],
}

type QueueFlags = Partial<Pick<CheckFlags, 'safe' | 'chain' | 'failOn'>>

/** @returns the exit code of the worst verdict; `unavailable` where that passes and an entry or its signatures cannot be read */
export async function runSafeQueue(context: Context, { safe, chain, failOn }: QueueFlags): Promise<number> {
  const rows = await withChecks(context, async (checks) => {
    const safes =
      safe === undefined ? await allQueued(context, checks) : [await findSafe(context, checks, { safe, chain })]
    const found: QueueRow[] = []
    for (const each of safes) found.push(...(await checks.queue(each)))
    return found
  })
  await context.out.rows(rows, view, 'Nothing waits.')
  const code = Math.max(exitCodes.ok, ...rows.map(({ verdict }) => gateExitCode(verdict, failOn)))
  const isIncomplete = failOn !== 'never' && rows.some((row) => row.isIllegible || row.hasUnreadSignatures)
  return code === exitCodes.ok && isIncomplete ? exitCodes.unavailable : code
}

/** Without one, nothing was read: that is no empty queue. */
async function allQueued(context: Context, checks: SafeChecks): Promise<NamedSafe[]> {
  const { queued = [], others = [] } = Object.groupBy(await checks.registered(), ({ hasService }) =>
    hasService ? 'queued' : 'others',
  )
  if (queued.length === 0) throw notFound('no-safe-with-service', 'no Safe with a transaction service is registered')
  for (const { name, address, chainId } of others)
    await context.note(
      `! ${name || address} on ${chainName(chainId)} has no transaction service: its queue is not read`,
    )
  return queued
}
