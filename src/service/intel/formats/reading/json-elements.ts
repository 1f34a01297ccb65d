import { malformed, type Rejected } from '../format.ts'
import { notThisFormat } from './whole-text.ts'

/** An element of the outermost array, or a member (with its key) of the outermost object. */
export interface JsonElement {
  readonly key?: string
  readonly value: unknown
}

/** The text of an element that is not JSON. */
export interface BrokenElement {
  readonly broken: string
}

/** Limit of an element (characters): a file with larger ones is a single document, not a list. */
const LONGEST = 1024 * 1024

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/**
 * The elements of a JSON array or object of any size, parsed one by one, a batch for each chunk of text. Yields an
 * element that does not parse as broken.
 * @param member name of the outermost object's array that has the elements; other members are yielded as they are
 * @throws WardenError `not-this-format` for other JSON, for JSON that does not end, and for an element above 1 MiB
 */
export async function* jsonElements(
  text: AsyncIterable<string>,
  member?: string,
): AsyncGenerator<readonly (JsonElement | BrokenElement)[]> {
  const splitter = new ElementSplitter(member)
  for await (const piece of text) {
    const elements = splitter.push(piece)
    if (elements.length > 0) yield elements
  }
  splitter.end()
}

/** A row of each element; one that is not JSON is rejected. @param read gives undefined for what is no row */
export async function* jsonRows<T>(
  text: AsyncIterable<string>,
  read: (element: JsonElement) => T | undefined,
  member?: string,
): AsyncGenerator<readonly (T | Rejected)[]> {
  for await (const elements of jsonElements(text, member)) {
    const rows = elements.map((each) => ('broken' in each ? malformed('not JSON', each.broken) : read(each)))
    yield rows.filter((row) => row !== undefined)
  }
}

type State = 'before' | 'elements' | 'after'

class ElementSplitter {
  readonly #member: RegExp | undefined
  #state: State = 'before'
  /** Starts at the element that is not complete yet. */
  #text = ''
  #at = 0
  #start = 0
  #depth = 0
  #inString = false
  #isEscaped = false
  /** For each open bracket around the elements, whether it is an array: one bracket, or two inside `member`. */
  readonly #within: boolean[] = []
  #found: (JsonElement | BrokenElement)[] = []

  constructor(member: string | undefined) {
    this.#member = member === undefined ? undefined : new RegExp(`^\\s*${JSON.stringify(member)}\\s*:\\s*$`)
  }

  push(piece: string): readonly (JsonElement | BrokenElement)[] {
    this.#found = []
    this.#text += piece
    for (; this.#at < this.#text.length; this.#at++) this.#step(this.#text.charCodeAt(this.#at))
    this.#text = this.#text.slice(this.#start)
    this.#at -= this.#start
    this.#start = 0
    checkLength(this.#text)
    return this.#found
  }

  end(): void {
    if (this.#state === 'before') throw notThisFormat('empty file, expected JSON')
    if (this.#state === 'elements') throw notThisFormat('incomplete JSON')
  }

  #step(code: number): void {
    if (this.#inString) this.#stepInString(code)
    else if (this.#state === 'elements') this.#stepInside(code)
    else this.#stepOutside(code)
  }

  #stepInside(code: number): void {
    switch (code) {
      case QUOTE:
        this.#inString = true
        break
      case OPENING_BRACE:
      case OPENING_BRACKET:
        if (this.#depth === 0 && code === OPENING_BRACKET && this.#isWantedMember()) this.#enter(true)
        else this.#depth++
        break
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        if (this.#depth === 0) this.#leave(code === CLOSING_BRACKET)
        else this.#depth--
        break
      case COMMA:
        if (this.#depth === 0) this.#cut()
    }
  }

  #stepInString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (code === BACKSLASH) this.#isEscaped = true
    else if (code === QUOTE) this.#inString = false
  }

  #stepOutside(code: number): void {
    if (isSpace(code)) {
      this.#start = this.#at + 1
      return
    }
    if (this.#state === 'after') throw notThisFormat('text after the end of the JSON')
    if (code !== OPENING_BRACKET && code !== OPENING_BRACE) throw notThisFormat('not a JSON array or object')
    this.#state = 'elements'
    this.#enter(code === OPENING_BRACKET)
  }

  #isWantedMember(): boolean {
    return this.#within.length === 1 && this.#member?.test(this.#text.slice(this.#start, this.#at)) === true
  }

  #enter(isArray: boolean): void {
    this.#within.push(isArray)
    this.#start = this.#at + 1
  }

  #leave(isArray: boolean): void {
    if (this.#within.at(-1) !== isArray) throw notThisFormat('unbalanced JSON brackets')
    this.#cut()
    this.#within.pop()
    if (this.#within.length === 0) this.#state = 'after'
  }

  #cut(): void {
    const text = this.#text.slice(this.#start, this.#at)
    this.#start = this.#at + 1
    checkLength(text)
    // After a trailing comma, after the array of `member`, and in an empty list.
    if (text.trim() === '') return
    this.#found.push(this.#within.at(-1) ? parseElement(text) : parseMember(text))
  }
}

function checkLength(text: string): void {
  if (text.length > LONGEST) throw notThisFormat('an element is larger than 1 MiB')
}

function parseElement(text: string): JsonElement | BrokenElement {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { broken: text.trim() }
  }
}

function parseMember(text: string): JsonElement | BrokenElement {
  try {
    const [entry] = Object.entries(JSON.parse(`{${text}}`) as Record<string, unknown>)
    return entry ? { key: entry[0], value: entry[1] } : { broken: text.trim() }
  } catch {
    return { broken: text.trim() }
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xfeff
}
