import { fieldFormats } from '../../../../api/schemas/contract.ts'
import { isRecord } from '../../../../shared/json/json.ts'
import type { Parameter } from '../../../risk/decode/layout.ts'
import { parsePath, short, typeAt } from './descriptor-path.ts'
import { type JsonObject, type Pointer, valueInFile } from './load-descriptor.ts'

export type FieldFormat = (typeof fieldFormats)[number]
/** Formats of the standard that are not read. */
const unread: readonly unknown[] = ['interoperableAddressName']

/** When a field is shown. */
interface Visibility {
  readonly visible: 'always' | 'never' | 'optional'
  /** Values with which it is not shown. */
  readonly ifNotIn?: readonly string[]
  /** It is not shown, and must have one of them. */
  readonly mustMatch?: readonly string[]
}

/** A parameter of a format: constants are written out. A map has a value for each key, which is at a path. */
export type FieldParameter = string | number | boolean | readonly string[] | ByKey
export interface ByKey {
  readonly keyPath: string
  readonly values: Readonly<Record<string, string>>
}

/** A field of a descriptor that says all that is needed to show it. */
export interface DescribedField extends Visibility {
  /** From the start of the arguments, or of the container (`@.value`). Absent: `value` is shown. */
  readonly path?: string
  readonly value?: string
  readonly format: FieldFormat
  readonly label: string
  readonly params: Readonly<Record<string, FieldParameter>>
  /** Lists of fields with the same number are shown item by item. */
  readonly bundle?: number
  /** The lists of its bundle must have the same length. */
  readonly isAligned?: true
  readonly separator?: string
}

/** A field that is not read: the whole descriptor is refused. */
export class DescriptorFault extends Error {
  readonly pointer: Pointer
  readonly #fault: string

  constructor(pointer: Pointer, fault: string) {
    super(`/${pointer.join('/')} ${fault}`)
    this.pointer = pointer
    this.#fault = fault
  }

  /** The same fault of a part, in the whole. */
  within(pointer: Pointer): DescriptorFault {
    return new DescriptorFault([...pointer, ...this.pointer], this.#fault)
  }
}

const MAX_DEPTH = 8
const MAX_FIELDS = 500
const MAX_TEXT = 1000
const MAX_VALUES = 1000

interface Scope {
  readonly pointer: Pointer
  /** Path of the group, '' for none. */
  readonly within: string
  readonly depth: number
  readonly bundle?: Pick<DescribedField, 'bundle' | 'isAligned'> | undefined
}

/** Reads the fields of a format with those of its groups. @throws DescriptorFault */
export class FieldReader {
  readonly #descriptor: JsonObject
  readonly #parameters: readonly Parameter[]
  readonly #fields: DescribedField[] = []
  #read = 0

  constructor(descriptor: JsonObject, parameters: readonly Parameter[]) {
    this.#descriptor = descriptor
    this.#parameters = parameters
  }

  fieldsOf(format: JsonObject, pointer: Pointer): readonly DescribedField[] {
    this.#group(format.fields ?? [], { pointer: [...pointer, 'fields'], within: '', depth: 0 })
    return this.#fields
  }

  #group(fields: unknown, scope: Scope): void {
    const { pointer, depth } = scope
    if (!Array.isArray(fields)) throw new DescriptorFault(pointer, 'is no list')
    if (depth > MAX_DEPTH) throw new DescriptorFault(pointer, `is more than ${MAX_DEPTH} groups deep`)
    for (const [index, given] of (fields as readonly unknown[]).entries()) {
      this.#read++
      if (this.#read > MAX_FIELDS) throw new DescriptorFault(pointer, `has more than ${MAX_FIELDS} fields`)
      this.#field(given, { ...scope, pointer: [...pointer, index] })
    }
  }

