import type { Hex } from 'ox/Hex'
import { findChain, listChains } from '../../api/chains.ts'
import { parseQuantity } from '../../api/quantity.ts'
import type { Context } from '../../cli/context/context.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { requireAddresses } from '../../cli/input/check-values.ts'
import { inputName, readJson } from '../../cli/input/read-input.ts'
import { plainColumns, type View } from '../../cli/output/view.ts'
import { WardenError } from '../../shared/errors.ts'
import {
  approvalHashes,
  type SafeHashes,
  type SignedSafe,
  safeHashes,
  safeMessageHashes,
} from '../../shared/safe/hashes.ts'
import { readSafeTransaction, type SafeTransactionFile } from '../../shared/safe/read-transaction.ts'
import { CREATE, type SafeTransaction } from '../../shared/safe/transaction.ts'
import type { SafeVersion } from '../../shared/safe/versions.ts'
import { type HashCard, hashCard } from './hash-card.ts'
import type { Compared, MessageHashes, TransactionHashes } from './hash-result.ts'
import { type NodeFacts, nodeFacts } from './node-facts.ts'

interface HashFlags {
  readonly file?: string | undefined
  readonly message?: string | undefined
  readonly typedData?: string | undefined
  readonly safe?: string | undefined
  readonly safeVersion?: SafeVersion | undefined
  readonly chain?: string | undefined
  readonly nonce?: bigint | undefined
  readonly ownerSafe?: string | undefined
  readonly ownerSafeNonce?: bigint | undefined
  readonly ownerSafeVersion?: SafeVersion | undefined
  readonly compare?: string | undefined
}

/** The flags, with the chain that `--chain` names. */
type Given = Omit<HashFlags, 'chain'> & { readonly chainId: bigint | undefined }

const ofTransaction: View<TransactionHashes> = {
  columns: plainColumns('domainHash', 'messageHash', 'safeTxHash', 'calldataDigest'),
}
const ofMessage: View<MessageHashes> = { columns: plainColumns('domainHash', 'messageHash', 'safeMessageHash') }

/** @returns the exit code: `blocked` when a compared hash is another one */
export async function runSafeHash(context: Context, flags: HashFlags): Promise<number> {
  await requireAddresses({ safe: flags.safe, ownerSafe: flags.ownerSafe })
  const chainId = flags.chain === undefined ? undefined : chainIdOf(flags.chain)
  const sources = [flags.file, flags.message, flags.typedData].filter((source) => source !== undefined)
  if (sources.length !== 1)
    throw usageError('safe hash needs one of --file, --message, --typed-data', { try: 'txwarden safe hash --help' })
  return flags.file === undefined
    ? hashMessage(context, { ...flags, chainId })
    : hashTransaction(context, { ...flags, chainId }, flags.file)
}

async function hashTransaction(context: Context, flags: Given, source: string): Promise<number> {
  const file = readFile(await readJson(context, source), inputName(source))
  const { claimed } = file
  const { signed, node } = await signedSafe(context, flags, file.claimed)
  refuseOtherTypes(file, signed.version, inputName(source))
  const nonce = flags.nonce ?? file.transaction.nonce ?? (await node('--nonce', signed)).nonce
  const transaction: SafeTransaction = { ...file.transaction, nonce }
  const hashes = safeHashes({ ...signed, transaction })
  const nested = await nestedHashes(flags, { signed, node }, hashes.safeTxHash)
  // The claim is about the nonce of the file.
  const claim = nonce === file.transaction.nonce ? claimed.safeTxHash : undefined
  const result: TransactionHashes = {
    ...hashes,
    ...(nested && { nested }),
    ...compared(flags.compare ?? claim, hashes.safeTxHash),
  }
  const card: HashCard = {
    signed,
    transaction,
    ...(flags.ownerSafe !== undefined && { owner: flags.ownerSafe }),
    isClaim: flags.compare === undefined,
  }
  await context.out.record(result, ofTransaction, (_, paint) => hashCard(result, card, paint))
  return result.compared?.matches === false ? exitCodes.blocked : exitCodes.ok
}

async function hashMessage(context: Context, flags: Given): Promise<number> {
  for (const member of ['nonce', 'ownerSafe', 'ownerSafeNonce', 'ownerSafeVersion'] as const)
    if (flags[member] !== undefined)
      throw usageError(
        `--${member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is about transactions, not about messages`,
      )
  const { signed } = await signedSafe(context, flags, {})
  const message = await messageOf(context, flags)
  const hashes = safeMessageHashes({ ...signed, message })
  const result: MessageHashes = { ...hashes, ...compared(flags.compare, hashes.safeMessageHash) }
  const card: HashCard = { signed, message, isClaim: false }
  await context.out.record(result, ofMessage, (_, paint) => hashCard(result, card, paint))
  return result.compared?.matches === false ? exitCodes.blocked : exitCodes.ok
}

