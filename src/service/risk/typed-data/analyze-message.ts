import * as Address from 'ox/Address'
import type { Action, DecodedCall } from '../actions/actions.ts'
import { readerOf } from '../actions/effects.ts'
import { delegationsOf } from '../actions/read-actions.ts'
import { type Analysis, analysisOf } from '../analyze.ts'
import { type Call, decodeUnder } from '../decode/calls.ts'
import type { ImportedFunctions } from '../decode/signatures.ts'
import type { TaughtMessage } from '../effects/taught.ts'
import type { Trace } from '../trace/trace.ts'
import type { Authorization, Transaction } from '../types.ts'
import { callsWithin } from './calls-within.ts'
import { fieldsText } from './fields-text.ts'
import type { KnownMessage, Meaning, SignedMessage } from './known-message.ts'
import type { MessageFacts } from './message-facts.ts'
import { knownMessage } from './messages/index.ts'
import { namedMembers } from './named-members.ts'
import type { TypedMessage } from './typed-message.ts'
import { validityText } from './validity-text.ts'

/** Who signs a message, and where. */
export interface Signing {
  /** Absent: the account that the message names. */
  readonly from?: string
  /** Chain of the wallet; absent: that of the message. */
  readonly chainId?: string
  /** Chains that can be looked up. */
  isChain(chainId: string): boolean
  /** ms since 1970. */
  readonly now: number
}

/** What is known of functions and messages beyond the built-in tables. */
export interface ImportedMessages extends ImportedFunctions {
  /** Messages that public descriptors of their verifying contracts describe. */
  readonly messages?: (message: TypedMessage, signer: string) => TaughtMessage | undefined
}

/** Why a message cannot be validated: a member of the request is missing. */
export interface MissingMember {
  readonly missing: 'from' | 'chainId'
  readonly why: string
}

/**
 * A signed message as what it amounts to: the same analysis as of a transaction with that effect, on the chain that it
 * is signed for.
 * @param trace of the calls that the message allows; one of a message without calls says nothing new
 */
export function analyzeMessage(
  message: TypedMessage,
  signing: Signing,
  trace?: Trace,
  imported?: ImportedMessages,
): Analysis | MissingMember {
  const row = knownMessage(message)
  const from = (signing.from ?? row?.signer?.(message))?.toLowerCase()
  if (from === undefined)
    return { missing: 'from', why: `a message of type ${message.primaryType} does not name its signer` }
  const signed = message.domain.chainId === undefined ? undefined : String(message.domain.chainId)
  const chainId = chainOf(signed, signing)
  if (chainId === undefined) return { missing: 'chainId', why: chainFault(signed, 'domain of the message') }

  const read = readMeaning(message, from, row)
  const { contract } = read
  const described = read.row || contract === undefined ? undefined : imported?.messages?.(message, from)
  const transaction: Transaction = { chainId, from, to: contract, value: 0n, data: '0x' }
  const decoded = decodeUnder(messageCall(transaction, read.message), read.meaning.calls ?? [], imported)
  const analysis = analysisOf(transaction, decoded, {
    root: {
      actions: [...describedActions(described, decoded.root), ...ownActions(read, decoded.root)],
      named: message.addresses,
      values: message.opaque,
    },
    ...(trace && decoded.root.calls.length > 0 && { trace }),
    taught: imported?.taught,
  })
  const facts = factsOf(read, message, analysis, signing)
  const shown = described && ({ fields: [described.fields], isDescribed: true } as const)
  return { ...analysis, message: { ...facts, ...shown, ...otherChain(signed, signing) } }
}

/** Who gains by an unknown message, as a public descriptor says. */
function describedActions(described: TaughtMessage | undefined, root: Analysis['decoded']['root']): readonly Action[] {
  const call = root as DecodedCall
  return described ? readerOf(described)(call, call.actor) : []
}

const AUTHORIZATION = 'Authorization'

/** An EIP-7702 authorization, which is signed outside of a transaction. */
export function analyzeAuthorization(authorization: Authorization, signing: Signing): Analysis | MissingMember {
  const from = signing.from?.toLowerCase()
  if (from === undefined) return { missing: 'from', why: 'an authorization does not name the account that signs it' }
  const signed = authorization.chainId === '0' ? undefined : authorization.chainId
  const chainId = chainOf(signed, signing)
  if (chainId === undefined) return { missing: 'chainId', why: chainFault(signed, 'authorization') }
  const given = { ...authorization, address: authorization.address.toLowerCase() }
  const transaction: Transaction = { chainId, from, to: undefined, value: 0n, data: '0x', authorizations: [given] }
  const decoded = decodeUnder(messageCall(transaction, { primaryType: AUTHORIZATION, message: {} }), [])
  const analysis = analysisOf(transaction, decoded, {
    delegations: delegationsOf(transaction, decoded.root),
    root: { actions: [], named: [] },
  })
  const message: MessageFacts = {
    ...{ reading: 'known', name: AUTHORIZATION, domain: {}, lacksContract: false, members: [], missing: [] },
    remarks: ['The delegation stays until the account signs another one.'],
    ...otherChain(signed, signing),
  }
  return { ...analysis, message }
}