  #field(given: unknown, scope: Scope): void {
    const { pointer, depth } = scope
    if (!isRecord(given)) throw new DescriptorFault(pointer, 'is no object')
    const field = this.#withDefinition(given, pointer)
    const path = this.#pathOf(field, scope)
    if (field.fields !== undefined) {
      const bundle = { bundle: this.#bundleOf(field.iteration, path, [...pointer, 'iteration']) }
      const within = path ?? scope.within
      this.#group(field.fields, { pointer: [...pointer, 'fields'], within, depth: depth + 1, ...bundle })
      return
    }
    if (field.encryption !== undefined)
      throw new DescriptorFault([...pointer, 'encryption'], 'says that the value is encrypted, which is not read')
    const value = field.value === undefined ? undefined : this.#constant(field.value, [...pointer, 'value'])
    if (path === undefined && value === undefined) throw new DescriptorFault(pointer, 'has neither path nor value')
    const visibility = this.#visibility(field.visible, [...pointer, 'visible'])
    this.#fields.push({
      ...(path === undefined ? { value: String(value) } : { path }),
      format: this.#format(field.format, pointer),
      label: String(this.#constant(field.label ?? '', [...pointer, 'label'])),
      ...visibility,
      params: this.#params(field.params ?? {}, scope),
      ...scope.bundle,
      ...(typeof field.separator === 'string' && { separator: field.separator.slice(0, MAX_TEXT) }),
    })
  }

  /** A group that is about each item of a list shows one item after the other. */
  #bundleOf(iteration: unknown, path: string | undefined, pointer: Pointer): Scope['bundle'] {
    if (iteration === 'bundled') return { bundle: this.#read, isAligned: true }
    if (iteration === 'sequential') return {}
    if (iteration !== undefined) throw new DescriptorFault(pointer, 'is neither sequential nor bundled')
    return path?.endsWith(']') ? { bundle: this.#read } : {}
  }

  /** What the field says itself comes before what its definition says, also for each parameter. */
  #withDefinition(given: JsonObject, pointer: Pointer): JsonObject {
    if (given.$ref === undefined) return given
    const at = [...pointer, '$ref']
    const found = typeof given.$ref === 'string' ? valueInFile(this.#descriptor, given.$ref) : undefined
    if (!isRecord(found))
      throw new DescriptorFault(at, `is ${short(String(given.$ref))}, which the descriptor does not have`)
    if (found.$ref !== undefined) throw new DescriptorFault(at, 'names a definition that names another one')
    const params =
      isRecord(found.params) && isRecord(given.params) ? { params: { ...found.params, ...given.params } } : {}
    return { ...found, ...given, ...params }
  }

  #pathOf({ path }: JsonObject, { pointer, within }: Scope): string | undefined {
    if (path === undefined || path === '') return undefined
    if (typeof path !== 'string') throw new DescriptorFault([...pointer, 'path'], 'is no text')
    return this.#resolved(path, within, [...pointer, 'path'])
  }

  /** A path from the start of the arguments; one without a root is about the group that it is in. */
  #resolved(path: string, within: string, pointer: Pointer): string {
    const isRelative = !/^[#@]/.test(path)
    for (const written of isRelative && within !== '' ? [`${within}.${path}`, path] : [path]) {
      const parsed = parsePath(written)
      if (typeof parsed === 'string') throw new DescriptorFault(pointer, parsed)
      if (typeAt(parsed, this.#parameters) !== undefined) return written.replace(/^#\./, '')
    }
    throw new DescriptorFault(pointer, `is ${short(path)}, which leads to no argument`)
  }

  #format(format: unknown, pointer: Pointer): FieldFormat {
    const known = fieldFormats.find((each) => each === (format ?? 'raw'))
    if (known !== undefined) return known
    const name = short(String(format))
    throw new DescriptorFault(
      [...pointer, 'format'],
      unread.includes(format) ? `is ${name}, which is not read` : `is ${name}, which is no format`,
    )
  }

  #visibility(given: unknown, pointer: Pointer): Visibility {
    if (given === undefined || given === 'always') return { visible: 'always' }
    if (given === 'never' || given === 'optional') return { visible: given }
    const [rule, ...others] = isRecord(given) ? Object.entries(given) : []
    if (rule === undefined || others.length > 0) throw new DescriptorFault(pointer, 'is no rule')
    const [name, values] = rule
    if (!Array.isArray(values) || values.length > MAX_VALUES)
      throw new DescriptorFault(pointer, 'has no list of values')
    const texts = (values as readonly unknown[]).map((value) => String(this.#constant(value, pointer)))
    if (name === 'ifNotIn') return { visible: 'always', ifNotIn: texts }
    if (name === 'mustMatch' || name === 'mustBe') return { visible: 'always', mustMatch: texts }
    throw new DescriptorFault([...pointer, name], 'is no rule')
  }

  #params(given: unknown, scope: Scope): DescribedField['params'] {
    const pointer = [...scope.pointer, 'params']
    if (!isRecord(given)) throw new DescriptorFault(pointer, 'is no object')
    return Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, this.#param(name, value, scope.within, [...pointer, name])]),
    )
  }

