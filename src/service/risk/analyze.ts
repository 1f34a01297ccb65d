/**
 * Room: Decode → actions → detectors → score → verdict → explanation; `analyze.ts` and `assess.ts` compose it. Pure.
 *
 * A fact comes in as evidence; a text leaves as an explanation. A rule is a detector, what a function does is a row of data.
 */

import { ANY_CHAIN, chainById } from '../../api/chains.ts'
import type { MissingData } from '../../api/text/missing.ts'
import type { Role } from '../../api/text/roles.ts'
import { NATIVE } from '../evm/asset.ts'
import { typedPlaces } from './account/places.ts'
import type { Action, Asset, Exchange, Order } from './actions/actions.ts'
import { pathsThere, reliedElsewhere } from './actions/effects.ts'
import { actionsOf, delegationsOf, hasTarget } from './actions/read-actions.ts'
import { type AddressArgument, isPlaceholder, namedAddresses } from './decode/addresses.ts'
import { type Call, type Decoded, decodeCalls, everyCall, isTransparent } from './decode/calls.ts'
import { NestedSearch } from './decode/nested.ts'
import type { ImportedFunctions } from './decode/signatures.ts'
import { roleOfAuthority, roleOfBeneficiary } from './parties/authority-role.ts'
import { ownIn } from './parties/controlled-accounts.ts'
import { Embedded, MAX_SEARCHED_BYTES } from './parties/embedded.ts'
import { roles } from './parties/known.ts'
import type { TraceChanges } from './trace/asset-changes.ts'
import { describedCalls } from './trace/described-calls.ts'
import { addressesIn } from './trace/movements.ts'
import type { Trace } from './trace/trace.ts'
import { readEffects } from './trace/traced-actions.ts'
import type { MessageFacts } from './typed-data/message-facts.ts'
import type { Subject, Transaction } from './types.ts'

/** A transaction with everything that can be read from it and its trace. */
export interface Analysis {
  readonly transaction: Transaction
  readonly decoded: Decoded
  /** All calls of `decoded`, outer before inner. */
  readonly calls: readonly Call[]
  /** The accounts that act for the sender, and the sender itself, which is the first. */
  readonly own: ReadonlySet<string>
  readonly actions: readonly Action[]
  /** The sender, `to`, then addresses in call order, then those of the trace. */
  readonly subjects: readonly Subject[]
  /** With a trace: the subjects without it. A contract can emit calls to known addresses in a simulation to look trusted. */
  readonly shownSubjects?: readonly Subject[]
  /** Undecoded data, without the subjects: only a listing makes an address in it one. */
  readonly embedded: Embedded
  /** Not all that the trace shows was read or searched. */
  readonly isTraceBounded?: boolean
  /** What the trace moves; absent without one. */
  readonly changes?: TraceChanges
  /** What public descriptors of called contracts say: it adds findings and words, and takes none. */
  readonly described?: Described
  /** What was not checked about contracts that the operator describes. */
  readonly unchecked?: readonly MissingData[]
  /** Set for a signed message instead of a transaction; `decoded.root` is the message. */
  readonly message?: MessageFacts
}

/** Descriptions of calls whose functions are not known, and of a message. */
export interface Described {
  readonly calls: ReadonlySet<Call | undefined>
  readonly actions: readonly Action[]
  readonly missing: readonly MissingData[]
  /** All subjects of the analysis, and those of these actions. */
  readonly subjects: readonly Subject[]
}

/** The analysis with what public descriptors say among its actions and subjects. */
export function withDescribed(analysis: Analysis): Analysis {
  const { described } = analysis
  if (!described) return analysis
  const known = new Set(described.subjects.map(({ address }) => address))
  const others = analysis.subjects.filter(({ address }) => !known.has(address))
  return {
    ...analysis,
    actions: [...described.actions, ...analysis.actions],
    subjects: [...described.subjects, ...others],
  }
}