/** The message as a call to the contract that accepts it. */
function messageCall(
  { from, to }: Transaction,
  { primaryType, message }: Pick<TypedMessage, 'primaryType' | 'message'>,
): Omit<Call, 'depth' | 'path' | 'calls'> {
  return {
    actor: from,
    to,
    value: 0n,
    operation: 'call',
    data: '0x',
    status: 'decoded',
    selector: '',
    name: primaryType,
    args: message,
  }
}

interface Read {
  /** The message, or the one inside it. */
  readonly message: TypedMessage
  readonly row: KnownMessage | undefined
  readonly meaning: Meaning
  readonly contract: string | undefined
}

/** Without a verifying contract a message gives nothing: it is the contract that acts on it. */
function readMeaning(message: TypedMessage, from: string, row: KnownMessage | undefined): Read {
  const contract = message.domain.verifyingContract
  if (contract === undefined) return { message, row, meaning: {}, contract }
  if (!row) return { message, row, meaning: { calls: callsWithin(message, from) }, contract }
  const meaning = row.meaning({ ...message, contract, signer: row.signer?.(message) ?? from } satisfies SignedMessage)
  if (!meaning.nested) return { message, row, meaning, contract }
  const { message: inner, account } = meaning.nested
  return readMeaning(inner, account, knownMessage(inner))
}

function ownActions({ row, meaning, contract }: Read, root: Analysis['decoded']['root']): readonly Action[] {
  if (contract === undefined) return []
  const call = root as DecodedCall
  const own = meaning.actions?.(call) ?? []
  if (row?.harmless || own.length > 0) return own
  return [{ kind: 'interaction', call, authority: contract, value: 0n }]
}

function factsOf(
  { message, row, meaning, contract }: Read,
  outer: TypedMessage,
  { actions, transaction }: Analysis,
  { now }: Signing,
): MessageFacts {
  const { harmless, protocol } = row ?? {}
  const lacksContract = row !== undefined && !harmless && contract === undefined
  const reading = row === undefined || lacksContract ? 'unknown' : harmless ? 'harmless' : 'known'
  const gives = actions.some((action) => !('revokes' in action && action.revokes))
  const validity = meaning.until === undefined || harmless || !gives ? undefined : validityText(meaning.until, now)
  return {
    reading,
    name: message.primaryType,
    members: namedMembers(message).filter(({ name }) => !meaning.harmless?.includes(name)),
    domain: outer.domain,
    ...(row?.account && row.signer?.(message)?.toLowerCase() === transaction.from && { account: row.account }),
    ...(protocol && { protocol }),
    lacksContract,
    ...(meaning.unreadable !== undefined && { unreadable: meaning.unreadable }),
    ...(meaning.hides !== undefined && { hides: meaning.hides }),
    ...(meaning.arrivesOn && { arrivesOn: meaning.arrivesOn }),
    ...(meaning.until !== undefined && { until: meaning.until }),
    remarks: [
      ...(meaning.remarks ?? []),
      ...otherAccount(row?.signer?.(message), transaction.from),
      ...(validity === undefined ? [] : [validity]),
    ],
    ...(reading === 'unknown' && { fields: [fieldsText(message)] as const }),
    missing: [
      ...(row === undefined ? [{ code: 'unknown-message', type: message.primaryType } as const] : []),
      ...(meaning.hides === undefined ? [] : [{ code: 'not-in-message', content: meaning.hides } as const]),
      ...(contract !== undefined && outer.domain.chainId === undefined
        ? [{ code: 'domain-without-chain' } as const]
        : []),
      ...outer.unsigned.map((path) => ({ code: 'member-unsigned', path }) as const),
    ],
  }
}

/** An owner signs for a Safe; a signature for another account that is no contract is worth nothing. */
function otherAccount(account: string | undefined, signer: string): string[] {
  if (account === undefined || account === signer) return []
  return [`It is about the account ${Address.checksum(account as Address.Address)}, not about the signer.`]
}

function chainOf(signed: string | undefined, { chainId, isChain }: Signing): string | undefined {
  return signed !== undefined && isChain(signed) ? signed : chainId
}

function chainFault(signed: string | undefined, where: string): string {
  return signed === undefined ? `the ${where} has none` : `chain ${signed} of the ${where} is not supported`
}

function otherChain(signed: string | undefined, { chainId: given }: Signing): Pick<MessageFacts, 'otherChain'> {
  return signed === undefined || given === undefined || signed === given ? {} : { otherChain: { given, signed } }
}
