import * as fc from 'fast-check'

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema of our own document, read member by member.
export type Schema = any

/** An operation of the OpenAPI document. */
export interface DocumentedOperation {
  readonly id: string
  readonly method: string
  /** With parameters in braces. */
  readonly path: string
  readonly keyKind: 'validation' | 'management'
  readonly statuses: ReadonlySet<string>
  readonly query: readonly Schema[]
  readonly headers: readonly Schema[]
  readonly body: Schema | undefined
}

/** A request without its API key; `{…}` of the path are still to be filled in. */
export interface AnyRequest {
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON, or what a client should not send. */
  readonly body: string | undefined
  /** Whether the values come from the schemas unchanged. */
  readonly isRegular: boolean
}

/** All operations of an OpenAPI document, in its order. */
export function documentedOperations(document: Schema): DocumentedOperation[] {
  return Object.entries<Schema>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Schema>(methods)
      .filter(([, operation]) => typeof operation === 'object' && 'operationId' in operation)
      .map(([method, operation]) => {
        const parameters = (operation.parameters ?? []).map((each: Schema) => resolved(document, each))
        return {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          keyKind: 'validationKey' in operation.security[0] ? 'validation' : 'management',
          statuses: new Set(Object.keys(operation.responses)),
          query: parameters.filter((each: Schema) => each.in === 'query'),
          headers: parameters.filter((each: Schema) => each.in === 'header'),
          body: operation.requestBody?.content['application/json'].schema,
        } as const
      }),
  )
}

/** Requests of one operation: half from its schemas, half changed at random. */
export function anyRequest(document: Schema, operation: DocumentedOperation): fc.Arbitrary<AnyRequest> {
  const named = (parameters: readonly Schema[]): fc.Arbitrary<Readonly<Record<string, unknown>>> =>
    fc.record(
      Object.fromEntries(
        parameters.map(({ name, schema, required }): [string, fc.Arbitrary<unknown>] => {
          const value = anyValue(document, schema, 0)
          return [name, required ? value : fc.option(value, { nil: undefined })]
        }),
      ),
    )
  const headers = named(operation.headers.filter(({ name }) => name !== 'Idempotency-Key'))
  const body = operation.body ? anyValue(document, operation.body, 0) : fc.constant(undefined)
  return fc
    .tuple(named(operation.query), headers, body, anyChange(operation), fc.nat(2 ** 31))
    .map(([query, header, value, change, number]) => {
      const regular = {
        query: Object.entries(query)
          .filter(([, each]) => each !== undefined)
          .map(([name, each]) => `${encodeURIComponent(name)}=${encodeURIComponent(`${each}`)}`)
          .join('&'),
        headers: Object.fromEntries(
          Object.entries(header)
            .filter(([, each]) => each !== undefined)
            .map(([name, each]) => [name.toLowerCase(), `${each}`]),
        ),
        body: value === undefined ? undefined : JSON.stringify(value),
        isRegular: true,
      }
      return change ? { ...change(regular, value, number), isRegular: false } : regular
    })
}

type Change = (request: AnyRequest, value: unknown, number: number) => AnyRequest

/** Values that programs tend to mistake for others. */
const ODD: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  '0x',
  '0xzz',
  `0x${'f'.repeat(64)}`,
  '9'.repeat(400),
  'ä'.repeat(3000),
  '\u0000',
  '\ud800',
  '\u202e\u2028',
  '$HOME{{constructor}}',
  "'; drop table transactions; --",
  '../../etc/passwd',
  'http://127.0.0.1:1/',
  '__proto__',
  [],
  {},
  [[[[[[[[]]]]]]]],
  { __proto__: 1, constructor: { prototype: 1 } },
  Array.from({ length: 2000 }, (_, index) => index),
]

/** Undefined: nothing is changed. */
function anyChange({ body, query }: DocumentedOperation): fc.Arbitrary<Change | undefined> {
  const ofBody: Change[] = [
    (request, value, number) => ({ ...request, body: JSON.stringify(replaced(value, number, odd(number))) }),
    (request, value, number) => ({ ...request, body: JSON.stringify(replaced(value, number, undefined)) }),
    (request, value, number) => ({
      ...request,
      body: JSON.stringify({ ...(value as object), [`x${number}`]: odd(number) }),
    }),
    (request, _, number) => ({ ...request, body: request.body?.slice(0, number % (request.body.length + 1)) }),
    (request, _, number) => ({ ...request, body: JSON.stringify(odd(number)) }),
    (request) => ({ ...request, body: `${'['.repeat(5000)}${']'.repeat(5000)}` }),
    (request) => ({ ...request, body: undefined }),
    (request, _, number) => ({ ...request, headers: { ...request.headers, 'content-type': oddType(number) } }),
  ]
  const ofQuery: Change[] = [
    (request, _, number) => ({
      ...request,
      query: `${request.query}&${query[number % query.length]?.name}=${encoded(odd(number))}`,
    }),
    (request) => ({ ...request, query: `${request.query}&${request.query}` }),
    (request) => ({ ...request, query: `${request.query}&page=%zz&size=%ff` }),
  ]
  const ofAll: Change[] = [
    (request, _, number) => ({ ...request, query: `${request.query}&unknown${number}=${encoded(odd(number))}` }),
    (request, _, number) => ({ ...request, headers: oddHeaders(request.headers, number) }),
  ]
  const changes = [...(body ? ofBody : []), ...(query.length > 0 ? ofQuery : []), ...ofAll]
  return fc.oneof(fc.constant(undefined), fc.constantFrom(...changes))
}