/** Decodes a transaction and collects its actions and subjects. Never throws. */
export function analyze(transaction: Transaction, trace?: Trace, imported?: ImportedFunctions): Analysis {
  const normal: Transaction = {
    ...transaction,
    from: transaction.from.toLowerCase(),
    to: transaction.to?.toLowerCase(),
    ...(transaction.authorizations && {
      authorizations: transaction.authorizations.map((each) => ({ ...each, address: each.address.toLowerCase() })),
    }),
  }
  const decoded = decodeCalls(normal, imported)
  const delegations = delegationsOf(normal, decoded.root)
  return analysisOf(normal, decoded, { delegations, ...(trace && { trace }), imported })
}

interface Readings {
  readonly delegations?: readonly Action[]
  /** Set for a root that is not a call. */
  readonly root?: Omit<CallActions, 'call'> & {
    readonly values?: readonly Buffer[]
    /** What a public descriptor says about it. */
    readonly described?: readonly Action[]
  }
  readonly trace?: Trace
  readonly imported?: ImportedFunctions | undefined
}

/** Collects the actions and subjects of decoded calls. @param transaction addresses in lower case */
export function analysisOf(
  transaction: Transaction,
  decoded: Decoded,
  { delegations = [], root, trace, imported }: Readings,
): Analysis {
  const search = new NestedSearch()
  const calls = everyCall(decoded.root)
  const own = ownIn(transaction, calls)
  const isOwn = (address: string) => own.has(address)
  const decodedActions = calls.map((call): CallActions => {
    if (root && call === decoded.root) return { call, ...root }
    return { call, actions: actionsOf(call, transaction.from, search), named: namedAddresses(call) }
  })
  const shown = [...delegations, ...decodedActions.flatMap(({ actions }) => actions)]
  const traced = trace && readEffects(trace, { transaction, calls, own, shown, taught: imported?.taught })
  const tracedActions = traced?.actions.slice(0, MAX_TRACED_ACTIONS) ?? []
  const called = trace ? firstAddresses(trace) : []
  const others = [...delegations, ...tracedActions]
  const subjects = collectSubjects(transaction, decodedActions, others, called)
  const descriptions =
    imported?.descriptors && describedCalls([...calls, ...(traced?.calls ?? [])], { transaction, isOwn, imported })
  const described: readonly (CallActions & { readonly of?: Call })[] = [
    ...(root?.described ? [{ call: decoded.root, actions: root.described, named: [] }] : []),
    ...(descriptions?.calls ?? []),
  ]
  const embedded = new Embedded({ calls, values: root?.values, traced: traced?.calls, known: subjects })
  return {
    transaction,
    decoded: boundedBy(decoded, [
      embedded.isBounded ? TOO_MUCH_UNREAD_DATA : undefined,
      search.bound,
      ...(descriptions?.bounds ?? []),
    ]),
    calls,
    own,
    actions: traced ? [...shown, ...tracedActions] : shown,
    subjects,
    embedded,
    ...(described.length > 0 && {
      described: {
        calls: new Set(described.map(({ of }) => of)),
        actions: described.flatMap(({ actions }) => actions),
        missing: descriptions?.missing ?? [],
        subjects: collectSubjects(transaction, [...decodedActions, ...described], others, called),
      },
    }),
    ...(traced && {
      shownSubjects: collectSubjects(transaction, decodedActions, delegations, []),
      changes: traced.changes,
      isTraceBounded:
        embedded.isTraceBounded ||
        descriptions?.isTraceBounded === true ||
        traced.calls.some(({ isBounded }) => isBounded) ||
        tracedActions.length < traced.actions.length ||
        called.length === MAX_TRACED_ADDRESSES,
    }),
  }
}

function boundedBy(decoded: Decoded, found: readonly (string | undefined)[]): Decoded {
  const bounds = found.filter((bound) => bound !== undefined)
  return bounds.length === 0 ? decoded : { ...decoded, status: 'bounded', bounds: [...decoded.bounds, ...bounds] }
}

/** What only a trace shows: contracts can fill a block with events. */
const MAX_TRACED_ACTIONS = 512
const MAX_TRACED_ADDRESSES = 1024

