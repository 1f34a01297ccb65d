import { NATIVE } from '../../evm/asset.ts'
import { isZeroAddress, ZERO_ADDRESS } from '../../evm/words.ts'
import type { ArgumentValue } from '../decode/arguments.ts'
import { evmChainOf, type OtherChain, otherChainOf } from '../effects/destinations.ts'
import type { AssetAt, ChainAt, Effect, EffectRow, Path } from '../effects/effect.ts'
import { addressIn, valuesAt } from '../effects/path-values.ts'
import {
  type Action,
  type Asset,
  currency,
  type DecodedCall,
  erc721,
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
    const actions = withLowestLimits(effects.flatMap((effect) => actionsBy(effect, call)))
    return actions.filter((action, index) => !actions.slice(0, index).some((other) => repeats(action, other)))
  }
}

/** A further limit of the same output, of another step on its way: the lower one counts. */
function withLowestLimits(actions: readonly Action[]): Action[] {
  const found: Action[] = []
  for (const action of actions) {
    const index = found.findIndex((other) => isLimitOf(action, other))
    const limited = found[index]
    if (action.kind !== 'exchange' || limited?.kind !== 'exchange') found.push(action)
    else {
      const { least = 0n } = action
      if (limited.least === undefined || least < limited.least) found[index] = { ...limited, least }
    }
  }
  return found
}

function isLimitOf(action: Action, other: Action): boolean {
  if (action.kind !== 'exchange' || other.kind !== 'exchange' || action.least === undefined) return false
  const { form, payer, authority, gives, receives, fee } = action
  if (gives.length > 0 || receives.length > 0 || fee !== undefined) return false
  return form === other.form && payer === other.payer && authority === other.authority
}

