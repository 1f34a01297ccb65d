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
  let fault: string | undefined
  let count = 0
  const membersOf = (struct: string, depth: number): Parameter[] => {
    const text = structs.get(struct) ?? ''
    if (depth > MAX_DEPTH) fault ??= `has structs that are more than ${MAX_DEPTH} deep, or contain themselves`
    if (text === '' || fault !== undefined) return []
    return text.split(',').flatMap((member) => memberOf(member.trim(), depth))
  }
  const memberOf = (text: string, depth: number): Parameter[] => {
    const [, base, brackets = '', name] = MEMBER.exec(text) ?? []
    count++
    if (base === undefined) fault ??= `has a member that is none: ${text.slice(0, 80)}`
    if (count > MAX_MEMBERS) fault ??= `has more than ${MAX_MEMBERS} members`
    if (base === undefined || name === undefined || fault !== undefined) return []
    if (!structs.has(base)) return [{ type: base + brackets, name }]
    return [{ type: `tuple${brackets}`, name, components: membersOf(base, depth + 1) }]
  }
  const parameters = membersOf(primaryType, 0)
  return fault ?? { primaryType, parameters }
}
