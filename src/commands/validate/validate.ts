import type { ValidationRequest, ValidationResult } from '../../api/schemas/transaction.ts'
import { verdictOf } from '../../api/verdict.ts'
import { productTypes, slotModes } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { choice, flag, flagName, grouped, type OptionValues, text } from '../../cli/options.ts'
import type { View } from '../../cli/output/view.ts'
import type { WardenError } from '../../shared/errors.ts'
import { bulkOptions } from '../options/bulk-options.ts'
import { dataOption, quantityOption, valueOption } from '../options/transaction-options.ts'
import { noteUnexplained } from './note-unexplained.ts'
import { buildRequest } from './request.ts'
import { noteIgnored, requestVerdict } from './request-verdict.ts'
import { checkSimulateFlags, nodeFlags, simulateFlags } from './simulate-flags.ts'
import type { Rechecked } from './since.ts'
import type { Knowledge } from './v1-knowledge.ts'
import { gateExitCode, gates } from './verdict-exit-code.ts'
import { recheckView, resultView, signedView } from './view.ts'

const options = {
  file: text('file', 'transaction as JSON: a request body or a bare transaction; - is stdin'),
  typedData: text('file', 'message to be signed: EIP-712 typed data or an EIP-7702 authorization; - is stdin'),
  x402: text('file', 'payment-required body of x402: checks what each offer makes --from sign; - is stdin'),
  chain: text('chain', 'chain id or name'),
  from: text('address', 'sender or signer'),
  to: text('address', 'recipient or contract; without it a contract is created'),
  value: valueOption,
  data: dataOption('call data'),
  token: text('token', 'token to pay in: a symbol of the known lists, its address, or native; needs --amount'),
  amount: text('n', 'amount to pay in units of --token, such as 1250.75'),
  simulate: simulateFlags.simulate,
  explain: flag('show every reason and the missing data; in a pipe with -o table or --json'),
  failOn: choice(gates, 'lowest verdict that fails the command; default unsafe'),
  recheck: text('svcTxId', 'validate the transaction of an earlier validation again, and show what changed since', {
    completes: 'tx',
  }),
  ...grouped('Many transactions', {
    batch: text('file', 'validate many transactions, one a row; - is stdin'),
    ...bulkOptions,
  }),
  ...grouped('Advanced', {
    maxAmount: text('n', 'with --x402: refuse offers above this, in whole units of their asset, such as 100'),
    nonce: quantityOption('account nonce of the sender'),
    trace: text(
      'file',
      'call trace (callTracer with logs, or trace_transaction), as JSON: inner calls are checked too; - is stdin',
    ),
    sign: flag('request a signed payload'),
    trackNonce: flag('request a tracked nonce in the payload'),
    payloadSlot: choice(slotModes, 'whether the last bytes argument of the call holds the payload; default auto'),
    product: choice(productTypes, 'product that validates; default SONAR (SONAR, RASP: docs/glossary.md)'),
    userAgent: text('text', 'user agent of the requesting client'),
    ip: text('address', 'IP address of the requesting client'),
    apiVersion: choice(['v2', 'v1'] as const, 'version of the interface; v1 is deprecated'),
    ...nodeFlags,
  }),
}

type ValidateInput = OptionValues<typeof options>

