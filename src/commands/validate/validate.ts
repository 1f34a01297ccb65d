import type { ValidationRequest } from '../../api/schemas/transaction.ts'
import { productTypes } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { checkWords } from '../../cli/input/check-values.ts'
import { inputName } from '../../cli/input/read-input.ts'
import { flagName } from '../../cli/options.ts'
import type { View } from '../../cli/output/view.ts'
import type { WardenError } from '../../shared/errors.ts'
import { inputsIn, noteForm } from '../inputs/file-inputs.ts'
import type { Inputs } from '../inputs/input.ts'
import type { RequestMembers } from '../inputs/members.ts'
import { type GivenFlags, options, type ValidateFlags } from './options.ts'
import { printVerdict } from './print-verdict.ts'
import { buildRequest } from './request.ts'
import { validated } from './request-verdict.ts'
import { checkSimulateFlags } from './simulate-flags.ts'
import type { Rechecked } from './since.ts'
import { topics } from './topics.ts'
import { recheckView, resultView, signedView } from './view.ts'

// Flags that exclude each other, by what is validated.

const notOfRechecks = [
  'file',
  'chain',
  'from',
  'to',
  'value',
  'data',
  'nonce',
  'trackNonce',
  'apiVersion',
  'token',
  'amount',
  'userAgent',
  'ip',
] as const

/** A message is neither sent nor stored. */
const notOfFileMessages = [
  'to',
  'value',
  'data',
  'trace',
  'sign',
  'trackNonce',
  'payloadSlot',
  'apiVersion',
  'userAgent',
  'ip',
] as const

const batchFlags = ['format', 'concurrency', 'report', 'resume'] as const

const notOfMessages = [
  'file',
  ...notOfFileMessages,
  'nonce',
  'batch',
  ...batchFlags,
  'recheck',
  'token',
  'amount',
] as const

const notOfFiles = [
  'batch',
  'recheck',
  'token',
  'amount',
  'value',
  'data',
  'nonce',
  'trace',
  'explain',
  'sign',
  'payloadSlot',
] as const

const columnFlags = ['from', 'to', 'value', 'data', 'nonce', 'token', 'amount'] as const

const singleFlags = ['file', 'trace', 'explain', 'recheck'] as const

export const validate = defineCommand({
  name: 'validate',
  group: 'Validate',
  summary: 'Check a transaction before it is signed',
  description:
    'The exit code is the verdict: 0 passed, 10 warning or no data, 11 unsafe, 12 blocked; --fail-on sets the lowest verdict that is not 0. Codes below 10 mean that there is no verdict.\n\n--token and --amount make the transfer of a token: its decimals are those of token lists or of a node, never a guess. A symbol counts only where it is exactly one token of the chain.\n\nUnknown fields of a file are rejected, because a typo could silently disable a check. Fields that wallets and nodes add (gas, fees, signature, block) are ignored, and input is read as data.\n\nWith --dry-run verdict and exit code are the same, but nothing is stored, signed or sent. A service without dry runs records it; a line on stderr then says so.',
  options,
  topics,
  examples: [
    { command: 'txwarden validate --file examples/transfer-to-blocked.json', note: 'blocked, exit code 12' },
    { command: 'txwarden validate --file examples/transfer-to-known.json --explain' },
    {
      command:
        'txwarden validate --chain ethereum --from 0x7E57E185F01f2900F3b969962D790bD76275007A --to 0x7E57C986D28338Bef716d5FAa02E24bf51bD749E --value 1.5ether',
    },
    {
      command:
        'txwarden validate --chain ethereum --from 0x7E57E185F01f2900F3b969962D790bD76275007A --to 0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5 --token USDC --amount 1250.75',
      note: 'a payment in a token',
    },
    {
      command: 'txwarden validate --file examples/foundry/run-latest.json --fail-on warning',
      note: 'what a script is going to broadcast: a row for each transaction',
    },
    {
      command: 'txwarden validate --file - --fail-on no-data --json < examples/transfer-to-known.json',
      note: 'in a pipeline',
    },
  ],
  async run(context, flags) {
    await checkWords(context, '--product', productTypes, flags.product === undefined ? [] : [flags.product])
    const input = await withNodeId(context, flags)
    if (input.x402 === undefined) refuseTogether(input, ['maxAmount'], 'needs --x402: it limits the offers of a body')
    if (input.x402 !== undefined) return validatePaymentRequired(context, { ...input, x402: input.x402 })
    if (input.typedData === undefined && input.file === undefined && input.files === undefined)
      refuseTogether(input, ['site'], 'needs --typed-data or --file: it is for texts')
    if (input.typedData !== undefined) return validateTypedDataFile(context, { ...input, typedData: input.typedData })
    if (input.files !== undefined || input.summary !== undefined) return validateEachFile(context, input)
    if (input.batch !== undefined) return validateRows(context, { ...input, batch: input.batch })
    refuseTogether(input, batchFlags, 'needs --batch')
    checkPayment(input)
    checkSimulateFlags(input)
    if (input.recheck !== undefined) refuseTogether(input, notOfRechecks, 'and --recheck exclude each other')
    const given = input.file === undefined ? undefined : await inputsIn(context, { ...input, file: input.file })
    const [only, second] = given?.transactions ?? []
    if (given && !given.transactions.some((each) => each.kind === 'message' && 'text' in each.message))
      refuseTogether(input, ['site'], `is for a text; ${inputName(input.file ?? '-')} has none`)
    if (given && (second !== undefined || only?.kind !== 'transaction'))
      return validateFile(context, { ...input, file: input.file ?? '-' }, given)
    if (given) await noteForm(context, input.file ?? '-', given)
    const { request, result, known } =
      input.recheck === undefined
        ? await validateOne(context, input, only?.kind === 'transaction' ? only.body : undefined)
        : await recheckOne(context, { ...input, recheck: input.recheck })
    return printVerdict(context, input, { result, known, view: viewOf(request, input) }, () => ({ request }))
  },
})

