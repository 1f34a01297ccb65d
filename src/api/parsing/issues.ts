import type * as z from 'zod'
import type { FieldError } from '../problems.ts'

/** Converts zod issues to field errors in our own words. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return issuesIn(error).map((issue) => ({ path: pathOf(issue.path), message: messageOf(issue) }))
}

/** The issues, each at the member that it is about: of alternatives those of the last one, if they are about members of it. */
export function issuesIn({ issues }: Pick<z.ZodError, 'issues'>): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    const inner = issue.code === 'invalid_union' ? (issue.errors.at(-1) ?? []) : []
    if (inner.every(({ path }) => path.length === 0)) return [issue]
    return issuesIn({ issues: inner.map((each) => ({ ...each, path: [...issue.path, ...each.path] })) })
  })
}

/** "a.b[0].c"; '' is the whole body. */
export function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}

function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue) ? 'is required' : `is not ${article(issue.expected)}`
    case 'invalid_value':
      if (isMissing(issue)) return 'is required'
      return issue.message.startsWith('Invalid')
        ? `is not one of ${issue.values.map(String).join(', ')}`
        : issue.message
    case 'too_small':
      return issue.message.startsWith('Too small') ? `is below ${issue.minimum}` : issue.message
    case 'too_big':
      return issue.message.startsWith('Too big') ? tooBig(issue) : issue.message
    case 'invalid_union':
      return unionMessage(issue)
    case 'invalid_key':
      return issue.issues[0] ? messageOf(issue.issues[0]) : issue.message
    default:
      return issue.message
  }
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  if (origin === 'string') return `is longer than ${maximum} characters`
  return origin === 'array' ? `has more than ${maximum} items` : `is above ${maximum}`
}

/** Needs `reportInput` when parsing: otherwise zod omits the input. */
function isMissing(issue: z.core.$ZodIssue): boolean {
  return 'input' in issue && issue.input === undefined
}

/** The message of the last alternative: the others are literals such as ''. */
function unionMessage(issue: z.core.$ZodIssueInvalidUnion): string {
  const last = issue.errors.at(-1)?.[0]
  return last ? messageOf(last) : issue.message
}

function article(type: string): string {
  if (type === 'int') return 'an integer'
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
