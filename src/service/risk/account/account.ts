import { lazily } from '../../../shared/lazily.ts'
import { NATIVE } from '../../evm/asset.ts'
import { isZeroAddress } from '../../evm/words.ts'
import type { Action, DecodedCall } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import { standingOf } from '../chain/standing.ts'
import { addressesInCall, namedAddresses } from '../decode/addresses.ts'
import { type Call, isRead, isTransparent } from '../decode/calls.ts'
import { evmChainOf } from '../effects/destinations.ts'
import type { ChainAt, ExchangeEffect, Path, ReliesEffect } from '../effects/effect.ts'
import { DROPS, dropsIn } from '../effects/message-options.ts'
import { addressIn, valuesAt } from '../effects/path-values.ts'
import type { EvidenceSet } from '../evidence.ts'
import { clonesIn } from '../parties/clones.ts'
import { payerOf } from '../parties/controlled-accounts.ts'
import { isKnownAs } from '../parties/known-as.ts'
import { isPaidBefore } from '../parties/trust.ts'
import { type KnownAs, knownAs } from '../parties/uses.ts'
import { boundedSwaps } from './bounded-swaps.ts'
import type { Unaccounted, Unread, ValueFault } from './items.ts'
import { isHarmlessByCode, isNamedBy, isNoAddress, opaquePlaces, openPathsOf, typedPlaces } from './places.ts'
import { unaccountedValue } from './value.ts'

/** What is found out about all that must be accounted for. */
export interface Accounted {
  /** In what was read: such a verdict is not SAFE. */
  readonly unaccounted: readonly Unaccounted[]
  readonly unread: readonly Unread[]
}

/** Everything in a transaction or message that must be accounted for. Made once for an analysis. */
export interface Account extends Accounted {
  /** Native value where the function takes none, or where another asset is given. */
  readonly valueFaults: readonly ValueFault[]
  /** Whether an address is own, or known as one of these. */
  isKnown(address: string, asked?: readonly KnownAs[]): boolean
  /** The same, or history vouches for payments to it. */
  isKnownPayee(address: string): boolean
}

/** The account of an analysis. Only what is signed counts: a trace shows more, and has its own rules. */
export function accountOf(analysis: Analysis, evidence: EvidenceSet): Account {
  const parties = new Parties(analysis, evidence)
  const calls = analysis.calls.filter((call): call is DecodedCall => call.to !== undefined)
  const byCall = Map.groupBy(analysis.actions, ({ call }) => call)
  const swaps = boundedSwaps(analysis, evidence)
  const root = analysis.message ? analysis.decoded.root : undefined
  const read = calls.filter((call) => call !== root && isRead(call) && call.status === 'decoded')
  const value = unaccountedValue(analysis, evidence)
  return {
    unaccounted: [
      ...value.unaccounted,
      ...read.flatMap((call) => unaccountedIn(call, byCall.get(call) ?? [], parties, swaps.has(call))),
      ...unaccountedMembers(analysis, parties),
    ],
    unread: unreadIn(analysis, parties),
    valueFaults: value.faults,
    isKnown: (address, asked) => parties.isKnown(address, asked),
    isKnownPayee: (address) => parties.isKnownPayee(address),
  }
}

class Parties {
  readonly analysis: Analysis
  readonly evidence: EvidenceSet
  readonly #clones = lazily(() => clonesIn(this.analysis.decoded))

  constructor(analysis: Analysis, evidence: EvidenceSet) {
    this.analysis = analysis
    this.evidence = evidence
  }

  /** A threat has a finding of its own, and so has a BLOCK entry. */
  isKnown(address: string, asked: readonly KnownAs[] = knownAs): boolean {
    const { evidence, analysis } = this
    return (
      isZeroAddress(address) ||
      isNoAddress(address) ||
      analysis.own.has(address) ||
      evidence.entriesOn(address).length > 0 ||
      isKnownAs(address, asked, evidence) ||
      evidence.intelOn(address).some(({ kind }) => kind === 'malicious' || kind === 'mixer' || kind === 'sanctioned') ||
      evidence.isOwnSafe(address) ||
      this.#clones().has(address)
    )
  }

