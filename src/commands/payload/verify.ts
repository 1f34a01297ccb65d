import { slotModes } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { asTyped, usageError } from '../../cli/errors/usage.ts'
import { requireAddresses } from '../../cli/input/check-values.ts'
import { choice, list, one, parsed, text } from '../../cli/options.ts'
import type { Paint } from '../../cli/output/paint.ts'
import type { View } from '../../cli/output/view.ts'
import type { PayloadReport, VerifyRequest } from '../../service/index.ts'
import { dataOption, valueOption, wholeNumber } from '../options/transaction-options.ts'
import type { ValidateFlags } from '../validate/options.ts'
import { type PayloadFields, payloadFields } from '../validate/payload-fields.ts'
import { fittedTo, gatherTransaction } from '../validate/request.ts'

/** A verified payload as JSON. */
interface Verified extends Pick<PayloadReport, 'ok' | 'checks' | 'digest' | 'slotUsed'> {
  /** Recovered address, lower case; null for an invalid signature. */
  readonly signer: string | null
  /** As requested. */
  readonly payloadSlot: 'yes' | 'no' | 'auto'
  /** The accepted signers. */
  readonly signers: readonly string[]
  readonly moduleAddress: string
  readonly payload: PayloadFields
}

type VerifiedCheck = Verified['checks'][number]

const view: View<VerifiedCheck> = {
  columns: [
    { field: 'name', header: 'CHECK' },
    { field: 'ok', header: 'OK', paint: (words, { ok }, paint) => (ok ? paint.good(words) : paint.bad(words)) },
    { field: 'detail', header: 'DETAIL' },
  ],
}

export const payloadVerify = defineCommand({
  name: 'payload verify',
  summary: 'Check a signed payload against its transaction',
  description:
    'Checks offline what the contract checks: signer, transaction, expiration and, with --nonce, the nonce. The accepted signers are those of the local service, including retired ones, or those given with --signer. Exit code 13 when a check fails.\n\nThe signature covers the call data without the payload. The position of the payload is inferred from the data; --payload-slot sets it: yes when the last bytes argument is the payload, no when the whole call data is signed.',
  requests: false,
  arguments: { payload: one('the payload, hex') },
  options: {
    file: text('file', 'transaction as JSON: a request body or a bare transaction; - is stdin'),
    chain: text('chain', 'chain id or name'),
    from: text('address', 'sender'),
    to: text('address', 'contract that is called'),
    value: valueOption,
    data: dataOption('call data, with or without the payload'),
    signer: list('address', 'accepted signers; default: those of the local service'),
    module: text('address', 'on-chain module that verifies; default: the setting of the local service'),
    payloadSlot: choice(slotModes, 'whether the call data has a slot for the payload; default auto'),
    nonce: parsed('n', 'nonce that the contract expects next from this sender; 0: not tracked', wholeNumber),
  },
  examples: [
    { command: 'txwarden payload verify <hex> --file examples/transfer-to-known.json' },
    {
      command: 'txwarden payload verify <hex> --file tx.json --signer <address> --nonce 3 --json',
      note: 'from another service, in a script',
    },
    {
      command:
        'txwarden payload verify <hex> --chain base --from <address> --to <address> --data <hex> --payload-slot yes',
    },
  ],
  async run(context, { payload, signer, module, payloadSlot = 'auto', nonce, ...flags }) {
    const transaction = await readTransaction(context, flags)
    await requireAddresses({ signer, module })
    const now = context.clock.now()
    const accepted = await acceptedBy(context, signer, module)
    await asTyped(context.decodePayload(payload))
    const report = await context.verifyPayload({
      payload,
      transaction,
      ...accepted,
      now,
      slotMode: payloadSlot,
      expectedNonce: nonce,
    })
    const { ok, checks, digest, slotUsed, decoded } = report
    const verified: Verified = {
      ok,
      checks,
      signer: report.signer ?? null,
      digest,
      payloadSlot,
      slotUsed,
      ...accepted,
      payload: payloadFields(decoded, now),
    }
    await print(context, verified)
    return ok ? exitCodes.ok : exitCodes.checkFailed
  },
})

async function print(context: Context, verified: Verified): Promise<void> {
  await context.out.list(verified, verified.checks, view, {
    empty: '',
    card: verifiedCard,
    asRecord: (rows) => ({ ok: verified.ok, checks: rows }),
  })
}

/** Validates as the service does before it signs. */
async function readTransaction(context: Context, flags: ValidateFlags): Promise<VerifyRequest['transaction']> {
  const { transaction: given } = await gatherTransaction(context, flags)
  await requireAddresses({ from: flags.from, to: flags.to })
  const missing = [
    ...(given.chainId === undefined ? ['--chain'] : []),
    ...(given.from === undefined ? ['--from'] : []),
    ...(given.to === undefined && flags.file === undefined ? ['--to'] : []),
  ]
  if (missing.length > 0)
    throw usageError(
      `payload verify needs ${missing.join(', ')}${flags.file === undefined ? ', or --file' : `: ${flags.file} has none`}`,
      { try: 'txwarden payload verify --help' },
    )
  const { transaction: schema } = await import('../../api/schemas/transaction.ts')
  const { chainId, from, to, value, data } = await fittedTo(schema(), given, 'this transaction cannot have a payload')
  return { chainId, from, to: to ?? undefined, value: BigInt(value ?? 0), data: data ?? '0x' }
}

const NO_MODULE = '0x0000000000000000000000000000000000000000'

/** The accepted signers and the module: from the flags, otherwise from the local service. */
async function acceptedBy(
  context: Context,
  signers: readonly string[] | undefined,
  module: string | undefined,
): Promise<Pick<VerifyRequest, 'signers' | 'moduleAddress'>> {
  const isRemote = context.isRemote()
  if (signers && (module !== undefined || isRemote)) return { signers, moduleAddress: module ?? NO_MODULE }
  if (isRemote) throw usageError('payload verify needs --signer: a remote service does not publish its signer')
  const payloads = await (await context.local()).payloads()
  const accepted = signers ?? (await payloads.signers())
  if (accepted.length === 0) throw usageError('payload verify needs --signer: the local service has no signer yet')
  return { signers: accepted, moduleAddress: module ?? (await payloads.moduleAddress()) }
}

/** The result, each check, and how the call data was read. */
function verifiedCard({ ok, checks, ...read }: Verified, paint: Paint): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  return [
    ok
      ? `${paint.good('✓')} The payload is valid for this transaction`
      : `${paint.bad('✗')} The payload is not valid for this transaction`,
    '',
    ...checks.map((check) => {
      const mark = check.ok ? paint.good('✓') : paint.bad('✗')
      return `  ${mark} ${check.name.padEnd(width)}  ${check.detail}`
    }),
    '',
    `  ${paint.dim('slot'.padEnd(width + 2))}  ${slotText(read)}`,
    `  ${paint.dim('module'.padEnd(width + 2))}  ${read.moduleAddress}`,
    '',
  ].join('\n')
}

function slotText({ payloadSlot, slotUsed }: Pick<Verified, 'payloadSlot' | 'slotUsed'>): string {
  const part = slotUsed ? 'used: the call data before it is signed' : 'none: the whole call data is signed'
  return `${part} (--payload-slot ${payloadSlot})`
}