/** A further receiver of the same output, such as who is refunded, is no exchange of its own where it is the same account. A fee is. */
function repeats(action: Action, other: Action): boolean {
  if (action.kind !== 'exchange' || other.kind !== 'exchange') return false
  const { form, payer, authority, gives, receives, least, fee } = action
  if (gives.length > 0 || receives.length > 0 || least !== undefined || fee !== undefined) return false
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

/** The other kind of chain on which the receiver is. */
function chainOf(effect: Effect, call: DecodedCall): OtherChain | undefined {
  if (effect.kind !== 'exchange' || effect.on === undefined || effect.on === 'elsewhere') return undefined
  const [numbers, at] = effect.on
  return otherChainOf(numbers, valuesAt(call.args, at)[0])
}

function isElsewhere(value: ArgumentValue): boolean {
  return value !== '' && !isNothing(value) && addressIn(value) === undefined
}

/** A bridge takes the last 20 bytes as the receiver, and these are others. */
function isMisplaced(effect: Effect, value: ArgumentValue): boolean {
  if (effect.kind !== 'exchange' || effect.form !== 'bridge' || isNothing(value)) return false
  return /^0x[0-9a-f]{64}$/i.test(String(value)) && !isPadded(value)
}

function actionsBy(effect: Effect, call: DecodedCall): Action[] {
  if (effect.kind === 'relies') return []
  const receivers = addressesAt(call, effect.to)
  switch (effect.kind) {
    case 'right': {
      const [owner = call.actor] = addressesAt(call, effect.of ?? '@actor')
      return receivers.map((authority, index) => {
        const revokes = isZeroAddress(authority) || isOff(call, effect.unless, index, receivers.length)
        return { kind: 'right', call, right: effect.right, owner, authority, revokes } as const
      })
    }
    case 'control': {
      const [contract = call.to] = addressesAt(call, effect.of ?? '@contract')
      return receivers
        .filter((_, index) => !isOff(call, effect.unless, index, receivers.length))
        .map((authority) => {
          const made = { kind: 'control', call, form: effect.form, contract, authority } as const
          return effect.ofAccount ? { ...made, ofAccount: true } : made
        })
    }
    case 'exchange': {
      const [payer = call.actor] = addressesAt(call, effect.payer ?? '@actor')
      const given = (effect.gives ?? []).flatMap((asset) => assetsAt(call, asset))
      // The rate of an order is for all of it.
      const isValue = ({ token, amount }: Asset) => token === NATIVE && amount === undefined && effect.isFixedRate
      const gives = given.map((asset) => (isValue(asset) ? native(call.value) : asset))
      const there = evmChainAt(effect.on, call)
      const receives = (effect.receives ?? [])
        .flatMap((asset) => assetsAt(call, asset))
        .map((asset) => (there === undefined ? asset : { ...asset, on: there }))
      const least = largestOf(allAt(call, effect.least).map(toAmount))
      const heldBy = allAt(call, effect.heldBy).flatMap((value) => addressIn(value) ?? [])
      const [fee] = effect.fee === undefined ? [] : valuesAt(call.args, effect.fee).map(toAmount)
      const feeOf = wholeShares[effect.feeOf ?? ''] ?? allAt(call, effect.feeOf).map(toAmount)[0]
      const [feeTo] = effect.feeTo === undefined ? [] : addressesAt(call, effect.feeTo)
      const { form, isFixedRate } = effect
      const on = chainOf(effect, call)
      const replaces = replacing[effect.zero ?? (form === 'bridge' && gives.length > 0 ? 'none' : 'payer')]
      const terms = {
        form,
        payer,
        gives,
        receives,
        ...(least !== undefined && { least }),
        heldBy,
        ...(isFixedRate && { isFixedRate }),
        ...(fee !== undefined && { fee }),
        ...(feeOf !== undefined && { feeOf }),
        ...(feeTo !== undefined && { feeTo }),
        ...(on && { on }),
      }
      if (isOff(call, effect.unless, 0, 1)) return []
      const accounts = on
        ? valuesAt(call.args, effect.to)
            .filter(isPadded)
            .flatMap((value) => addressIn(value) ?? [])
        : receivers
      return [...new Set(accounts)].map((to) => exchange(call, { ...terms, to, replaces }))
    }
    case 'transfer': {
      const [from = call.actor] = addressesAt(call, effect.from ?? '@actor')
      const assets = assetsAt(call, effect.asset)
      return receivers.flatMap((to, index) => {
        const asset = assets[index] ?? assets.at(-1)
        return asset === undefined ? [] : [transfer(call, asset, from, to)]
      })
    }
    case 'grant': {
      const [owner = call.actor] = addressesAt(call, effect.of ?? '@actor')
      const assets = assetsAt(call, effect.asset)
      return receivers.flatMap((authority, index) => {
        const asset = assets[index] ?? assets.at(-1)
        if (asset === undefined) return []
        const allowed = effect.unless === undefined ? undefined : !isOff(call, effect.unless, index, receivers.length)
        return [grant(call, { form: effect.form, asset, owner, authority, ...(allowed !== undefined && { allowed }) })]
      })
    }
  }
}

const replacing = { contract: 'zero-is-contract', payer: 'zero-is-payer', none: 'none' } as const

/** A list that is as long as the receivers has a value for each; otherwise every value is about all of them. */
function isOff(call: DecodedCall, path: Path | undefined, index: number, receivers: number): boolean {
  if (path === undefined) return false
  const values = valuesAt(call.args, path)
  return values.length === receivers ? isNothing(values[index]) : values.every(isNothing)
}

function isNothing(value: ArgumentValue | undefined): boolean {
  return value === false || value === 0 || value === 0n || /^0x0*$/.test(String(value))
}

function evmChainAt(on: ChainAt | undefined, call: DecodedCall): string | undefined {
  return on === undefined || on === 'elsewhere' ? undefined : evmChainOf(on[0], valuesAt(call.args, on[1])[0])
}

/** The assets at a place in a call. One token or amount stands for all others. */
export function assetsAt(call: DecodedCall, { token, amount, share, id }: AssetAt): Asset[] {
  const [part = WHOLE] = share === undefined ? [] : valuesAt(call.args, share).map(toAmount)
  const amounts = amount === undefined ? [] : valuesAt(call.args, amount).map((value) => partOf(toAmount(value), part))
  const ids = id === undefined ? [] : valuesAt(call.args, id).map(toAmount)
  const tokens = token === 'native' ? [ZERO_ADDRESS] : addressesAt(call, token)
  const count = tokens.length === 0 ? 0 : Math.max(tokens.length, amounts.length, ids.length)
  return Array.from({ length: count }, (_, index) => {
    const address = tokens[index] ?? tokens[0] ?? ZERO_ADDRESS
    const item = ids[index] ?? ids[0]
    return item === undefined ? currency(address, amounts[index] ?? amounts[0]) : erc721(address, item)
  })
}

function partOf(amount: bigint | undefined, part: bigint): bigint | undefined {
  return amount === undefined ? undefined : (amount * part) / WHOLE
}

function toAmount(value: ArgumentValue): bigint | undefined {
  if (typeof value !== 'bigint' && typeof value !== 'number') return undefined
  return BigInt(value) >= WHOLE_BALANCE ? undefined : BigInt(value)
}

function addressesAt(call: DecodedCall, path: Path): string[] {
  if (path === '@actor') return [call.actor]
  // A delegatecall runs the code as the caller.
  if (path === '@contract') return [call.operation === 'delegatecall' ? call.actor : call.to]
  return valuesAt(call.args, path).flatMap((value) => addressIn(value) ?? [])
}

/** An EVM address, in 32 bytes with zeros before it. */
function isPadded(value: ArgumentValue): boolean {
  return typeof value === 'bigint' ? value < 2n ** 160n : /^0x(?:0{24})?[0-9a-f]{40}$/i.test(String(value))
}

/** The values at each path. */
function allAt(call: DecodedCall, paths: Path | readonly Path[] = []): ArgumentValue[] {
  return [paths].flat().flatMap((path) => valuesAt(call.args, path))
}

function largestOf(amounts: readonly (bigint | undefined)[]): bigint | undefined {
  return amounts.reduce(
    (largest, amount) => (amount !== undefined && amount > (largest ?? -1n) ? amount : largest),
    undefined,
  )
}