  #param(name: string, value: unknown, within: string, pointer: Pointer): FieldParameter {
    if (name === '$ref') return { keyPath: '', values: this.#values(value, pointer) }
    if (Array.isArray(value)) {
      if (value.length > MAX_VALUES) throw new DescriptorFault(pointer, `has more than ${MAX_VALUES} values`)
      return (value as readonly unknown[]).map((each) => String(this.#constant(each, pointer)))
    }
    if (isRecord(value)) return this.#byKey(value, within, pointer)
    const isPath = name.endsWith('Path') && typeof value === 'string' && !value.startsWith('$.')
    if (isPath) return this.#resolved(value, within, pointer)
    const constant = this.#constant(value, pointer)
    return isRecord(constant) ? this.#byKey(constant, within, pointer) : (constant as FieldParameter)
  }

  #byKey({ map, keyPath }: JsonObject, within: string, pointer: Pointer): ByKey {
    if (typeof map !== 'string' || typeof keyPath !== 'string')
      throw new DescriptorFault(pointer, 'is an object, and no reference to a map')
    const values = this.#values(`${map}.values`, pointer)
    return { keyPath: this.#resolved(keyPath, within, [...pointer, 'keyPath']), values }
  }

  /** The flat object at a path of the descriptor, such as an enumeration. */
  #values(path: unknown, pointer: Pointer): Record<string, string> {
    const found = typeof path === 'string' && path.startsWith('$.') ? valueInFile(this.#descriptor, path) : undefined
    if (!isRecord(found))
      throw new DescriptorFault(pointer, `is ${short(String(path))}, which the descriptor does not have`)
    const entries = Object.entries(found)
    if (entries.length > MAX_VALUES) throw new DescriptorFault(pointer, `names more than ${MAX_VALUES} values`)
    return Object.fromEntries(entries.map(([key, value]) => [key, this.#text(value, pointer)]))
  }

  /** A text that starts with `$.` stands for what is there in the descriptor. */
  #constant(given: unknown, pointer: Pointer): unknown {
    const isReference = typeof given === 'string' && given.startsWith('$.')
    const value = isReference ? valueInFile(this.#descriptor, given) : given
    if (isReference && typeof value === 'string' && value.startsWith('$.'))
      throw new DescriptorFault(pointer, 'names a constant that names another one')
    if (typeof value === 'string') return this.#text(value, pointer)
    if (typeof value === 'number' || typeof value === 'boolean') return value
    if (isReference && isRecord(value)) return value
    const text = isReference ? `is ${short(given)}, which the descriptor does not have` : 'is no text, number or flag'
    throw new DescriptorFault(pointer, text)
  }

  #text(given: unknown, pointer: Pointer): string {
    if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean')
      throw new DescriptorFault(pointer, 'is no text')
    const text = String(given)
    if (text.length > MAX_TEXT) throw new DescriptorFault(pointer, `is longer than ${MAX_TEXT} characters`)
    return text
  }
}
