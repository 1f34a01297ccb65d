import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type OperationId, operation, operationIds } from '../../../src/api/operations/operations.ts'
import { openForTest } from '../../support/open-service.ts'

interface JsonSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

/** A list, a text or an object with any members that a request can have. */
interface Place {
  readonly id: OperationId
  readonly part: 'query' | 'headers' | 'body'
  readonly path: readonly string[]
  readonly schema: JsonSchema
}

const places = operationIds.flatMap((id) =>
  (['query', 'headers', 'body'] as const).flatMap((part): Place[] => {
    const schema = operation(id)[part]?.()
    if (schema === undefined) return []
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema
    // Alternatives say a member again, without its maximum.
    const found = Map.groupBy(placesIn(inlined(json)), ({ path, schema }) => `${path.join('.')} ${schema.type}`)
    return Array.from(found.values(), (same) => {
      const [place = { path: [], schema: {} }] = same.toSorted((a, b) => (maximumOf(b) ?? 0) - (maximumOf(a) ?? 0))
      return { id, part, ...place }
    })
  }),
)

function maximumOf({ schema }: Pick<Place, 'schema'>): number | undefined {
  return schema.maxLength ?? schema.maxItems ?? schema.maxProperties
}

/** zod makes a reference of everything with an id. */
function inlined(schema: JsonSchema): JsonSchema {
  const { $defs = {} } = schema as { $defs?: Readonly<Record<string, JsonSchema>> }
  const of = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(of)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as { $ref?: string }
    if ($ref !== undefined) return of($defs[$ref.replace('#/$defs/', '')])
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, of(each)]))
  }
  return of(schema) as JsonSchema
}

function placesIn(schema: JsonSchema, path: readonly string[] = []): Pick<Place, 'path' | 'schema'>[] {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [
    ...alternatives.flatMap((each) => placesIn(each, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => placesIn(each, [...path, name])),
    ...(schema.items ? placesIn(schema.items, [...path, '[]']) : []),
    ...(isFree(schema) ? [{ path, schema }] : []),
  ]
}

function isFree({ type, additionalProperties, ...schema }: JsonSchema): boolean {
  if (type === 'string') return schema.enum === undefined && schema.const === undefined
  return type === 'array' || (type === 'object' && additionalProperties !== undefined && additionalProperties !== false)
}

const name = ({ id, part, path }: Place) => `${id} ${part} ${path.join('.')}`

test('every list, text and map of every request has a maximum', () => {
  expect(places.length).toBeGreaterThan(60)
  const unbounded = places.filter((place) => maximumOf(place) === undefined)
  expect(unbounded.map(name)).toEqual([])
})

describe('a request with', () => {
  const service = async () => {
    const opened = await openForTest({ hasAdminApi: true })
    const [validation, management] = [await opened.keys.create('validation'), await opened.keys.create('management')]
    const keys = { validation: validation.key, management: management.key }
    return (id: OperationId, { query = '', body }: { query?: string; body?: unknown }) => {
      const { method, path, key } = operation(id)
      const headers = { 'content-type': 'application/json', 'x-api-key': keys[key], 'x-validation-product': 'SONAR' }
      const text = body === undefined ? {} : { body: JSON.stringify(body) }
      const request = { method, path: path.replace(/\{[^{}]+\}/g, 'none'), query, headers, ...text }
      return opened.handle(request, { kind: 'network', address: '192.0.2.1' })
    }
  }

  test('130,000 items in any list names the maximum, in few words', async () => {
    const send = await service()
    const lists = places.filter(({ part, schema }) => part === 'body' && schema.type === 'array')
    expect(lists.length).toBeGreaterThan(8)
    for (const place of lists) {
      const body = place.path.reduceRight<unknown>(
        (inner, each) => (each === '[]' ? [inner] : { [each]: inner }),
        Array(130_000).fill('a'),
      )
      const answer = await send(place.id, { body })
      expect([name(place), answer.status]).toEqual([name(place), 400])
      const { errors } = JSON.parse(answer.body)
      const fault = {
        path: place.path.join('.').replaceAll('.[]', '[0]'),
        message: `has more than ${place.schema.maxItems} items`,
      }
      expect(errors).toContainEqual(fault)
      expect(answer.body.length).toBeLessThan(3000)
    }
  })

  test('too many repeated parameters names the maximum', async () => {
    const send = await service()
    const lists = places.filter(({ part, schema }) => part === 'query' && schema.type === 'array')
    expect(lists.length).toBeGreaterThan(3)
    for (const { id, path, schema } of lists) {
      const answer = await send(id, { query: Array(300).fill(`${path[0]}=id`).join('&') })
      expect(answer.status).toBe(400)
      expect(answer.body).toContain(`${path[0]} has more than ${schema.maxItems} items`)
    }
  })

  test('a text longer than its maximum is refused, wherever it is', async () => {
    const send = await service()
    for (const place of places.filter(({ schema, path }) => schema.type === 'string' && !path.includes('[]'))) {
      const text = 'a'.repeat((place.schema.maxLength ?? 0) + 2)
      if (place.part === 'query') {
        const { status } = await send(place.id, { query: `${place.path[0]}=${text}` })
        expect([name(place), status]).toEqual([name(place), 400])
      } else if (place.part === 'body') {
        const body = place.path.reduceRight<unknown>((inner, each) => ({ [each]: inner }), text)
        const answer = await send(place.id, { body })
        expect([name(place), [400, 413].includes(answer.status)]).toEqual([name(place), true])
        expect(answer.body.length).toBeLessThan(3000)
      }
    }
  })

  test('the largest page number has no content, and one beyond is refused', async () => {
    const send = await service()
    for (const id of operationIds.filter((each) => operation(each).query?.().shape.page !== undefined)) {
      const also = id === 'listAffected' ? `&address=0x${'1'.repeat(40)}` : ''
      const last = await send(id, { query: `page=1000000000&size=1000${also}` })
      expect([id, last.status, JSON.parse(last.body).content]).toEqual([id, 200, []])
      expect((await send(id, { query: `page=9007199254740991&size=1000${also}` })).status).toBe(400)
    }
  })
})
