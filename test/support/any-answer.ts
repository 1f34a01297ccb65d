import fc from 'fast-check'
import * as z from 'zod'

/** Control characters around a word that tests search for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
export const HOSTILE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** The part of a hostile text that stays after cleaning. */
export const MARK = 'mallory'

const hostileText = fc
  .array(
    fc.constantFrom(
      '\u001b[2J',
      '\u001b]0;title\u0007',
      '\u009b31m',
      '\r',
      '\n',
      '\t',
      '\u0008\u0008',
      '\u0000',
      '\u007f',
      '\u202e',
      '\u2066',
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((bytes) => `${bytes.join('')}${MARK}${bytes.toReversed().join('')}`)

/** Valid texts for formats that a client checks. */
const wellFormed = ['2026-01-02T03:04:05.000Z', `0x${'ab'.repeat(32)}`, '0xabcd', 'https://example.com/hook', '1']

/** A response that fits its schema, with hostile text in every string, including enums, because a newer service may add values. */
export function anyAnswer(schema: z.ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return anyAnswer(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodDefault) return anyAnswer(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodLazy) return anyAnswer(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return anyAnswer(schema.in as z.ZodType)
  if (schema instanceof z.ZodObject)
    return fc.record(Object.fromEntries(Object.entries(schema.shape).map(([k, v]) => [k, anyAnswer(v as z.ZodType)])))
  if (schema instanceof z.ZodArray)
    return fc.array(anyAnswer(schema.element as z.ZodType), { minLength: 1, maxLength: 2 })
  if (schema instanceof z.ZodRecord) return fc.dictionary(hostileText, hostileText, { minKeys: 1, maxKeys: 2 })
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((each) => anyAnswer(each as z.ZodType)))
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodNumber) return fc.constantFrom(0, 1, 40, 100).filter((n) => schema.safeParse(n).success)
  if (schema instanceof z.ZodEnum) return fc.oneof(hostileText, fc.constantFrom(...schema.options))
  if (isText(schema))
    return takes(schema) ? hostileText : fc.constantFrom(...wellFormed.filter((text) => schema.safeParse(text).success))
  return fc.record({ [`${MARK}\u001b[31m`]: hostileText })
}

function isText(schema: z.ZodType): boolean {
  return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat
}

/** Whether a client accepts any text: only custom rules of the schema refuse it. */
function takes(schema: z.ZodType): boolean {
  const { error } = schema.safeParse(`\u001b[31m${MARK}`)
  return !error || error.issues.every(({ code }) => code === 'custom')
}