function firstAddresses({ root }: Trace): string[] {
  const found = new Set<string>()
  for (const address of addressesIn(root)) if (found.add(address).size === MAX_TRACED_ADDRESSES) break
  return [...found]
}

const TOO_MUCH_UNREAD_DATA = `Not all undecoded data was searched for listed addresses: it has more than ${MAX_SEARCHED_BYTES / 1024 ** 2} MiB.`

/** Adds embedded addresses that are blocked, sanctioned or listed as a threat; a benign one is chance. */
export function withEmbedded(analysis: Analysis, listed: readonly string[]): Analysis {
  if (listed.length === 0) return analysis
  const found = listed.map((address) => ({ address, role: 'in the call data', internal: true }) as const)
  return { ...analysis, subjects: [...analysis.subjects, ...found] }
}

/** A call and its own actions and addresses, without those of inner calls. */
interface CallActions {
  readonly call: Call
  readonly actions: readonly Action[]
  /** All addresses in its arguments. */
  readonly named: readonly AddressArgument[]
}

/** Addresses to look up evidence for: lower case, each once. */
export function addressesOf(analysis: Analysis): string[] {
  return analysis.subjects.map((subject) => subject.address)
}

const strengths: ReadonlyMap<string, number> = new Map(Object.keys(roles).map((role, index) => [role, -index]))

function collectSubjects(
  { from, to, chainId }: Transaction,
  decodedActions: readonly CallActions[],
  otherActions: readonly Action[],
  called: readonly string[],
): Subject[] {
  const found = new Map<string, Role>()
  const parts: Part[] = [[from, 'sender']]
  for (const callActions of decodedActions) parts.push(...partsOfCall(callActions))
  for (const action of otherActions) parts.push(...partsOfAction(action))
  for (const [address, role] of parts) {
    const held = found.get(address)
    if (held === undefined || strengthOf(role) > strengthOf(held)) found.set(address, role)
  }
  for (const address of called) if (!found.has(address)) found.set(address, 'called')
  const elsewhere = chainsElsewhere(parts, called, chainId)
  return Array.from(found, ([address, role]) => {
    const chains = elsewhere.get(address)
    return { address, role, internal: address !== from && address !== to, ...(chains && { chains }) }
  })
}

/**
 * Of addresses that are on another chain: the chains of all their parts. Bridges give test networks the numbers of the chains that they
 * stand for: which one is meant there, is not known.
 */
function chainsElsewhere(
  parts: readonly Part[],
  called: readonly string[],
  chainId: string,
): ReadonlyMap<string, readonly string[]> {
  const elsewhere = new Map<string, Set<string>>()
  for (const [address, , on = chainId] of parts) if (on !== chainId) elsewhere.set(address, new Set())
  const isTest = chainById(chainId)?.isTest
  const meant = (on: string) => (isTest && !chainById(on)?.isTest ? ANY_CHAIN : on)
  for (const [address, , on = chainId] of parts) elsewhere.get(address)?.add(meant(on))
  for (const address of called) elsewhere.get(address)?.add(chainId)
  return new Map(Array.from(elsewhere, ([address, chains]) => [address, [...chains]]))
}

function strengthOf(role: Role): number {
  return strengths.get(role) ?? 0
}

/** An address in its role. The chain is given where it is another one. */
type Part = readonly [address: string, role: Role, on?: string | undefined]

/** The called contract, the parties of the actions, and the other addresses in the arguments. */
function partsOfCall({ call, actions, named }: CallActions): Part[] {
  const parts: Part[] = call.to === undefined || isTransparent(call) ? [] : [[call.to, roleOfTarget(call, actions)]]
  for (const action of actions) parts.push(...partsOfAction(action))
  if (hasTarget(call) && call.signature?.row)
    for (const [address, on] of reliedElsewhere(call.signature.row, call)) parts.push([address, 'named', on])
  const elsewhere = new Set(parts.flatMap(([address, , on]) => (on === undefined ? [] : address)))
  const here = elsewhere.size > 0 ? namedHere(call) : undefined
  // An address that loses a right stays `revoked`, not `named`.
  const losing = new Set(parts.flatMap(([address, role]) => (role === 'revoked' ? address : [])))
  for (const { address, name } of named) {
    const role = call.status === 'undecodable' ? (rolesByName[name] ?? 'named') : 'named'
    if (!losing.has(address) && (!elsewhere.has(address) || here?.has(address))) parts.push([address, role])
  }
  return parts
}

