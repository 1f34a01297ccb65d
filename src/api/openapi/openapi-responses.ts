import type { Operation } from '../operations/operation.ts'
import { type BaseId, baseId, type OperationId, operation, operationIds, storing } from '../operations/operations.ts'
import { PROBLEM_CONTENT_TYPE, type ProblemCode, problems } from '../problems.ts'

export type OpenApiJson = Readonly<Record<string, unknown>>
type Takes = (row: Operation, id: OperationId) => boolean

const hasBytes: Takes = ({ method }) => method !== 'GET'
const isPost: Takes = ({ method }) => method === 'POST'
const hasId: Takes = ({ path }) => path.includes('{')
const among =
  (...ids: readonly BaseId[]): Takes =>
  (_, id) =>
    ids.includes(baseId(id))

/** Problems that come with some operations only; the others come with every one. */
const only: Readonly<Partial<Record<ProblemCode, Takes>>> = {
  'invalid-json': hasBytes,
  'invalid-body': ({ body }) => body !== undefined,
  'invalid-header': (row, id) => row.headers !== undefined || isPost(row, id),
  'invalid-path': hasId,
  'unknown-route': ({ scope, path }) => scope === 'local' || path.includes('{'),
  // These have their id in the body.
  'not-found': (row, id) =>
    hasId(row, id) ||
    among(
      'updateAlert',
      'updateMonitor',
      'retryDeliveries',
      'updateSafe',
      'requestHold',
      'previewRescreen',
      'rescreenTransactions',
    )(row, id),
  // The methods of a path are those in the document, and HEAD.
  'method-not-allowed': () => false,
  'chain-known': among('setChain'),
  'chain-in-use': among('unsetChain'),
  'entry-overlap': among('createControlList', 'updateControlList'),
  'monitor-exists': among('createMonitor'),
  'alert-type-mismatch': among('updateAlert', 'setAlertStatus'),
  'destination-in-use': among('deleteDestination'),
  'deliveries-pending': among('deleteDestination'),
  'transaction-id-conflict': among('updateTransaction', 'updateTransactionV1'),
  'self-approval': among('approveHold'),
  'denied-by-policy': among('requestHold'),
  'hold-not-held': among('approveHold', 'rejectHold'),
  'hold-not-approved': among('releaseHold'),
  'hold-not-released': among('settleHold'),
  'hold-of-another': among('releaseHold', 'settleHold'),
  'idempotency-key-reused': isPost,
  'idempotency-in-progress': isPost,
  'quota-exceeded': among(
    'createAlert',
    'createDestination',
    'requestHold',
    'setContract',
    'setName',
    'createSafe',
    'setPolicy',
  ),
  'safe-exists': among('createSafe'),
  'not-a-safe': among('getSafe'),
  'bad-service-url': among('createSafe', 'updateSafe'),
  'verdict-outdated': among('validateTransaction', 'validateTransactionV1'),
  'block-not-there': among('syncHistory'),
  'no-node': among('getExposure', 'syncHistory', 'getSafe', 'findNames'),
  'node-unreachable': among('getSafe', 'findNames'),
  'exposure-unavailable': among('getExposure'),
  'history-unavailable': among('syncHistory'),
  'simulation-unavailable': among('validateTransaction', 'validateTypedData'),
  'body-too-large': hasBytes,
  'unsupported-media-type': hasBytes,
  'outcome-unknown': hasBytes,
  'storage-limit': (_, id) => storing.has(baseId(id)),
}

/** The problems of an operation by status. */
function problemsOf(id: OperationId): Map<number, ProblemCode[]> {
  const row = operation(id)
  const codes = (Object.keys(problems) as ProblemCode[]).filter((code) => only[code]?.(row, id) ?? true)
  return Map.groupBy(codes, (code) => problems[code].status)
}

/** The responses of an operation besides success: those that most operations have are components. */
export function failureResponses(id: OperationId, components: OpenApiJson): OpenApiJson {
  const row = operation(id)
  return Object.fromEntries(
    [...problemsOf(id)].map(([status, codes]) => {
      const response = problemResponse(codes, row)
      const name = `Problem${status}`
      const isShared = JSON.stringify(components[name]) === JSON.stringify(response)
      return [status, isShared ? { $ref: `#/components/responses/${name}` } : response]
    }),
  )
}

/** The response of each status that more than one operation has, in its most frequent form. */
export function sharedResponses(): OpenApiJson {
  const all = operationIds.flatMap((id) =>
    [...problemsOf(id)].map(([status, codes]) => ({ status, response: problemResponse(codes, operation(id)) })),
  )
  const shared = [...Map.groupBy(all, ({ status }) => status)].flatMap(([status, group]) => {
    const byText = [...Map.groupBy(group, ({ response }) => JSON.stringify(response)).values()]
    const [most] = byText.sort((a, b) => b.length - a.length)
    return most?.[0] && most.length > 1 ? [[`Problem${status}`, most[0].response] as const] : []
  })
  return Object.fromEntries(shared.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function problemResponse(codes: readonly ProblemCode[], row: Operation): OpenApiJson {
  const has = (...statuses: readonly number[]) => codes.some((code) => statuses.includes(problems[code].status))
  const waits = codes.includes('idempotency-in-progress') || has(429, 503)
  const isReplayable = row.method === 'POST' && has(400, 404, 409)
  const headers = {
    ...(waits && { 'Retry-After': textHeader('Seconds to wait before the next try.') }),
    ...(has(415) && {
      Accept: textHeader('The media type that is read.'),
      'Accept-Encoding': textHeader('The content coding that is read.'),
    }),
    ...(isReplayable && { 'Idempotency-Replayed': replayed }),
    ...(row.deprecated && deprecation),
  }
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join('\n'),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { [PROBLEM_CONTENT_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}

export function successResponse(row: Operation, output: OpenApiJson | undefined): OpenApiJson {
  const headers = {
    ...(row.deprecated && deprecation),
    ...(row.method === 'POST' && { 'Idempotency-Replayed': replayed }),
  }
  return {
    description: output ? 'Success.' : 'Success, no content.',
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(output && { content: { 'application/json': { schema: output } } }),
  }
}

function textHeader(description: string): OpenApiJson {
  return { description, schema: { type: 'string' } }
}

const replayed = textHeader('`true`: this is the stored response to an earlier request.')

const deprecation = {
  Deprecation: textHeader('When the operation was deprecated (RFC 9745).'),
  Link: textHeader('The operation that replaces it.'),
}
