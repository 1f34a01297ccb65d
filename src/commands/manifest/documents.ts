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
  type ParsedNode,
  parseAllDocuments,
  Scalar,
} from 'yaml'
import type { Fault, Place } from './fault.ts'
import { type Kind, kinds } from './kind-names.ts'
import { kindRows } from './kinds.ts'

/** One object of a manifest as it is written. */
export interface Written {
  readonly kind: Kind
  /** Without the kind. Text as it stands; only what is more than text (flags, filters) has its type. */
  readonly members: Readonly<Record<string, unknown>>
  /** Where a member stands, or else what is around it. */
  place(path: readonly PropertyKey[]): Place
  /** Its document, when it has one for itself. */
  readonly document: ParsedDocument | undefined
}

export type ParsedDocument = Document.Parsed<ParsedNode>

export interface Source {
  readonly file: string
  readonly text: string
}

/** Far above what anybody writes; far below what a document of aliases to aliases would unfold to. */
const MOST_VALUES = 100_000
const DEEPEST = 32
const TOO_DEEP = 'is nested too deep'

/**
 * The objects of a YAML (or JSON) text: a document each, or a list of them in one. Every scalar is read as text first,
 * since YAML would take an address for a number and lose most of it.
 */
export function readDocuments({ file, text }: Source): {
  readonly documents: readonly ParsedDocument[]
  readonly written: readonly Written[]
  readonly faults: readonly Fault[]
} {
  const counter = new LineCounter()
  const placeAt = (offset: number): Place => {
    const { line, col } = counter.linePos(offset)
    return { file, line, column: col }
  }
  const documents = parseAll(text, counter)
  const written: Written[] = []
  const faults: Fault[] = []
  for (const document of documents) {
    // The first is the cause, what the parser says after it follows from it.
    const [broken] = [...document.errors, ...document.warnings]
    if (broken) faults.push({ place: placeAt(broken.pos[0]), message: syntaxText(broken.message) })
    const { contents } = document
    if (broken || isNothing(contents)) continue
    const items = isSeq(contents) ? contents.items : [contents]
    for (const item of items) {
      const read = readObject(item, document, placeAt, isSeq(contents))
      if ('message' in read) faults.push(read)
      else written.push(read)
    }
  }
  return { documents, written, faults }
}

function parseAll(text: string, lineCounter: LineCounter): readonly ParsedDocument[] {
  const parsed = parseAllDocuments(text, { lineCounter, prettyErrors: false, schema: 'failsafe', logLevel: 'silent' })
  return 'empty' in parsed ? [] : parsed
}

function isNothing(node: unknown): boolean {
  return node == null || (isScalar(node) && readScalar(node, false) === null)
}

function readObject(
  node: unknown,
  document: ParsedDocument,
  placeAt: (offset: number) => Place,
  isListed: boolean,
): Written | Fault {
  const start = placeAt(startOf(node) ?? 0)
  if (!isMap(node)) return { place: start, message: 'is no object: `kind:` and its members are needed' }
  const named = node.get('kind', true) as Node | undefined
  if (!named) return { place: start, message: `kind is required: one of ${kinds.join(', ')}` }
  const kind = kinds.find((each) => isScalar(named) && each === named.value)
  if (!kind) {
    const given = isScalar(named) ? JSON.stringify(named.value) : 'this'
    return { place: placeAt(startOf(named) ?? 0), message: `kind: ${given} is not one of ${kinds.join(', ')}` }
  }
  const reader = new Reader(document, kindRows[kind].typed)
  try {
    const { kind: _, ...members } = reader.read(node, [], false) as Record<string, unknown>
    return {
      kind,
      members,
      place: (path) => placeAt(offsetOf(node, path)),
      document: isListed ? undefined : document,
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { place: placeAt(error.offset ?? startOf(node) ?? 0), message: error.message }
  }
}

class Unreadable extends Error {
  readonly offset: number | undefined

  constructor(message: string, offset: number | undefined) {
    super(message)
    this.offset = offset
  }
}

/** Plain values of nodes, within bounds. */
class Reader {
  readonly #document: ParsedDocument
  readonly #typed: readonly string[]
  #left = MOST_VALUES

  constructor(document: ParsedDocument, typed: readonly string[]) {
    this.#document = document
    this.#typed = typed
  }

  read(node: unknown, path: readonly string[], isTyped: boolean): unknown {
    this.#left -= 1
    if (path.length > DEEPEST) throw new Unreadable(TOO_DEEP, startOf(node))
    if (this.#left < 0) throw new Unreadable('unfolds to too many values', startOf(node))
    if (isAlias(node)) return this.read(this.#target(node), [...path, '*'], isTyped)
    if (isSeq(node)) return node.items.map((item) => this.read(item, [...path, '[]'], isTyped))
    if (!isMap(node)) return isScalar(node) ? readScalar(node, isTyped) : null
    const members = node.items.map(({ key, value }): [string, unknown] => {
      if (!isScalar(key)) throw new Unreadable('a member has a name that is no text', startOf(key))
      const member = String(key.value)
      return [
        member,
        this.read(value, [...path, member], isTyped || (path.length === 0 && this.#typed.includes(member))),
      ]
    })
    return Object.fromEntries(members)
  }

  #target(alias: Alias): unknown {
    const target = alias.resolve(this.#document)
    if (target === undefined) throw new Unreadable(`there is no &${alias.source} before this`, startOf(alias))
    return target
  }
}

function readScalar({ type, value }: Scalar, isTyped: boolean): unknown {
  const text = String(value ?? '')
  if (type !== undefined && type !== Scalar.PLAIN) return text
  if (/^(?:|~|null|Null|NULL)$/.test(text)) return null
  if (!isTyped) return text
  if (/^(?:true|True|TRUE)$/.test(text)) return true
  if (/^(?:false|False|FALSE)$/.test(text)) return false
  return /^[-+]?(?:\d+|\d*\.\d+)$/.test(text) ? Number(text) : text
}

/** Of the deepest member on the path that is there; of a pair, where its value stands. */
function offsetOf(node: Node, path: readonly PropertyKey[]): number {
  const [key, ...rest] = path
  const start = startOf(node) ?? 0
  if (key === undefined) return start
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key)
    if (!pair) return start
    return isNode(pair.value) && startOf(pair.value) !== undefined
      ? offsetOf(pair.value, rest)
      : (startOf(pair.key) ?? start)
  }
  const item = isSeq(node) ? node.items[Number(key)] : undefined
  return isNode(item) ? offsetOf(item, rest) : start
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined
}

/** The parser calls itself for each level, and says so when it cannot go on. */
function syntaxText(message: string): string {
  return /call stack/i.test(message) ? TOO_DEEP : message.replace(/\s+/g, ' ')
}
