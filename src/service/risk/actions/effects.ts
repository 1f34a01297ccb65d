import { ANY_CHAIN } from '../../../api/chains.ts'
import { most } from '../../../shared/bigints.ts'
import { NATIVE } from '../../evm/asset.ts'
import { isZeroAddress, ZERO_ADDRESS } from '../../evm/words.ts'
import type { ArgumentValue } from '../decode/arguments.ts'
import { evmChainOf, type OtherChain, otherChainOf } from '../effects/destinations.ts'
import type { AssetAt, ChainAt, Effect, EffectOf, EffectRow, Path } from '../effects/effect.ts'
import { addressesIn, addressIn, numberIn, valuesAt } from '../effects/path-values.ts'
import {
  type Action,
  type Asset,
  amountOrItem,
  currency,
  type DecodedCall,
  erc20,
  erc721,
  erc1155,
  everyItem,
  exchange,
  grant,
  native,
  type ReadActions,
  transfer,
  WHOLE_BALANCE,
} from './actions.ts'

/** All of an amount, where a fee is a share of it. */
const wholeShares: Readonly<Record<string, bigint>> = { e4: 10n ** 4n, e6: 10n ** 6n, e18: 10n ** 18n }

const WHOLE = 10n ** 18n

/** Reads the actions of a call by its row. */
export function readerOf({ effects }: Pick<EffectRow, 'effects'>): ReadActions {
  return (call) => {
    const found: Action[] = []
    for (const effect of effects) found.push(...actionsBy(effect, call))
    if (found.length < 2) return found
    const actions = withLowestLimits(found)
    return actions.filter((action, index) => {
      const isKept = action.kind !== 'exchange' || action.least !== undefined
      return isKept || !actions.slice(0, index).some((other) => repeats(action, other))
    })
  }
}

/** A further limit of the same output, of another step on its way: the lower one counts. */
function withLowestLimits(actions: readonly Action[]): Action[] {
  const found: Action[] = []
  for (const action of actions) {
    const index = found.findIndex((other) => repeats(action, other))
    const limited = found[index]
    const least = action.kind === 'exchange' ? action.least : undefined
    if (least === undefined || limited?.kind !== 'exchange') found.push(action)
    else if (limited.least === undefined || least < limited.least) found[index] = { ...limited, least }
  }
  return found
}

/** A further receiver of the same output, such as who is refunded, is no exchange of its own where it is the same account. A fee is. */
function repeats(action: Action, other: Action): boolean {
  if (action.kind !== 'exchange' || other.kind !== 'exchange') return false
  const { form, payer, authority, gives, receives, fee } = action
  if (gives.length > 0 || receives.length > 0 || fee !== undefined) return false
  return form === other.form && payer === other.payer && authority === other.authority
}

/** Whether who gains is an account of another kind of chain, which no evidence is about. */
export function gainsElsewhere({ effects }: Pick<EffectRow, 'effects'>, call: DecodedCall): boolean {
  return effects.some((effect) => {
    if (effect.kind === 'relies') return false
    const receivers = effect.to.startsWith('@') ? [] : valuesAt(call.args, effect.to)
    const parties = effect.kind === 'exchange' ? [...receivers, ...allAt(call, effect.heldBy)] : receivers
    return (
      parties.some((value) => isElsewhere(value) || isMisplaced(effect, value)) ||
      (receivers.length > 0 && chainOf(effect, call) !== undefined)
    )
  })
}

/** Where the addresses of an effect are that are on another chain. */
export function pathsThere(effect: Effect): readonly Path[] {
  if (!('on' in effect) || effect.on === undefined) return []
  return effect.kind === 'exchange' && effect.heldThere ? [effect.to, ...pathsOf(effect.heldBy)] : [effect.to]
}

/** The other kind of chain on which the receiver is. */
function chainOf(effect: Effect, call: DecodedCall): OtherChain | undefined {
  if (effect.kind !== 'exchange' || effect.on === undefined || effect.on === 'elsewhere') return undefined
  const [numbers, at] = effect.on
  return otherChainOf(numbers, valuesAt(call.args, at)[0])
}

function isElsewhere(value: ArgumentValue): boolean {
  return addressIn(value) === undefined && value !== '' && !isNothing(value)
}

/** A bridge takes the last 20 bytes as the receiver, and these are others. */
function isMisplaced(effect: Effect, value: ArgumentValue): boolean {
  if (effect.kind !== 'exchange' || effect.form !== 'bridge' || isNothing(value)) return false
  return /^0x[0-9a-f]{64}$/i.test(String(value)) && !isPadded(value)
}

function actionsBy(effect: Effect, call: DecodedCall): Action[] {
  switch (effect.kind) {
    case 'relies':
      return []
    case 'right':
      return rightsBy(effect, call)
    case 'control':
      return controlBy(effect, call)
    case 'exchange':
      return exchangesBy(effect, call)
    case 'transfer':
      return transfersBy(effect, call)
    case 'grant':
      return grantsBy(effect, call)
  }
}