  /** Of a payee history says something, too. */
  isKnownPayee(address: string): boolean {
    return this.isKnown(address) || isPaidBefore(address, this.evidence)
  }
}

/** Addresses and positions of a call that is read. */
function unaccountedIn(
  call: DecodedCall,
  actions: readonly Action[],
  parties: Parties,
  isBounded: boolean,
): Unaccounted[] {
  const { row, added } = call.signature ?? {}
  const found: Unaccounted[] = []
  const add = (address: string, path: string) =>
    found.push({ kind: 'address', address, path: `${call.name}.${path}`, call })
  if (row?.of && isOfAnother(call, row.of, parties))
    found.push({ kind: 'call', address: call.to, path: call.name, call })
  const used = lazily(() => usedBy(call, actions))
  const isUsed = (address: string) => used().has(address) || address === call.to
  for (const effect of [...(row?.effects ?? []), ...(added?.effects ?? [])])
    if (effect.kind === 'relies') found.push(...reliedOn(effect, call, parties, isBounded))
  for (const effect of row?.effects ?? [])
    if (effect.kind === 'exchange' && effect.form === 'bridge') {
      for (const address of unknownThere(effect, call, parties)) add(address, effect.to)
      for (const path of unreadOptions(effect, call))
        found.push({ kind: 'call', address: call.to, path: `${call.name}.${path}`, call })
    }
  const paths = row && openPathsOf(row)
  const isOpen = (path: string, address: string) => {
    if (isBounded) return false
    if (paths) return paths.has(path)
    return !isUsed(address) && !isHarmlessByCode(call, path) && !(added && isNamedBy(added, path))
  }
  if (paths ? paths.size > 0 : !isTransparent(call))
    for (const { address, path } of typedPlaces(call))
      if (isOpen(path, address) && !parties.isKnown(address)) add(address, path)
  const { data } = call.args
  if (CALLING.includes(call.selector) && typeof data === 'string' && data.length > 2 && call.calls.length === 0)
    for (const { authority } of actions)
      if (!parties.analysis.own.has(authority))
        found.push({ kind: 'call', address: authority, path: `${call.name}.data`, call })
  for (const action of actions)
    if (action.kind === 'exchange')
      for (const { token, on } of action.receives)
        if (token !== NATIVE && on === undefined && !isKnownAsset(token, parties)) add(token, 'output')
  // What inner calls are made of, they say.
  if (call.calls.length === 0 && !isBounded)
    for (const { address, path } of opaquePlaces(call))
      if (!(row && isNamedBy(row, path)) && !isUsed(address) && !parties.isKnown(address)) add(address, path)
  return found
}

/** approveAndCall, transferAndCall, send: the receiver acts on the data, which is not read. */
const CALLING: readonly string[] = ['0xcae9ca51', '0x4000aea0', '0x9bd9bbc6']

/** A token that comes back: of an unknown one it is not known whether it is worth anything. */
function isKnownAsset(token: string, parties: Parties): boolean {
  return parties.isKnown(token) || standingOf(token, parties.evidence).isOld
}

/** The called contract is known, by names that are none of the protocol that the function is of. */
function isOfAnother(
  { to, signature }: DecodedCall,
  names: readonly string[],
  { evidence, analysis }: Parties,
): boolean {
  if (signature?.isVouched || analysis.own.has(to) || evidence.entriesOn(to).length > 0) return false
  const labels = evidence.intelOn(to).flatMap(({ as, label }) => (as && as.length > 0 ? [label.toLowerCase()] : []))
  return labels.length > 0 && !labels.some((label) => names.some((name) => label.includes(name.toLowerCase())))
}

