import { chainById } from '../../api/chains.ts'
import { chainAddress, chainAddressFault } from '../../api/parsing/chain-address.ts'
import { type ValidationRequest, type ValidationResult, validationRequest } from '../../api/schemas/transaction.ts'
import { counted } from '../../api/text/amounts.ts'
import { asVerdict, rowVerdicts } from '../../api/verdict.ts'
import { itemsOf, type RowReader } from '../../cli/bulk/items.ts'
import type { BulkJob, JobOptions } from '../../cli/bulk/job.ts'
import { bodyChecker, renameMembers, toChainId, withChainsOf } from '../../cli/bulk/row-body.ts'
import {
  type BulkRow,
  columnKey,
  type DocumentReader,
  IGNORED,
  type RowFields,
  tableRows,
} from '../../cli/bulk/rows.ts'
import { runBulk } from '../../cli/bulk/run.ts'
import { openSource } from '../../cli/bulk/source.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import { maybeChainIdOf } from '../../cli/input/check-values.ts'
import { refuseJsonFault } from '../../cli/input/read-input.ts'
import { AddressFinder, isNameOfAddress } from '../../cli/input/resolve-names.ts'
import { WardenError } from '../../shared/errors.ts'
import { isRecord, parseJson } from '../../shared/json/json.ts'
import { formsOf, formText } from '../inputs/forms.ts'
import { isJournal } from '../inputs/ignition.ts'
import { bodyOf, hasRecipientOrData, type MoreMembers, type RequestMembers } from '../inputs/members.ts'
import {
  type BatchRow,
  type BatchTransaction,
  doingOf,
  type RowResult,
  reportColumns,
  resultMembers,
  rowColumns,
  shownOf,
  verdictOfValidated,
  warningOf,
} from './batch-rows.ts'
import { lookUpIn, lookUpsOf } from './look-up-row.ts'
import type { GivenFlags } from './options.ts'
import { assetFinder, type PlannedPayment, paymentIn, planPayment } from './payment.ts'
import { type Validated, validated } from './request-verdict.ts'
import { unitColumns, withValue } from './row-value.ts'
import { DEFAULT_GATE, gateExitCode, lowestRefused } from './verdict-exit-code.ts'

