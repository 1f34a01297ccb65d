import type { Hex } from 'ox/Hex'
import { chainById, findChain, NODE_VARIABLE } from '../../api/chains.ts'
import { parseQuantity } from '../../api/quantity.ts'
import type { Context } from '../../cli/context/context.ts'
import { isStored } from '../../cli/context/new-database.ts'
import { reworded } from '../../cli/errors/errors.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { plainAddresses } from '../../cli/input/chain-addresses.ts'
import { loadDefinedChains, requireAddresses, unknownChain } from '../../cli/input/check-values.ts'
import { inputName, readJson } from '../../cli/input/read-input.ts'
import { flagName } from '../../cli/options.ts'
import { plainColumns, type View } from '../../cli/output/view.ts'
import { WardenError } from '../../shared/errors.ts'
import type { ExpectedCall } from '../../shared/safe/expected.ts'
import {
  approvalHashes,
  calldataDigest,
  type SafeHashes,
  type SignedSafe,
  safeHashes,
  safeMessageHashes,
} from '../../shared/safe/hashes.ts'
import { multiSendOf, safeTransactionOf } from '../../shared/safe/multi-send.ts'
import type { SafeTransactionFile } from '../../shared/safe/read-transaction.ts'
import { CREATE, type SafeTransaction } from '../../shared/safe/transaction.ts'
import { type SafeVersion, safeVersion } from '../../shared/safe/versions.ts'
import { inputsIn, noteForm } from '../inputs/file-inputs.ts'
import { formText } from '../inputs/forms.ts'
import { type SafeContent, safeContentOf } from '../inputs/safe-calls.ts'
import { type ComparedHash, type HashCard, hashCard, type MessageHashes, type TransactionHashes } from './hash-card.ts'
import type { HashFlags } from './hash-options.ts'

/** The flags, with the chain that `--chain` names. */
type Given = Omit<HashFlags, 'chain'> & { readonly chainId: bigint | undefined }

const ofTransaction: View<TransactionHashes> = {
  columns: plainColumns('domainHash', 'messageHash', 'safeTxHash', 'calldataDigest'),
}
/** The hashes of the approval come last, as a device of an owner of the owner shows them. */
const ofNested: View<TransactionHashes> = {
  columns: [...ofTransaction.columns, ...plainColumns('nested.domainHash', 'nested.messageHash', 'nested.safeTxHash')],
}
const ofMessage: View<MessageHashes> = { columns: plainColumns('domainHash', 'messageHash', 'safeMessageHash') }

/** @returns the exit code: `blocked` when a compared hash is another one */
export async function runSafeHash(context: Context, given: HashFlags): Promise<number> {
  const flags = await withoutPrefixes(context, given)
  await requireAddresses({ safe: flags.safe, ownerSafe: flags.ownerSafe, multiSend: flags.multiSend })
  const { file, batch, message, typedData } = flags
  const sources = [file, batch, message, typedData].filter((source) => source !== undefined)
  if (sources.length !== 1)
    throw usageError('safe hash needs one of --file, --batch, --message, --typed-data', {
      try: 'txwarden safe hash --help',
    })
  const source = file ?? batch
  return source === undefined ? hashMessage(context, flags) : hashTransaction(context, flags, source)
}

/** Addresses may have their chain before them, as Safe copies them. */
async function withoutPrefixes(context: Context, { chain, ...given }: HashFlags): Promise<Given> {
  let chainId = chain === undefined ? undefined : await chainIdOf(context, chain)
  const plain = async (name: string, address: string | undefined) => {
    if (address === undefined) return undefined
    const found = await plainAddresses([address], chainId === undefined ? [] : [String(chainId)], { name })
    if (found.chainId !== undefined) chainId ??= BigInt(found.chainId)
    return found.addresses[0]
  }
  const safe = await plain('--safe', given.safe)
  const ownerSafe = await plain('--owner-safe', given.ownerSafe)
  return { ...given, safe, ownerSafe, chainId }
}

