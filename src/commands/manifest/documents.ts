import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  type ParsedNode,
  parseAllDocuments,
  Scalar,
  type YAMLError,
  type YAMLMap,
} from 'yaml'
import { sha256 } from '../../shared/text/sha256.ts'
import { kinds, type ManifestKind, managedKinds } from './kinds.ts'
import type { ManifestError, SourceLocation } from './manifest-error.ts'

/** An object of a manifest as written. */
export interface ParsedObject {
  readonly kind: ManifestKind
  /** Without the kind. Values are text, except for typed members (flags, filters). */
  readonly members: Readonly<Record<string, unknown>>
  /** Location of a member, or of its nearest parent. */
  location(path: readonly PropertyKey[]): SourceLocation
  /** Its document, unless the document has a list of objects, or was read without one. */
  readonly document: ParsedDocument | undefined
  /** SHA-256 of its file. */
  readonly fileDigest: string
}

export type ParsedDocument = Document.Parsed<ParsedNode>

export interface ReadObjects {
  readonly objects: readonly ParsedObject[]
  readonly errors: readonly ManifestError[]
}

export interface DocumentSource {
  readonly file: string
  readonly text: string
}

/** Limit against exponential expansion of aliases. */
const MAX_VALUES = 100_000
const MAX_DEPTH = 32
const TOO_DEEP = 'is nested too deeply'

/**
 * Parses the objects of a YAML or JSON text: one per document, or a list in one document. Scalars are read as text first,
 * because YAML would read an address as a number and lose digits.
 */
export function readDocuments({ file, text }: DocumentSource): ReadObjects & {
  readonly documents: readonly ParsedDocument[]
} {
  const counter = new LineCounter()
  const locationAt = (offset: number): SourceLocation => {
    const { line, col } = counter.linePos(offset)
    return { file, line, column: col }
  }
  const documents = parseAll(text, counter)
  const fileDigest = sha256(text)
  const objects: ParsedObject[] = []
  const errors: ManifestError[] = []
  for (const document of documents) {
    // Later parser errors follow from the first.
    const [broken] = [...document.errors, ...document.warnings]
    if (broken) errors.push({ location: locationAt(broken.pos[0]), message: syntaxText(broken) })
    const { contents } = document
    if (broken || isNothing(contents)) continue
    const items = isSeq(contents) ? contents.items : [contents]
    for (const item of items) {
      const read = readObject(item, document, { fileDigest, locationAt, isListed: isSeq(contents) })
      if ('message' in read) errors.push(read)
      else objects.push(read)
    }
  }
  return { documents, objects, errors }
}

function parseAll(text: string, lineCounter: LineCounter): readonly ParsedDocument[] {
  const parsed = parseAllDocuments(text, {
    lineCounter,
    prettyErrors: false,
    schema: 'failsafe',
    logLevel: 'silent',
    // The parser compares each member with all before it; NodeReader finds equal names faster.
    uniqueKeys: false,
  })
  return 'empty' in parsed ? [] : parsed
}

function isNothing(node: unknown): boolean {
  return node == null || (isScalar(node) && readScalar(node, false) === null)
}

interface ReadPlace extends Pick<ParsedObject, 'fileDigest'> {
  readonly isListed: boolean
  locationAt(offset: number): SourceLocation
}