/** All transactions of all files in one table. */
async function validateEachFile(context: Context, input: ValidateFlags): Promise<number> {
  const { file, files } = input
  refuseTogether(input, [...notOfFiles, ...batchFlags], 'is not for --files and --summary')
  if (files !== undefined) refuseTogether(input, ['file'], 'and --files exclude each other')
  checkSimulateFlags(input)
  const { filesOf, validateFiles } = await import('./files.ts')
  const paths = files === undefined ? (file === undefined ? [] : [file]) : await filesOf(files)
  if (paths.length === 0) throw usageError('--summary needs --file or --files')
  return validateFiles(context, { ...input, files: paths })
}

/** What is no single transaction: several, or what owners of a Safe or a wallet sign. */
async function validateFile(context: Context, input: GivenFlags<'file'>, given: Inputs) {
  const [only] = given.transactions
  const isMessage = given.transactions.length === 1 && only.kind !== 'transaction'
  if (input.payloadSlot && !input.sign) throw slotNeedsSign()
  const { validateSeveral, messageOf } = await import('./several.ts')
  if (!isMessage) return validateSeveral(context, input, given)
  refuseTogether(input, notOfFileMessages, `is for transactions; ${inputName(input.file)} is a message to be signed`)
  await noteForm(context, input.file, given)
  const { validateMessage } = await import('./typed-data.ts')
  const from = only.kind === 'message' ? input.from : undefined
  const message = await messageOf(context, only, input)
  return validateMessage(context, { ...input, from, typedData: input.file }, message)
}

async function validateOne(context: Context, input: ValidateFlags, read: RequestMembers | undefined) {
  const request = await buildRequest(context, input, read)
  if (input.payloadSlot && request.signTransaction !== true) throw slotNeedsSign()
  return { request, ...(await validated(context, input, request)) }
}

async function recheckOne(context: Context, input: GivenFlags<'recheck'>) {
  if (input.payloadSlot && !input.sign) throw slotNeedsSign()
  const { recheck } = await import('./recheck.ts')
  return { ...(await recheck(context, input)), known: {} }
}

function viewOf({ signTransaction }: ValidationRequest, { recheck }: ValidateFlags): View<Rechecked> {
  if (recheck !== undefined) return recheckView
  return signTransaction === true ? signedView : resultView
}

async function validateTypedDataFile(context: Context, input: GivenFlags<'typedData'>) {
  refuseTogether(input, notOfMessages, 'is for transactions; --typed-data checks a message')
  checkSimulateFlags(input)
  const { validateTypedData } = await import('./typed-data.ts')
  return validateTypedData(context, input)
}

async function validatePaymentRequired(context: Context, input: GivenFlags<'x402'>) {
  refuseTogether(input, ['typedData', 'chain', ...notOfMessages], 'is not for --x402, which needs only --from')
  checkSimulateFlags(input)
  const { validateX402 } = await import('./x402.ts')
  return validateX402(context, input)
}

/** A node of the local service can be named as lists show it. */
async function withNodeId(context: Context, input: ValidateFlags): Promise<ValidateFlags> {
  if (input.node === undefined || context.isRemote()) return input
  const { idOfThing } = await import('../steps/find-thing.ts')
  const { nodes } = await import('../chain/resource.ts')
  return { ...input, node: await idOfThing(context, nodes, input.node) }
}

/** A payment is its own value and call data. */
function checkPayment(input: ValidateFlags): void {
  const { token, amount } = input
  if (token === undefined && amount === undefined) return
  refuseTogether(input, ['file', 'value', 'data'], 'and --amount exclude each other')
  if (token === undefined) throw usageError('--amount needs --token: a symbol, the address of a token, or native')
  if (amount === undefined) throw usageError('--token needs --amount')
  if (input.recheck === undefined && !input.to) throw usageError('--token needs --to: who is paid')
}

async function validateRows(context: Context, input: GivenFlags<'batch'>): Promise<number> {
  refuseTogether(input, columnFlags, 'is for one transaction; in --batch it is a column of the file')
  refuseTogether(input, singleFlags, 'is for one transaction; --batch validates many')
  checkSimulateFlags(input)
  if (input.payloadSlot && !input.sign) throw slotNeedsSign()
  const { validateBatch } = await import('./batch.ts')
  return validateBatch(context, input)
}

function refuseTogether(input: ValidateFlags, names: readonly (keyof ValidateFlags)[], why: string): void {
  const given = names.find((name) => input[name] !== undefined)
  if (given !== undefined) throw usageError(`${flagName(given)} ${why}`)
}

function slotNeedsSign(): WardenError {
  return usageError('--payload-slot needs --sign')
}
