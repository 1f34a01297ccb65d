import * as z from 'zod'

/** Every problem the service answers (RFC 9457): stable code → HTTP status and title. */
export const problems = {
  'malformed-request': { status: 400, title: 'The request is not HTTP as it should be' },
  'invalid-json': { status: 400, title: 'The body is not valid JSON' },
  'invalid-body': { status: 400, title: 'The body does not fit the operation' },
  'invalid-query': { status: 400, title: 'The query does not fit the operation' },
  'invalid-header': { status: 400, title: 'A required header is missing or wrong' },
  'invalid-path': { status: 400, title: 'The path cannot be read' },
  'missing-key': { status: 401, title: 'An API key is required' },
  'unknown-key': { status: 401, title: 'The API key is not known' },
  'wrong-key-kind': { status: 403, title: 'The API key is of the other kind' },
  'not-found': { status: 404, title: 'There is nothing with this id' },
  'unknown-route': { status: 404, title: 'There is no such path' },
  'method-not-allowed': { status: 405, title: 'The path does not take this method' },
  'request-timeout': { status: 408, title: 'The request did not arrive in time' },
  'entry-overlap': { status: 409, title: 'Another control list entry covers this address' },
  'monitor-exists': { status: 409, title: 'The address is already monitored on this chain' },
  'alert-type-mismatch': { status: 409, title: 'The alert configuration has another type' },
  'destination-in-use': { status: 409, title: 'The destination is used by alert configurations' },
  'deliveries-pending': { status: 409, title: 'Deliveries wait for the destination' },
  'transaction-id-conflict': { status: 409, title: 'Another on-chain transaction id is already reported' },
  'idempotency-key-reused': { status: 409, title: 'The Idempotency-Key was used with another request' },
  'idempotency-in-progress': { status: 409, title: 'The same request is still being worked on' },
  'verdict-outdated': { status: 409, title: 'The stored verdict is no longer current' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The body must be application/json' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'too-many-bad-keys': { status: 429, title: 'Too many wrong API keys from this address' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Something went wrong in the service' },
  'database-busy': { status: 503, title: 'The database is busy' },
  'disk-full': { status: 503, title: 'The disk is full' },
  'database-unavailable': { status: 503, title: 'The database does not answer' },
  'outcome-unknown': { status: 503, title: 'It is not known whether it was written' },
  'shutting-down': { status: 503, title: 'The service is shutting down' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems

export const PROBLEM_CONTENT_TYPE = 'application/problem+json'

/** Where in the request, in dotted form, and what is wrong there. */
export const fieldError = z.object({ path: z.string(), message: z.string() })
export type FieldError = z.infer<typeof fieldError>

export const problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    errors: z.array(fieldError).optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details with a stable code.' })
