import type * as z from 'zod'
import { chainById } from '../../api/chains.ts'
import type { ValidationRequest } from '../../api/schemas/transaction.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { plainAddresses } from '../../cli/input/chain-addresses.ts'
import { checkAddresses, maybeChainIdOf } from '../../cli/input/check-values.ts'
import { inputName, readJson } from '../../cli/input/read-input.ts'
import { commandLine } from '../../cli/program/command-line.ts'
import type { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { shortened } from '../../shared/text/shortened.ts'
import { onlyTransactionIn } from '../inputs/file-inputs.ts'
import { hasRecipientOrData, type RequestMembers } from '../inputs/members.ts'
import { weiIn } from '../options/transaction-options.ts'
import type { ValidateFlags } from './options.ts'

/**
 * The body of a validation, from a file and flags, which win.
 * @param read what the file has, where it is already read
 */
export async function buildRequest(
  context: Context,
  flags: ValidateFlags,
  read?: RequestMembers,
): Promise<ValidationRequest> {
  const { given, transaction } = await gatherTransaction(context, flags, read)
  refuseMissing(context, transaction, flags)
  await checkAddresses(context, addressesIn(transaction), (address) => flagOf(address, flags))
  if (!hasRecipientOrData(transaction)) throw noRecipient(flags.file)
  const clientData = {
    ...((given.clientData ?? {}) as RequestMembers),
    ...present({ userAgent: flags.userAgent, ip: flags.ip }),
  }
  return {
    ...given,
    transaction: { ...transaction, ...(await paymentMembers(context, transaction, flags)) },
    trackNonce: flags.trackNonce ?? given.trackNonce ?? false,
    ...present({ signTransaction: flags.sign ?? given.signTransaction }),
    ...(Object.keys(clientData).length > 0 && { clientData }),
    ...(flags.trace !== undefined && { trace: await readTraceFile(context, flags.trace, flags.file) }),
    // Members of a file may have any value: the service checks them and names those that are wrong.
  } as unknown as ValidationRequest
}

/** The members that pay, for `--token` and `--amount`. */
async function paymentMembers(context: Context, { chainId, to }: RequestMembers, { token, amount }: ValidateFlags) {
  if (token === undefined || amount === undefined) return undefined
  const { assetFinder, planPayment } = await import('./payment.ts')
  const payment = { chainId: String(chainId), to: String(to), token, amount }
  return (await planPayment(assetFinder(context, '--token'), payment, '--')).members
}

/** The members of a transaction, from a file and flags; nothing is checked yet. `given` is the whole file. */
export async function gatherTransaction(
  context: Context,
  flags: ValidateFlags,
  read?: RequestMembers,
): Promise<{ readonly given: RequestMembers; readonly transaction: RequestMembers }> {
  if (flags.to === '') throw usageError('--to is empty: pass an address, or leave it out')
  const given =
    read ?? (flags.file === undefined ? {} : await onlyTransactionIn(context, { ...flags, file: flags.file }))
  const inFile = (given.transaction ?? {}) as RequestMembers
  const { file, chain, from, to, value, data, nonce } = flags
  const chainId = await maybeChainIdOf(context, chain)
  const on = chainById(chainId ?? String(inFile.chainId))
  const wei = value === undefined ? undefined : weiIn(value, '--value: ', on)
  const byFlags = present({ chainId, from, to, value: wei, data, nonce })
  if (file !== undefined) await noteReplaced(context, inputName(file), inFile, byFlags)
  return { given, transaction: await withPlainAddresses({ ...inFile, ...byFlags }, flags) }
}

/** Members as a schema reads them. @throws WardenError `refused` with the faults of each member */
export async function fittedTo<T>(schema: z.ZodType<T>, given: RequestMembers, fault: string): Promise<T> {
  const { data, error } = schema.safeParse(given, { reportInput: true })
  if (!error) return data
  const { fieldErrors } = await import('../../api/parsing/issues.ts')
  throw refusedError(fault, { details: fieldErrors(error).map(({ path, message }) => `${path} ${message}`) })
}

/** Addresses may have their chain before them, which is then the chain of a transaction that names none. */
async function withPlainAddresses(transaction: RequestMembers, flags: ValidateFlags): Promise<RequestMembers> {
  const plain: Record<string, unknown> = { ...transaction }
  for (const member of ['from', 'to'] as const) {
    const given = plain[member]
    if (typeof given !== 'string' || !given.includes(':')) continue
    const isTyped = flags[member] !== undefined
    const name = isTyped ? `--${member}` : `${member} of ${inputName(flags.file ?? '-')}`
    const chains = plain.chainId === undefined ? [] : [String(plain.chainId)]
    const { addresses, chainId } = await plainAddresses([given], chains, { name, isTyped })
    plain[member] = addresses[0]
    if (chainId !== undefined) plain.chainId ??= chainId
  }
  return plain
}

/** A flag that stayed in a script would otherwise decide, unseen, about another transaction than that of the file. */
async function noteReplaced(context: Context, name: string, inFile: RequestMembers, byFlags: RequestMembers) {
  for (const [member, value] of Object.entries(byFlags)) {
    const other = inFile[member]
    if (other === undefined || other === null || isSame(other, value)) continue
    const flag = member === 'chainId' ? 'chain' : member
    await context.note(`! --${flag} takes the place of ${member} in ${name}: ${shortened(JSON.stringify(other), 80)}`)
  }
}

/** In any case, and with or without the chain before an address. */
function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((value) => String(value).toLowerCase().replace(/^.*:/, ''))
  return a === b
}

