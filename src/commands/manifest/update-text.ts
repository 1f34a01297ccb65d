import { type Node, Scalar, stringify, YAMLMap, YAMLSeq } from 'yaml'
import { usageError } from '../../cli/errors/usage.ts'
import { isRecord } from '../../shared/json/json.ts'
import type { ManifestMembers } from '../steps/managed-kind.ts'
import { memberChanges } from './compare.ts'
import type { CurrentObject } from './current.ts'
import { checkObjects, type DesiredObject } from './desired.ts'
import { type DocumentSource, type ParsedDocument, type ParsedObject, readDocuments } from './documents.ts'
import { type ExportedObject, yamlText } from './exported.ts'
import { kinds, type ManifestKind, managedKinds } from './kinds.ts'
import { throwErrors } from './manifest-error.ts'
import { match } from './match.ts'
import { referenceIn } from './variables.ts'

interface UpdatedText {
  readonly text: string
  readonly changed: number
  readonly added: number
  readonly removed: number
}

interface UpdateInput {
  readonly source: DocumentSource
  readonly current: readonly CurrentObject[]
  readonly exported: (each: CurrentObject) => ExportedObject
  /** Default: the kinds in the file, or all for an empty file. */
  readonly kinds: readonly ManifestKind[] | undefined
  readonly lenient: boolean
}

/**
 * Updates a manifest to the service: changed objects in place, new ones at the end, deleted ones removed. Unchanged
 * documents keep every byte, changed ones keep comments and order. Absent members stay absent, and references to
 * variables stay references.
 */
export function updatedText({ source, current, exported, kinds: selected, lenient }: UpdateInput): UpdatedText {
  const { documents, objects, errors } = readDocuments(source)
  const checked = checkObjects(objects, undefined, lenient)
  throwErrors([...errors, ...checked.errors])
  if (objects.some(({ document }) => document === undefined))
    throw usageError(`--update: ${source.file} has several objects in one document; expected one per document`)
  const present = kinds.filter((kind) => objects.some((each) => each.kind === kind))
  const selectedKinds = selected ?? (present.length === 0 ? kinds : present)
  const ofKinds = current.filter(({ kind }) => selectedKinds.includes(kind))
  const inFile = checked.desired.filter(({ kind }) => selectedKinds.includes(kind))
  const { pairs, others, errors: ambiguous } = match(inFile, ofKinds)
  throwErrors(ambiguous)
  const updates = new Map<ParsedDocument, 'changed' | 'removed'>()
  for (const { desired, current: found } of pairs) {
    const document = documentOf(desired, checked.desired, objects)
    if (!document) continue
    if (!found) updates.set(document, 'removed')
    else if (updateDocument(document, desired, found, exported(found))) updates.set(document, 'changed')
  }
  const added = others.map(exported)
  const count = (update: string) => [...updates.values()].filter((each) => each === update).length
  return {
    text: joined(source.text, documents, updates, added),
    changed: count('changed'),
    added: added.length,
    removed: count('removed'),
  }
}

function documentOf(
  desired: DesiredObject,
  all: readonly DesiredObject[],
  objects: readonly ParsedObject[],
): ParsedDocument | undefined {
  return objects[all.indexOf(desired)]?.document
}

/** Updates the members that differ. Returns whether there were any. */
function updateDocument(
  document: ParsedDocument,
  desired: DesiredObject,
  current: CurrentObject,
  exported: ExportedObject,
): boolean {
  const compared = withoutReferences(desired, current, exported)
  // In reverse: the file follows the service, so members that the service lacks are removed.
  const paths = memberChanges(desired.kind, compared, current.members, false).map(({ member }) => member.split('.'))
  for (const path of paths) {
    const value = memberAt(exported, path)
    if (value === undefined) document.deleteIn(path)
    else setValue(document, path, value)
  }
  return paths.length > 0
}

/** A reference cannot be compared. It stays if the service has a value of the same channel, or another secret. */
function withoutReferences(
  { kind, members }: DesiredObject,
  current: CurrentObject,
  exported: ExportedObject,
): ManifestMembers {
  const sameChannel = members.channel === current.members.channel
  const stays = (path: readonly string[], value: unknown) => {
    if (!managedKinds[kind].secrets.includes(path.join('.')) || !isReference(value)) return false
    const now = memberAt(exported, path)
    return isReference(now) || (sameChannel && now !== undefined)
  }
  const compared = (value: ManifestMembers, path: readonly string[]): ManifestMembers =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([name, item]) => !stays([...path, name], item))
        .map(([name, item]) => [name, isRecord(item) ? compared(item, [...path, name]) : item]),
    )
  return compared(members, [])
}

function isReference(value: unknown): boolean {
  return typeof value === 'string' && referenceIn(value) !== undefined
}

function memberAt(object: ManifestMembers, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), object)
}

function setValue(document: ParsedDocument, path: readonly string[], value: unknown): void {
  const old = document.getIn(path, true)
  const node = nodeOf(value)
  if (old instanceof Scalar && node instanceof Scalar) {
    // Keeps the node with its comments.
    if (old.type === Scalar.PLAIN) old.type = node.type ?? Scalar.PLAIN
    old.value = node.value
    return
  }
  if (old instanceof YAMLSeq && node instanceof YAMLSeq) node.flow = old.flow ?? false
  if (old instanceof Scalar || old instanceof YAMLSeq || old instanceof YAMLMap)
    Object.assign(node, { comment: old.comment, commentBefore: old.commentBefore, spaceBefore: old.spaceBefore })
  document.setIn(path, node)
}

/** All scalars in these documents are text (see readDocuments), quoted where needed. */
function nodeOf(value: unknown): Node {
  if (Array.isArray(value)) {
    const list = new YAMLSeq()
    list.items = value.map(nodeOf)
    list.flow = value.length === 0
    return list
  }
  if (isRecord(value)) {
    const map = new YAMLMap()
    for (const [name, item] of Object.entries(value)) map.set(new Scalar(name), nodeOf(item))
    map.flow = Object.keys(value).length === 0
    return map
  }
  const scalar = new Scalar(String(value))
  scalar.type = typeof value === 'string' && isQuoted(value) ? Scalar.QUOTE_DOUBLE : Scalar.PLAIN
  return scalar
}

function isQuoted(text: string): boolean {
  return /^["'|>]/.test(stringify(text))
}

function joined(
  text: string,
  documents: readonly ParsedDocument[],
  updates: ReadonlyMap<ParsedDocument, 'changed' | 'removed'>,
  added: readonly ExportedObject[],
): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const parts: string[] = []
  let end = 0
  for (const document of documents) {
    const [from, , to] = document.range
    const before = text.slice(end, from)
    end = to
    const update = updates.get(document)
    // The text before a document is its comment, which toString includes.
    if (update === 'changed') parts.push(document.toString({ lineWidth: 0 }).replaceAll('\n', newline))
    else if (update === 'removed') parts.push(before)
    else parts.push(before + text.slice(from, to))
  }
  parts.push(text.slice(end))
  const kept = parts.join('')
  if (added.length === 0) return kept
  const more = yamlText(added).replaceAll('\n', newline)
  if (!documents.some((document) => updates.get(document) !== 'removed')) return kept + more
  return `${kept}${kept.endsWith('\n') ? '' : newline}---${newline}${more}`
}