/** Parties of the actions of a call, of which the rules of these actions say what they get, and targets of its inner calls. */
function usedBy(call: DecodedCall, actions: readonly Action[]): Set<string> {
  const used = new Set<string>()
  for (const action of actions) {
    used.add(action.authority).add(payerOf(action))
    if (action.kind === 'exchange' || action.kind === 'order') {
      for (const { token } of [...action.gives, ...action.receives]) used.add(token)
      for (const address of action.kind === 'exchange' ? (action.heldBy ?? []) : action.beneficiaries) used.add(address)
    } else if ('asset' in action) used.add(action.asset.token)
    else if (action.kind === 'right') used.add(action.owner)
    else if (action.kind === 'control') used.add(action.contract)
  }
  for (const { to, actor } of call.calls) {
    if (to !== undefined) used.add(to)
    used.add(actor)
  }
  return used
}

/** Options of a message that cannot be read: who is paid by them is not known. */
function unreadOptions({ to }: ExchangeEffect, { args }: DecodedCall): Path[] {
  if (!to.endsWith(DROPS)) return []
  const path = to.slice(0, -`.${DROPS}`.length)
  return valuesAt(args, path).some((options) => dropsIn(String(options)) === undefined) ? [path] : []
}

/** The chain id; elsewhere: one that the call does not say, or whose number is not known. Undefined: this chain. */
function chainThere(on: ChainAt | undefined, { args }: DecodedCall, { analysis }: Parties): string | undefined {
  if (on === undefined || on === 'elsewhere') return on
  const there = evmChainOf(on[0], valuesAt(args, on[1])[0]) ?? 'elsewhere'
  return there === analysis.transaction.chainId ? undefined : there
}

/** Receivers on another chain that are known here alone: there the address may be of anyone. */
function unknownThere(effect: ExchangeEffect, call: DecodedCall, parties: Parties): string[] {
  const { analysis, evidence } = parties
  const { args } = call
  const { to } = effect
  const there = chainThere(effect.on, call, parties)
  if (there === undefined || to.startsWith('@')) return []
  return valuesAt(args, to)
    .flatMap((value) => addressIn(value) ?? [])
    .filter((address) => evidence.intelOn(address).some(({ as = [] }) => as.length > 0))
    .filter((address) => !analysis.own.has(address) && evidence.entriesOn(address).length === 0)
    .filter((address) => !isNoAddress(address) && !isKnownThere(address, there, evidence))
}

function isKnownThere(address: string, there: string, { elsewhere }: EvidenceSet): boolean {
  return elsewhere(address, there === 'elsewhere' ? undefined : there)
}

/** Contracts, tokens and positions that the outcome of a call depends on. */
function reliedOn(effect: ReliesEffect, call: DecodedCall, parties: Parties, isBounded: boolean): Unaccounted[] {
  const path = `${call.name}.${effect.to}`
  const values = valuesAt(call.args, effect.to)
  if (effect.as === 'position')
    return values.flatMap((value) => {
      const number = BigInt(value as bigint | number)
      const owner = parties.evidence.ownerOf(call.to, number)
      const isOwn = owner !== undefined && parties.analysis.own.has(owner)
      return isOwn ? [] : [{ kind: 'position', value: number, path, call } as const]
    })
  // The minimum of a swap bounds what its hops can take.
  if (isBounded && effect.as !== 'token') return []
  const there = chainThere(effect.on, call, parties)
  const asked = effect.as === 'market' ? deciders : effect.as === 'callee' ? undefined : [effect.as]
  const isKnown = (address: string) => {
    if (there !== undefined) return parties.analysis.own.has(address) || isKnownThere(address, there, parties.evidence)
    return parties.isKnown(address, asked)
  }
  return [...new Set(values.flatMap((value) => addressIn(value) ?? []))]
    .filter((address) => address !== call.to && !isNoAddress(address) && !isKnown(address))
    .map((address) => ({ kind: 'address', address, path, call }))
}

/** A position by its number, in a contract that says who owns it. */
export interface Position {
  readonly contract: string
  readonly id: bigint
}