function rightsBy(effect: EffectOf<'right'>, call: DecodedCall): Action[] {
  const receivers = addressesAt(call, effect.to)
  const [owner = call.actor] = addressesAt(call, effect.of ?? '@actor')
  return receivers.map((authority, index) => {
    const revokes = isZeroAddress(authority) || isOff(call, effect.unless, index, receivers.length)
    return { kind: 'right', call, right: effect.right, owner, authority, revokes } as const
  })
}

function controlBy(effect: EffectOf<'control'>, call: DecodedCall): Action[] {
  const receivers = addressesAt(call, effect.to)
  const [contract = call.to] = addressesAt(call, effect.of ?? '@contract')
  return receivers
    .filter((_, index) => !isOff(call, effect.unless, index, receivers.length))
    .map((authority) => {
      const made = { kind: 'control', call, form: effect.form, contract, authority } as const
      return effect.ofAccount ? { ...made, ofAccount: true } : made
    })
}

function exchangesBy(effect: EffectOf<'exchange'>, call: DecodedCall): Action[] {
  if (isOff(call, effect.unless, 0, 1)) return []
  const [payer = call.actor] = addressesAt(call, effect.payer ?? '@actor')
  const given = (effect.gives ?? []).flatMap((asset) => assetsAt(call, asset))
  // The rate of an order is for all of it.
  const isValue = ({ token, amount }: Asset) => token === NATIVE && amount === undefined && effect.isFixedRate
  const gives = given.map((asset) => (isValue(asset) ? native(call.value) : asset))
  const there = evmChainAt(effect.on, call)
  const receives = (effect.receives ?? [])
    .flatMap((asset) => assetsAt(call, asset))
    .map((asset) => (there === undefined ? asset : { ...asset, on: there }))
  const [limit, ...limits] = allAt(call, effect.least).flatMap((value) => toAmount(value) ?? [])
  const least = limit === undefined ? undefined : most(limit, ...limits)
  const heldBy = pathsOf(effect.heldBy).flatMap((path) => addressesIn(call.args, path))
  const [fee] = effect.fee === undefined ? [] : valuesAt(call.args, effect.fee).map(toAmount)
  const feeOf = wholeShares[effect.feeOf ?? ''] ?? allAt(call, effect.feeOf).map(toAmount)[0]
  const [feeTo] = effect.feeTo === undefined ? [] : addressesAt(call, effect.feeTo)
  const { form, heldThere, isFixedRate } = effect
  const on = chainOf(effect, call)
  const replaces = effect.zero ?? (form === 'bridge' && gives.length > 0 ? 'none' : 'payer')
  const terms = {
    form,
    payer,
    gives,
    receives,
    ...(least !== undefined && { least }),
    heldBy,
    ...(heldThere && { heldThere }),
    ...(isFixedRate && { isFixedRate }),
    ...(fee !== undefined && { fee }),
    ...(feeOf !== undefined && { feeOf }),
    ...(feeTo !== undefined && { feeTo }),
    ...(on && { on }),
    ...(effect.on !== undefined && !on && { receivedOn: there ?? ANY_CHAIN }),
  }
  const accounts = on
    ? valuesAt(call.args, effect.to)
        .filter(isPadded)
        .flatMap((value) => addressIn(value) ?? [])
    : addressesAt(call, effect.to)
  return [...new Set(accounts)].map((to) => exchange(call, { ...terms, to, replaces }))
}

function transfersBy(effect: EffectOf<'transfer'>, call: DecodedCall): Action[] {
  const owners = addressesAt(call, effect.from ?? '@actor')
  return withAssets(addressesAt(call, effect.to), assetsAt(call, effect.asset)).map(({ asset, to }, index) =>
    transfer(call, asset, owners[index] ?? owners[0] ?? call.actor, to),
  )
}

function grantsBy({ form, unless, revokes, of, to, asset: at }: EffectOf<'grant'>, call: DecodedCall): Action[] {
  const receivers = addressesAt(call, to)
  const [owner = call.actor] = addressesAt(call, of ?? '@actor')
  return withAssets(receivers, assetsAt(call, at)).map(({ asset: { amount, ...kept }, to: authority }, index) => {
    const asset = { ...kept, amount: revokes ? (amount ?? 0n) : amount }
    const isBounded = unless === undefined && !revokes
    const allowed = !revokes && !isOff(call, unless, index, receivers.length)
    return grant(call, { form, asset, owner, authority, ...(!isBounded && { allowed }) })
  })
}