/** What a Safe signs of a message: the hash that an account without code would sign. */
async function messageOf(context: Context, { message, typedData = '' }: Given): Promise<Hex> {
  if (message === undefined) return (await context.typedDataDigests(await readJson(context, typedData))).digest
  const { getSignPayload } = await import('ox/PersonalMessage')
  const { fromString } = await import('ox/Hex')
  return getSignPayload(fromString(message))
}

function compared(wanted: string | undefined, hash: string): { readonly compared?: Compared } {
  return wanted === undefined ? {} : { compared: { hash: wanted, matches: wanted === hash } }
}

/** @throws WardenError `invalid-safe-transaction`, with the name of the file */
function readFile(value: unknown, name: string): SafeTransactionFile {
  try {
    return readSafeTransaction(value)
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    throw refusedError(`${name}: ${error.message}`)
  }
}

type FactsOf = (flag: string, account: Pick<SignedSafe, 'safe' | 'chainId'>) => Promise<NodeFacts>

/** The Safe from the flags, otherwise from the file; its version from the flag, otherwise from a node. */
async function signedSafe(
  context: Context,
  flags: Given,
  claimed: SafeTransactionFile['claimed'],
): Promise<{ readonly signed: SignedSafe; readonly node: FactsOf }> {
  const safe = (flags.safe?.toLowerCase() as Hex | undefined) ?? claimed.safe
  if (safe === undefined) throw usageError('safe hash needs --safe')
  if (claimed.safe !== undefined && claimed.safe !== safe)
    throw refusedError(`the file is about the Safe ${claimed.safe}, and --safe is ${safe}`)
  const chainId = flags.chainId ?? claimed.chainId
  if (claimed.chainId !== undefined && claimed.chainId !== chainId)
    throw refusedError(`the file is about chain ${claimed.chainId}, and --chain is ${chainId}`)
  const given = flags.safeVersion
  if (chainId === undefined && given?.signsChainId !== false) throw usageError('safe hash needs --chain')
  const node = nodeFacts(context)
  // Only versions that do not sign the chain id come without one.
  const account = { safe, chainId: chainId ?? 0n }
  const version = given ?? (await node('--safe-version', account)).version
  return { signed: { ...account, version }, node }
}

/** Any chain: a Safe may be on one that no verdict is given for. */
function chainIdOf(typed: string): bigint {
  const chainId = parseQuantity(findChain(typed)?.id ?? typed.trim())
  if (chainId === undefined || chainId === 0n)
    throw usageError(`--chain: ${JSON.stringify(typed)} is not a chain: expected a chain id, or one of ${listChains()}`)
  return chainId
}

/** Typed data of another version has other hashes than the Safe. */
function refuseOtherTypes({ signs, transaction }: SafeTransactionFile, version: SafeVersion, name: string): void {
  if (transaction.operation === CREATE && !version.creates)
    throw refusedError(`${name}: operation 2 is not 0 (call) or 1 (delegatecall), and Safe ${version.name} reverts it`)
  if (!signs || (signs.signsChainId === version.signsChainId && signs.gasMember === version.gasMember)) return
  throw refusedError(`${name}: its types are not those that Safe ${version.name} signs`)
}

async function nestedHashes(
  { ownerSafe, ownerSafeNonce, ownerSafeVersion, safeVersion: given }: Given,
  { signed, node }: { readonly signed: SignedSafe; readonly node: FactsOf },
  safeTxHash: Hex,
): Promise<SafeHashes | undefined> {
  if (ownerSafe === undefined) {
    const odd = ownerSafeNonce === undefined ? ownerSafeVersion && '--owner-safe-version' : '--owner-safe-nonce'
    if (odd) throw usageError(`${odd} needs --owner-safe`)
    return undefined
  }
  const account = { safe: ownerSafe.toLowerCase() as Hex, chainId: signed.chainId }
  if (account.safe === signed.safe) throw usageError('--owner-safe is the Safe itself')
  const nonce = ownerSafeNonce ?? (await node('--owner-safe-nonce', account)).nonce
  const version =
    ownerSafeVersion ?? (given === undefined ? (await node('--owner-safe-version', account)).version : signed.version)
  if (version.signsChainId && account.chainId === 0n) throw usageError('safe hash needs --chain')
  return approvalHashes({ ...account, version, nonce }, signed.safe, safeTxHash)
}
