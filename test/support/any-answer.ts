import fc from 'fast-check'
import * as z from 'zod'

/** Control characters around a word that tests search for. */
export const HOSTILE = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u3164\u{e0100}]--[\t\n]]/v

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
      '\u200b',
      '\u00ad',
      '\ufeff',
      '\u0085',
      '\u2028',
      '\u2029',
      '\u3164',
      '\u{e0041}',
      '\u{e0100}',
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((bytes) => `${bytes.join('')}${MARK}${bytes.toReversed().join('')}`)

/** Valid texts for formats that a client checks. */
const wellFormed = [
  '2026-01-02T03:04:05.000Z',
  `0x${'ab'.repeat(32)}`,
  '0xabcd',
  '0xa9059cbb',
  'https://example.com/hook',
  '1',
]

/** A response that fits its schema, with hostile text in every string, including enums, because a newer service may add values. */
export function anyAnswer(schema: z.ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return anyAnswer(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodDefault) return anyAnswer(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodLazy) return anyAnswer(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe)
    return anyAnswer((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType)
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