function odd(number: number): unknown {
  return ODD[number % ODD.length]
}

function oddType(number: number): string {
  return (
    ['text/plain', 'application/json; charset=latin1', '', 'multipart/form-data', 'application/xml'][number % 5] ?? ''
  )
}

function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent(text.toWellFormed())
}

function oddHeaders(headers: Readonly<Record<string, string>>, number: number): Record<string, string> {
  const names = [...Object.keys(headers), 'idempotency-key', 'prefer', 'accept', 'x-validation-product']
  const name = names[number % names.length] ?? 'accept'
  const value = ['', 'x', 'a'.repeat(5000), 'ü', 'true', '*/*;q=0', 'SONAR, SONAR'][number % 7] ?? ''
  return { ...headers, [name]: value }
}

/** The value with one member, anywhere in it, replaced; removed for undefined. */
function replaced(value: unknown, number: number, by: unknown): unknown {
  if (typeof value !== 'object' || value === null) return by
  const names = Object.keys(value)
  const name = names[number % Math.max(1, names.length)]
  if (name === undefined) return by
  const member = (value as Readonly<Record<string, unknown>>)[name]
  const inner = number % 3 === 0 ? by : replaced(member, Math.floor(number / 3), by)
  if (Array.isArray(value)) return value.map((each, index) => (String(index) === name ? inner : each))
  return { ...value, [name]: inner }
}

const ADDRESSES = Array.from({ length: 12 }, (_, index) => `0x${(index + 0xa0).toString(16).repeat(20)}`)
const DEPTH = 6

function anyValue(document: Schema, given: Schema, depth: number): fc.Arbitrary<unknown> {
  const schema = resolved(document, given)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((each: Schema) => anyValue(document, each, depth + 1)))
  if (schema.allOf) {
    const parts: fc.Arbitrary<unknown>[] = schema.allOf.map((each: Schema) => anyValue(document, each, depth + 1))
    return fc.tuple(...parts).map((values) => Object.assign({}, ...values))
  }
  const type = Array.isArray(schema.type) ? schema.type.find((each: string) => each !== 'null') : schema.type
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer')
    return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 2000, 2 ** 31) })
  if (type === 'number') return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e6, noNaN: true })
  if (type === 'null') return fc.constant(null)
  if (type === 'array') {
    const maxLength = depth > DEPTH ? 0 : Math.min(schema.maxItems ?? 4, 4)
    return fc.array(anyValue(document, schema.items ?? {}, depth + 1), {
      minLength: Math.min(schema.minItems ?? 0, maxLength),
      maxLength,
    })
  }
  if (type === 'object') return anyObject(document, schema, depth)
  if (type === 'string') return anyText(schema)
  return fc.oneof(fc.string({ maxLength: 20 }), fc.nat(1000), fc.boolean(), fc.constant({}))
}

function anyObject(document: Schema, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const members = Object.entries<Schema>(schema.properties ?? {}).filter(
    ([name]) => depth <= DEPTH || schema.required?.includes(name),
  )
  return fc.record(Object.fromEntries(members.map(([name, member]) => [name, anyValue(document, member, depth + 1)])), {
    requiredKeys: schema.required ?? [],
  })
}

function anyText(schema: Schema): fc.Arbitrary<string> {
  const bounds = { minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 60, 60) }
  if (schema.format === 'date-time')
    return fc
      .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  if (schema.pattern?.includes('{40}')) return fc.oneof(fc.constantFrom(...ADDRESSES), matching(schema.pattern))
  const examples = schema.examples ?? []
  const text = schema.pattern ? matching(schema.pattern) : fc.string({ ...bounds, unit: 'grapheme' })
  return examples.length > 0 ? fc.oneof(fc.constantFrom<string>(...examples), text) : text
}

const patterns = new Map<string, fc.Arbitrary<string>>()

function matching(pattern: string): fc.Arbitrary<string> {
  const known = patterns.get(pattern)
  if (known) return known
  const made = fc.stringMatching(new RegExp(pattern), { maxLength: 200 })
  patterns.set(pattern, made)
  return made
}

function resolved(document: Schema, schema: Schema): Schema {
  if (!schema.$ref) return schema
  const found = schema.$ref
    .slice(2)
    .split('/')
    .reduce((place: Schema, name: string) => place[name], document)
  return resolved(document, found)
}
