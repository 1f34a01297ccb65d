import { isRecord, parseJson } from '../json/json.ts'
import { findJsonFault } from '../json/strict-json.ts'

/** What a ReCap (EIP-5573) allows: an action on a resource. */
export interface Ability {
  readonly resource: string
  /** Such as `crud/read`. */
  readonly action: string
}

/** The sentence that the statement of a sign-in with the ReCap has to end with. */
export type RecapReading =
  | { readonly abilities: readonly Ability[]; readonly statement: string }
  | { readonly fault: string }

const PREFIX = 'urn:recap:'
const ABILITY = /^[A-Za-z0-9.*_+-]+\/[A-Za-z0-9.*_+-]+$/

export function isRecap(resource: string): boolean {
  return resource.toLowerCase().startsWith(PREFIX)
}

/** Reads `urn:recap:` and the details as JSON in base64url without padding. */
export function readRecap(resource: string): RecapReading {
  const encoded = resource.slice(PREFIX.length)
  const text = Buffer.from(encoded, 'base64url').toString('utf8')
  const isExact = resource.startsWith(PREFIX) && Buffer.from(text, 'utf8').toString('base64url') === encoded
  const details = isExact ? parseJson(text) : undefined
  if (!isRecord(details) || findJsonFault(text)) return { fault: 'its ReCap cannot be read' }
  const { att, prf, ...others } = details
  if (!isRecord(att) || !isProof(prf) || Object.keys(others).length > 0) return { fault: 'its ReCap cannot be read' }
  const abilities: Ability[] = []
  for (const [target, actions] of Object.entries(att)) {
    const names = isRecord(actions) ? Object.keys(actions) : []
    if (names.length === 0 || !names.every((name) => ABILITY.test(name)))
      return { fault: 'its ReCap has actions that cannot be read' }
    abilities.push(...names.map((action) => ({ resource: target, action })))
  }
  if (abilities.length === 0) return { fault: 'its ReCap allows nothing' }
  return { abilities, statement: statementOf(att) }
}

function isProof(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every((each) => typeof each === 'string'))
}

/** The actions of a namespace on a resource are one numbered part, both in the order of their texts. */
function statementOf(att: Readonly<Record<string, unknown>>): string {
  const parts: string[] = []
  for (const target of Object.keys(att).sort()) {
    const names = Object.keys(att[target] as object).sort()
    const byNamespace = Map.groupBy(names, (name) => name.slice(0, name.indexOf('/')))
    for (const [namespace, ofIt] of byNamespace) {
      const actions = ofIt.map((name) => `'${name.slice(namespace.length + 1)}'`).join(', ')
      parts.push(`(${parts.length + 1}) '${namespace}': ${actions} for '${target}'.`)
    }
  }
  return `I further authorize the stated URI to perform the following actions on my behalf: ${parts.join(' ')}`
}