/** Addresses in arguments that are not about the other chain. */
function namedHere(call: Call): ReadonlySet<string> {
  const { row, added } = call.signature ?? {}
  const effects = [...(row?.effects ?? []), ...(added?.effects ?? [])]
  const others = new Set(effects.flatMap(pathsThere))
  return new Set(typedPlaces(call).flatMap(({ address, path }) => (others.has(path) ? [] : [address])))
}

function roleOfTarget({ to, status }: Call, actions: readonly Action[]): Role {
  if (status === 'plain') return 'recipient'
  if (actions.some((action) => 'asset' in action && action.asset.token === to)) return 'token'
  return actions.some(({ kind }) => kind === 'order') ? 'market' : 'target'
}

/** The addresses of an action, with their roles. */
export function partsOfAction(action: Action): Part[] {
  const { authority } = action
  switch (action.kind) {
    case 'transfer':
      return [...tokens(action.asset), [action.from, 'owner'], [authority, 'recipient']]
    case 'grant':
      return [...tokens(action.asset), [action.owner, 'owner'], [authority, roleOfAuthority(action)]]
    case 'right':
      return [
        [action.owner, action.owner === action.call.to ? 'target' : 'owner'],
        [authority, roleOfAuthority(action)],
      ]
    case 'exchange': {
      const traded = [...action.gives, ...action.receives].flatMap(tokens)
      return [
        ...traded,
        [action.payer, 'owner'],
        [authority, roleOfReceiver(action), action.receivedOn],
        ...holdersOf(action, traded),
      ]
    }
    case 'order':
      return [
        ...[...action.gives, ...action.receives].flatMap(tokens),
        [action.signer, 'owner'],
        ...action.beneficiaries.map(
          (address): Part => [address, roleOfBeneficiary(action, address), chainOfBeneficiary(action, address)],
        ),
        ...(action.pays ?? []).flatMap(({ asset }) => tokens(asset)),
        ...(action.fees ?? []).map(({ to }): Part => [to, 'named']),
      ]
    case 'control':
      return [
        [action.contract, 'target'],
        [authority, roleOfAuthority(action)],
      ]
    case 'interaction':
      return [[authority, 'target']]
  }
}

/** The market that keeps a part does so here. */
function chainOfBeneficiary({ pays = [], call }: Order, address: string): string | undefined {
  return address === call.to ? undefined : pays.find(({ to }) => to === address)?.asset.on
}

function roleOfReceiver({ authority, payer, call }: Exchange): Role {
  if (authority === payer) return 'owner'
  return authority === call.to ? 'target' : 'recipient'
}

/** A token that is traded remains one. Who delivers on another chain is no market. What known contracts do inside is their part. */
function holdersOf({ heldBy = [], heldThere, form, call, receivedOn }: Exchange, traded: readonly Part[]): Part[] {
  if (call.inTrace) return []
  const others = heldBy.filter((address) => !traded.some(([token]) => token === address))
  return others.map((address) => [address, form === 'bridge' ? 'named' : 'market', heldThere ? receivedOn : undefined])
}

function tokens({ token, on }: Asset): Part[] {
  return token === NATIVE || isPlaceholder(token) ? [] : [[token, on === undefined ? 'token' : 'named', on]]
}

/** Roles of the legible addresses of an undecodable call, by parameter name. */
const rolesByName: Readonly<Record<string, Role>> = {
  to: 'recipient',
  recipient: 'recipient',
  spender: 'spender',
  operator: 'operator',
  from: 'owner',
  owner: 'owner',
  target: 'target',
  newImplementation: 'implementation',
  newOwner: 'new-owner',
  newAdmin: 'new-owner',
  module: 'module',
}