async function readTraceFile(context: Context, trace: string, file: string | undefined): Promise<unknown> {
  if (trace === '-' && file === '-') throw usageError('--file - and --trace - exclude each other: stdin is read once')
  return readJson(context, trace)
}

function refuseMissing(context: Context, transaction: RequestMembers, flags: ValidateFlags): void {
  const { file } = flags
  const missing = [
    ...(transaction.chainId === undefined ? ['--chain'] : []),
    ...(transaction.from === undefined || transaction.from === '' ? ['--from'] : []),
  ]
  if (missing.length === 0) return
  throw usageError(`validate needs ${missing.join(', ')}${file === undefined ? ', or --file' : `: ${file} has none`}`, {
    try: completedLine(context, flags),
  })
}

/** What was typed about the transaction, with what is missing. */
function completedLine({ globals }: Context, given: ValidateFlags): string {
  const { file, chain, from, to, value, data, token, amount, nonce, sign, trackNonce } = given
  const isBare = [file, value, data, token].every((flag) => flag === undefined)
  const flags = {
    file,
    chain: chain ?? 'ethereum',
    from: from ?? ADDRESS,
    to: to ?? (file === undefined ? ADDRESS : undefined),
    value: isBare ? '1.5ether' : value,
    data,
    token,
    amount,
    nonce,
    sign,
    trackNonce,
  }
  return commandLine({ name: 'validate', flags }, globals).replaceAll(quoteWord(ADDRESS), ADDRESS)
}

const ADDRESS = '<address>'

function noRecipient(file: string | undefined): WardenError {
  const why =
    file === undefined
      ? 'a transaction without call data (--data) needs a recipient'
      : `${inputName(file)} has no recipient (to) and no call data (data)`
  return usageError(`validate needs --to: ${why}`, { try: 'txwarden validate --help' })
}

function addressesIn({ from, to }: RequestMembers): string[] {
  return [from, to].filter((address): address is string => typeof address === 'string' && address !== '')
}

/** Returns the flag that gave the address; undefined when it comes from the file. */
function flagOf(address: string, { from, to }: ValidateFlags): string | undefined {
  if (address === from) return '--from'
  return address === to ? '--to' : undefined
}

function present<T extends RequestMembers>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>
}
