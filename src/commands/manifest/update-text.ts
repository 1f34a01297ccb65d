import { type Node, Scalar, stringify, YAMLMap, YAMLSeq } from 'yaml'
import { usageError } from '../../cli/usage.ts'
import { isRecord } from '../../shared/json.ts'
import { memberChanges } from './compare.ts'
import { type ParsedDocument, readDocuments, type Source, type Written } from './documents.ts'
import type { Existing } from './existing.ts'
import type { ExportedObject } from './exported.ts'
import { refuseFaults } from './fault.ts'
import { type Kind, kinds } from './kind-names.ts'
import { type Members, secretMembers } from './kinds.ts'
import { match } from './match.ts'
import { referenceIn } from './variables.ts'
import { check, type Wanted } from './wanted.ts'
import { yamlText } from './yaml-text.ts'

export interface Updated {
  readonly text: string
  readonly changed: number
  readonly added: number
  readonly removed: number
}

interface UpdateInput {
  readonly source: Source
  readonly existing: readonly Existing[]
  readonly exported: (each: Existing) => ExportedObject
  /** Default: those the file has; all where it has none. */
  readonly kinds: readonly Kind[] | undefined
  readonly lenient: boolean
}

/**
 * A manifest brought up to the service: what differs is changed where it stands, what is new comes at the end, what is
 * gone goes. Documents that need no change stay to the byte; in others comments and order stay. A member that a
 * document leaves out stays left out, and a reference to a variable stays a reference.
 */
export function updatedText({ source, existing, exported, kinds: asked, lenient }: UpdateInput): Updated {
  const { documents, written, faults } = readDocuments(source)
  const checked = check(written, undefined, lenient)
  refuseFaults([...faults, ...checked.faults])
  if (written.some(({ document }) => document === undefined))
    throw usageError(`--update: ${source.file} has several objects in one document; it needs one for each`)
  const present = kinds.filter((kind) => written.some((each) => each.kind === kind))
  const wantedKinds = asked ?? (present.length === 0 ? kinds : present)
  const ofKinds = existing.filter(({ kind }) => wantedKinds.includes(kind))
  const inFile = checked.wanted.filter(({ kind }) => wantedKinds.includes(kind))
  const { pairs, others, faults: unclear } = match(inFile, ofKinds)
  refuseFaults(unclear)
  const fates = new Map<ParsedDocument, 'changed' | 'gone'>()
  for (const { wanted, existing: there } of pairs) {
    const document = documentOf(wanted, checked.wanted, written)
    if (!document) continue
    if (!there) fates.set(document, 'gone')
    else if (rewrite(document, wanted, there, exported(there))) fates.set(document, 'changed')
  }
  const added = others.map(exported)
  const count = (fate: string) => [...fates.values()].filter((each) => each === fate).length
  return {
    text: joined(source.text, documents, fates, added),
    changed: count('changed'),
    added: added.length,
    removed: count('gone'),
  }
}

function documentOf(wanted: Wanted, all: readonly Wanted[], written: readonly Written[]): ParsedDocument | undefined {
  return written[all.indexOf(wanted)]?.document
}

/** Puts the members that differ into the document; says whether there were any. */
function rewrite(document: ParsedDocument, wanted: Wanted, there: Existing, exported: ExportedObject): boolean {
  const said = withoutReferences(wanted, there, exported)
  // The other way round: the service is right, and the file is to follow. What the service lacks goes.
  const paths = memberChanges(wanted.kind, said, there.members, false).map(({ member }) => member.split('.'))
  for (const path of paths) {
    const value = memberAt(exported, path)
    if (value === undefined) document.deleteIn(path)
    else setValue(document, path, value)
  }
  return paths.length > 0
}

/**
 * A variable may be anything, so there is nothing to compare: it stays for as long as the service has something there,
 * and that of the same channel or a secret as well.
 */
function withoutReferences({ kind, members }: Wanted, there: Existing, exported: ExportedObject): Members {
  const sameChannel = members.channel === there.members.channel
  const stays = (path: readonly string[], value: unknown) => {
    if (!secretMembers[kind].includes(path.join('.')) || !isReference(value)) return false
    const now = memberAt(exported, path)
    return isReference(now) || (sameChannel && now !== undefined)
  }
  const compared = (value: Members, path: readonly string[]): Members =>
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

function memberAt(object: Members, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), object)
}

function setValue(document: ParsedDocument, path: readonly string[], value: unknown): void {
  const old = document.getIn(path, true)
  const node = nodeOf(value)
  if (old instanceof Scalar && node instanceof Scalar) {
    // The node stays, and with it its comments.
    if (old.type === Scalar.PLAIN) old.type = node.type ?? Scalar.PLAIN
    old.value = node.value
    return
  }
  if (old instanceof YAMLSeq && node instanceof YAMLSeq) node.flow = old.flow ?? false
  if (old instanceof Scalar || old instanceof YAMLSeq || old instanceof YAMLMap)
    Object.assign(node, { comment: old.comment, commentBefore: old.commentBefore, spaceBefore: old.spaceBefore })
  document.setIn(path, node)
}

/** Every scalar of these documents is text (see readDocuments): numbers and flags as their own, quoted where needed. */
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
  fates: ReadonlyMap<ParsedDocument, 'changed' | 'gone'>,
  added: readonly ExportedObject[],
): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const parts: string[] = []
  let end = 0
  for (const document of documents) {
    const [from, , to] = document.range
    const before = text.slice(end, from)
    end = to
    const fate = fates.get(document)
    // What stands before a document is its own comment, which comes out with it.
    if (fate === 'changed') parts.push(document.toString({ lineWidth: 0 }).replaceAll('\n', newline))
    else if (fate === 'gone') parts.push(before)
    else parts.push(before + text.slice(from, to))
  }
  parts.push(text.slice(end))
  const kept = parts.join('')
  if (added.length === 0) return kept
  const more = yamlText(added).replaceAll('\n', newline)
  if (!documents.some((document) => fates.get(document) !== 'gone')) return kept + more
  return `${kept}${kept.endsWith('\n') ? '' : newline}---${newline}${more}`
}
