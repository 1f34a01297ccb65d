import { expect } from 'vitest'
import * as z from 'zod'
import { openApiDocument } from '../../src/api/openapi.ts'
import { type OperationId, operation } from '../../src/api/operations.ts'
import type { Answer } from './target.ts'

interface Json {
  readonly [name: string]: Json
}
type Schema = z.core.JSONSchema.JSONSchema

const document = openApiDocument({ version: '0.0.0', servers: { validation: '/', management: '/' } }) as unknown as Json
const shape = (path: string) => path.replace(/\{[^}]+\}/g, '{}')

/** What the document says about an operation. */
function documented(id: OperationId): Json {
  const row = operation(id)
  const [, item] = Object.entries(document.paths ?? {}).find(([path]) => shape(path) === shape(row.path)) ?? []
  const found = item?.[row.method.toLowerCase()]
  if (!found) throw new Error(`${id} is not in the document`)
  return found
}

function resolve(part: Json | undefined): Json | undefined {
  const reference: unknown = part?.$ref
  if (typeof reference !== 'string') return part
  const [, , kind = '', name = ''] = reference.split('/')
  return document.components?.[kind]?.[name]
}

const schemas = new Map<string, z.ZodType>()

function validatorOf(key: string, schema: Json, isClosed: boolean): z.ZodType {
  const found = schemas.get(key)
  if (found) return found
  const text = JSON.stringify({ ...schema, $defs: document.components?.schemas })
  const local = JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/')) as Schema
  const made = z.fromJSONSchema(isClosed ? closed(local) : local)
  schemas.set(key, made)
  return made
}

/** The same schema, without room for members that are not declared. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, closed(member)]))
  const isObject = 'properties' in schema && 'type' in schema && !('additionalProperties' in schema)
  return (isObject ? { ...members, additionalProperties: false } : members) as T
}

/**
 * Checks an answer of this service against the OpenAPI document: its status and problem code are listed, its headers are
 * those of the status, its body fits the schema and has no other members. A body that was accepted fits its schema, too.
 */
export function checkAgainstDocument(id: OperationId, sent: unknown, answer: Answer): void {
  const { requestBody, responses } = documented(id)
  const response = resolve(responses?.[answer.status])
  expect(response, `${id} answers ${answer.status}, which the document does not list: ${answer.body}`).toBeDefined()
  const type = answer.headers['content-type']
  const content = response?.content ?? {}
  expect(type === undefined ? [] : [type], `${id} ${answer.status}`).toEqual(Object.keys(content))
  for (const name of ['retry-after', 'deprecation', 'idempotency-replayed'])
    if (answer.headers[name] !== undefined)
      expect(Object.keys(response?.headers ?? {}).map((each) => each.toLowerCase())).toContain(name)
  if (type === undefined) {
    expect(answer.body).toBe('')
    return
  }
  const value: unknown = JSON.parse(answer.body)
  const schema = content[type]?.schema as Json
  const { error } = validatorOf(`${id} ${answer.status}`, schema, true).safeParse(value)
  expect(error, `${id} ${answer.status}: ${answer.body}`).toBeUndefined()
  if (answer.status !== 200) {
    const { code } = value as { code: string }
    expect(response?.description, `${id} ${answer.status}`).toContain(`\`${code}\``)
    return
  }
  const body = requestBody?.content?.['application/json']?.schema
  if (!body) return
  // Over the wire, members that are undefined are absent.
  const wire: unknown = typeof sent === 'string' ? JSON.parse(sent) : JSON.parse(JSON.stringify(sent))
  const refused = validatorOf(`${id} body`, body as Json, false).safeParse(wire).error
  expect(refused, `${id} accepts a body that its schema refuses: ${JSON.stringify(wire)}`).toBeUndefined()
}
