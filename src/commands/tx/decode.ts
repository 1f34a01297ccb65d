import type { ValidationRequest } from '../../api/schemas/transaction.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { requireAddresses } from '../../cli/input/check-values.ts'
import { inputName } from '../../cli/input/read-input.ts'
import { text } from '../../cli/options.ts'
import { plainColumns, type View } from '../../cli/output/view.ts'
import type { DecodeReport } from '../../service/index.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { describedHere } from '../contract/find-contract.ts'
import { inputsIn, noteForm } from '../inputs/file-inputs.ts'
import type { InputForm } from '../inputs/forms.ts'
import type { Input } from '../inputs/input.ts'
import type { RequestMembers } from '../inputs/members.ts'
import { dataOption, valueOption } from '../options/transaction-options.ts'
import type { ValidateFlags } from '../validate/options.ts'
import { fittedTo, gatherTransaction } from '../validate/request.ts'

type DecodedEntry = DecodeReport['call']

/** A call of the tree as a row: a wrapper comes before the calls it makes. */
interface Row extends Omit<DecodedEntry, 'calls'> {
  /** 0 is the transaction itself. */
  readonly depth: number
}

const view: View<Row> = {
  columns: [
    ...plainColumns('depth', 'status', 'operation', 'to', 'value', 'selector', 'signature'),
    { field: 'args', header: 'ARGUMENTS' },
  ],
}

export const txDecode = defineCommand({
  name: 'tx decode',
  summary: 'Show what a transaction does, call by call',
  description:
    'What it does in words, then each call. Offline: nothing is sent or stored. With a chain, the contracts that the local service describes are read as described (see contract add). Wrappers such as multicalls, Safes, user operations and routers are opened down to the calls that they make. It gives no verdict: validate does.',
  requests: false,
  options: {
    file: text('file', 'transactions in any form that is read (docs/inputs.md); - is stdin'),
    data: dataOption('call data'),
    chain: text('chain', 'chain id or name; names known contracts, and uses described ones'),
    from: text('address', 'sender'),
    to: text('address', 'called contract'),
    value: valueOption,
  },
  examples: [
    {
      command:
        'txwarden tx decode --data 0xa9059cbb0000000000000000000000007e57ad044cf326f43274a51e5e590fcfecc3eba500000000000000000000000000000000000000000000000000000000000f4240',
    },
    { command: 'txwarden tx decode --file examples/transfer-to-blocked.json' },
    { command: 'txwarden tx decode --file - --json --fields depth,to,signature < examples/transfer-to-known.json' },
  ],
  async run(context, flags) {
    if (flags.data === undefined && flags.file === undefined)
      throw usageError('tx decode needs --data, or --file', { try: 'txwarden tx decode --data <hex>' })
    const inputs = flags.file === undefined ? undefined : await inputsIn(context, { ...flags, file: flags.file })
    if (inputs && flags.file !== undefined) await noteForm(context, flags.file, inputs)
    const [first, ...others] = inputs ? inputs.transactions.map((each) => bodyIn(each, flags)) : [undefined]
    if (inputs && others.length > 0) {
      await decodeSeveral(context, flags, [first, ...others], inputs.form)
      return
    }
    const report = await decoded(context, flags, first)
    if (context.out.isForPeople && !context.globals.fields) await context.out.text(treeText(report))
    else
      await context.out.list(report, rowsOf(report.call), view, {
        empty: '',
        asRecord: (rows) => ({ ...headOf(report), calls: rows }),
      })
  },
})

/** A message has no calls of its own: what it allows is shown by a validation. */
function bodyIn(each: Input, { file = '-' }: ValidateFlags): RequestMembers {
  if (each.kind === 'transaction') return each.body
  if (each.kind === 'message')
    throw refusedError(`${inputName(file)} is a message to be signed, not a transaction`, {
      try: `txwarden validate --typed-data ${quoteWord(file)}`,
    })
  const { transaction: tx, claimed } = each.file
  return {
    transaction: {
      ...(claimed.chainId !== undefined && { chainId: String(claimed.chainId) }),
      ...(claimed.safe !== undefined && { from: claimed.safe }),
      to: tx.to,
      value: String(tx.value),
      data: tx.data,
    },
  }
}

