import { createHash } from 'node:crypto'
import { isRecord } from '../../shared/json.ts'
import type { Existing } from './existing.ts'
import type { Kind } from './kind-names.ts'
import { type Members, secretMembers } from './kinds.ts'
import { isSecretMember } from './masks.ts'
import { variableNames, writtenText } from './variables.ts'

/** Members in the order they are written. */
const memberOrder: Readonly<Record<Kind, readonly string[]>> = {
  destination: ['name', 'channel', 'webhookUrl', 'attributes', 'state'],
  'control-list': ['type', 'productType', 'address', 'chainIds'],
  monitor: ['chainId', 'address', 'name', 'enabled'],
  alert: ['alertName', 'alertType', 'isActive', 'destinations', 'transactionFilter'],
}

export type ExportedObject = { readonly kind: Kind } & Members

/** Objects as a manifest says them: secrets as references to variables, whatever else starts like one escaped. */
export function exportedObjects(existing: readonly Existing[]): (each: Existing) => ExportedObject {
  const names = existing.filter(({ kind }) => kind === 'destination').map(({ identity }) => identity)
  const variables = new Map(
    secretMembers.destination.map((member) => [member, variableNames(names, member, shortDigest)]),
  )
  return ({ kind, identity, members }) => {
    const written = (value: unknown, path: readonly string[]): unknown => {
      if (Array.isArray(value)) return value.map((item) => written(item, path))
      if (isRecord(value))
        return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, written(item, [...path, name])]))
      if (typeof value !== 'string') return value
      const member = path.join('.')
      const isSecret = secretMembers[kind].includes(member) && isSecretMember(member, value, members)
      return isSecret ? `\${${variables.get(member)?.get(identity)}}` : writtenText(value)
    }
    const entries = memberOrder[kind]
      .filter((name) => members[name] !== undefined && !isEmptyRecord(name, members[name]))
      .map((name) => [name, written(members[name], [name])])
    return { kind, ...Object.fromEntries(entries) }
  }
}

/** Attributes that are not there need no line; a filter without clauses says that everything passes. */
function isEmptyRecord(name: string, value: unknown): boolean {
  return name === 'attributes' && isRecord(value) && Object.keys(value).length === 0
}

function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6).toUpperCase()
}
