import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, test } from 'vitest'
import { knownMessages } from '../src/service/risk/typed-data/messages/look-up.ts'
import { hiddenCharacter } from '../src/shared/text/one-line.ts'
import { processorTime } from './support/processor-time.ts'

/** A regular expression of the source, with its place. */
interface Found {
  readonly place: string
  readonly regex: RegExp
}

interface AstNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly name?: string
  readonly value?: unknown
  readonly callee?: AstNode
  readonly id?: AstNode
  readonly init?: AstNode
  readonly arguments?: readonly AstNode[]
  readonly quasis?: readonly { readonly value: { readonly cooked: string; readonly raw: string } }[]
  readonly expressions?: readonly AstNode[]
  readonly tag?: AstNode
  readonly quasi?: AstNode
}

/** What the parts of a built expression can be, by their source text; constants of the same file are known. */
const PARTS: Readonly<Record<string, string>> = {
  "fields.join('|')": 'name|createdAt|type',
  // Of an address with a checksum: src/shared/addresses/other-chains.ts.
  least: '25',
  most: '34',
  start: '[13]',
  prefix: '(?:bc|tb)',
  DAY: 'Sun|Mon|Tue|Wed|Thu|Fri|Sat',
  'hiddenCharacter().source': hiddenCharacter().source,
  'hiddenCharacter().flags': hiddenCharacter().flags,
  // As a pattern: src/commands/validate/validation-blocks.ts.
  address: '0x7E57E185F01f2900F3b969962D790bD76275007A',
  'JSON.stringify(member)': '"data"',
  // All of them are below.
  'row.matches': '^Vote\\(',
  "template.replace(/\\{[^{}]+\\}/g, '[^/]+')": '/api/[^/]+/entries/[^/]+',
}

type TextOf = (part: AstNode) => string

/** What an expression of text is in a file. */
function readerOf(text: string, constants: ReadonlyMap<string, string>): TextOf {
  const template = ({ quasis = [], expressions = [] }: AstNode, form: 'cooked' | 'raw') =>
    quasis
      .map(({ value }, index) => {
        const expression = expressions[index]
        return value[form] + (expression ? textOf(expression) : '')
      })
      .join('')
  const textOf: TextOf = (part) => {
    if (typeof part.value === 'string') return part.value
    if (part.type === 'TemplateLiteral') return template(part, 'cooked')
    if (isRaw(part, text) && part.quasi) return template(part.quasi, 'raw')
    const source = text.slice(part.start, part.end)
    const known = constants.get(source) ?? PARTS[source]
    if (known === undefined) throw new Error(`add what ${source} can be to PARTS`)
    return known
  }
  return textOf
}

function isRaw({ type, tag }: Partial<AstNode>, text: string): boolean {
  return type === 'TaggedTemplateExpression' && tag !== undefined && text.slice(tag.start, tag.end) === 'String.raw'
}

function regexesIn(file: string): Found[] {
  const text = readFileSync(file, 'utf8')
  const found: Found[] = []
  const constants = new Map<string, string>()
  const textOf = readerOf(text, constants)
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { regex, start } = node as { regex?: { pattern: string; flags: string }; start?: number }
    const { type, callee, id, init } = node as Partial<AstNode>
    if (type === 'VariableDeclarator' && id && init && (typeof init.value === 'string' || isRaw(init, text)))
      constants.set(id.name ?? '', textOf(init))
    if (type === 'NewExpression' && callee?.name === 'RegExp') {
      const [source = '', flags] = ((node as AstNode).arguments ?? []).map(textOf)
      const built = new RegExp(source, flags)
      found.push({ place: `${file}:${text.slice(0, start).split('\n').length} ${built}`, regex: built })
    }
    if (regex?.pattern !== undefined)
      found.push({
        place: `${file}:${text.slice(0, start).split('\n').length} /${regex.pattern}/${regex.flags}`,
        regex: new RegExp(regex.pattern, regex.flags),
      })
    for (const member of Object.values(node)) visit(member)
  }
  visit(parseAst(text, { lang: 'ts', astType: 'ts' }))
  return found
}

const LENGTH = 16_000
/** Above this a text of this length is suspicious (ms); a linear scan takes less than one. */
const SUSPICIOUS = 25

/** Texts that repeat what the expression looks for, and end with what it does not. */
function* textsFor({ source }: RegExp, length: number): Generator<string> {
  const literals = [...new Set(source.replace(/\\[a-zA-Z]/g, '').match(/[^\\^[\]()?*+|]/g) ?? [])].slice(0, 12)
  const words = source.match(/[\w ]{3,}/g) ?? []
  const singles = [...new Set([...literals, 'a', '0', ' ', '_', '\0'])]
  const pairs = literals.flatMap((one) => [`${one}a`, `${one}0`, ...literals.map((other) => one + other)])
  const prefixes = ['', ...words.slice(0, 2), ...literals]
  for (const pump of new Set([...singles, ...pairs, ...words]))
    for (const prefix of pump.length === 1 ? prefixes : [''])
      for (const end of ['\0', '\n\0']) yield prefix + pump.repeat(Math.ceil(length / pump.length)) + end
}

function slowText(regex: RegExp, length = LENGTH): string | undefined {
  const time = (text: string) => processorTime(() => void text.replace(regex, ''))
  // Exponential time would not end at the full length.
  for (const text of textsFor(regex, 28)) if (time(text) > SUSPICIOUS) return `${JSON.stringify(text)}: exponential`
  for (const text of textsFor(regex, length)) {
    if (time(text) < SUSPICIOUS) continue
    // Once more, because a first run also compiles the expression.
    const [once, twice] = [text, text.slice(0, -2).repeat(2) + text.slice(-2)].map(time) as [number, number]
    if (once > SUSPICIOUS && twice > 3 * once) return `${JSON.stringify(text.slice(0, 20))}…: ${once} ms, ${twice} ms`
  }
  return undefined
}

const files = globSync('src/**/*.ts').sort()
const all = files.map((file) => ({ file, found: regexesIn(file) }))
const ofMessages = knownMessages().flatMap(({ matches }) => (matches === undefined ? [] : [new RegExp(matches)]))
const rooms = Map.groupBy(all, ({ file }) => file.split('/').slice(0, 3).join('/'))

describe('every regular expression takes time in proportion to its text', () => {
  test.each([...rooms])('%s', (_, inRoom) => {
    const slow = inRoom
      .flatMap(({ found }) => found)
      .map(({ place, regex }) => ({ place, text: slowText(regex) }))
      .filter(({ text }) => text !== undefined)
    expect(slow).toEqual([])
  })

  test.each(ofMessages)('%s of data/messages', (regex) => {
    expect(slowText(regex)).toBeUndefined()
  })

  test('built ones are among them', () => {
    const built = all.flatMap(({ found }) => found).filter(({ place }) => /jq\.ts|page\.ts|any-request\.ts/.test(place))
    expect(built.map(({ regex }) => regex.source)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('null|boolean|number'),
        '^(?:name|createdAt|type)(?:,(?:asc|desc))?$',
        '^\\/api\\/[^/]+\\/entries\\/[^/]+$',
      ]),
    )
  })

  test('the measure finds the ones that do not', () => {
    for (const regex of [/\/+$/, /<[^>]*>/, /^\s*\d*\s*$/])
      expect({ regex, slow: slowText(regex) !== undefined }).toEqual({ regex, slow: true })
    // Slow on purpose: seconds of processor time, and more of them by the wall on a busy machine.
  })
})
