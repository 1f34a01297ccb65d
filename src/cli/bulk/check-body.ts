import type * as z from 'zod'
import { fieldErrors } from '../../api/issues.ts'
import type { Context } from '../context/context.ts'

/** Members whose words a remote service may have more of than we know. */
const OPEN = /^(?:chainIds?|productType)\b|\.chainId$/

/** What is wrong with a body by the contract, in the words of the house. */
export function bodyChecker(context: Context, schema: z.ZodType): (body: unknown) => readonly string[] {
  const isRemote = context.configuration().addresses !== undefined
  return (body) => {
    const result = schema.safeParse(body, { reportInput: true })
    if (result.success) return []
    return fieldErrors(result.error)
      .filter(({ path, message }) => !(isRemote && OPEN.test(path) && message !== 'is required'))
      .map(({ path, message }) => (path === '' ? `it ${message}` : `${path} ${message}`))
  }
}