export const validate = defineCommand({
  name: 'validate',
  group: 'Validate',
  summary: 'Check a transaction before it is signed',
  description:
    'The exit code is the verdict: 0 passed, 10 warning or no data, 11 unsafe, 12 blocked; --fail-on sets the lowest verdict that is not 0. Codes below 10 mean that there is no verdict.\n\nWith --batch the exit code is that of the worst verdict, or 4 when a row failed. A file is checked as a whole before its first row is sent, stdin row by row. Ctrl-C stops after the rows in progress; --resume continues and validates no row twice. Equal rows are each validated once. Rows may have token and amount in the place of value and data; a note is repeated in the result and not sent.\n\n--token and --amount make the transfer of a token: its decimals are those of the built-in tokens, of an imported token list, or else of a node of the chain, never a guess. A symbol counts only where it is exactly one token of the chain.\n\nUnknown fields of a file are rejected, because a typo could silently disable a check. Fields that wallets and nodes add (gas, fees, signature, block) are ignored, and input is read as data.\n\nWith --typed-data a message is checked as what its signature allows: permits, orders, Safe transactions, user operations, authorizations. The file holds the typed data, an eth_signTypedData_v4 request, or an EIP-7702 authorization. --from and --chain are needed only where the message does not name them. Nothing is stored.\n\nWith --x402 each offer of a payment-required body is checked as the authorization (EIP-3009) that it makes --from sign; the worst verdict counts. An offer of another scheme or network is NO DATA, and so is one whose amount is stated twice and differently, or whose signature would be void. With --max-amount an offer above it is WARNING, and the exit code is 10 or higher when an offer is above or cannot be compared, also without --fail-on.\n\nWhere a node of the chain is configured, the transaction is simulated there: the card and --json show what it does to balances and allowances. Without an answer of the node the verdict stands, and the coverage says what is missing; --simulate yes gives no verdict then.\n\n--recheck takes the svcTxId of an earlier validation, validates its transaction again and shows what changed: verdict, score, assets, allowances, reasons. The exit code is that of the new verdict. It asks for no payload unless --sign is given.\n\nWith --dry-run verdict and exit code are the same, but nothing is stored, signed, reported or sent to alert destinations. A service without dry runs records the validation; a line on stderr then says so.',
  options,
  examples: [
    { command: 'txwarden validate --file examples/transfer-to-blocked.json', note: 'blocked, exit code 12' },
    { command: 'txwarden validate --file examples/transfer-to-known.json --explain', note: 'safe, exit code 0' },
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
      command: 'txwarden validate --file - --fail-on no-data --json < examples/transfer-to-known.json',
      note: 'in a pipeline',
    },
    {
      command: 'txwarden validate --file examples/transfer-to-known.json --sign --payload-slot no',
      note: 'the whole call data is signed',
    },
    { command: 'txwarden validate --file examples/transfer-to-known.json --trace trace.json --explain' },
    {
      command: 'txwarden validate --typed-data examples/permit-to-drainer.json',
      note: 'a message to be signed: blocked, exit code 12',
    },
    {
      command:
        'txwarden validate --x402 examples/agents/payment-required.json --from 0x7E57E185F01f2900F3b969962D790bD76275007A',
      note: 'what a paid request makes a wallet sign',
    },
    {
      command: 'txwarden validate --batch examples/payouts.csv --report verdicts.csv',
      note: 'one transaction a row: chain, from, to, token and amount, or value, data; nonce, note',
    },
    { command: 'txwarden validate --batch examples/payouts.csv --report verdicts.csv --resume' },
    { command: 'txwarden validate --recheck <svcTxId>', note: 'before it is signed, some time after the first check' },
    { command: 'txwarden validate --batch - --fail-on no-data -o ndjson < transactions.ndjson' },
  ],
  async run(context, given) {
    const input = await withNodeId(context, given)
    const { explain = false, failOn = 'unsafe' } = input
    if (input.x402 === undefined) refuseTogether(input, ['maxAmount'], 'needs --x402: it limits the offers of a body')
    if (input.x402 !== undefined) return validatePaymentRequired(context, { ...input, x402: input.x402 })
    if (input.typedData !== undefined) return validateMessage(context, { ...input, typedData: input.typedData })
    if (input.batch !== undefined) return validateRows(context, { ...input, batch: input.batch })
    refuseTogether(input, batchFlags, 'needs --batch')
    checkPayment(input)
    checkSimulateFlags(input)
    if (input.recheck !== undefined) refuseTogether(input, notOfRechecks, 'and --recheck exclude each other')
    const {
      request,
      result,
      known = {},
    } = input.recheck === undefined
      ? await validateOne(context, input)
      : await recheckOne(context, { ...input, recheck: input.recheck })
    const verdict = verdictOf({ ...result, ...known })
    const isV1 = input.apiVersion === 'v1'
    // Only people see the card.
    const card = context.out.isForPeople
      ? await (await import('./prepare-card.ts')).prepareCard(
          context,
          { verdict, request, explain, isV1 },
          result,
          known,
        )
      : undefined
    await context.out.record(result, { ...viewOf(request, input), verdict: () => verdict }, card)
    if (explain) await noteUnexplained(context, '--explain')
    await noteIgnored(context, input, result)
    return gateExitCode(verdict, failOn)
  },
})

async function validateOne(context: Context, input: ValidateInput) {
  const request = await buildRequest(context, input)
  if (input.payloadSlot && request.signTransaction !== true) throw slotNeedsSign()
  const result = await requestVerdict(context, input, request)
  return { request, result, known: await knowledgeOf(context, input, request, result) }
}

async function knowledgeOf(
  context: Context,
  input: ValidateInput,
  request: ValidationRequest,
  result: ValidationResult,
): Promise<Knowledge> {
  if (input.apiVersion !== 'v1') return {}
  const { knowledgeBeside } = await import('./v1-knowledge.ts')
  return knowledgeBeside(context, input, request, result)
}

async function recheckOne(context: Context, input: ValidateInput & { readonly recheck: string }) {
  if (input.payloadSlot && !input.sign) throw slotNeedsSign()
  const { recheck } = await import('./recheck.ts')
  return { ...(await recheck(context, input)), known: {} }
}

