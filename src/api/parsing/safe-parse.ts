/** Room: A body against its schema: issues in words, unknown members. */

import type * as z from 'zod'

/** Uses after which compiling a schema pays off; most processes use each schema once. */
const COMPILE_AFTER = 20

const uses = new WeakMap<z.ZodType, number>()

/** Like `schema.safeParse`, but the first uses do not compile the schema. */
export function safeParse<S extends z.ZodType>(
  schema: S,
  value: unknown,
  options: z.core.ParseContext<z.core.$ZodIssue> = {},
): z.ZodSafeParseResult<z.output<S>> {
  const used = uses.get(schema) ?? 0
  if (used === COMPILE_AFTER) return schema.safeParse(value, options)
  uses.set(schema, used + 1)
  return schema.safeParse(value, { ...options, jitless: true })
}
