import type { DescribedFormat } from '../read-descriptor.ts'
import type { DescribedField } from '../read-fields.ts'
import { type DescriptorNames, formatValue, UNFIT } from './format-value.ts'
import { isWrittenAs, type TypedArguments, type TypedValue, typedValuesAt } from './typed-values.ts'

export interface ShownField {
  readonly label: string
  /** The text; for call data, what it shows where a descriptor of the called contract is known. */
  readonly value: string | ShownFormat
}

/** A function or message as a wallet shows it that follows the descriptor. */
export interface ShownFormat {
  readonly intent: string
  /** Absent: there is none, or one of its values cannot be shown. */
  readonly interpolatedIntent?: string
  readonly fields: readonly ShownField[]
  /** Why the descriptor is not about these values; a wallet does not use it then. */
  readonly faults: readonly string[]
}

/** Shows call data in a field. Undefined: no descriptor is known. */
export type ShowInner = (field: DescribedField, typed: TypedValue, index: number) => ShownFormat | undefined

/** Values of lists may be many. */
const MAX_SHOWN = 1000

/** Shows the fields of a function or message with their values, in the order of the descriptor. */
export function showFields(
  format: DescribedFormat,
  data: TypedArguments,
  names: DescriptorNames,
  inner?: ShowInner,
): ShownFormat {
  const shown = new FieldShower(data, names, inner)
  for (const group of groupsOf(format.fields)) shown.group(group)
  const { intent, interpolatedIntent } = format
  const text = interpolatedIntent === undefined ? undefined : interpolated(interpolatedIntent, shown.byPath)
  return { intent, ...(text !== undefined && { interpolatedIntent: text }), fields: shown.fields, faults: shown.faults }
}

/** Fields one after the other; those of a bundle together. */
function groupsOf(fields: readonly DescribedField[]): DescribedField[][] {
  const groups: DescribedField[][] = []
  for (const field of fields) {
    const last = groups.at(-1)
    if (last && field.bundle !== undefined && last[0]?.bundle === field.bundle) last.push(field)
    else groups.push([field])
  }
  return groups
}

class FieldShower {
  readonly fields: ShownField[] = []
  readonly faults: string[] = []
  /** Texts of the values at a path, for the sentence. */
  readonly byPath = new Map<string, readonly string[]>()
  readonly #data: TypedArguments
  readonly #names: DescriptorNames
  readonly #inner: ShowInner | undefined

  constructor(data: TypedArguments, names: DescriptorNames, inner: ShowInner | undefined) {
    this.#data = data
    this.#names = names
    this.#inner = inner
  }

  group(fields: readonly DescribedField[]): void {
    const lists = fields.map((field) => this.#valuesOf(field))
    if (new Set(lists.map(({ length }) => length)).size > 1) {
      if (fields[0]?.isAligned) this.faults.push(`${fields[0].label} and what is shown with it differ in length`)
      for (const list of lists) this.#add(list)
      return
    }
    for (const index of (lists[0] ?? []).keys()) this.#add(lists.flatMap((list) => list[index] ?? []))
  }

  #add(shown: readonly ShownField[]): void {
    this.fields.push(...shown.slice(0, MAX_SHOWN - this.fields.length))
  }

  #valuesOf(field: DescribedField): ShownField[] {
    const { path, label, separator, mustMatch } = field
    const values: readonly TypedValue[] =
      path === undefined ? [{ type: { type: 'string' }, value: field.value ?? '' }] : typedValuesAt(this.#data, path)
    if (mustMatch !== undefined) {
      if (!values.every((value) => mustMatch.some((text) => isWrittenAs(value, text))))
        this.faults.push(`${path ?? label} is not ${mustMatch.slice(0, 4).join(' or ')}`)
      return []
    }
    if (field.visible === 'never') return []
    const shown = values.slice(0, MAX_SHOWN).map((typed, index) => this.#shown(field, typed, index))
    const texts = shown.filter((text) => text !== UNFIT)
    if (texts.length < shown.length) this.faults.push(`${path ?? label} cannot be shown as ${field.format}`)
    if (path !== undefined)
      this.byPath.set(
        path,
        texts.filter((text) => typeof text === 'string'),
      )
    return texts.flatMap((value, index) => {
      const typed = values[index] as TypedValue
      if (isHidden(field, typed)) return []
      const before = separator === undefined ? '' : `${separator.replaceAll('{index}', String(index))} `
      return [{ label: `${before}${label}`, value }]
    })
  }

  #shown(field: DescribedField, typed: TypedValue, index: number): string | ShownFormat | typeof UNFIT {
    const nested = field.format === 'calldata' ? this.#inner?.(field, typed, index) : undefined
    return nested ?? formatValue(field, typed, index, this.#data, this.#names)
  }
}

function isHidden({ ifNotIn }: DescribedField, typed: TypedValue): boolean {
  return ifNotIn?.some((text) => isWrittenAs(typed, text)) === true
}

const PLACEHOLDER = /\{\{|\}\}|\{([^{}]*)\}/g

/** The sentence with its values; undefined: one of them is not shown by a field. */
function interpolated(text: string, byPath: ReadonlyMap<string, readonly string[]>): string | undefined {
  let isWhole = true
  const sentence = text.replace(PLACEHOLDER, (written, path: string | undefined) => {
    if (path === undefined) return written === '{{' ? '{' : '}'
    const values = byPath.get(path.replace(/^#\./, ''))
    if (values === undefined || values.length === 0) isWhole = false
    return values?.join(' and ') ?? ''
  })
  return isWhole ? sentence : undefined
}
