import { stringify } from 'yaml'
import { pathOf } from '../../api/parsing/issues.ts'
import { isRecord } from '../../shared/json/json.ts'
import { sha256 } from '../../shared/text/sha256.ts'
import type { ManifestMembers } from '../steps/managed-kind.ts'
import { isSecretMember } from './compare.ts'
import type { CurrentObject } from './current.ts'
import { type ManifestKind, managedKinds } from './kinds.ts'
import { escapeReferences, mapTexts, variableNames } from './variables.ts'

export type ExportedObject = { readonly kind: ManifestKind } & ManifestMembers

/** Converts objects to documents: secrets become references to variables, other text that looks like one is escaped. */
export function exportedObjects(current: readonly CurrentObject[]): (each: CurrentObject) => ExportedObject {
  const names = current.filter(({ kind }) => kind === 'destination').map(({ identity }) => identity)
  const variables = new Map(
    managedKinds.destination.secrets.map((member) => [member, variableNames(names, member, shortDigest)]),
  )
  return ({ kind, identity, members }) => {
    const convert = (text: string, path: readonly PropertyKey[]) => {
      const member = pathOf(path)
      const isSecret = managedKinds[kind].secrets.includes(member) && isSecretMember(member, text, members)
      return isSecret ? `\${${variables.get(member)?.get(identity)}}` : escapeReferences(text)
    }
    const entries = managedKinds[kind].members
      .filter((name) => members[name] !== undefined && !isEmptyRecord(name, members[name]))
      .map((name) => [name, mapTexts(members[name], convert, [name])])
    return { kind, ...Object.fromEntries(entries) }
  }
}

/** Empty attributes are omitted; an empty filter is not, because it matches everything. */
function isEmptyRecord(name: string, value: unknown): boolean {
  return name === 'attributes' && isRecord(value) && Object.keys(value).length === 0
}

function shortDigest(text: string): string {
  return sha256(text).slice(0, 6).toUpperCase()
}

/** One document per object. Text that YAML would read as another type is quoted. */
export function yamlText(objects: readonly ExportedObject[]): string {
  return objects.map((object) => stringify(object, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n')
}
