import * as Address from 'ox/Address'
import { ANY_CHAIN } from '../../../api/chains.ts'
import type { MissingData } from '../../../api/text/missing.ts'
import { DELEGATECALL } from '../../../shared/safe/transaction.ts'
import { shortened } from '../../../shared/text/shortened.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { isZeroAddress, SELECTOR_LENGTH } from '../../evm/words.ts'
import type { Action, DecodedCall } from '../actions/actions.ts'
import { readerOf } from '../actions/effects.ts'
import { delegationsOf } from '../actions/read-actions.ts'
import { type Analysis, analysisOf } from '../analyze.ts'
import type { ArgumentValue } from '../decode/arguments.ts'
import { type Call, decodeUnder } from '../decode/calls.ts'
import type { ImportedFunctions } from '../decode/signatures.ts'
import { callOf, delegatecallOf, type InnerCall } from '../decode/unwrap/inner-call.ts'
import type { TaughtMessage } from '../effects/taught.ts'
import type { Trace } from '../trace/trace.ts'
import type { Authorization, Transaction } from '../types.ts'
import type { KnownMessage, Meaning } from './known-message.ts'
import type { MessageFacts } from './message-facts.ts'
import { knownMessage } from './messages/look-up.ts'
import { accountOf, isHarmless, meaningOf } from './messages/meaning.ts'
import { leavesOf, namedMembers } from './named-members.ts'
import type { StructMember, TypedMessage } from './typed-message.ts'

const targets = /^(?:to|target|targetContract|dest|destination|callTo|callee|contract|contractAddress)$/i
const data = /^_?(?:data|call_?data|call|callBytes|payload|functionSignature|functionCall|functionData|encodedCall)$/i
const accounts = /^(?:from|account|sender|signer|owner|wallet|safe|user)$/i
const operations = /^(?:operation|callType|howToCall)$/i

const SHOWN_FIELDS = 32
const SHOWN_LENGTH = 120

/** Usual permits last minutes, and usual orders up to a month. */
const LONG_DAYS = 31
/** Later than any date that a signer means. */
const FOREVER_DAYS = 100 * 365

/** Who signs a message, and where. */
export interface Signing {
  /** Absent: the account that the message names. */
  readonly from?: string
  /** Chain of the wallet; absent: that of the message. */
  readonly chainId?: string
  /** Chains that are listed or defined. */
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
  readonly missing: 'from'
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
  const from = (signing.from ?? accountOf(row, message))?.toLowerCase()
  if (from === undefined)
    return { missing: 'from', why: `a message of type ${message.primaryType} does not name its signer` }
  const place = placeOfMessage(message, signing, row)
  const { chainId } = place

  const read = readMeaning(message, from, row)
  const { contract } = read
  const described = read.row || contract === undefined ? undefined : imported?.messages?.(message, from)
  const transaction: Transaction = { chainId, from, to: contract, value: 0n, data: '0x' }
  const decoded = decodeUnder(messageCall(transaction, read.message), read.meaning.calls ?? [], imported)
  const analysis = analysisOf(transaction, decoded, {
    root: {
      actions: ownActions(read, decoded.root),
      ...(described && { described: describedActions(described, decoded.root) }),
      named: message.addresses,
      values: message.opaque,
    },
    ...(trace && decoded.root.calls.length > 0 && { trace }),
    imported,
  })
  const facts = factsOf(read, message, analysis, signing)
  const shown = described && { fields: [described.fields] as const }
  return { ...analysis, message: { ...facts, ...shown, ...onPlace(facts, place) } }
}

/** Who gains by an unknown message, as a public descriptor says. */
function describedActions(described: TaughtMessage, root: Analysis['decoded']['root']): readonly Action[] {
  const call = root as DecodedCall
  return readerOf(described)(call, call.actor)
}

const AUTHORIZATION = 'Authorization'

