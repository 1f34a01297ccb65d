import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { requireAddresses } from '../../cli/input/check-values.ts'
import { text } from '../../cli/options.ts'
import { plainColumns, type View } from '../../cli/output/view.ts'
import type { DecodeReport, DecodeRequest } from '../../service/index.ts'
import { describedHere } from '../contract/find-contract.ts'
import { dataOption, valueOption } from '../options/transaction-options.ts'
import { gatherTransaction, type TransactionFlags } from '../validate/request.ts'

type DecodedCall = DecodeReport['call']

/** A call of the tree as a row: a wrapper comes before the calls it makes. */
interface Row extends Omit<DecodedCall, 'calls'> {
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
    file: text('file', 'transaction as JSON: a request body or a bare transaction; - is stdin'),
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
    const request = await readRequest(context, flags)
    const contracts = request.chainId === undefined ? [] : await describedHere(context, request.chainId)
    const report = await context.decode({ ...request, ...(contracts && { contracts }) })
    if (context.out.isForPeople && !context.globals.fields) await context.out.text(treeText(report))
    else
      await context.out.list(report, rowsOf(report.call), view, {
        empty: '',
        asRecord: (rows) => ({
          status: report.status,
          actions: report.actions,
          ...(report.missing.length > 0 && { missing: report.missing }),
          calls: rows,
        }),
      })
  },
})

/** The checks of the service before a validation, but nothing is required. */
async function readRequest(context: Context, flags: TransactionFlags): Promise<DecodeRequest> {
  const { transaction: given } = await gatherTransaction(context, flags)
  await requireAddresses({ from: flags.from, to: flags.to })
  const { transaction } = await import('../../api/schemas/transaction.ts')
  const parsed = transaction().partial().safeParse(given, { reportInput: true })
  if (!parsed.success) {
    const { fieldErrors } = await import('../../api/parsing/issues.ts')
    throw refusedError('not a transaction that can be decoded', {
      details: fieldErrors(parsed.error).map(({ path, message }) => `${path} ${message}`),
    })
  }
  const { chainId, from, to, value, data, authorizations } = parsed.data
  const createsContract = flags.file !== undefined && !to
  return {
    data: data ?? '0x',
    ...(chainId !== undefined && { chainId }),
    ...(from !== undefined && { from: from.toLowerCase() }),
    ...(createsContract ? { to: null } : to && { to: to.toLowerCase() }),
    ...(value && { value: BigInt(value) }),
    ...(authorizations && { authorizations }),
  }
}

function rowsOf({ calls, ...call }: DecodedCall, depth = 0): Row[] {
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