function readObject(
  node: unknown,
  document: ParsedDocument,
  { fileDigest, locationAt, isListed }: ReadPlace,
): ParsedObject | ManifestError {
  const start = locationAt(startOf(node) ?? 0)
  if (!isMap(node)) return { location: start, message: 'is not an object: expected `kind:` and members' }
  const named = node.get('kind', true) as Node | undefined
  if (!named) return { location: start, message: `kind is required: one of ${kinds.join(', ')}` }
  const kind = kinds.find((each) => isScalar(named) && each === named.value)
  if (!kind) {
    const given = isScalar(named) ? JSON.stringify(named.value) : 'this'
    return { location: locationAt(startOf(named) ?? 0), message: `kind: ${given} is not one of ${kinds.join(', ')}` }
  }
  const reader = new NodeReader(document, managedKinds[kind].typed)
  try {
    const { kind: _, ...members } = reader.read(node, [], false) as Record<string, unknown>
    return {
      kind,
      members,
      location: (path) => locationAt(offsetOf(node, path)),
      document: isListed ? undefined : document,
      fileDigest,
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { location: locationAt(error.offset ?? startOf(node) ?? 0), message: error.message }
  }
}

class Unreadable extends Error {
  readonly offset: number | undefined

  constructor(message: string, offset: number | undefined) {
    super(message)
    this.offset = offset
  }
}

/** Converts nodes to plain values, within limits. */
class NodeReader {
  readonly #document: ParsedDocument
  readonly #typed: readonly string[]
  #left = MAX_VALUES

  constructor(document: ParsedDocument, typed: readonly string[]) {
    this.#document = document
    this.#typed = typed
  }

  read(node: unknown, path: readonly string[], isTyped: boolean): unknown {
    this.#left -= 1
    if (path.length > MAX_DEPTH) throw new Unreadable(TOO_DEEP, startOf(node))
    if (this.#left < 0) throw new Unreadable('expands to too many values', startOf(node))
    if (isAlias(node)) return this.read(this.#target(node), [...path, '*'], isTyped)
    if (isSeq(node)) return node.items.map((item) => this.read(item, [...path, '[]'], isTyped))
    if (!isMap(node)) return isScalar(node) ? readScalar(node, isTyped) : null
    const names = new Set<string>()
    const members = node.items.map(({ key, value }): [string, unknown] => {
      if (!isScalar(key)) throw new Unreadable('a member name is not text', startOf(key))
      const member = String(key.value)
      if (names.has(member))
        throw new Unreadable(`has the member ${JSON.stringify(member)} twice in one object`, startOf(key))
      names.add(member)
      return [member, this.read(value, [...path, member], isTyped || this.#typed.includes(member))]
    })
    return Object.fromEntries(members)
  }

  #target(alias: Alias): unknown {
    const target = alias.resolve(this.#document)
    if (target === undefined) throw new Unreadable(`alias *${alias.source} has no anchor before it`, startOf(alias))
    return target
  }
}

function readScalar({ type, value }: Scalar, isTyped: boolean): unknown {
  const text = String(value ?? '')
  return type !== undefined && type !== Scalar.PLAIN ? text : plainValue(text, isTyped)
}

/** The value of text without quotes. */
function plainValue(text: string, isTyped: boolean): unknown {
  if (/^(?:|~|null|Null|NULL)$/.test(text)) return null
  if (!isTyped) return text
  if (/^(?:true|True|TRUE)$/.test(text)) return true
  if (/^(?:false|False|FALSE)$/.test(text)) return false
  return /^[-+]?(?:\d+|\d*\.\d+)$/.test(text) ? Number(text) : text
}

/** Returns the offset of the value at the path, or of its nearest parent. */
function offsetOf(node: Node, path: readonly PropertyKey[]): number {
  const [key, ...rest] = path
  const start = startOf(node) ?? 0
  if (key === undefined) return start
  if (isMap(node)) {
    const pair = pairsByName(node).get(key)
    if (!pair) return start
    return isNode(pair.value) && startOf(pair.value) !== undefined
      ? offsetOf(pair.value, rest)
      : (startOf(pair.key) ?? start)
  }
  const item = isSeq(node) ? node.items[Number(key)] : undefined
  return isNode(item) ? offsetOf(item, rest) : start
}

const pairsOfMaps = new WeakMap<YAMLMap, ReadonlyMap<unknown, Pair>>()

function pairsByName(map: YAMLMap): ReadonlyMap<unknown, Pair> {
  const known = pairsOfMaps.get(map)
  if (known) return known
  const pairs = new Map(map.items.map((pair) => [isScalar(pair.key) ? pair.key.value : pair.key, pair]))
  pairsOfMaps.set(map, pairs)
  return pairs
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined
}

function syntaxText({ message }: YAMLError): string {
  // The recursive parser reports deep nesting as a stack overflow.
  return /call stack/i.test(message) ? TOO_DEEP : message.replace(/\s+/g, ' ')
}
