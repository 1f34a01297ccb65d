import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, test } from 'vitest'
import { processorTime } from './support/processor-time.ts'

/** A regular expression of the source, with its place. */
interface Found {
  readonly place: string
  readonly regex: RegExp
}

function regexesIn(file: string): Found[] {
  const text = readFileSync(file, 'utf8')
  const found: Found[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { regex, start } = node as { regex?: { pattern: string; flags: string }; start?: number }
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

function slowText(regex: RegExp): string | undefined {
  const time = (text: string) => processorTime(() => void text.replace(regex, ''))
  // Exponential time would not end at the full length.
  for (const text of textsFor(regex, 28)) if (time(text) > SUSPICIOUS) return `${JSON.stringify(text)}: exponential`
  for (const text of textsFor(regex, LENGTH)) {
    if (time(text) < SUSPICIOUS) continue
    // Once more, because a first run also compiles the expression.
    const [once, twice] = [text, text.slice(0, -2).repeat(2) + text.slice(-2)].map(time) as [number, number]
    if (once > SUSPICIOUS && twice > 3 * once) return `${JSON.stringify(text.slice(0, 20))}…: ${once} ms, ${twice} ms`
  }
  return undefined
}

const files = globSync('src/**/*.ts').sort()
const rooms = Map.groupBy(files, (file) => file.split('/').slice(0, 3).join('/'))

describe('every regular expression takes time in proportion to its text', () => {
  test.each([...rooms])('%s', (_, inRoom) => {
    const slow = inRoom
      .flatMap(regexesIn)
      .map(({ place, regex }) => ({ place, text: slowText(regex) }))
      .filter(({ text }) => text !== undefined)
    expect(slow).toEqual([])
  })

  test('the measure finds the ones that do not', () => {
    for (const regex of [/\/+$/, /<[^>]*>/, /^\s*\d*\s*$/])
      expect({ regex, slow: slowText(regex) !== undefined }).toEqual({ regex, slow: true })
    // Slow on purpose: seconds of processor time, and more of them by the wall on a busy machine.
  }, 120_000)
})
