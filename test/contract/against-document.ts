import * as z from 'zod'
import { openApiDocument } from '../../src/api/openapi/openapi.ts'
import { type OperationId, operation } from '../../src/api/operations/operations.ts'
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

const CONTRACT_HEADERS = ['retry-after', 'deprecation', 'idempotency-replayed']
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
 * What of an answer of this service is not as the OpenAPI document says; undefined: nothing. Its status and problem code are
 * listed, its headers are those of the status, its body fits the schema and has no other members. A body that was accepted
 * fits its schema, too.
 * @param sent the body: JSON text, or a value
 */
export function faultAgainstDocument(id: OperationId, sent: unknown, answer: Answer): string | undefined {
  const { requestBody, responses } = documented(id)
  const { status, headers, body } = answer
  const response = resolve(responses?.[status])
  if (!response) return `answers ${status}, which the document does not list: ${body}`
  const type = headers['content-type']
  const content = response.content ?? {}
  const types = Object.keys(content)
  if (types.length === 0 ? type !== undefined : type === undefined || !types.includes(type))
    return `answers ${status} as ${type}, not as ${types.join(' or ') || 'an empty body'}`
  const listed = Object.keys(response.headers ?? {}).map((each) => each.toLowerCase())
  const unlisted = CONTRACT_HEADERS.filter((name) => headers[name] !== undefined && !listed.includes(name))
  if (unlisted.length > 0) return `answers ${status} with ${unlisted.join(', ')}, which the document does not list`
  if (type === undefined) return body === '' ? undefined : `answers ${status} with a body: ${body}`
  const value: unknown = JSON.parse(body)
  const { error } = validatorOf(`${id} ${status}`, content[type]?.schema as Json, true).safeParse(value)
  if (error) return `answers ${status} with a body that its schema refuses: ${body} ${error.message}`
  if (status !== 200) {
    const { code } = value as { code: string }
    const description = String(response.description)
    return description.includes(`\`${code}\``) ? undefined : `answers ${status} with ${code}, which is not listed`
  }
  const accepted = requestBody?.content?.['application/json']?.schema
  if (!accepted) return
  const refused = validatorOf(`${id} body`, accepted, false).safeParse(onTheWire(sent)).error
  return refused && `accepts a body that its schema refuses: ${refused.message}`
}

/** Members that are undefined are absent. */
function onTheWire(sent: unknown): unknown {
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent)
  return text === undefined ? undefined : JSON.parse(text)
}
