import { chainById } from '../../api/chains.ts'
import { parseQuantity } from '../../api/quantity.ts'
import type { ValidationRequest, ValidationResult } from '../../api/schemas/transaction.ts'
import { decimalText, grouped } from '../../api/text/amounts.ts'
import { NATIVE_DECIMALS, nativeAsset } from '../../api/text/assets.ts'
import { chainName } from '../../api/text/chains.ts'
import { symbolText } from '../../api/text/symbols.ts'
import { asVerdict, isAtLeast, type Verdict, verdictOf } from '../../api/verdict.ts'
import { type BulkResult, outcomeOf } from '../../cli/bulk/job.ts'
import type { Doing } from '../../cli/bulk/repeats.ts'
import { fieldAt } from '../../cli/output/fields.ts'
import { type Column, plainColumns } from '../../cli/output/view.ts'
import { withShortAddresses } from '../../cli/output/words.ts'
import { headline, strongestFinding, strongestReason } from './headline.ts'
import type { LookUpRow } from './look-up-row.ts'
import { NATIVE, type PlannedPayment } from './payment.ts'
import type { Validated } from './request-verdict.ts'
import { toneOf } from './verdict-exit-code.ts'

export type BatchRow = BatchTransaction | LookUpRow

/** A transaction of a batch: what is sent, and what only people read. */
export interface BatchTransaction {
  readonly request: ValidationRequest
  /** The payment that the row asks for; absent when it has a value or call data instead. */
  readonly paid: PlannedPayment['paid'] | undefined
  readonly note: string
}

/** The result of a row, as `validate --batch` prints it. */
export interface RowResult extends BulkResult {
  readonly chainId?: string
  readonly to?: string
  /** Of a row that is looked up in lists. */
  readonly address?: string
  readonly asset?: string
  readonly amount?: string
  readonly note?: string
  readonly reason?: string
  readonly result?: ValidationResult
}

/** The members of a row that its result repeats. The value stays that of the transaction, in wei. */
export function shownOf(row: BatchRow): Partial<RowResult> {
  if (!('request' in row)) return { address: row.address, ...(row.note !== '' && { note: row.note }) }
  const {
    request: { transaction },
    paid,
    note,
  } = row
  const { chainId, from, to, value = '0' } = transaction
  return {
    chainId,
    from,
    to: paid?.to ?? to ?? '',
    value,
    ...(paid ? { amount: paid.amount, asset: paid.asset } : amountOfCall(transaction)),
    ...(note !== '' && { note }),
  }
}

/** A call without value pays in another way, or nothing. */
function amountOfCall({ chainId, value, data }: ValidationRequest['transaction']): Partial<RowResult> {
  const wei = parseQuantity(value ?? '0')
  if (wei === undefined || (wei === 0n && !['', '0x'].includes(data ?? ''))) return {}
  return {
    amount: decimalText(wei, nativeAsset(chainId)?.decimals ?? NATIVE_DECIMALS).replaceAll(',', ''),
    asset: NATIVE,
  }
}

/** A payment or call, whichever nonce it has; undefined of a row that only names its parties. */
export function doingOf(row: BatchRow): Doing | undefined {
  if (!('request' in row)) return undefined
  const { chainId, from, to, value, data } = row.request.transaction
  const wei = parseQuantity(value ?? '0') ?? value
  const call = data?.replace(/^0x/i, '') ?? ''
  if (wei === 0n && call === '') return undefined
  return {
    same: [chainId, from, to ?? '', String(wei), call].map((each) => each.toLowerCase()),
    text() {
      const shown = shownOf(row)
      return withShortAddresses(`${amountShown(shown) || 'the same call'} to ${shown.to || 'a new contract'}`)
    },
  }
}

export function verdictOfValidated({ result, known }: Validated): Verdict {
  return verdictOf({ ...result, ...known })
}

/** The verdict of a row, the members of the row, and those that the validation adds. */
export function validatedRow(row: BatchRow, validated: Validated, isV1: boolean) {
  return { verdict: verdictOfValidated(validated), ...shownOf(row), ...resultMembers(validated, isV1) }
}

/** The members that a validation adds to a row. */
export function resultMembers({ result, known }: Validated, isV1: boolean): object {
  const { svcTxId, simulation, explanation } = result
  const action = simulation?.summary ?? explanation?.actions?.[0]
  return { reason: reasonOf({ ...result, ...known }, isV1), action, id: svcTxId, result }
}

function reasonOf(result: ValidationResult, isV1: boolean): string {
  const verdict = verdictOf(result)
  const isFinding = verdict !== 'SAFE' && verdict !== 'NO DATA'
  return firstSentence((isFinding ? strongestReason(result) : undefined) ?? headline(verdict, result, { isV1 }))
}

function firstSentence(text: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
}

