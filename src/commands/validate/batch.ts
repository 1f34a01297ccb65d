import { type ValidationRequest, validationRequest } from '../../api/schemas/transaction.ts'
import { verdicts } from '../../api/verdict.ts'
import type { BulkJob, JobOptions } from '../../cli/bulk/job.ts'
import { bodyChecker, renameMembers, toChainId } from '../../cli/bulk/row-body.ts'
import { columnKey, IGNORED, tableRows } from '../../cli/bulk/rows.ts'
import { runBulk } from '../../cli/bulk/run.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { WardenError } from '../../shared/errors.ts'
import { amountFault, weiOf } from '../options/transaction-options.ts'
import {
  type BatchRow,
  type RowResult,
  reportColumns,
  resultMembers,
  rowColumns,
  shownOf,
  type ValidatedRow,
  verdictOfValidated,
  warningOf,
} from './batch-rows.ts'
import { hasRecipientOrData, type MoreMembers } from './members.ts'
import { AssetFinder, type PlannedPayment, paymentIn, planPayment } from './payment.ts'
import { bodyOf } from './request.ts'
import { gateExitCode, lowestRefused, type VerdictGate } from './verdict-exit-code.ts'

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
  /** Whether answers are those of v1. */
  readonly isV1: boolean
  validate(request: ValidationRequest, sending: JobOptions): Promise<ValidatedRow>
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
  token: 'token',
  amount: 'amount',
  note: 'note',
  id: '',
  comment: '',
  label: '',
} as const

/** Rows may use column names for members, and have columns for people. */
const columns: MoreMembers = {
  inBody: (member) => [IGNORED, 'note'].includes(nameOf(member) ?? member),
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

async function batchJob(context: Context, input: BatchInput): Promise<BulkJob<BatchRow>> {
  const { batch, sign } = input
  const readRow = await rowReader(context, input)
  const faultsOf = bodyChecker(context, validationRequest())
  const lowest = lowestRefused[input.failOn] ?? 'BLOCKED'
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
    rows: tableRows(members, batch, input.format, {
      from: 'Each row needs its sender.',
      ...(input.chain === undefined && { chainId: 'Each row needs its chain; --chain sets one for all rows.' }),
    }),
    bodiesOf: readRow,
    // A note changes nothing of a verdict.
    identityOf: ({ request }) => request,
    faultsOf: ({ request }) => faultsOf(request),
    shown: shownOf,
    async send({ request }, sending) {
      const validated = await validateOnce(request, sending, input.validate)
      return { outcome: verdictOfValidated(validated), members: resultMembers(validated, input.isV1) }
    },
    weightOf: (row: RowResult) => row.result?.combinedScore ?? 0,
    warningOf: (row: RowResult) => warningOf(row, lowest),
    view: { columns: rowColumns(context.out.isForPeople, sign === true) },
    reportColumns: reportColumns(sign === true),
  }
}

/** Reads the transaction of a row, and what it pays. */
async function rowReader(context: Context, input: BatchInput): Promise<BulkJob<BatchRow>['bodiesOf']> {
  const { sign, trackNonce, userAgent, ip } = input
  const chainId = input.chain === undefined ? undefined : await chainIdOf(context, input.chain)
  const clientData = { ...(userAgent !== undefined && { userAgent }), ...(ip !== undefined && { ip }) }
  const assets = new AssetFinder(context, 'token')
  return ({ fields, isText }) => {
    const body = isText ? { transaction: fields } : bodyOf(fields, 'the row', columns)
    const { note: noteOfBody, ...given } = forService(body)
    const named = forService(renameMembers(body.transaction as Record<string, unknown>, members))
    const { token, amount, note = noteOfBody, ...rest } = named
    const transaction: Record<string, unknown> = { ...rest, chainId: toChainId(rest.chainId ?? chainId) }
    if (!hasRecipientOrData(transaction)) throw refusedError('there is no recipient (to) and no call data (data)')
    if (isText && typeof transaction.value === 'string') transaction.value = amountOf(transaction.value)
    const row = (pays: Partial<PlannedPayment>): BatchRow => ({
      request: {
        ...given,
        transaction: { ...transaction, ...pays.members },
        trackNonce: trackNonce ?? given.trackNonce ?? false,
        ...(sign !== undefined && { signTransaction: sign }),
        ...(Object.keys(clientData).length > 0 && { clientData: { ...(given.clientData as object), ...clientData } }),
      } as ValidationRequest,
      paid: pays.paid,
      note: typeof note === 'string' || note === undefined || note === null ? (note ?? '') : JSON.stringify(note),
    })
    const payment = paymentIn({ ...transaction, token, amount })
    return payment === undefined ? [row({})] : planPayment(assets, payment).then((planned) => [row(planned)])
  }
}

/** Members that only people read are not sent. */
function forService(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => nameOf(name) !== IGNORED))
}

/** A stored answer is outdated once lists or feeds changed: then the row is validated again. */
async function validateOnce(
  request: ValidationRequest,
  sending: JobOptions,
  validate: BatchInput['validate'],
): Promise<ValidatedRow> {
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