/** Columns and the members they fill; columns for people are ignored. */
const members = {
  chain: 'chainId',
  chainid: 'chainId',
  from: 'from',
  to: 'to',
  value: 'value',
  ...unitColumns(),
  data: 'data',
  nonce: 'nonce',
  token: 'token',
  amount: 'amount',
  note: 'note',
  address: 'address',
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
export async function validateBatch(context: Context, input: GivenFlags<'batch'>): Promise<number> {
  let unsimulated = 0
  const job = await batchJob(context, input, ({ simulation }) => {
    if (simulation?.status === 'unavailable') unsimulated += 1
  })
  const tally = await runBulk(context, job)
  if (unsimulated > 0)
    await context.note(
      `! ${counted(unsimulated, 'row was', 'rows were')} not simulated: --json has the reasons (result.simulation.reason).`,
    )
  const codes = rowVerdicts
    .filter((verdict) => tally.counts.has(verdict))
    .map((verdict) => gateExitCode(asVerdict(verdict), input.failOn))
  return Math.max(0, ...codes)
}

async function batchJob(
  context: Context,
  input: GivenFlags<'batch'>,
  onResult: (result: ValidationResult) => void,
): Promise<BulkJob<BatchRow>> {
  const { batch, sign, failOn = DEFAULT_GATE, concurrency, report, resume = false } = input
  const { apiVersion, product, payloadSlot, simulate, node, block } = input
  const lookUp = lookUpsOf(context)
  const lowest = lowestRefused[failOn] ?? 'BLOCKED'
  return {
    words: { name: 'validate', flags: typedFlags(input) },
    file: batch,
    verb: 'validated',
    changes: false,
    // Endpoint, product and headers: with others the same row is another request.
    settings: [apiVersion ?? 'v2', product ?? 'SONAR', payloadSlot ?? '', simulate ?? 'auto', node ?? '', block ?? ''],
    concurrency,
    report,
    resume,
    outcomes: rowVerdicts,
    ...(await rowReader(context, input)),
    // A note changes nothing of a verdict.
    identityOf: (row) => ('request' in row ? row.request : row.address),
    shown: shownOf,
    doing: doingOf,
    async send(row, sending) {
      if (!('request' in row)) return lookUp(row, sending)
      const { request } = row
      const found = await validateOnce(context, input, request, sending)
      onResult(found.result)
      return { outcome: verdictOfValidated(found), members: resultMembers(found, apiVersion === 'v1') }
    },
    weightOf: (row: RowResult) => row.result?.combinedScore ?? 0,
    warningOf: (row: RowResult) => warningOf(row, lowest),
    view: { columns: rowColumns(context.out.isForPeople, sign === true) },
    reportColumns: reportColumns(sign === true),
  }
}

/** As typed, for the command that resumes. */
function typedFlags(input: GivenFlags<'batch'>): BulkJob<BatchRow>['words']['flags'] {
  const { chain, sign, trackNonce, payloadSlot, product, userAgent, ip, apiVersion, failOn, simulate } = input
  const { node, block, chainTimeout, format, concurrency, report, batch } = input
  return {
    chain,
    sign,
    trackNonce,
    payloadSlot,
    product,
    userAgent,
    ip,
    apiVersion,
    failOn,
    simulate,
    node,
    block,
    chainTimeout: chainTimeout === undefined ? undefined : `${chainTimeout}ms`,
    format,
    concurrency,
    report,
    batch,
  }
}

/** Members of a document whose transactions are in a list. */
const ofDocuments = ['transactions', 'results', 'deployments']

/** Files with all transactions in one JSON document, or in a journal: each is a row. */
function documentReader(chainId: string | undefined): DocumentReader {
  return {
    takes: (line, value) =>
      isRecord(value)
        ? isJournal([value]) || ofDocuments.some((name) => name in value)
        : line.startsWith('[') || !line.endsWith('}'),
    async read(text, name) {
      const value = parseJson(text)
      const rows = (Array.isArray(value) ? value : [value]).filter(isRecord)
      if (rows.length > 0 && rows.every(isPlain)) {
        refuseJsonFault(text, name)
        return rows.map((fields, index): BulkRow => ({ line: index + 1, fields, isText: false }))
      }
      const { readInputs } = await import('../inputs/read-inputs.ts')
      const { form, transactions } = await readInputs(text, { name, chainId })
      return transactions.map((each): BulkRow => {
        if (each.kind === 'transaction') return { line: each.position, fields: each.body, isText: false }
        return { line: each.position, fault: `is signed and not sent: validate --file takes ${formText(form)}` }
      })
    },
  }
}

/** The rows of a file. @throws WardenError `refused` where one is invalid */
export async function batchRowsIn(
  context: Context,
  input: GivenFlags<'batch'>,
): Promise<(BatchRow & { readonly line: number })[]> {
  const [reader, source] = [await rowReader(context, input), await openSource(context, input.batch)]
  const read: (BatchRow & { readonly line: number })[] = []
  for await (const items of itemsOf(reader, source, context.signal))
    for (const item of items) {
      if ('fault' in item) throw refusedError(`${source.name}: line ${item.line}: ${item.fault}`)
      read.push({ line: item.line, ...item.body })
    }
  return read
}

async function rowReader(context: Context, input: GivenFlags<'batch'>): Promise<RowReader<BatchRow>> {
  const bodiesOf = await transactionReader(context, input)
  const faultsOf = bodyChecker(context, validationRequest())
  return {
    rows: tableRows(
      members,
      input.batch,
      input.format,
      // Addresses alone are looked up in lists.
      (columns) =>
        columns.includes('address')
          ? {}
          : {
              from: 'Each row needs its sender.',
              ...(input.chain === undefined && { chainId: 'Each row needs its chain; --chain sets one for all rows.' }),
            },
      documentReader(await maybeChainIdOf(context, input.chain)),
    ),
    bodiesOf: withChainsOf(
      context,
      ({ fields }) => renameMembers((fields.transaction ?? fields) as RowFields, members).chainId,
      bodiesOf,
    ),
    faultsOf: (row) => ('request' in row ? faultsOf(row.request) : []),
  }
}

/** Reads the transaction of a row, and what it pays. */
async function transactionReader(context: Context, input: GivenFlags<'batch'>): Promise<BulkJob<BatchRow>['bodiesOf']> {
  const { sign, trackNonce, userAgent, ip } = input
  const chainId = await maybeChainIdOf(context, input.chain)
  const clientData = { ...(userAgent !== undefined && { userAgent }), ...(ip !== undefined && { ip }) }
  const findAsset = assetFinder(context, 'token')
  const addresses = new AddressFinder(context, [])
  return ({ fields, isText }) => {
    if (isText || isPlain(fields)) return rowsOf(fields, isText)
    return bodiesIn(fields, chainId).then(async (bodies) => {
      const rows = await Promise.all(bodies.map((body) => rowsOf(body, false)))
      return rows.flat()
    })
  }

  function rowsOf(fields: RowFields, isText: boolean): readonly BatchRow[] | Promise<readonly BatchRow[]> {
    const body = isText ? { transaction: fields } : bodyOf(fields, 'the row', columns)
    const { note: noteOfBody, ...given } = forService(body)
    const named = forService(renameMembers(body.transaction as Record<string, unknown>, members))
    const { token, amount, note = noteOfBody, address, ...rest } = named
    const shownNote = typeof note === 'string' || note == null ? (note ?? '') : JSON.stringify(note)
    const lookUp = lookUpIn(named, shownNote)
    if (lookUp) return [lookUp]
    const placed = withoutPrefixes({ ...rest, chainId: toChainId(rest.chainId ?? chainId) })
    const transaction = withValue(placed, isText, chainById(String(placed.chainId)))
    if (!hasRecipientOrData(transaction)) throw refusedError('there is no recipient (to) and no call data (data)')
    const row = (of: RequestMembers, pays: Partial<PlannedPayment>): BatchTransaction => ({
      request: {
        ...given,
        transaction: { ...of, ...pays.members },
        trackNonce: trackNonce ?? given.trackNonce ?? false,
        ...(sign !== undefined && { signTransaction: sign }),
        ...(Object.keys(clientData).length > 0 && { clientData: { ...(given.clientData as object), ...clientData } }),
      } as ValidationRequest,
      paid: pays.paid,
      note: shownNote,
    })
    const paidRows = (of: RequestMembers) => {
      const payment = paymentIn({ ...of, token, amount })
      return payment === undefined
        ? [row(of, {})]
        : planPayment(findAsset, payment).then((planned) => [row(of, planned)])
    }
    const isNamed = isNameOfAddress(transaction.from) || isNameOfAddress(transaction.to)
    return isNamed ? addressesOf(addresses, transaction).then(paidRows) : paidRows(transaction)
  }
}

/** The transaction with addresses in the place of names. */
async function addressesOf(finder: AddressFinder, transaction: RequestMembers): Promise<RequestMembers> {
  const { chainId } = transaction
  const resolve = async (name: 'from' | 'to') => {
    const given = transaction[name]
    if (!isNameOfAddress(given)) return {}
    return { [name]: await finder.addressOf(given, `${name}: `, typeof chainId === 'string' ? [chainId] : []) }
  }
  return { ...transaction, ...(await resolve('from')), ...(await resolve('to')) }
}

/** Addresses with their chain before them, as Safe copies them (EIP-3770): the chain has to be that of the row. */
function withoutPrefixes(transaction: Record<string, unknown>): Record<string, unknown> {
  const plain = { ...transaction }
  for (const member of ['from', 'to']) {
    const found = typeof plain[member] === 'string' ? chainAddress(plain[member]) : undefined
    if (found === undefined) continue
    const fault = chainAddressFault(found, plain.chainId === undefined ? undefined : String(plain.chainId))
    if (fault !== undefined) throw refusedError(`${member}: ${JSON.stringify(plain[member])} ${fault}`)
    plain[member] = found.address
    plain.chainId ??= found.chainId
  }
  return plain
}

/** Whether a row is a transaction, or has the columns of a table; an address without a nonce is no authorization. */
function isPlain(fields: RowFields): boolean {
  return formsOf(fields).every(
    (form) =>
      form === 'transaction' || form === 'request-body' || (form === 'authorization' && fields.nonce === undefined),
  )
}

/** The bodies of a row in another form. */
async function bodiesIn(fields: RowFields, chainId: string | undefined): Promise<readonly RowFields[]> {
  const { readValue } = await import('../inputs/read-inputs.ts')
  const { form, transactions } = await readValue(fields, { name: 'the row', chainId })
  return transactions.map((each) => {
    if (each.kind === 'transaction') return each.body
    throw refusedError(`it is signed and not sent: validate --file takes ${formText(form)}`)
  })
}

/** Members that only people read are not sent. */
function forService(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => nameOf(name) !== IGNORED))
}

/** A stored answer is outdated once lists or feeds changed: then the row is validated again. */
async function validateOnce(
  context: Context,
  input: GivenFlags<'batch'>,
  request: ValidationRequest,
  sending: JobOptions,
): Promise<Validated> {
  try {
    return await validated(context, input, request, sending)
  } catch (error) {
    if (!(error instanceof WardenError) || error.code !== 'verdict-outdated') throw error
    return validated(context, input, request, { ...sending, idempotencyKey: `${sending.idempotencyKey}-again` })
  }
}
