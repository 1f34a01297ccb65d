import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findJsonFault, MAX_JSON_DEPTH } from '../../../src/shared/json/strict-json.ts'
import { runs } from '../../support/share.ts'

/** A value as text with free blanks and escapes, and the names that an object of it has twice, in order. */
interface Written {
  readonly text: string
  readonly twice: readonly string[]
}

const blank = fc.stringMatching(/^[ \t\r\n]{0,3}$/)

/** Names that are easy to confuse with one another, with the text around them, or with a prototype. */
const name = fc.oneof(
  fc.constantFrom('to', 'TO', '', '__proto__', 'constructor', 'toString', '"', '\\', '\\"', '{', '}:', '": ', '\u2028'),
  fc.string({ maxLength: 3 }),
)

/** The same text as a JSON string, each character as itself or escaped. */
const quoted = (text: string): fc.Arbitrary<string> =>
  fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).map((isEscaped) => {
    const characters = Array.from({ length: text.length }, (_, index) => {
      const code = text.charCodeAt(index)
      return isEscaped[index] ? `\\u${code.toString(16).padStart(4, '0')}` : JSON.stringify(text[index]).slice(1, -1)
    })
    return `"${characters.join('')}"`
  })

const { value } = fc.letrec<{ value: Written; list: Written; object: Written }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.constantFrom('1', '-0.5e+3', 'true', 'null'), name.chain(quoted)).map((text) => ({ text, twice: [] })),
    tie('list'),
    tie('object'),
  ),
  list: fc.tuple(fc.array(tie('value'), { maxLength: 4 }), blank).map(([items, space]) => ({
    text: `[${items.map(({ text }) => space + text).join(',')}${space}]`,
    twice: items.flatMap(({ twice }) => twice),
  })),
  object: fc
    .tuple(
      fc.array(
        fc.tuple(
          name.chain((each) => fc.tuple(fc.constant(each), quoted(each))),
          tie('value'),
        ),
        { maxLength: 4 },
      ),
      blank,
    )
    .map(([members, space]) => ({
      text: `{${members.map(([[, key], { text }]) => `${space}${key}${space}:${space}${text}`).join(',')}${space}}`,
      twice: members.flatMap(([[each], { twice }], index) => [
        ...(members.findIndex(([[other]]) => other === each) < index ? [each] : []),
        ...twice,
      ]),
    })),
}))

const any = fc
  .tuple(blank, value, blank)
  .map(([before, { text, twice }, after]) => ({ text: before + text + after, twice }))

describe('a member twice in one object', () => {
  test('is found in any JSON text that has one, and in no other', () => {
    fc.assert(
      fc.property(any, ({ text, twice }) => {
        expect(() => JSON.parse(text)).not.toThrow()
        const fault = findJsonFault(text)
        expect(findJsonFault(text, JSON.parse(text))).toEqual(fault)
        if (twice.length === 0) expect(fault).toBeUndefined()
        else
          expect(twice.map((each) => `has the member ${JSON.stringify(each)} twice in one object`)).toContain(
            fault?.text,
          )
      }),
      { numRuns: runs(2000) },
    )
  })

  test('is not found in what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
        expect(findJsonFault(JSON.stringify(json, null, indent))).toBeUndefined()
      }),
    )
  })

  test.each([
    ['{"to": "a", "to": "b"}', 'to', 1],
    ['{\n  "to": "a",\n  "value": "1",\n  "\\u0074o": "b"\n}', 'to', 4],
    ['{"__proto__": 1,\r\n"__proto__": 2}', '__proto__', 2],
    ['[{"a": {"b": [1, 2], "c": {}, "b": 3}}]', 'b', 1],
    ['{"a\\"": 1, "a\\u0022": 2}', 'a"', 1],
    ['{"\\\\": 1, "\\\\": 2}', '\\', 1],
    ['{"": 1, "": 2}', '', 1],
    ['{"a": "a", "b": "\\n", "b": 1}', 'b', 1],
  ])('%s', (text, member, line) => {
    expect(JSON.parse(text)).toBeDefined()
    const fault = { text: `has the member ${JSON.stringify(member)} twice in one object`, line }
    expect(findJsonFault(text)).toEqual(fault)
    expect(findJsonFault(text, JSON.parse(text))).toEqual(fault)
  })

  test.each([
    '{"a": {"a": 1}, "b": {"a": 1}}',
    '[{"a": 1}, {"a": 1}]',
    '{"a": "a", "b": "a: a", "c": ["a", "a"]}',
    '{"to": 1, "To": 2, "to ": 3}',
    '{"é": 1, "e\u0301": 2}',
    '"a"',
  ])('not in %s', (text) => {
    expect(JSON.parse(text)).toBeDefined()
    expect(findJsonFault(text)).toBeUndefined()
  })
})

describe('nesting', () => {
  const nested = (depth: number) => '{"a":['.repeat(depth / 2) + ']}'.repeat(depth / 2)

  test('is refused from a depth that no transaction has', () => {
    expect(findJsonFault(nested(MAX_JSON_DEPTH))).toBeUndefined()
    expect(findJsonFault(nested(200), JSON.parse(nested(200)))).toBeUndefined()
    expect(findJsonFault(`\n[${nested(MAX_JSON_DEPTH)}]`)).toEqual({
      text: `is nested deeper than ${MAX_JSON_DEPTH} levels`,
      line: 2,
    })
  })

  test('without end does not end the stack', () => {
    expect(findJsonFault('['.repeat(5_000_000))?.text).toBe(`is nested deeper than ${MAX_JSON_DEPTH} levels`)
  })
})

test('takes time in proportion to the text', () => {
  const steps = (text: string) => {
    let count = 0
    const counted = new Proxy(Object(text), {
      get: (target, key) => {
        count += 1
        const member = Reflect.get(target, key)
        return typeof member === 'function' ? member.bind(text) : member
      },
    })
    expect(findJsonFault(counted)).toBeUndefined()
    return count
  }
  for (const part of ['\\\\', '\\"', 'a']) {
    const text = (length: number) => `["${part.repeat(length)}", {"${part.repeat(length)}"${' '.repeat(length)}: 1}]`
    expect(steps(text(20_000))).toBeLessThan(3 * steps(text(10_000)))
  }
})
