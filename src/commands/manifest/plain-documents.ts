import { type DocumentSource, type ParsedObject, plainValue, type ReadObjects, readDocuments } from './documents.ts'
import { kindRows, kinds } from './kinds.ts'

const MEMBER = '([A-Za-z][A-Za-z0-9]{0,63})'
const QUOTED = '"([ !#-\\[\\]-~]*)"'
const PLAIN = '([A-Za-z0-9](?:[A-Za-z0-9 ._/@+-]*[A-Za-z0-9._/@+-])?)'
/** A member with text of one line, in characters that mean themselves in YAML. */
const LINE = new RegExp(`^${MEMBER}: (?:${QUOTED}|${PLAIN})$`)
const LIST = new RegExp(`^${MEMBER}:$`)
const ITEM = new RegExp(`^ {2}- (?:${QUOTED}|${PLAIN})$`)
/** Lines that begin or end a document in another way than `---` alone, or say how the text is read. */
const OTHER_MARKER = /^(?:---(?!$)|\.\.\.|%)/m

/**
 * Reads objects as `readDocuments` does. A manifest of thousands of objects has a short document for each, with members of
 * one line: these are read directly, which takes a tenth of the time. With any error the whole text is read by `readDocuments`.
 */
export function readObjects(source: DocumentSource): ReadObjects {
  const { file, text } = source
  if (OTHER_MARKER.test(text)) return readDocuments(source)
  const objects: ParsedObject[] = []
  let line = 1
  for (const part of text.split(/^---$\n?/m)) {
    const lines = part.split('\n')
    const plain = plainObject(file, lines, line)
    if (plain) objects.push(plain)
    else if (part.trim() !== '') {
      const read = readDocuments({ file, text: part })
      if (read.errors.length > 0) return readDocuments(source)
      objects.push(...read.objects.map((each) => movedDown(each, line - 1)))
    }
    // The last piece is the rest of the line of the next marker.
    line += lines.length
  }
  return { objects, errors: [] }
}

function movedDown(object: ParsedObject, by: number): ParsedObject {
  return {
    ...object,
    location(path) {
      const { line, ...place } = object.location(path)
      return { ...place, line: line + by }
    },
  }
}

/** Undefined: another reader is needed. */
function plainObject(file: string, lines: readonly string[], first: number): ParsedObject | undefined {
  const [, , quotedKind, plainKind] = LINE.exec(lines.find((line) => line.startsWith('kind:')) ?? '') ?? []
  const kind = kinds.find((each) => each === (quotedKind ?? plainKind))
  if (kind === undefined || lines.at(-1) !== '') return undefined
  const { typed } = kindRows[kind]
  const members = new Map<string, unknown>()
  for (let at = 0; at < lines.length - 1; at += 1) {
    const [, member, quoted, plain] = LINE.exec(lines[at] ?? '') ?? LIST.exec(lines[at] ?? '') ?? []
    if (member === undefined || members.has(member)) return undefined
    const value = (quotedText: string | undefined, plainText: string | undefined) =>
      plainText === undefined ? quotedText : plainValue(plainText, typed.includes(member))
    if (quoted !== undefined || plain !== undefined) {
      members.set(member, value(quoted, plain))
      continue
    }
    const items: unknown[] = []
    for (let item = ITEM.exec(lines[at + 1] ?? ''); item; item = ITEM.exec(lines[at + 1] ?? '')) {
      items.push(value(item[1], item[2]))
      at += 1
    }
    if (items.length === 0) return undefined
    members.set(member, items)
  }
  members.delete('kind')
  return {
    kind,
    members: Object.fromEntries(members),
    location([member, item]) {
      const at = lines.findIndex((line) => line.startsWith(`${String(member)}:`))
      if (at < 0) return { file, line: first, column: 1 }
      if (!LIST.test(lines[at] ?? '')) return { file, line: first + at, column: String(member).length + 3 }
      const isItem = typeof item === 'number' && ITEM.test(lines[at + 1 + item] ?? '')
      return { file, line: first + at + 1 + (isItem ? item : 0), column: isItem ? 5 : 3 }
    },
    document: undefined,
  }
}
