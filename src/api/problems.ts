import * as z from 'zod'
import { lazily } from '../shared/lazily.ts'

/** Problems of the service (RFC 9457): stable code → HTTP status and title. */
export const problems = {
  'malformed-request': { status: 400, title: 'Malformed HTTP request' },
  'invalid-json': { status: 400, title: 'The body is not valid JSON' },
  'invalid-body': { status: 400, title: 'Invalid request body' },
  'invalid-query': { status: 400, title: 'Invalid query' },
  'invalid-header': { status: 400, title: 'A required header is missing or invalid' },
  'invalid-path': { status: 400, title: 'Invalid path' },
  'missing-key': { status: 401, title: 'An API key is required' },
  'unknown-key': { status: 401, title: 'Unknown API key' },
  'wrong-key-kind': { status: 403, title: 'Wrong kind of API key' },
  'bad-service-url': { status: 400, title: 'Invalid URL of a transaction service' },
  'not-found': { status: 404, title: 'Not found' },
  'not-a-safe': { status: 404, title: 'The address is not a Safe' },
  'unknown-route': { status: 404, title: 'Unknown path' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'request-timeout': { status: 408, title: 'The request did not arrive in time' },
  'chain-known': { status: 409, title: 'The chain is already known' },
  'chain-in-use': { status: 409, title: 'The chain is used by stored objects' },
  'entry-overlap': { status: 409, title: 'Another control list entry covers this address' },
  'monitor-exists': { status: 409, title: 'The address is already monitored on this chain' },
  'safe-exists': { status: 409, title: 'The Safe was already added on this chain' },
  'alert-type-mismatch': { status: 409, title: 'The alert configuration has another type' },
  'destination-in-use': { status: 409, title: 'The destination is used by alert configurations' },
  'deliveries-pending': { status: 409, title: 'The destination has pending deliveries' },
  'transaction-id-conflict': { status: 409, title: 'Another on-chain transaction id was already reported' },
  'self-approval': { status: 409, title: 'The requester of a hold cannot approve it' },
  'denied-by-policy': { status: 409, title: 'A policy denies it' },
  'hold-not-held': { status: 409, title: 'The hold does not wait for a decision' },
  'hold-not-approved': { status: 409, title: 'The hold is not approved' },
  'hold-not-released': { status: 409, title: 'The hold is not released' },
  'hold-of-another': { status: 409, title: 'Another key requested the hold' },
  'idempotency-key-reused': { status: 409, title: 'The Idempotency-Key was used with another request' },
  'idempotency-in-progress': { status: 409, title: 'The same request is still in progress' },
  'quota-exceeded': { status: 409, title: 'The maximum number is reached' },
  'another-master-key': { status: 409, title: 'The master key of the stored secrets is missing' },
  'block-not-there': { status: 409, title: 'The chain has no such block yet' },
  'verdict-outdated': { status: 409, title: 'The stored verdict is outdated' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The body must be application/json' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'too-many-bad-keys': { status: 429, title: 'Too many wrong API keys from this address' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Internal error' },
  'database-busy': { status: 503, title: 'The database is busy' },
  'disk-full': { status: 503, title: 'The disk is full' },
  'disk-error': { status: 503, title: 'The disk of the database failed' },
  'database-not-writable': { status: 503, title: 'The database cannot be opened or written' },
  'database-damaged': { status: 503, title: 'The database is damaged' },
  'database-moved': { status: 503, title: 'The database was deleted, renamed or replaced' },
  'out-of-resources': { status: 503, title: 'The service is out of resources' },
  'database-unavailable': { status: 503, title: 'The database does not respond' },
  'outcome-unknown': { status: 503, title: 'Unknown whether the change was stored' },
  overloaded: { status: 503, title: 'The service is overloaded' },
  'simulation-unavailable': { status: 503, title: 'The transaction could not be simulated' },
  'no-node': { status: 503, title: 'No node of the chain is available' },
  'node-unreachable': { status: 503, title: 'No node of the chain answers' },
  'exposure-unavailable': { status: 503, title: 'No node said what is open' },
  'history-unavailable': { status: 503, title: 'No node gave the history' },
  'shutting-down': { status: 503, title: 'The service is shutting down' },
  'storage-limit': { status: 507, title: 'The limit of stored bytes is reached' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems

/** Problems of nodes: another attempt costs as much as the first, and a person may have to act at the service. */
export const nodeProblems: ReadonlySet<string> = new Set<string>([
  'simulation-unavailable',
  'no-node',
  'node-unreachable',
  'exposure-unavailable',
  'history-unavailable',
] satisfies ProblemCode[])

export const PROBLEM_CONTENT_TYPE = 'application/problem+json'

/** `path` in dotted form: `transaction.chainId`. */
const fieldError = lazily(() => z.object({ path: z.string(), message: z.string() }))
export type FieldError = z.infer<ReturnType<typeof fieldError>>

export const problem = lazily(() =>
  z
    .looseObject({
      type: z.string(),
      title: z.string(),
      status: z.int(),
      detail: z.string(),
      instance: z.string(),
      code: z.string().meta({ enum: Object.keys(problems) }),
      errors: z.array(fieldError()).optional(),
      parameters: z
        .record(z.string(), z.string())
        .optional()
        .meta({ description: 'Addition. Of the code, by name, such as `chain`.' }),
    })
    .meta({ id: 'Problem', description: 'RFC 9457 problem details with a stable code.' }),
)
