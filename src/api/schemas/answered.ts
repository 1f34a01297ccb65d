import type * as z from 'zod'

const answered = new WeakSet<z.ZodType>()

/**
 * A member that is in every answer of this service. A hosted service may leave it out, so that the client does not require
 * it; the OpenAPI document does.
 */
export function always<S extends z.ZodType>(schema: S): z.ZodOptional<S> {
  const member = schema.optional()
  answered.add(member)
  return member
}

/** Whether a member of an answer was declared with `always`. */
export function isAlways(member: z.ZodType): boolean {
  return answered.has(member)
}
