import { parseQuantity } from '../../api/quantity.ts'
import type { ValidationRequest, ValidationResult } from '../../api/schemas/transaction.ts'
import { asVerdict, type RowVerdict, verdictOf } from '../../api/verdict.ts'
import type { Context } from '../../cli/context/context.ts'
import { reworded } from '../../cli/errors/errors.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { maybeChainIdOf } from '../../cli/input/check-values.ts'
import { inputName } from '../../cli/input/read-input.ts'
import { flagName } from '../../cli/options.ts'
import type { View } from '../../cli/output/view.ts'
import { WardenError } from '../../shared/errors.ts'
import { membersOf } from '../../shared/json/json.ts'
import { noteForm, plainFlag } from '../inputs/file-inputs.ts'
import type { Input, Inputs } from '../inputs/input.ts'
import type { MessageRequest, TextRequest } from '../inputs/signing-request.ts'
import { type RowResult, resultMembers, rowColumns, validatedRow } from './batch-rows.ts'
import type { GivenFlags } from './options.ts'
import { buildRequest } from './request.ts'
import { validated } from './request-verdict.ts'
import { asTransaction, messageVerdict } from './typed-data.ts'
import { gateExitCode } from './verdict-exit-code.ts'

/** A transaction of the file with its verdict. */
export interface SeveralRow extends Partial<RowResult> {
  /** From 1, in the order of the file. */
  readonly index: number
  readonly verdict: RowVerdict
  /** Of a text, in the place of a result. */
  readonly text?: object
}

/** Flags that are about one transaction. */
const ofOne = ['value', 'data', 'nonce', 'trace'] as const

/** Validates each transaction of a file. The exit code is that of the worst verdict. */
export async function validateSeveral(context: Context, input: GivenFlags<'file'>, inputs: Inputs): Promise<number> {
  const rows = await severalRows(context, input, inputs)
  const isSigned = rows.some(({ result }) => result?.payload !== undefined)
  const columns = rowColumns(context.out.isForPeople, isSigned)
    .filter(({ field }) => field !== 'error.message')
    .map((column) => (column.field === 'line' ? { ...column, field: 'index', header: '#' } : column))
  const view: View<SeveralRow> = { columns, verdict: ({ verdict }) => asVerdict(verdict) }
  await context.out.list({ content: rows, form: inputs.form }, rows, view, { empty: '' })
  return Math.max(...rows.map(({ verdict }) => gateExitCode(asVerdict(verdict), input.failOn)))
}

/** Validates each transaction of a file, once all of it is read. */
export async function severalRows(context: Context, input: GivenFlags<'file'>, inputs: Inputs): Promise<SeveralRow[]> {
  const name = inputName(input.file)
  const count = inputs.transactions.length
  const flags = inputs.form === 'user-operation' ? ofOne : (['to', ...ofOne] as const)
  const odd = flags.find((flag) => input[flag] !== undefined)
  if (odd !== undefined) throw usageError(`${flagName(odd)} is for one transaction, and ${name} has ${count}`)
  await noteForm(context, input.file, inputs)
  const shared = inputs.form === 'user-operation' ? { ...input, to: undefined } : input
  // The whole file is checked before anything is sent.
  const asked: Asked[] = []
  for (const each of inputs.transactions) asked.push(await placed(each, count, () => askedOf(context, shared, each)))
  const rows: SeveralRow[] = []
  for (const [at, each] of inputs.transactions.entries()) {
    const one = asked[at]
    if (one) rows.push(await placed(each, count, () => rowOf(context, shared, one, each.position)))
  }
  return rows
}

type Asked =
  | { readonly request: ValidationRequest }
  | {
      readonly message: MessageRequest | TextRequest
      readonly from?: string
      /** Of a transaction of a Safe, which calls, instead of the account that signs a message and the contract of its domain. */
      readonly parties?: Pick<RowResult, 'from' | 'to'>
    }

async function askedOf(context: Context, input: GivenFlags<'file'>, each: Input): Promise<Asked> {
  if (each.kind === 'transaction') return { request: await buildRequest(context, input, each.body) }
  const message = await messageOf(context, each, input)
  if (each.kind === 'message') return { message, ...(input.from !== undefined && { from: input.from }) }
  const { verifyingContract } = 'typedData' in message ? membersOf(message.typedData.domain) : {}
  return { message, parties: { from: String(verifyingContract), to: each.file.transaction.to } }
}

/** What is signed of an input that is no transaction. */
export async function messageOf(
  context: Context,
  each: Exclude<Input, { kind: 'transaction' }>,
  { file, chain, from, nonce }: Pick<GivenFlags<'file'>, 'file' | 'chain' | 'from' | 'nonce'>,
): Promise<MessageRequest | TextRequest> {
  if (each.kind === 'message') {
    if (nonce !== undefined) throw usageError('--nonce is for transactions, and this is a message')
    return each.message
  }
  const { safeMessage } = await import('../inputs/safe-transaction.ts')
  const chainId = await maybeChainIdOf(context, chain)
  return safeMessage(each, {
    name: inputName(file),
    chainId,
    from: await plainFlag('--from', from, chainId),
    nonce: nonce === undefined ? undefined : parseQuantity(nonce),
  })
}

async function rowOf(context: Context, input: GivenFlags<'file'>, asked: Asked, index: number): Promise<SeveralRow> {
  const isV1 = input.apiVersion === 'v1'
  if ('request' in asked) {
    const row = { request: asked.request, paid: undefined, note: '' }
    return { index, ...validatedRow(row, await validated(context, input, asked.request), isV1) }
  }
  const { file, from: _, ...flags } = input
  if ('text' in asked.message) {
    const { reasonText, textVerdict } = await import('./signed-text.ts')
    const { result: found, account } = await textVerdict(context, asked.message, { ...flags, from: asked.from })
    return { index, verdict: found.verdict, ...(account && { from: account }), reason: reasonText(found), text: found }
  }
  const { body, result } = await messageVerdict(context, asked.message, {
    ...flags,
    typedData: file,
    from: asked.from,
  })
  const { chainId, from, to } = asTransaction(body).transaction
  // A message is not stored: it has no id.
  const { id: __, ...members } = resultMembers({ result: result as ValidationResult, known: {} }, isV1) as RowResult
  return { index, verdict: verdictOf(result), chainId, from, to: to ?? '', ...asked.parties, ...members }
}

/** An error with the place in the file. */
async function placed<T>({ position }: Input, count: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (count === 1 || !(error instanceof WardenError) || error.kind === 'interrupted') throw error
    throw reworded(error, { message: `transaction ${position}: ${error.message}` })
  }
}
