import { isRecord } from '../../../../shared/json/json.ts'
import type { AssetAt, Effect, Path } from '../../../risk/effects/effect.ts'

/** A field of a descriptor, with the path from the start of the arguments. */
export interface DescribedField {
  /** As written, such as `#.params.amount` or `@.value`. */
  readonly path: string
  readonly format: string
  readonly label: string
  readonly params: Readonly<Record<string, unknown>>
}

/**
 * What a descriptor says about who gains. It has labels and formats, no roles: an address with the label of a receiver may be paid,
 * one with the label of a spender may spend. Which amount goes in and which comes out it does not say.
 */
export function effectsOfFields(fields: readonly DescribedField[], intent: string): Effect[] {
  const assets = fields.flatMap(assetOf)
  const [asset] = assets
  const isPayment = /^(?:send|transfer|pay)\b/i.test(intent)
  return fields.filter(isAccount).flatMap(({ path, label }): Effect[] => {
    const to = pathOf(path)
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

function assetOf({ format, path, params }: DescribedField): AssetAt[] {
  if (format === 'amount') {
    const amount = pathOf(path)
    return [{ token: 'native', ...(amount !== undefined && { amount }) }]
  }
  if (format !== 'tokenAmount') return []
  const { tokenPath, token } = params
  const at = typeof tokenPath === 'string' ? pathOf(tokenPath) : literal(token)
  const amount = pathOf(path)
  return at === undefined ? [] : [{ token: at, ...(amount !== undefined && { amount }) }]
}

function literal(token: unknown): Path | undefined {
  return typeof token === 'string' && /^0x[0-9a-f]{40}$/i.test(token) ? token.toLowerCase() : undefined
}

const NAME = /^[A-Za-z_$][\w$]*$/

/** A path of ours; undefined: it leads out of the arguments, or to a part that no path of ours names. */
export function pathOf(written: string): Path | undefined {
  if (written === '@.to') return '@contract'
  if (written === '@.from') return '@actor'
  const parts = written.replace(/^#\./, '').split('.')
  const names = parts.map((part) => (part === '[]' ? '' : (ENDS[part] ?? (NAME.test(part) ? part : undefined))))
  return names.includes(undefined) ? undefined : names.filter((name) => name !== '').join('.')
}

const ENDS: Readonly<Record<string, string>> = {
  '[0]': '@first',
  '[-1]': '@last',
  '[0:20]': '@start',
  '[:20]': '@start',
}

const MAX_DEPTH = 8
const MAX_FIELDS = 200

/** The fields of a format, with those of groups. Hidden ones are left out. */
export function fieldsOf(
  format: Readonly<Record<string, unknown>>,
  definitions: Readonly<Record<string, unknown>>,
): DescribedField[] {
  return readFields(format.fields, definitions, '', 0).slice(0, MAX_FIELDS)
}

function readFields(
  fields: unknown,
  definitions: Readonly<Record<string, unknown>>,
  within: string,
  depth: number,
): DescribedField[] {
  if (!Array.isArray(fields) || depth > MAX_DEPTH) return []
  return (fields as readonly unknown[]).slice(0, MAX_FIELDS).flatMap((given) => {
    if (!isRecord(given)) return []
    const field = { ...definitionOf(given.$ref, definitions), ...given }
    const written = typeof field.path === 'string' ? field.path : ''
    const path = /^[#@$]/.test(written) || within === '' ? written : `${within}.${written}`
    if (Array.isArray(field.fields)) return readFields(field.fields, definitions, path, depth + 1)
    if (path === '' || field.visible === 'never') return []
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    return [
      {
        path,
        format: text(field.format),
        label: text(field.label),
        params: isRecord(field.params) ? field.params : {},
      },
    ]
  })
}

function definitionOf(reference: unknown, definitions: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (typeof reference !== 'string') return {}
  const name = reference.replace('$.display.definitions.', '')
  const found = Object.hasOwn(definitions, name) ? definitions[name] : undefined
  return isRecord(found) ? found : {}
}