/** Positions that gain by calls which are read. */
export function positionsIn({ calls }: Analysis): Position[] {
  return calls.flatMap((call) => {
    const { to: contract, signature, args, inTrace } = call
    if (contract === undefined || inTrace || !isRead(call)) return []
    const paths = (signature?.row?.effects ?? []).flatMap((effect) =>
      effect.kind === 'relies' && effect.as === 'position' ? effect.to : [],
    )
    return paths.flatMap((path) => valuesAt(args, path).map((id) => ({ contract, id: BigInt(id as bigint | number) })))
  })
}

/** A market may be a token, a vault, or what a protocol calls its pool. */
const deciders: readonly KnownAs[] = ['market', 'token', 'spender', 'router', 'bridge']

/** Members of a message that is read, which none of its actions and calls has. */
function unaccountedMembers({ message, decoded, actions, own }: Analysis, parties: Parties): Unaccounted[] {
  if (message?.reading !== 'known' || message.hides !== undefined || message.unreadable !== undefined) return []
  const { root } = decoded
  const used = usedBy(
    root as DecodedCall,
    actions.filter(({ call }) => call === root),
  )
  for (const { to, actor, data } of root.calls) {
    used.add(actor)
    if (to !== undefined) used.add(to)
    for (const address of addressesInCall(data)) used.add(address)
  }
  const isAccounted = (address: string) =>
    used.has(address) || own.has(address) || address === root.to || parties.isKnown(address)
  return message.members
    .filter(({ address }) => !isAccounted(address))
    .map(({ address, path }) => ({ kind: 'address', address, path, call: root }))
}

/** Addresses of which it counts whether they are known on another chain. */
export function askedElsewhere({ calls, message, own }: Analysis): string[] {
  const asked = new Set(message?.members.map(({ address }) => address))
  for (const call of calls) {
    if (call.inTrace || call.status === 'plain') continue
    if (!isRead(call)) for (const address of namedIn(call)) asked.add(address)
    for (const effect of call.signature?.row?.effects ?? [])
      if ('on' in effect && effect.on)
        for (const value of valuesAt(call.args, effect.to)) asked.add(addressIn(value) ?? '')
  }
  return Array.from(asked).filter((address) => address !== '' && !own.has(address))
}

/** All that is named by a call that is not read. */
function namedIn(call: Call): string[] {
  if (call.status === 'creation') return addressesInConstructor(call.data)
  return [...addressesInCall(call.data), ...namedAddresses(call).map(({ address }) => address)]
}

/** Calls and messages that are not read, with the third parties in them. */
function unreadIn(analysis: Analysis, parties: Parties): Unread[] {
  const { calls, message, decoded, transaction } = analysis
  // Who gains, is called or traded by what is read has a sentence of its own.
  const shown = new Set(calls.flatMap(({ to }) => to ?? []))
  const thirdParties = (addresses: Iterable<string>) =>
    Array.from(new Set(addresses)).filter(
      (address) =>
        !shown.has(address) &&
        address !== transaction.to &&
        !isNoAddress(address) &&
        !parties.isKnownPayee(address) &&
        !parties.evidence.elsewhere(address),
    )
  const unread = calls.filter(
    (call) => !isRead(call) && call.calls.length === 0 && !(message && call === decoded.root) && !call.inTrace,
  )
  return [
    ...unread.map((call) => ({
      call,
      thirdParties: thirdParties(namedIn(call)),
    })),
    ...(message?.reading === 'unknown'
      ? [{ call: decoded.root, thirdParties: thirdParties(message.members.map(({ address }) => address)) }]
      : []),
  ]
}

/** The end of the metadata that Solidity puts behind the code: `solc`, three bytes of its version, and the length. */
const METADATA_END = /^(?:.*)64736f6c6343[0-9a-f]{6}0033/

/** The arguments of the constructor are behind the code; where code without metadata ends, is not known. */
function addressesInConstructor(data: string): string[] {
  const end = METADATA_END.exec(data)?.[0].length
  return end === undefined ? [] : addressesInCall(`0x00000000${data.slice(end)}`)
}