function viewOf({ signTransaction }: ValidationRequest, { recheck }: ValidateInput): View<Rechecked> {
  if (recheck !== undefined) return recheckView
  return signTransaction === true ? signedView : resultView
}

const notOfRechecks = [
  ...([
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
  ] as const),
  ...(['userAgent', 'ip'] as const),
]

const notOfMessages = [
  ...(['file', 'to', 'value', 'data', 'nonce', 'trace', 'sign', 'trackNonce', 'payloadSlot', 'apiVersion'] as const),
  ...(['userAgent', 'ip', 'batch', 'format', 'concurrency', 'report', 'resume', 'recheck', 'token', 'amount'] as const),
]

async function validateMessage(context: Context, input: ValidateInput & { readonly typedData: string }) {
  refuseTogether(input, notOfMessages, 'is for transactions; --typed-data checks a message')
  checkSimulateFlags(input)
  const { explain = false, failOn = 'unsafe' } = input
  const { validateTypedData } = await import('./typed-data.ts')
  return validateTypedData(context, { ...input, explain, failOn })
}

async function validatePaymentRequired(context: Context, input: ValidateInput & { readonly x402: string }) {
  refuseTogether(input, ['typedData', 'chain', ...notOfMessages], 'is not for --x402, which needs only --from')
  checkSimulateFlags(input)
  const { validateX402 } = await import('./x402.ts')
  return validateX402(context, { ...input, failOn: input.failOn ?? 'unsafe' })
}

/** A node of the local service can be named as lists show it. */
async function withNodeId(context: Context, input: ValidateInput): Promise<ValidateInput> {
  if (input.node === undefined || context.isRemote()) return input
  const { idOfThing } = await import('../steps/find-thing.ts')
  const { nodeKind } = await import('../chain/local-chain.ts')
  return { ...input, node: await idOfThing(context, nodeKind, input.node) }
}

const batchFlags = ['format', 'concurrency', 'report', 'resume'] as const
const columnFlags = ['from', 'to', 'value', 'data', 'nonce', 'token', 'amount'] as const
const singleFlags = ['file', 'trace', 'explain', 'recheck'] as const

/** A payment is its own value and call data. */
function checkPayment(input: ValidateInput): void {
  const { token, amount } = input
  if (token === undefined && amount === undefined) return
  refuseTogether(input, ['file', 'value', 'data'], 'and --amount exclude each other')
  if (token === undefined) throw usageError('--amount needs --token: a symbol, the address of a token, or native')
  if (amount === undefined) throw usageError('--token needs --amount')
  if (input.recheck === undefined && !input.to) throw usageError('--token needs --to: who is paid')
}

async function validateRows(context: Context, input: ValidateInput & { readonly batch: string }): Promise<number> {
  refuseTogether(input, columnFlags, 'is for one transaction; in --batch it is a column of the file')
  refuseTogether(input, singleFlags, 'is for one transaction; --batch validates many')
  checkSimulateFlags(input)
  const { chain, sign, trackNonce, payloadSlot, product, userAgent, ip, apiVersion, failOn } = input
  const { simulate, node, block, chainTimeout } = input
  const { format, concurrency, report, resume = false } = input
  if (payloadSlot && !sign) throw slotNeedsSign()
  const { validateBatch } = await import('./batch.ts')
  let unsimulated = 0
  const code = await validateBatch(context, {
    ...{ batch: input.batch, chain, sign, trackNonce, userAgent, ip, format, concurrency, report, resume },
    failOn: failOn ?? 'unsafe',
    isV1: apiVersion === 'v1',
    settings: [apiVersion ?? 'v2', product ?? 'SONAR', payloadSlot ?? '', simulate ?? 'auto', node ?? '', block ?? ''],
    flags: {
      ...{ chain, sign, trackNonce, payloadSlot, product, userAgent, ip, apiVersion, failOn },
      ...{ simulate, node, block, chainTimeout: chainTimeout === undefined ? undefined : `${chainTimeout}ms` },
      ...{ format, concurrency, report },
    },
    async validate(request, sending) {
      const result = await requestVerdict(context, input, request, sending)
      if (result.simulation?.status === 'unavailable') unsimulated += 1
      return { result, known: await knowledgeOf(context, input, request, result) }
    },
  })
  if (unsimulated > 0)
    await context.note(
      `! ${unsimulated} ${unsimulated === 1 ? 'row was' : 'rows were'} not simulated: --json has the reasons (result.simulation.reason).`,
    )
  return code
}

function refuseTogether(input: ValidateInput, names: readonly (keyof ValidateInput)[], why: string): void {
  const given = names.find((name) => input[name] !== undefined)
  if (given !== undefined) throw usageError(`${flagName(given)} ${why}`)
}

function slotNeedsSign(): WardenError {
  return usageError('--payload-slot needs --sign')
}
