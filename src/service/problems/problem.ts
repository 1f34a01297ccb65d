/** Room: Errors that become answers. */

import type { ApiResponse } from '../../api/operations/message.ts'
import { type FieldError, PROBLEM_CONTENT_TYPE, type ProblemCode, problems } from '../../api/problems.ts'

/** An error that handle() answers with problem details (RFC 9457). */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly errors: readonly FieldError[] | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Values that belong to the code, by name: the caller makes its next step of them. */
  readonly parameters: Readonly<Record<string, string>> | undefined

  constructor(
    code: ProblemCode,
    detail: string,
    more: {
      errors?: readonly FieldError[]
      headers?: Readonly<Record<string, string>>
      parameters?: Readonly<Record<string, string>>
      cause?: unknown
    } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.errors = more.errors
    this.headers = more.headers ?? {}
    this.parameters = more.parameters
  }
}

export function problemResponse(problem: Problem, instance: string): ApiResponse {
  const { status, title } = problems[problem.code]
  const body = {
    type: `urn:txwarden:problem:${problem.code}`,
    title,
    status,
    detail: problem.message,
    instance,
    code: problem.code,
    ...(problem.errors ? { errors: problem.errors } : {}),
    ...(problem.parameters ? { parameters: problem.parameters } : {}),
  }
  return {
    status,
    headers: { 'content-type': PROBLEM_CONTENT_TYPE, ...problem.headers },
    body: JSON.stringify(body),
  }
}

export function notFound(what: string, id: string): Problem {
  return new Problem('not-found', `There is no ${what} ${JSON.stringify(id)}.`)
}

/** What was looked up. @throws Problem 404 where there is none */
export function found<Row>(row: Row | undefined, what: string, id: string): Row {
  if (row === undefined) throw notFound(what, id)
  return row
}

/** Looks up by id. @throws Problem 404 where there is none */
export function requiring<Db, Row>(find: (db: Db, id: string) => Promise<Row | undefined>, what: string) {
  return async (db: Db, id = ''): Promise<Row> => found(await find(db, id), what, id)
}

/**
 * No verdict, because the caller accepts none without a simulation. Without Retry-After: another try costs as much, and an
 * operator may have to act first.
 * @param reason without a period
 */
export function simulationUnavailable(reason: string): Problem {
  return new Problem('simulation-unavailable', `The transaction was not simulated, so there is no verdict: ${reason}.`)
}

/** The caller names a node that the chain does not have. */
export function unknownNode(id: string, chainId: string): Problem {
  return new Problem('invalid-header', `X-Txwarden-Node: chain ${chainId} has no node ${JSON.stringify(id)}.`)
}

/** A fault of one field, in the shape of a schema error. */
export function invalidBody(path: string, message: string): Problem {
  return faultOf('invalid-body', path, message)
}

export function invalidQuery(path: string, message: string): Problem {
  return faultOf('invalid-query', path, message)
}

function faultOf(code: ProblemCode, path: string, message: string): Problem {
  return new Problem(code, `${path} ${message}.`, { errors: [{ path, message }] })
}