async function decoded(
  context: Context,
  flags: ValidateFlags,
  read: RequestMembers | undefined,
): Promise<DecodeReport> {
  const transaction = await readTransaction(context, flags, read)
  return decodeTransaction(context, transaction, flags.file !== undefined && !transaction.to)
}

/** Decodes a transaction, with the contracts of its chain that the local service describes. */
export async function decodeTransaction(
  context: Context,
  { chainId, from, to, data, value, authorizations }: Partial<ValidationRequest['transaction']>,
  createsContract: boolean,
): Promise<DecodeReport> {
  const contracts = chainId === undefined ? [] : await describedHere(context, chainId)
  return context.decode({
    data: data ?? '0x',
    chainId,
    ...(from !== undefined && { from: from.toLowerCase() }),
    ...(createsContract ? { to: null } : to && { to: to.toLowerCase() }),
    ...(value && { value: BigInt(value) }),
    ...(authorizations && { authorizations }),
    ...(contracts && { contracts }),
  })
}

function headOf({ status, actions, missing }: DecodeReport) {
  return { status, actions, ...(missing.length > 0 && { missing }) }
}

/** A call of one of several transactions. */
interface NumberedRow extends Row {
  /** Of the transaction, from 1. */
  readonly index: number
}

const numberedView: View<NumberedRow> = { columns: [...plainColumns('index'), ...view.columns] }

async function decodeSeveral(
  context: Context,
  flags: ValidateFlags,
  bodies: readonly (RequestMembers | undefined)[],
  form: InputForm,
): Promise<void> {
  const odd = (['to', 'value', 'data'] as const).find((name) => flags[name] !== undefined)
  if (odd !== undefined) throw usageError(`--${odd} is for one transaction, and the file has ${bodies.length}`)
  const reports: DecodeReport[] = []
  for (const body of bodies) reports.push(await decoded(context, flags, body))
  const isTree = context.out.isForPeople && !context.globals.fields
  if (isTree)
    return context.out.text(reports.map((each, at) => `Transaction ${at + 1}\n${treeText(each)}`).join('\n\n'))
  const rows = reports.flatMap(({ call }, at) => rowsOf(call).map((row): NumberedRow => ({ index: at + 1, ...row })))
  const content = reports.map((each, at) => ({ index: at + 1, ...headOf(each), calls: rowsOf(each.call) }))
  await context.out.list({ content, form }, rows, numberedView, {
    empty: '',
    asRecord: (picked) => ({ content: picked, form }),
  })
}

/** The checks of the service before a validation, but nothing is required. */
async function readTransaction(context: Context, flags: ValidateFlags, read: RequestMembers | undefined) {
  const { transaction: given } = await gatherTransaction(context, flags, read)
  await requireAddresses({ from: flags.from, to: flags.to })
  const { transaction } = await import('../../api/schemas/transaction.ts')
  return fittedTo(transaction().partial(), given, 'not a transaction that can be decoded')
}

function rowsOf({ calls, ...call }: DecodedEntry, depth = 0): Row[] {
  return [{ depth, ...call }, ...calls.flatMap((inner) => rowsOf(inner, depth + 1))]
}

function treeText({ actions, lines, missing, subjects }: DecodeReport): string {
  const width = Math.max(0, ...subjects.map(({ role }) => role.length))
  const addresses = subjects.map(
    ({ role, address, name }) => `  ${role.padEnd(width)}  ${address}${name ? `  ${name}` : ''}`,
  )
  return [
    ...actions,
    ...(actions.length > 0 ? [''] : []),
    ...lines,
    ...(missing.length > 0 ? ['', ...missing] : []),
    ...(addresses.length > 0 ? ['', 'Addresses involved:', ...addresses] : []),
  ].join('\n')
}
