/** Room: The OpenAPI document, made of the operations. */

import * as z from 'zod'
import { isAddition, type KeyKind, type Operation } from '../operations/operation.ts'
import { descriptions } from '../operations/operation-descriptions.ts'
import { type OperationId, operation, operationIds, pathParameters } from '../operations/operations.ts'
import { problem } from '../problems.ts'
import { isAlways } from '../schemas/primitives.ts'
import { failureResponses, type OpenApiJson, sharedResponses, successResponse } from './openapi-responses.ts'

export interface OpenApiOptions {
  /** Version of the program. */
  readonly version: string
  /** Base URLs, or paths relative to the document. */
  readonly servers: Readonly<Record<KeyKind, string>>
}

/** The OpenAPI 3.1 document of the operations table. Deterministic. */
export function openApiDocument({ version, servers }: OpenApiOptions): OpenApiJson {
  const schemas = convertSchemas()
  const responses = sharedResponses()
  const paths: Record<string, Record<string, OpenApiJson>> = {}
  for (const id of operationIds) {
    const row = operation(id)
    const path = firstOfShape(row.path)
    paths[path] = {
      ...paths[path],
      [row.method.toLowerCase()]: operationObject(id, { ...row, path }, { schemas, responses, servers }),
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Transaction validation, monitoring and alerting',
      version,
      description:
        'The interface of txwarden, client and service. Operations marked x-txwarden-addition are absent from a hosted service; those with the x-txwarden-scope local are served only with `--admin-api`. HEAD is answered wherever GET is; other methods get a 405 with Allow. Bodies are JSON in UTF-8, uncompressed. Unknown members of a body are ignored.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: servers.validation, description: 'Validation' }],
    tags,
    paths,
    components: {
      schemas: schemas.components,
      parameters: { IdempotencyKey: idempotencyKey },
      responses,
      securitySchemes: {
        validationKey: keyScheme('Validation API key, for paths outside /management/.'),
        managementKey: keyScheme(
          'Management API key, for control lists, monitored addresses, alerts and destinations.',
        ),
        safeEventsSecret: {
          type: 'http',
          scheme: 'bearer',
          description: 'TXWARDEN_SAFE_EVENTS_SECRET of the server, for events of Safes only.',
        },
      },
    },
  }
}

const tags = [
  { name: 'validation', description: 'Check a transaction before it is signed, and report what happened on chain.' },
  { name: 'control lists', description: 'Addresses that are allowed or blocked.' },
  { name: 'monitored addresses', description: 'Addresses whose reported transactions fire MONITOR alerts.' },
  { name: 'alert configurations', description: 'Which transactions send an alert, and where.' },
  { name: 'alert destinations', description: 'Receivers of alerts: chats, mailboxes, webhooks.' },
  { name: 'additions', description: 'Operations that a hosted service does not have.' },
]

/** Paths that differ only in parameter names are one path in OpenAPI (4.8.8): the first spelling is used. */
function firstOfShape(path: string): string {
  const shape = (template: string) => template.replace(/\{[^{}]+\}/g, '{}')
  return operationIds.map((id) => operation(id).path).find((each) => shape(each) === shape(path)) ?? path
}

interface Shared extends Pick<OpenApiOptions, 'servers'> {
  readonly schemas: Schemas
  readonly responses: OpenApiJson
}

function operationObject(id: OperationId, row: Operation, { schemas, responses, servers }: Shared): OpenApiJson {
  return {
    operationId: id,
    summary: row.summary,
    tags: [row.tag],
    ...(row.deprecated
      ? {
          deprecated: true,
          description: `${descriptions[id]} Deprecated since ${row.deprecated.since.slice(0, 10)}; use ${row.deprecated.successor}.`,
        }
      : { description: descriptions[id] }),
    ...(isAddition(row) && { 'x-txwarden-addition': true }),
    ...(row.scope && { 'x-txwarden-scope': row.scope }),
    // Stated per operation: both base URLs may be one host or two.
    ...(row.key === 'management' && { servers: [{ url: servers.management, description: 'Management' }] }),
    security: [{ [`${row.key}Key`]: [] }, ...(row.takesEventSecret ? [{ safeEventsSecret: [] }] : [])],
    parameters: [
      ...pathParameters(row.path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...membersAsParameters('query', schemas.of(`${id}.query`)),
      ...membersAsParameters('header', schemas.of(`${id}.headers`)),
      ...(row.method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(row.body && { requestBody: { required: true, content: jsonContent(schemas.of(`${id}.body`)) } }),
    responses: { 200: successResponse(row, schemas.of(`${id}.output`)), ...failureResponses(id, responses) },
  }
}

interface Schemas {
  /** What has an id of its own, by that id. */
  readonly components: OpenApiJson
  /** The schema that was given under a name, or the reference to its component; undefined when there was none. */
  of(name: string): OpenApiJson | undefined
}

/** Converts all schemas at once, so that shared ones become components. */
function convertSchemas(): Schemas {
  const shape: Record<string, z.ZodType> = { problem: problem() }
  for (const id of operationIds) {
    const { query, headers, body, output } = operation(id)
    for (const [name, schema] of Object.entries({ query, headers, body, output }))
      if (schema) shape[`${id}.${name}`] = schema()
  }
  const { properties = {}, $defs = {} } = moveReferences(
    z.toJSONSchema(z.object(shape), { io: 'input', unrepresentable: 'any', override }),
  )
  return { components: $defs as OpenApiJson, of: (name) => properties[name] as OpenApiJson | undefined }
}

function override({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.JSONSchema
}): void {
  // zod adds the limits of JavaScript integers, which are not part of the contract.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (!(zodSchema instanceof z.ZodObject)) return
  const always = Object.keys(zodSchema.shape).filter((name) => isAlways(zodSchema.shape[name]))
  if (always.length > 0) jsonSchema.required = [...(jsonSchema.required ?? []), ...always]
}

function moveReferences<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as T
}

/** These headers are additions: a hosted service does not know them. */
const ownHeaders = /^(?:x-txwarden-|prefer$)/

function membersAsParameters(place: 'query' | 'header', schema: OpenApiJson | undefined): OpenApiJson[] {
  if (!schema) return []
  const required = (schema.required ?? []) as readonly string[]
  return Object.entries(schema.properties as Readonly<Record<string, OpenApiJson>>).map(([name, member]) => {
    const { description, ...rest } = member
    return {
      name: place === 'header' ? headerName(name) : name,
      in: place,
      ...(description !== undefined && { description }),
      ...(required.includes(name) && { required: true }),
      ...(place === 'header' && ownHeaders.test(name) && { 'x-txwarden-addition': true }),
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

function jsonContent(schema: OpenApiJson | undefined): OpenApiJson {
  return { 'application/json': { schema } }
}

function keyScheme(description: string): OpenApiJson {
  return { type: 'apiKey', in: 'header', name: 'X-Api-Key', description }
}
