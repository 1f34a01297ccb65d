import { type ValidationRequest, type ValidationResult, validationRequest } from '../../api/schemas/transaction.ts'
import { type Verdict, verdictOf, verdicts } from '../../api/verdict.ts'
import type { BulkJob, JobOptions } from '../../cli/bulk/job.ts'
import { bodyChecker, renameMembers, toChainId } from '../../cli/bulk/row-body.ts'
import { columnKey, IGNORED, tableRows } from '../../cli/bulk/rows.ts'
import { runBulk } from '../../cli/bulk/run.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { WardenError } from '../../shared/errors.ts'
import { amountFault, weiOf } from '../options/transaction-options.ts'
import { hasRecipientOrData, type MoreMembers } from './members.ts'
import { bodyOf } from './request.ts'
import { gateExitCode, toneOf, type VerdictGate } from './verdict-exit-code.ts'

export interface BatchInput {
  readonly batch: string
  /** Chain of rows without one, as it was typed. */
  readonly chain: string | undefined
  readonly sign: boolean | undefined
  readonly trackNonce: boolean | undefined
  readonly userAgent: string | undefined
  readonly ip: string | undefined
  readonly failOn: VerdictGate
  readonly concurrency: number | undefined
  readonly report: string | undefined
  readonly resume: boolean
  readonly format: 'ndjson' | 'csv' | undefined
  /** Endpoint, product and headers: with others the same row is another request. */
  readonly settings: readonly string[]
  /** As typed, for the command that resumes. */
  readonly flags: Readonly<Record<string, string | number | boolean | undefined>>
  validate(request: ValidationRequest, sending: JobOptions): Promise<ValidationResult>
}

/** Columns and the members they fill; columns for people are ignored. */
const members = {
  chain: 'chainId',
  chainid: 'chainId',
  from: 'from',
  to: 'to',
  value: 'value',
  data: 'data',
  nonce: 'nonce',
  id: '',
  note: '',
  comment: '',
  label: '',
} as const

/** Rows may use column names for members, and have columns for people. */
const columns: MoreMembers = {
  inBody: (member) => nameOf(member) === IGNORED,
  inTransaction: (member) => nameOf(member) !== undefined,
}

function nameOf(member: string): string | undefined {
  return Object.entries(members).find(([name]) => name === columnKey(member))?.[1]
}

/** Validates every row; the exit code is that of the worst verdict that the gate refuses. */
export async function validateBatch(context: Context, input: BatchInput): Promise<number> {
  const tally = await runBulk(context, await batchJob(context, input))
  const codes = verdicts
    .filter((verdict) => tally.counts.has(verdict))
    .map((verdict) => gateExitCode(verdict, input.failOn))
  return Math.max(0, ...codes)
}

async function batchJob(context: Context, input: BatchInput): Promise<BulkJob<ValidationRequest>> {
  const { batch, sign, trackNonce, userAgent, ip } = input
  const chainId = input.chain === undefined ? undefined : await chainIdOf(context, input.chain)
  const clientData = { ...(userAgent !== undefined && { userAgent }), ...(ip !== undefined && { ip }) }
  return {
    words: { name: 'validate', flags: { ...input.flags, batch } },
    file: batch,
    verb: 'validated',
    changes: false,
    settings: input.settings,
    concurrency: input.concurrency,
    report: input.report,
    resume: input.resume,
    outcomes: verdicts,
    rows: tableRows(members, batch, input.format),
    bodiesOf: ({ fields, isText }) => {
      const given = isText ? { transaction: fields } : bodyOf(fields, 'the row', columns)
      const transaction = renameMembers(given.transaction as Record<string, unknown>, members)
      if (!hasRecipientOrData(transaction)) throw refusedError('there is no recipient (to) and no call data (data)')
      if (isText && typeof transaction.value === 'string') transaction.value = amountOf(transaction.value)
      return [
        {
          ...given,
          transaction: { ...transaction, chainId: toChainId(transaction.chainId ?? chainId) },
          trackNonce: trackNonce ?? given.trackNonce ?? false,
          ...(sign !== undefined && { signTransaction: sign }),
          ...(Object.keys(clientData).length > 0 && { clientData: { ...(given.clientData as object), ...clientData } }),
        } as ValidationRequest,
      ]
    },
    faultsOf: bodyChecker(context, validationRequest()),
    shown: ({ transaction: { chainId, from, to, value } }) => ({ chainId, from, to: to ?? '', value: value ?? '0' }),
    async send(request, sending) {
      const result = await validateOnce(request, sending, input.validate)
      return { outcome: verdictOf(result), members: { result } }
    },
    weightOf: ({ result }) => (result as ValidationResult | undefined)?.combinedScore ?? 0,
    view: {
      columns: [
        { field: 'line', header: 'LINE', importance: 8 },
        {
          field: 'outcome',
          header: 'VERDICT',
          leads: true,
          importance: 9,
          // A row that failed, or was not sent, has none.
          paint: (text, { outcome }, paint) =>
            verdicts.includes(outcome as Verdict) ? toneOf(outcome as Verdict, paint)(text) : paint.bad(text),
        },
        { field: 'result.combinedScore', header: 'SCORE', importance: 8 },
        { field: 'chainId', header: 'CHAIN', importance: 4 },
        { field: 'from', header: 'FROM', kind: 'address', importance: 3 },
        { field: 'to', header: 'TO', kind: 'address', importance: 7 },
        { field: 'result.combinedScoreDetails.category', header: 'CATEGORY', importance: 2 },
        { field: 'result.combinedScoreDetails.subCategory', header: 'SUBCATEGORY', importance: 7 },
        { field: 'result.svcTxId', header: 'ID', kind: 'whole-id', importance: 6 },
        { field: 'error.message', header: 'ERROR', importance: 8 },
        // On a terminal it would fill the screen.
        ...(sign && !context.out.isForPeople ? [{ field: 'result.payload', header: 'PAYLOAD' }] : []),
      ],
    },
  }
}

/** A stored answer is outdated once lists or feeds changed: then the row is validated again. */
async function validateOnce(
  request: ValidationRequest,
  sending: JobOptions,
  validate: BatchInput['validate'],
): Promise<ValidationResult> {
  try {
    return await validate(request, sending)
  } catch (error) {
    if (!(error instanceof WardenError) || error.code !== 'verdict-outdated') throw error
    return validate(request, { ...sending, idempotencyKey: `${sending.idempotencyKey}-again` })
  }
}

function amountOf(text: string): string {
  const wei = weiOf(text)
  if (wei === undefined) throw refusedError(`value: ${amountFault(text)}`)
  return wei
}