async function hashTransaction(context: Context, flags: Given, source: string): Promise<number> {
  const name = inputName(source)
  const inputs = await inputsIn(context, { file: source })
  await noteForm(context, source, inputs, ['safe-transaction', 'typed-data'])
  const content = await safeContentOf(inputs, name, flags.index)
  if (flags.batch !== undefined && content.kind !== 'calls')
    throw refusedError(
      `${name} is ${formText(inputs.form)}: --batch takes the calls that a Safe makes together; use --file`,
    )
  const { claimed } = content.kind === 'calls' ? content : content.file
  const { signed, node } = await signedSafe(context, flags, claimed)
  const file: SafeTransactionFile =
    content.kind === 'calls' ? { transaction: batchOf(content.calls, signed, flags), claimed } : content.file
  refuseOtherTypes(file, signed.version, name)
  const nonce = flags.nonce ?? file.transaction.nonce ?? (await nonceOf(node, signed, content.kind, file.transaction))
  const transaction: SafeTransaction = { ...file.transaction, nonce }
  const hashes = safeHashes({ ...signed, transaction })
  const nested = await nestedHashes(flags, { signed, node }, hashes.safeTxHash)
  // The claim is about the nonce of the file.
  const claim = nonce === file.transaction.nonce ? claimed.safeTxHash : undefined
  const batch = content.kind === 'calls' && {
    batch: {
      calls: content.calls.length,
      to: transaction.to,
      data: transaction.data,
      operation: transaction.operation,
    },
  }
  const result = { ...hashes, nested, ...batch, ...compared(flags.compare ?? claim, hashes.safeTxHash) }
  const card: HashCard = { signed, transaction, owner: flags.ownerSafe, isClaim: flags.compare === undefined }
  const view = nested ? ofNested : ofTransaction
  await context.out.record(result, view, (_, paint) => hashCard(result, card, paint))
  return result.compared?.matches === false ? exitCodes.blocked : exitCodes.ok
}

/** The next nonce of the Safe. Without it, a batch has no hash, but what makes its calls is known. */
async function nonceOf(
  node: FactsOf,
  signed: SignedSafe,
  kind: SafeContent['kind'],
  { to, data }: Pick<SafeTransaction, 'to' | 'data'>,
): Promise<bigint> {
  try {
    return (await node('--nonce', signed)).nonce
  } catch (error) {
    if (kind !== 'calls' || !(error instanceof WardenError)) throw error
    const made = `The transaction is to ${to}, and the digest of its call data ${calldataDigest(data)} (ERC-8213).`
    throw reworded(error, { details: [...error.details, made] })
  }
}

/** The transaction that makes the calls of a batch. @throws WardenError `usage` where it is not known through which contract */
function batchOf(
  calls: readonly [ExpectedCall, ...ExpectedCall[]],
  { version, chainId }: SignedSafe,
  { multiSend }: Given,
): Omit<SafeTransaction, 'nonce'> {
  return safeTransactionOf(calls, () => {
    const to = (multiSend?.toLowerCase() as Hex | undefined) ?? multiSendOf(version, chainId, calls)
    if (to !== undefined) return to
    throw usageError(
      `safe hash needs --multi-send: through which contract wallets send a batch of Safe ${version.name} on chain ${chainId} is not known`,
    )
  })
}

async function hashMessage(context: Context, flags: Given): Promise<number> {
  for (const member of ['nonce', 'index', 'multiSend', 'ownerSafe', 'ownerSafeNonce', 'ownerSafeVersion'] as const)
    if (flags[member] !== undefined) throw usageError(`${flagName(member)} is about transactions, not about messages`)
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

function compared(wanted: string | undefined, hash: string): { readonly compared?: ComparedHash } {
  return wanted === undefined ? {} : { compared: { hash: wanted, matches: wanted === hash } }
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
async function chainIdOf(context: Context, typed: string): Promise<bigint> {
  if (!findChain(typed)) await loadDefinedChains(context)
  const chainId = parseQuantity(findChain(typed)?.id ?? typed.trim())
  if (chainId === undefined || chainId === 0n) throw unknownChain(typed, '--chain: ')
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

interface NodeFacts {
  readonly nonce: bigint
  readonly version: SafeVersion
}

/**
 * @returns what reads version and nonce of Safes from a node of the local service, each Safe once. It throws WardenError `usage`,
 * with the flag that is missing, where no node is configured
 */
function nodeFacts(context: Context): FactsOf {
  const read = new Map<string, Promise<NodeFacts>>()
  return async (flag, { safe, chainId }) => {
    const chain = chainById(String(chainId))
    const why = chain ? missingNode(context) : `no node of chain ${chainId} can be configured`
    if (why !== undefined) throw usageError(`safe hash needs ${flag}: ${why}`)
    const found = read.get(safe) ?? readFacts(context, String(chainId), safe)
    read.set(safe, found)
    return found.catch((error: unknown) => {
      if (!(error instanceof WardenError) || error.code !== 'no-node') throw error
      throw usageError(`safe hash needs ${flag}: ${error.message}`)
    })
  }
}

/** Why there is no node to be read; undefined: there may be one. Opening the service would create its database. */
function missingNode({ configuration, env }: Context): string | undefined {
  const { addresses, database } = configuration()
  if (addresses) return 'a remote service is not read for it'
  const isConfigured = Object.keys(env).some((name) => NODE_VARIABLE.test(name) && env[name])
  if (isConfigured || isStored(database)) return undefined
  return 'no node is configured'
}

async function readFacts(context: Context, chainId: string, safe: string): Promise<NodeFacts> {
  const chain = await (await context.local()).chain()
  const { version: text = '', nonce } = await chain.readSafe(chainId, safe)
  const version = safeVersion(text)
  if (version) return { version, nonce }
  throw refusedError(`the hashes of version ${JSON.stringify(text)} of the Safe ${safe} are not known`)
}