/** What each receiver gets: its own asset, or the last one; a single receiver gets all of them. */
function withAssets(
  receivers: readonly string[],
  assets: readonly Asset[],
): { readonly asset: Asset; readonly to: string }[] {
  const [to] = receivers
  if (to !== undefined && receivers.length === 1) return assets.map((asset) => ({ asset, to }))
  return receivers.flatMap((each, index) => {
    const asset = assets[index] ?? assets.at(-1)
    return asset === undefined ? [] : [{ asset, to: each }]
  })
}

/** A list as long as the receivers has a value for each; otherwise all are about all of them. No value says nothing. */
function isOff(call: DecodedCall, path: Path | undefined, index: number, receivers: number): boolean {
  if (path === undefined) return false
  const values = valuesAt(call.args, path)
  return values.length === receivers ? isNothing(values[index]) : values.length > 0 && values.every(isNothing)
}

function isNothing(value: ArgumentValue | undefined): boolean {
  return value === false || value === 0 || value === 0n || /^0x0*$/.test(String(value))
}

/** Addresses on the other chain that a call relies on, each with the chain as in `receivedOn`. */
export function reliedElsewhere(
  { effects }: Pick<EffectRow, 'effects'>,
  call: DecodedCall,
): (readonly [string, string])[] {
  return effects.flatMap((effect) => {
    if (effect.kind !== 'relies' || effect.on === undefined) return []
    const there = evmChainAt(effect.on, call) ?? ANY_CHAIN
    return addressesAt(call, effect.to).map((address) => [address, there] as const)
  })
}

/** The EVM chain at a place of a call. Undefined: it names none, or one that no table knows. */
function evmChainAt(on: ChainAt | undefined, call: DecodedCall): string | undefined {
  return on === undefined || on === 'elsewhere' ? undefined : evmChainOf(on[0], valuesAt(call.args, on[1])[0])
}

/** The assets at a place in a call. One token or amount stands for all others. */
export function assetsAt(call: DecodedCall, { token, amount, standard, share, id }: AssetAt): Asset[] {
  const tokens = token === 'native' ? [ZERO_ADDRESS] : addressesAt(call, token)
  const [first] = tokens
  if (first === undefined) return []
  const [part] = share === undefined ? [] : valuesAt(call.args, share).map(toAmount)
  const read = standard ? numberIn : toAmount
  const given = amount === '@value' ? [call.value] : amount === undefined ? [] : valuesAt(call.args, amount)
  const amounts = given.map((value) => partOf(read(value), part))
  // Hashes such as those of names are larger than any amount.
  const ids = id === undefined ? [] : valuesAt(call.args, id).map((value) => BigInt(value as bigint | number))
  if (standard === 'erc1155') {
    // A list without items moves nothing; without a place, or with one that is no number, the amount is not known.
    const isKnown = amount !== undefined && amounts.every((each) => each !== undefined)
    const sum = isKnown ? amounts.reduce<bigint>((all, each = 0n) => all + each, 0n) : undefined
    return tokens.map((address) => erc1155(address, ids, sum))
  }
  const assetAt = (index: number) => {
    const address = tokens[index] ?? first
    const item = ids[index] ?? ids[0]
    if (item !== undefined) return erc721(address, item)
    if (standard === 'erc721') return everyItem(address)
    const each = amounts[index] ?? amounts[0]
    const isToken = token === '@contract' || (standard !== undefined && standard !== 'currency')
    if (!isToken) return currency(address, each)
    return standard === 'erc20-or-erc721' ? amountOrItem(address, each) : erc20(address, each)
  }
  const assets: Asset[] = []
  const count = Math.max(tokens.length, amounts.length, ids.length)
  while (assets.length < count) assets.push(assetAt(assets.length))
  return assets
}

function partOf(amount: bigint | undefined, part: bigint | undefined): bigint | undefined {
  return amount === undefined || part === undefined ? amount : (amount * part) / WHOLE
}

function toAmount(value: ArgumentValue): bigint | undefined {
  const number = numberIn(value)
  return number === undefined || number >= WHOLE_BALANCE ? undefined : number
}

function addressesAt(call: DecodedCall, path: Path): string[] {
  if (path === '@actor') return [call.actor]
  // A delegatecall runs the code as the caller.
  if (path === '@contract') return [call.operation === 'delegatecall' ? call.actor : call.to]
  return addressesIn(call.args, path)
}

/** An EVM address, in 32 bytes with zeros before it. */
function isPadded(value: ArgumentValue): boolean {
  return typeof value === 'bigint' ? value < 2n ** 160n : /^0x(?:0{24})?[0-9a-f]{40}$/i.test(String(value))
}

/** The values at each path. */
function allAt(call: DecodedCall, paths: Path | readonly Path[] | undefined): ArgumentValue[] {
  return pathsOf(paths).flatMap((path) => valuesAt(call.args, path))
}

function pathsOf(paths: Path | readonly Path[] = []): readonly Path[] {
  return typeof paths === 'string' ? [paths] : paths
}
