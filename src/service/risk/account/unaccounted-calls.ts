import { lazily } from '../../../shared/lazily.ts'
import { NATIVE, SEND, TRANSFER_AND_CALL } from '../../evm/asset.ts'
import type { Action, DecodedCall } from '../actions/actions.ts'
import { partsOfAction } from '../analyze.ts'
import { codeAgeOf } from '../chain/code-age.ts'
import { isTransparent } from '../decode/calls.ts'
import { inBytes } from '../effects/addresses-in-bytes.ts'
import { evmChainOf, unknownChainAt } from '../effects/destinations.ts'
import type { ChainAt, ReliesEffect } from '../effects/effect.ts'
import { addressesIn, valuesAt } from '../effects/path-values.ts'
import type { KnownAs } from '../evidence.ts'
import { payerOf } from '../parties/controlled-accounts.ts'
import { type Unaccounted, unreadAt } from './items.ts'
import type { Parties } from './parties.ts'
import { isHarmless, isNamedBy, isNoAddress, opaquePlaces, openPathsOf, typedPlaces } from './places.ts'
import { unownedPositions } from './positions.ts'
import { unlimitedSwaps } from './v4-swaps.ts'

/** A call that is read, as the reasons see it. */
interface Reading {
  readonly call: DecodedCall
  readonly actions: readonly Action[]
  readonly parties: Parties
  /** A minimum bounds what its pools and hops can take. */
  readonly isBounded: boolean
  /** Whether an action has the address as a party, or an inner call as its target. */
  isUsed(address: string): boolean
}

/** What of a call that is read nothing accounts for: by each reason in turn. */
export function unaccountedIn(
  call: DecodedCall,
  actions: readonly Action[],
  parties: Parties,
  isBounded: boolean,
): Unaccounted[] {
  const used = lazily(() => usedBy(call, actions))
  const isUsed = (address: string) => used().has(address) || address === call.to
  const reading: Reading = { call, actions, parties, isBounded, isUsed }
  return reasons.flatMap((reason) => reason(reading))
}

const reasons: readonly ((reading: Reading) => Unaccounted[])[] = [
  functionOfAnother,
  reliedOn,
  unknownChains,
  unreadOptions,
  openArguments,
  unreadData,
  unknownOutputs,
  openBytes,
  ({ call, parties }) => unownedPositions(call, parties),
  ({ call, parties }) => unlimitedSwaps(call, parties),
]

const openAddress = (call: DecodedCall, address: string, path: string): Unaccounted => ({
  kind: 'address',
  address,
  path: `${call.name}.${path}`,
  call,
})

/** The called contract is known, by names that are none of the protocol that the function is of. */
function functionOfAnother({ call, parties: { evidence, analysis } }: Reading): Unaccounted[] {
  const { to, signature, name } = call
  const names = signature?.row?.of
  if (!names || signature.isVouched || analysis.own.has(to) || evidence.entriesOn(to).length > 0) return []
  const labels = evidence.intelOn(to).flatMap(({ as, label }) => (as && as.length > 0 ? [label.toLowerCase()] : []))
  const isOfAnother =
    labels.length > 0 && !labels.some((label) => names.some((each) => label.includes(each.toLowerCase())))
  return isOfAnother ? [{ kind: 'call', address: to, path: name, call }] : []
}

/** Contracts and tokens that the outcome depends on. */
function reliedOn({ call, parties, isBounded }: Reading): Unaccounted[] {
  const { row, added } = call.signature ?? {}
  return [...(row?.effects ?? []), ...(added?.effects ?? [])].flatMap((effect) => {
    if (effect.kind !== 'relies' || effect.as === 'position') return []
    // The minimum of a swap bounds what its hops can take.
    if (isBounded && effect.as !== 'token' && !effect.unbounded) return []
    if (effect.as === 'nothing')
      return valuesAt(call.args, effect.to).some((data) => data !== '0x') ? [unreadAt(call, effect.to)] : []
    return unknownRelied(effect, call, parties)
  })
}

function unknownRelied(effect: ReliesEffect, call: DecodedCall, parties: Parties): Unaccounted[] {
  const { to, as, on } = effect
  const { analysis, evidence } = parties
  const there = chainThere(on, call, parties)
  const asked = askedFor(effect)
  const isKnown = (address: string) =>
    there === undefined
      ? parties.isKnown(address, asked) && !(as === 'oracle' && isOfOtherPair(address, call, parties))
      : analysis.own.has(address) || evidence.elsewhere(address, there === 'elsewhere' ? undefined : there)
  return [...new Set(addressesIn(call.args, to))]
    .filter((address) => address !== call.to && !isNoAddress(address) && !isKnown(address))
    .map((address) => openAddress(call, address, to))
}

/** An oracle whose label names two assets, beside others: "Morpho WBTC/USDC oracle" says nothing about PENDLE. */
function isOfOtherPair(oracle: string, call: DecodedCall, { evidence }: Parties): boolean {
  const pairs = evidence.intelOn(oracle).flatMap(({ label }) => {
    const [last, pair = ''] = label.split(' ').reverse()
    return last === 'oracle' && pair.includes('/') ? pair.split('/') : []
  })
  const symbols = typedPlaces(call).flatMap(({ address }) => evidence.intelOn(address).map(({ symbol }) => symbol))
  return pairs.some((symbol) => !symbols.includes(symbol))
}