/** An EIP-7702 authorization, which is signed outside of a transaction. */
export function analyzeAuthorization(authorization: Authorization, signing: Signing): Analysis | MissingMember {
  const from = signing.from?.toLowerCase()
  if (from === undefined) return { missing: 'from', why: 'an authorization does not name the account that signs it' }
  const place = placeOfAuthorization(authorization, signing)
  const { chainId } = place
  const given = { ...authorization, address: authorization.address.toLowerCase() }
  const transaction: Transaction = { chainId, from, to: undefined, value: 0n, data: '0x', authorizations: [given] }
  const decoded = decodeUnder(messageCall(transaction, { primaryType: AUTHORIZATION, message: {} }), [])
  const analysis = analysisOf(transaction, decoded, {
    delegations: delegationsOf(transaction, decoded.root),
    root: { actions: [], named: [] },
  })
  const message: Omit<MessageFacts, 'lacksChain' | 'isEverywhere'> = {
    reading: 'known',
    name: AUTHORIZATION,
    domain: {},
    lacksContract: false,
    members: [],
    missing: [],
    remarks: ['The delegation stays until the account signs another one.'],
  }
  return { ...analysis, message: { ...message, ...onPlace(message, place) } }
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

interface ReadMessage {
  /** The message, or the one inside it. */
  readonly message: TypedMessage
  readonly row: KnownMessage | undefined
  readonly meaning: Meaning
  readonly contract: string | undefined
}

/** Without a verifying contract a message gives nothing: it is the contract that acts on it. */
function readMeaning(message: TypedMessage, from: string, row: KnownMessage | undefined): ReadMessage {
  const contract = message.domain.verifyingContract
  if (contract === undefined) return { message, row, meaning: {}, contract }
  if (!row) return { message, row, meaning: { calls: callsWithin(message, from) }, contract }
  const meaning = meaningOf(row, { ...message, contract, actor: from, signer: accountOf(row, message) ?? from })
  if (!meaning.nested) return { message, row, meaning, contract }
  const { message: inner, account } = meaning.nested
  return readMeaning(inner, account, knownMessage(inner))
}

function ownActions({ row, meaning, contract }: ReadMessage, root: Analysis['decoded']['root']): readonly Action[] {
  if (contract === undefined) return []
  const call = root as DecodedCall
  const own = meaning.actions?.(call) ?? []
  if ((row && isHarmless(row)) || own.length > 0) return own
  return [{ kind: 'interaction', call, authority: contract, value: 0n }]
}

/** Paths of members start with it. */
const MESSAGE = 'message.'

function factsOf(
  { message, row, meaning, contract }: ReadMessage,
  outer: TypedMessage,
  { actions, transaction }: Analysis,
  { now }: Signing,
): Omit<MessageFacts, 'lacksChain' | 'isEverywhere'> {
  const { unreadable, hides, arrivesOn, until, remarks = [] } = meaning
  const account = accountOf(row, message)
  const harmless = row !== undefined && isHarmless(row)
  const lacksContract = row !== undefined && !harmless && contract === undefined
  const reading = row === undefined || lacksContract ? 'unknown' : harmless ? 'harmless' : 'known'
  const gives = actions.some((action) => !('revokes' in action && action.revokes))
  const validity = until === undefined || harmless || !gives ? [] : validityText(until, now)
  return {
    reading,
    name: message.primaryType,
    members: namedMembers(message).filter(({ path }) => !meaning.harmless?.includes(path.slice(MESSAGE.length))),
    domain: outer.domain,
    account: account?.toLowerCase() === transaction.from ? row?.account : undefined,
    protocol: row?.protocol,
    lacksContract,
    unreadable,
    hides,
    arrivesOn,
    until,
    remarks: [...remarks, ...otherAccount(account, transaction.from), ...validity],
    ...(reading === 'unknown' && { fields: [fieldsText(message)] as const }),
    missing: [
      ...(row === undefined ? [{ code: 'unknown-message', type: message.primaryType } as const] : []),
      ...(hides === undefined ? [] : [{ code: 'not-in-message', content: hides } as const]),
      ...(contract !== undefined && outer.domain.chainId === undefined && transaction.chainId !== ANY_CHAIN
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

/** Where a signature counts. */
interface Place {
  /** The chain whose evidence counts; `ANY_CHAIN`: none is named. */
  readonly chainId: string
  /** Why no evidence counts there. */
  readonly missing?: MissingData
  /** The signature counts on every chain, whichever the wallet is on. */
  readonly isEverywhere?: boolean
  readonly otherChain?: MessageFacts['otherChain']
}

/** A chain that the message names is the only one where it counts, also when nothing is known there. */
export function placeOfMessage(message: TypedMessage, signing: Signing, row = knownMessage(message)): Place {
  const { domain } = message
  const signed = domain.chainId === undefined ? undefined : String(domain.chainId)
  if (signed === undefined || !row?.protocol?.chains?.includes(signed)) return placeOf(signed, signing)
  // The number stands for the protocol, also where the wallet says it.
  const { chainId = signed } = signing
  return { chainId: chainId === signed ? ANY_CHAIN : chainId }
}

/** One for every chain is read on that of the wallet. */
export function placeOfAuthorization({ chainId, address }: Authorization, signing: Signing): Place {
  const place = placeOf(chainId === '0' ? undefined : chainId, signing)
  // What ends a delegation gives nothing away anywhere.
  return isZeroAddress(address) ? { ...place, missing: undefined } : place
}

function placeOf(signed: string | undefined, { chainId: given, isChain }: Signing): Place {
  const chainId = signed ?? given
  const isEverywhere = signed === undefined
  if (chainId === undefined) return { chainId: ANY_CHAIN, missing: { code: 'no-chain' }, isEverywhere }
  return {
    chainId,
    isEverywhere,
    ...(!isChain(chainId) && { missing: { code: 'unknown-chain', chainId } }),
    ...(signed !== undefined && given !== undefined && given !== signed && { otherChain: { given, signed } }),
  }
}

function onPlace(
  { missing: others }: Pick<MessageFacts, 'missing'>,
  { missing, isEverywhere = false, otherChain }: Place,
): Pick<MessageFacts, 'lacksChain' | 'isEverywhere' | 'missing' | 'otherChain'> {
  return {
    lacksChain: missing !== undefined,
    isEverywhere,
    missing: missing ? [missing, ...others] : others,
    ...(otherChain && { otherChain }),
  }
}

/** How long a signature is valid, where that is unusual: at most one sentence. @param until last second, Unix time */
function validityText(until: bigint, now: number): string[] {
  const days = Number((until * 1000n - BigInt(now)) / BigInt(DAY_MS))
  if (until * 1000n < BigInt(now)) return ['The signature has expired, or is valid only in the block that uses it.']
  if (days > FOREVER_DAYS) return ['The signature never expires.']
  return days <= LONG_DAYS ? [] : [`The signature stays valid for ${days} days.`]
}

/** The fields of a message, one sentence: `Mail: from.name "Alice", amount 7.` */
function fieldsText(message: TypedMessage): string {
  const leaves = leavesOf(message)
  const fields = leaves.slice(0, SHOWN_FIELDS).map(({ path, type, value }) => `${path} ${valueText(type, value)}`)
  const hidden = leaves.length - fields.length
  return `${message.primaryType}: ${fields.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}.`
}

function valueText(type: string, value: ArgumentValue | undefined): string {
  if (Array.isArray(value)) return 'empty'
  if (type === 'address') return Address.checksum(String(value) as Address.Address)
  const text = typeof value === 'string' && type === 'string' ? JSON.stringify(value) : String(value)
  return shortened(text, SHOWN_LENGTH)
}

type Struct = Readonly<Record<string, ArgumentValue>>

/**
 * Calls inside a message of an unknown type: structs with an address and bytes beside it that have the names of a call. What
 * they would do is a finding, whether or not the contract makes them; the message stays unknown.
 * @param signer makes the calls where no account is named
 */
function callsWithin({ types, primaryType, message }: TypedMessage, signer: string): InnerCall[] {
  const calls: InnerCall[] = []
  const visit = (type: string, value: ArgumentValue | undefined, account: string): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(type, item, account)
      return
    }
    const members = types.get(type)
    if (!members || typeof value !== 'object' || value === null) return
    const struct = value as Struct
    const actor = textAt(struct, members, accounts, 'address') ?? account
    const target = textAt(struct, members, targets, 'address')
    const bytes = textAt(struct, members, data, 'bytes')
    if (target !== undefined && bytes !== undefined && bytes.length >= SELECTOR_LENGTH) {
      const isDelegate = Number(valueAt(struct, members, operations, 'uint8')) === DELEGATECALL
      const call = { target, value: toAmount(valueAt(struct, members, /^value$/, 'uint256')), data: bytes }
      calls.push(isDelegate ? delegatecallOf(actor, call) : callOf(actor, call))
    }
    for (const member of members) visit(member.type.replace(/\[.*$/, ''), struct[member.name], actor)
  }
  visit(primaryType, message as ArgumentValue, signer)
  return calls
}

function valueAt(
  struct: Struct,
  members: readonly StructMember[],
  name: RegExp,
  type: string,
): ArgumentValue | undefined {
  const member = members.find((each) => each.type === type && name.test(each.name))
  return member && struct[member.name]
}

function textAt(...given: Parameters<typeof valueAt>): string | undefined {
  const value = valueAt(...given)
  return typeof value === 'string' ? value : undefined
}

function toAmount(value: ArgumentValue | undefined): bigint {
  return typeof value === 'bigint' ? value : 0n
}
