import * as z from 'zod'
import { isAddition, type KeyKind, type Operation } from './operation.ts'
import { type OperationId, operation, operationIds, pathParameters } from './operations.ts'
import { PROBLEM_CONTENT_TYPE, type ProblemCode, problem, problems } from './problems.ts'

export interface OpenApiOptions {
  /** Version of the program. */
  readonly version: string
  /** Base URLs, or paths relative to the document. */
  readonly servers: Readonly<Record<KeyKind, string>>
}

type Json = Readonly<Record<string, unknown>>

/** The OpenAPI 3.1 document of the operations table. Deterministic. */
export function openApiDocument({ version, servers }: OpenApiOptions): Json {
  const schemas = convertSchemas()
  const paths: Record<string, Record<string, Json>> = {}
  for (const id of operationIds) {
    const row = operation(id)
    const path = firstOfShape(row.path)
    paths[path] = {
      ...paths[path],
      [row.method.toLowerCase()]: operationObject(id, { ...row, path }, schemas, servers),
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Transaction validation, monitoring and alerting',
      version,
      description:
        'The interface of txwarden, client and service. Operations marked x-txwarden-addition are absent from a hosted service.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: servers.validation, description: 'Validation' }],
    tags: [...new Set(operationIds.map((id) => operation(id).tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components,
      parameters: { IdempotencyKey: idempotencyKey },
      responses: sharedResponses(),
      securitySchemes: {
        validationKey: keyScheme('Validation API key, for paths outside /management/.'),
        managementKey: keyScheme(
          'Management API key, for control lists, monitored addresses, alerts and destinations.',
        ),
      },
    },
  }
}

/** Paths that differ only in parameter names are one path in OpenAPI (4.8.8): the first spelling is used. */
function firstOfShape(path: string): string {
  const shape = (template: string) => template.replace(/\{[^{}]+\}/g, '{}')
  return operationIds.map((id) => operation(id).path).find((each) => shape(each) === shape(path)) ?? path
}

function operationObject(id: OperationId, row: Operation, schemas: Schemas, servers: OpenApiOptions['servers']): Json {
  return {
    operationId: id,
    summary: row.summary,
    tags: [row.tag],
    ...(row.deprecated && {
      deprecated: true,
      description: `Deprecated since ${row.deprecated.since.slice(0, 10)}; use ${row.deprecated.successor}.`,
    }),
    ...(isAddition(row) && { 'x-txwarden-addition': true }),
    // Stated per operation: both base URLs may be one host or two.
    ...(row.key === 'management' && { servers: [{ url: servers.management, description: 'Management' }] }),
    security: [{ [`${row.key}Key`]: [] }],
    parameters: [
      ...pathParameters(row.path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...membersAsParameters('query', schemas.of(`${id}.query`)),
      ...membersAsParameters('header', schemas.of(`${id}.headers`)),
      ...(row.method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(row.body && { requestBody: { required: true, content: jsonContent(schemas.of(`${id}.body`)) } }),
    responses: { 200: successResponse(row, schemas.of(`${id}.output`)), ...failureResponses(id, row) },
  }
}

interface Schemas {
  /** What has an id of its own, by that id. */
  readonly components: Json
  /** The schema that was given under a name, or the reference to its component; undefined when there was none. */
  of(name: string): Json | undefined
}

/** Converts all schemas at once, so that shared ones become components. */
function convertSchemas(): Schemas {
  const shape: Record<string, z.ZodType> = { problem }
  for (const id of operationIds) {
    const { query, headers, body, output } = operation(id)
    for (const [name, schema] of Object.entries({ query, headers, body, output }))
      if (schema) shape[`${id}.${name}`] = schema()
  }
  const { properties = {}, $defs = {} } = moveReferences(
    z.toJSONSchema(z.object(shape), { io: 'input', unrepresentable: 'any', override: dropSafeIntegerBounds }),
  )
  return { components: $defs as Json, of: (name) => properties[name] as Json | undefined }
}

/** zod adds the limits of JavaScript integers, which are not part of the contract. */
function dropSafeIntegerBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

function moveReferences<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as T
}

function membersAsParameters(place: 'query' | 'header', schema: Json | undefined): Json[] {
  if (!schema) return []
  const required = (schema.required ?? []) as readonly string[]
  return Object.entries(schema.properties as Readonly<Record<string, Json>>).map(([name, member]) => {
    const { description, ...rest } = member
    return {
      name: place === 'header' ? headerName(name) : name,
      in: place,
      ...(description !== undefined && { description }),
      ...(required.includes(name) && { required: true }),
      schema: rest,
    }
  })
}

/** `x-validation-product` → `X-Validation-Product`. */
function headerName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Addition. For 24 hours, the same request with the same key returns the stored response, and a different request returns 409.',
  'x-txwarden-addition': true,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function successResponse(row: Operation, output: Json | undefined): Json {
  const headers = {
    ...(row.deprecated && {
      Deprecation: textHeader('When the operation was deprecated (RFC 9745).'),
      Link: textHeader('The operation that replaces it.'),
    }),
    ...(row.method === 'POST' && {
      'Idempotency-Replayed': textHeader('`true`: this is the stored response to an earlier request.'),
    }),
  }
  return {
    description: output ? 'Success.' : 'Success, no content.',
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(output && { content: jsonContent(output) }),
  }
}

/** Conflicts of an operation, besides those of the idempotency key. */
const conflicts: Readonly<Partial<Record<OperationId, readonly ProblemCode[]>>> = {
  validateTransaction: ['verdict-outdated'],
  validateTransactionV1: ['verdict-outdated'],
  updateTransaction: ['transaction-id-conflict'],
  updateTransactionV1: ['transaction-id-conflict'],
  createControlList: ['entry-overlap'],
  updateControlList: ['entry-overlap'],
  createMonitor: ['monitor-exists'],
  updateAlert: ['alert-type-mismatch'],
  updateAlertWithAdditions: ['alert-type-mismatch'],
  setAlertStatus: ['alert-type-mismatch'],
  deleteDestination: ['destination-in-use'],
}

const ALWAYS = [400, 401, 403, 429, 500, 503]

function failureResponses(id: OperationId, row: Operation): Json {
  // These have their id in the body.
  const looksUp = row.path.includes('{') || id === 'updateAlert' || id === 'updateAlertWithAdditions'
  const statuses = [...ALWAYS, ...(looksUp ? [404] : []), ...(row.body ? [413, 415] : [])]
  const repeated: readonly ProblemCode[] =
    row.method === 'POST' ? ['idempotency-key-reused', 'idempotency-in-progress'] : []
  const clashes = [...(conflicts[id] ?? []), ...repeated]
  return {
    ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }])),
    ...(clashes.length > 0 && { 409: problemResponse(clashes) }),
  }
}

function sharedResponses(): Json {
  const statuses = [...ALWAYS, 404, 413, 415]
  const codes = Object.keys(problems) as ProblemCode[]
  return Object.fromEntries(
    statuses.map((status) => [
      `Problem${status}`,
      problemResponse(codes.filter((code) => problems[code].status === status)),
    ]),
  )
}

function problemResponse(codes: readonly ProblemCode[]): Json {
  const waits = codes.some((code) => code === 'idempotency-in-progress' || [429, 503].includes(problems[code].status))
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join('\n'),
    ...(waits && { headers: { 'Retry-After': textHeader('Seconds to wait before the next try.') } }),
    content: { [PROBLEM_CONTENT_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}

function textHeader(description: string): Json {
  return { description, schema: { type: 'string' } }
}

function jsonContent(schema: Json | undefined): Json {
  return { 'application/json': { schema } }
}

function keyScheme(description: string): Json {
  return { type: 'apiKey', in: 'header', name: 'X-Api-Key', description }
}