/**
 * What the summary says of a row: its receiver, and why. Undefined below WARNING, except where the gate refuses less.
 * @param lowest verdict that the gate refuses
 */
export function warningOf(row: RowResult, lowest: Verdict): string | undefined {
  const { address, to, verdict: given } = row
  const verdict = given && asVerdict(given)
  if (verdict === undefined || !(isAtLeast(verdict, 'WARNING') || isAtLeast(verdict, lowest))) return undefined
  return withShortAddresses(`${address ?? (to || 'a new contract')}: ${shortReason(row)}`)
}

/** The reason without the address, where that is the receiver, which is beside it. */
function shortReason({ to, reason = '', result }: Partial<RowResult>): string {
  const { subject, text } = (result && strongestFinding(result)) ?? {}
  const isReceiver = text !== undefined && subject?.toLowerCase() === to?.toLowerCase()
  return isReceiver ? text.replace(/^is /, '') : reason
}

type RowColumn = Column<Partial<BulkResult>>

const line: RowColumn = { field: 'line', header: 'LINE', importance: 9 }
const score: RowColumn = { field: 'result.combinedScore', header: 'SCORE', importance: 5 }
const from: RowColumn = { field: 'from', header: 'FROM', kind: 'address', importance: 2 }
const to: RowColumn = {
  field: 'to',
  header: 'TO',
  kind: 'address',
  importance: 8,
  value: ({ to: paid, address }) => paid ?? address,
}
const note: RowColumn = { field: 'note', header: 'NOTE', importance: 6 }
const error: RowColumn = { field: 'error.message', header: 'ERROR', importance: 8 }
const payload: RowColumn = { field: 'result.payload', header: 'PAYLOAD' }

/** `failed` or `not sent` where there is none. */
const verdict: RowColumn = {
  field: 'verdict',
  header: 'VERDICT',
  value: outcomeOf,
  leads: true,
  importance: 9,
  paint: (text, row, paint) =>
    row.verdict === undefined ? paint.bad(text) : toneOf(asVerdict(row.verdict), paint)(text),
}

/** Columns of the printed rows. In a pipe, a payload is the last. */
export function rowColumns(isForPeople: boolean, isSigned: boolean): RowColumn[] {
  if (isForPeople)
    return [
      line,
      verdict,
      score,
      {
        field: 'chainId',
        header: 'CHAIN',
        importance: 3,
        show: ({ chainId }) => (chainId === undefined ? '' : chainName(String(chainId))),
      },
      from,
      to,
      { field: 'amount', header: 'AMOUNT', importance: 8, show: amountShown },
      note,
      { field: 'reason', header: 'REASON', kind: 'phrase', importance: 7, show: shortReason },
      { field: 'result.svcTxId', header: 'ID', kind: 'whole-id', importance: 4 },
      error,
    ]
  return [
    line,
    verdict,
    score,
    { field: 'chainId', header: 'CHAIN' },
    from,
    to,
    { field: 'result.combinedScoreDetails.category', header: 'CATEGORY' },
    { field: 'result.combinedScoreDetails.subCategory', header: 'SUBCATEGORY' },
    { field: 'result.svcTxId', header: 'ID', kind: 'whole-id' },
    error,
    ...plainColumns('amount', 'asset', 'note', 'reason', 'action'),
    ...(isSigned ? [payload] : []),
  ]
}

/** "10.5 USDC", "1.5 ETH". */
export function amountShown({ amount, asset, chainId }: Partial<RowResult>): string {
  if (amount === undefined || asset === undefined) return ''
  const name = asset === NATIVE ? (chainById(String(chainId))?.currency ?? NATIVE) : asset
  const [whole = '', fraction] = amount.split('.')
  const digits = `${grouped(BigInt(whole))}${fraction === undefined ? '' : `.${fraction}`}`
  return `${digits} ${/^0x/.test(name) ? name : symbolText(name)}`
}

/** Columns of the report in CSV: plain words, in the order in which a person reads them. */
export function reportColumns(isSigned: boolean): RowColumn[] {
  const named = (name: string, column: { readonly field: string }): RowColumn => ({
    field: name,
    header: name,
    value: (row) => fieldAt(row, column.field),
  })
  return [
    ...plainColumns('line', 'verdict'),
    named('score', score),
    { field: 'chain', header: 'chain', value: ({ chainId }) => chainId && chainName(String(chainId)) },
    ...plainColumns('from', 'to', 'asset', 'amount', 'value', 'note', 'reason', 'action'),
    named('category', { field: 'result.combinedScoreDetails.category' }),
    named('subcategory', { field: 'result.combinedScoreDetails.subCategory' }),
    named('svcTxId', { field: 'result.svcTxId' }),
    named('error', error),
    ...(isSigned ? [named('payload', payload)] : []),
  ]
}