/** The chain id; elsewhere: one that the call does not say, or whose number is not known. Undefined: this chain. */
function chainThere(on: ChainAt | undefined, { args }: DecodedCall, { analysis }: Parties): string | undefined {
  if (on === undefined || on === 'elsewhere') return on
  const there = evmChainOf(on[0], valuesAt(args, on[1])[0]) ?? 'elsewhere'
  return there === analysis.transaction.chainId ? undefined : there
}

/** A market may be a token, a vault, or what a protocol calls its pool. */
const deciders: readonly KnownAs[] = ['market', 'token', 'spender', 'router', 'bridge']

/** What must be known of it; undefined: anything. One that is trusted for the output is a market indeed: a token would accept any call. */
function askedFor({ as, unbounded }: ReliesEffect): readonly KnownAs[] | undefined {
  if (as === 'callee' || as === 'position' || as === 'nothing') return undefined
  return as === 'market' && !unbounded ? deciders : [as]
}

/** Bridges deliver nothing on a chain that they do not have, also to the own account. */
function unknownChains({ call }: Reading): Unaccounted[] {
  const places = (call.signature?.row?.effects ?? []).flatMap((effect) =>
    effect.kind === 'exchange' && Array.isArray(effect.on) ? [[effect.on[1], effect.on[0]] as const] : [],
  )
  return [...new Map(places)].flatMap(([path, numbers]) =>
    [...new Set(valuesAt(call.args, path).flatMap((value) => unknownChainAt(numbers, value) ?? []))].map(
      (number) => ({ kind: 'chain', value: BigInt(number), path: `${call.name}.${path}`, call }) as const,
    ),
  )
}

/** Options of a message, or a call of a vault, that cannot be read: who is paid by them, and which pools trade, is not known. */
function unreadOptions({ call }: Reading): Unaccounted[] {
  return (call.signature?.row?.effects ?? []).flatMap((effect): Unaccounted[] => {
    const [word = ''] = effect.to.split('.').slice(-1)
    const read = inBytes.get(word)
    if (!read) return []
    const path = effect.to.slice(0, -word.length - 1)
    const isUnread = valuesAt(call.args, path).some((value) => read(String(value)) === undefined)
    return isUnread ? [unreadAt(call, path)] : []
  })
}

/** Typed addresses that no effect names and no row calls harmless. */
function openArguments({ call, parties, isBounded, isUsed }: Reading): Unaccounted[] {
  const { row, added } = call.signature ?? {}
  const paths = row && !row.standard ? openPathsOf(row) : undefined
  if (isBounded || (paths ? paths.size === 0 : isTransparent(call))) return []
  const isOpen = (path: string, address: string) =>
    paths
      ? paths.has(path)
      : !isUsed(address) &&
        !isHarmless(call, path, parties.analysis.transaction.chainId) &&
        !(added && isNamedBy(added, path))
  return typedPlaces(call)
    .filter(({ address, path }) => isOpen(path, address) && !parties.isKnown(address))
    .map(({ address, path }) => openAddress(call, address, path))
}

/** approveAndCall, transferAndCall, send: the receiver acts on the data, which is not read. */
const CALLING: readonly string[] = ['0xcae9ca51', TRANSFER_AND_CALL, SEND]

/** Data on which another acts than the called contract, and of which no call is read. */
function unreadData({ call, actions, parties }: Reading): Unaccounted[] {
  const { data } = call.args
  if (!CALLING.includes(call.selector) || typeof data !== 'string' || data.length <= 2 || call.calls.length > 0)
    return []
  return actions
    .filter(({ authority }) => !parties.analysis.own.has(authority))
    .map(({ authority }) => ({ kind: 'call', address: authority, path: `${call.name}.data`, call }))
}

/** Tokens that come back: of an unknown one it is not known whether it is worth anything. */
function unknownOutputs({ call, actions, parties }: Reading): Unaccounted[] {
  const isKnown = (token: string) => parties.isKnown(token) || codeAgeOf(token, parties.evidence).isOld
  return actions.flatMap((action) =>
    action.kind === 'exchange'
      ? action.receives
          .filter(({ token, on }) => token !== NATIVE && on === undefined && !isKnown(token))
          .map(({ token }) => openAddress(call, token, 'output'))
      : [],
  )
}

/** Addresses in bytes. What inner calls are made of, they say. */
function openBytes({ call, parties, isBounded, isUsed }: Reading): Unaccounted[] {
  const { row } = call.signature ?? {}
  if (call.calls.length > 0 || isBounded) return []
  return opaquePlaces(call)
    .filter(
      ({ address, path }) =>
        !(row && !row.standard && isNamedBy(row, path)) && !isUsed(address) && !parties.isKnown(address),
    )
    .map(({ address, path }) => openAddress(call, address, path))
}

/** Parties of the actions of a call, of which the rules of these actions say what they get, and targets of its inner calls. */
export function usedBy(call: DecodedCall, actions: readonly Action[]): Set<string> {
  const used = new Set<string>()
  for (const action of actions) {
    used.add(payerOf(action))
    for (const [address] of partsOfAction(action)) used.add(address)
  }
  for (const { to, actor } of call.calls) {
    if (to !== undefined) used.add(to)
    used.add(actor)
  }
  return used
}
