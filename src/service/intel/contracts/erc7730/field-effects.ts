import { addressOf } from '../../../../shared/json/evm-json.ts'
import type { AssetAt, Effect, InnerCallData, Path } from '../../../risk/effects/effect.ts'
import type { Requirement } from '../../../risk/effects/taught.ts'
import { effectPathOf } from './descriptor-path.ts'
import { type DescribedField, DescriptorFault, type FieldParameter } from './read-fields.ts'

/**
 * What a descriptor says about who gains on a chain. It has labels and formats, no roles: an address with the label of a receiver
 * may be paid, one with the label of a spender may spend. Which amount goes in and which comes out it does not say.
 */
export function effectsOfFields(given: readonly DescribedField[], intent: string, chainId: string): Effect[] {
  const fields = given.filter(({ visible }) => visible !== 'never')
  const assets = fields.flatMap((field) => assetOf(field, chainId))
  const [asset] = assets
  const isPayment = /^(?:send|transfer|pay)\b/i.test(intent)
  return fields.filter(isAccount).flatMap(({ path = '', label }): Effect[] => {
    const to = effectPathOf(path)
    if (to === undefined) return []
    if (SPENDER.test(label))
      return [asset ? { kind: 'grant', form: 'approve', asset, to } : { kind: 'right', right: 'manage', to }]
    if (CONTROLLER.test(label)) return [{ kind: 'control', form: 'ownership', to }]
    if (!RECEIVER.test(label)) return []
    if (isPayment && asset) return [{ kind: 'transfer', asset, to }]
    return [{ kind: 'exchange', form: 'withdrawal', to, ...(assets.length > 0 && { gives: assets }) }]
  })
}

const RECEIVER = /\b(?:recipient|beneficiary|receiver|to|payee|destination)\b/i
const SPENDER = /\b(?:spender|operator|approved)\b/i
const CONTROLLER = /\b(?:owner|admin|administrator|signer|delegate|delegatee|manager|guardian)\b/i

function isAccount({ format, params }: DescribedField): boolean {
  if (format !== 'addressName') return false
  const { types } = params
  return !Array.isArray(types) || types.some((type) => type !== 'token' && type !== 'collection')
}

function assetOf({ format, path = '', params }: DescribedField, chainId: string): AssetAt[] {
  const at = effectPathOf(path)
  if (format === 'amount') return [{ token: 'native', ...(at !== undefined && { amount: at }) }]
  if (format === 'tokenAmount') {
    const token = placeOf(params, 'token', chainId)
    return token === undefined ? [] : [{ token, ...(at !== undefined && { amount: at }) }]
  }
  if (format !== 'nftName') return []
  const token = placeOf(params, 'collection', chainId)
  return token === undefined || at === undefined ? [] : [{ token, id: at }]
}

/** Where a parameter that is an address is: `tokenPath`, or `token` with a constant, which a map may give for each chain. */
function placeOf(params: DescribedField['params'], name: string, chainId: string): Path | undefined {
  const path = params[`${name}Path`]
  if (typeof path === 'string') return effectPathOf(path)
  return addressOf(constantOf(params[name], chainId))
}

/** A value of a map that depends on the arguments is none. */
function constantOf(param: FieldParameter | undefined, chainId: string): string | undefined {
  if (typeof param === 'string') return param
  if (typeof param !== 'object' || !('keyPath' in param) || param.keyPath !== '@.chainId') return undefined
  return Object.hasOwn(param.values, chainId) ? param.values[chainId] : undefined
}

/** The call data in a function's arguments, shown or not. @throws DescriptorFault */
export function innerDataOf(fields: readonly DescribedField[], chainId: string): InnerCallData[] {
  return fields.flatMap((field): InnerCallData[] => {
    if (field.format !== 'calldata' || field.path === undefined) return []
    const { params } = field
    if (params.chainId !== undefined && constantOf(params.chainId, chainId) !== chainId) return []
    const data = effectPathOf(field.path)
    const to = placeOf(params, 'callee', chainId)
    if (data === undefined) throw new DescriptorFault([field.path], 'has call data in a place that is not read')
    const selector = typeof params.selector === 'string' ? params.selector.toLowerCase() : undefined
    const value = typeof params.amountPath === 'string' ? valuePathOf(params.amountPath) : undefined
    const actor = placeOf(params, 'spender', chainId)
    return [
      {
        data,
        ...(to !== undefined && { to }),
        ...(value !== undefined && { value }),
        ...(actor !== undefined && { actor }),
        ...(selector !== undefined && /^0x[0-9a-f]{8}$/.test(selector) && { selector }),
      },
    ]
  })
}

function valuePathOf(path: string): Path | undefined {
  return path === '@.value' ? '@value' : effectPathOf(path)
}

/** Values that a descriptor demands; with others it is not about the call. @throws DescriptorFault */
export function requirementsOf(fields: readonly DescribedField[]): Requirement[] {
  return fields.flatMap(({ path = '', mustMatch }): Requirement[] => {
    if (mustMatch === undefined) return []
    const at = path === '@.value' ? '@value' : effectPathOf(path)
    if (at === undefined) throw new DescriptorFault([path], 'demands a value in a place that is not read')
    return [{ at, oneOf: mustMatch }]
  })
}
