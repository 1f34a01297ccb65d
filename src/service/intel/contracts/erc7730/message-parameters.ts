import type { Parameter } from '../../../risk/decode/layout.ts'

/** The members of a message, as those of a function that takes them. */
export interface MessageParameters {
  readonly primaryType: string
  readonly parameters: readonly Parameter[]
}

const STRUCT = /([A-Za-z_$][\w$:]*)\(([^()]*)\)/gy
const MEMBER = /^([A-Za-z_$][\w$:]*)((?:\[\d{0,6}\])*) ([A-Za-z_$][\w$]*)$/
const MAX_DEPTH = 16
const MAX_MEMBERS = 2000

/** Reads an encodeType (EIP-712), the structs of which may contain others, not themselves. The text says why it is none. */
export function messageParameters(type: string): MessageParameters | string {
  const structs = new Map<string, string>()
  let end = 0
  for (const [text, name = '', members = ''] of type.matchAll(STRUCT)) {
    structs.set(name, members)
    end += text.length
  }
  const [primaryType] = structs.keys()
  if (primaryType === undefined || end !== type.length)
    return 'is no type of a message, such as Permit(address owner,…)'
  const reader = new StructReader(structs)
  const parameters = reader.members(primaryType, 0)
  return reader.fault ?? { primaryType, parameters }
}

class StructReader {
  readonly #structs: ReadonlyMap<string, string>
  fault: string | undefined
  #count = 0

  constructor(structs: ReadonlyMap<string, string>) {
    this.#structs = structs
  }

  members(struct: string, depth: number): Parameter[] {
    const text = this.#structs.get(struct) ?? ''
    if (depth > MAX_DEPTH) this.fault ??= `has structs that are more than ${MAX_DEPTH} deep, or contain themselves`
    if (text === '' || this.fault !== undefined) return []
    return text.split(',').flatMap((member) => this.#member(member.trim(), depth))
  }

  #member(text: string, depth: number): Parameter[] {
    const [, base, brackets = '', name] = MEMBER.exec(text) ?? []
    this.#count++
    if (base === undefined) this.fault ??= `has a member that is none: ${text.slice(0, 80)}`
    if (this.#count > MAX_MEMBERS) this.fault ??= `has more than ${MAX_MEMBERS} members`
    if (base === undefined || name === undefined || this.fault !== undefined) return []
    if (!this.#structs.has(base)) return [{ type: base + brackets, name }]
    return [{ type: `tuple${brackets}`, name, components: this.members(base, depth + 1) }]
  }
}
