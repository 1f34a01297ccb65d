import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { openApiDocument } from '../../../src/api/openapi/openapi.ts'
import { isAddition } from '../../../src/api/operations/operation.ts'
import { operation, operationIds, pathParameters } from '../../../src/api/operations/operations.ts'
import { problems } from '../../../src/api/problems.ts'

const servers = { validation: 'https://validation.example', management: 'https://management.example' }
const build = () => openApiDocument({ version: '1.2.3', servers })
const document = JSON.parse(JSON.stringify(build())) as z.infer<typeof openApi>

/** The parts of OpenAPI 3.1 in use; any other member is an error. */
const reference = z.strictObject({ $ref: z.string().startsWith('#/components/') })
const server = z.strictObject({ url: z.string(), description: z.string() })
const header = z.strictObject({ description: z.string(), schema: z.looseObject({}) })
const parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  description: z.string().optional(),
  required: z.literal(true).optional(),
  schema: z.looseObject({}),
  'x-txwarden-addition': z.literal(true).optional(),
})
const content = z.record(z.string(), z.strictObject({ schema: z.looseObject({}) }))
const response = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), header).optional(),
  content: content.optional(),
})
const operationObject = z.strictObject({
  operationId: z.string(),
  summary: z.string().min(1),
  description: z.string().min(1),
  tags: z.array(z.string()).length(1),
  deprecated: z.literal(true).optional(),
  'x-txwarden-addition': z.literal(true).optional(),
  'x-txwarden-scope': z.literal('local').optional(),
  servers: z.array(server).length(1).optional(),
  security: z
    .array(z.record(z.string(), z.array(z.never())))
    .min(1)
    .max(2),
  parameters: z.array(z.union([reference, parameter])),
  requestBody: z.strictObject({ required: z.literal(true), content }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), z.union([reference, response])),
})
const openApi = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(server),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string().min(1) })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operationObject),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[A-Za-z0-9]+$/), z.looseObject({})),
    parameters: z.record(z.string(), parameter),
    responses: z.record(z.string(), response),
    securitySchemes: z.record(
      z.string(),
      z.union([
        z.strictObject({
          type: z.literal('apiKey'),
          in: z.literal('header'),
          name: z.string(),
          description: z.string(),
        }),
        z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer'), description: z.string() }),
      ]),
    ),
  }),
})

/** Parameter names do not distinguish paths. */
const shape = (path: string) => path.replace(/\{[^}]+\}/g, '{}')
const listed = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, found]) => ({ path, method: method.toUpperCase(), ...found })),
)
const byId = (id: string) => listed.find(({ operationId }) => operationId === id)

describe('the OpenAPI document', () => {
  test('has the shape of OpenAPI 3.1', () => {
    expect(openApi.safeParse(document).error).toBeUndefined()
  })

  test('is the same text every time', () => {
    expect(JSON.stringify(build())).toBe(JSON.stringify(build()))
  })

  test('has every operation, with method, path, key and servers', () => {
    const facts = (id: (typeof operationIds)[number]) => {
      const row = operation(id)
      const { method, path, key, deprecated, body } = row
      return {
        id,
        method,
        path: shape(path),
        key,
        isOurs: isAddition(row),
        isOld: deprecated !== undefined,
        hasBody: !!body,
      }
    }
    expect(
      listed.map((each) => ({
        id: each.operationId,
        method: each.method,
        path: shape(each.path),
        key: Object.keys(each.security[0] ?? {})[0]?.replace(/Key$/, ''),
        isOurs: each['x-txwarden-addition'] === true,
        isOld: each.deprecated === true,
        hasBody: each.requestBody !== undefined,
      })),
    ).toEqual(expect.arrayContaining(operationIds.map(facts)))
    expect(listed).toHaveLength(operationIds.length)
    for (const { operationId, servers: own } of listed)
      expect(own?.[0]?.url, operationId).toBe(
        operation(operationId as (typeof operationIds)[number]).key === 'management' ? servers.management : undefined,
      )
    expect(document.servers.map(({ url }) => url)).toEqual([servers.validation])
  })

  test('describes every tag in use', () => {
    expect(new Set(listed.flatMap(({ tags }) => tags))).toEqual(new Set(document.tags.map(({ name }) => name)))
  })

  test('has one spelling of each path', () => {
    const paths = Object.keys(document.paths)
    expect(new Set(paths.map(shape)).size).toBe(paths.length)
  })

  test('declares exactly the parameters of each path', () => {
    for (const { operationId, path, parameters } of listed) {
      const declared = parameters.flatMap((each) => ('in' in each && each.in === 'path' ? [each.name] : []))
      expect(declared, operationId).toEqual(pathParameters(path))
    }
  })

  test('has no dangling references and no unused components', () => {
    const text = JSON.stringify(document)
    const references = [...new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? ''))]
    const resolve = (pointer: string) =>
      pointer
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
    expect(references.filter((each) => resolve(each) === undefined)).toEqual([])
    const { schemas, responses } = document.components
    const kept = [
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(responses).map((name) => `#/components/responses/${name}`),
    ]
    expect(kept.filter((each) => !references.includes(each))).toEqual([])
  })

  test('has JSON Schema that accepts a valid body and rejects an invalid one', () => {
    const { schemas } = document.components
    const create = z.fromJSONSchema(schemas.ControlListEntryCreate as z.core.JSONSchema.JSONSchema)
    const good = { address: `0x${'7e'.repeat(20)}`, type: 'BLOCK', productType: 'SONAR', chainIds: ['1'] }
    expect(create.safeParse(good).success).toBe(true)
    expect(create.safeParse({ ...good, type: 'DENY' }).success).toBe(false)
    expect(create.safeParse({ ...good, address: undefined }).success).toBe(false)
    expect(create.safeParse({ ...good, chainIds: [1] }).success).toBe(false)
  })

  const hook = 'https://hooks.example.org/in'
  const chat = { chatId: '1', token: '1:a' }
  test.each([
    ['MonitoredAddressUpdate', [{ name: '' }, { enabled: false }], [{}, { name: null }, { enabled: null, name: null }]],
    ['DeliveryRetry', [{ ids: ['a'] }, { since: '2026-01-02T03:04:05Z' }], [{}, { ids: [] }, { since: 'monday' }]],
    [
      'DestinationCreate',
      [
        { name: 'a', channel: 'SLACK', webhookUrl: hook },
        { name: 'a', channel: 'WEBHOOK', webhookUrl: 'HTTP://lan', attributes: null },
        { name: 'a', channel: 'EMAIL', webhookUrl: 'mailto:a@example.org' },
        { name: 'a', channel: 'TELEGRAM', attributes: chat },
      ],
      [
        { name: 'a', channel: 'SLACK' },
        { name: ' ', channel: 'SLACK', webhookUrl: hook },
        { name: 'a', channel: 'DISCORD', webhookUrl: 'mailto:a@example.org' },
        { name: 'a', channel: 'EMAIL', webhookUrl: hook },
        { name: 'a', channel: 'WEBHOOK', webhookUrl: null },
        { name: 'a', channel: 'TELEGRAM', webhookUrl: hook },
        { name: 'a', channel: 'TELEGRAM', attributes: { chatId: '1' } },
        { name: 'a', channel: 'TELEGRAM', attributes: { ...chat, token: '' } },
      ],
    ],
    ['TransactionFilter', [{ chainIds: [1, 8453] }], [{ chainIds: [0] }, { chainIds: ['1'] }, { toScore: 101 }]],
    [
      'TransactionUpdate',
      [{ blockNumber: '0x10' }, {}],
      [{ blockNumber: '-1' }, { blockTime: '2026' }, { transactionId: '0x12' }],
    ],
  ])('has the rules of %s', (name, accepted, rejected) => {
    const { schemas } = document.components
    const text = JSON.stringify({ ...schemas[name], $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/')
    const schema = z.fromJSONSchema(JSON.parse(text) as z.core.JSONSchema.JSONSchema)
    const fits = (body: unknown) => schema.safeParse(body).success
    expect(accepted.filter((body) => !fits(body))).toEqual([])
    expect(rejected.filter(fits)).toEqual([])
  })

  test('describes an operation', () => {
    const failure = (...codes: readonly string[]) =>
      expect.objectContaining({
        description: expect.stringMatching(new RegExp(codes.map((code) => `\`${code}\`[^]*`).join(''))),
        headers: expect.objectContaining({ Deprecation: expect.anything() }),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      })
    expect(byId('updateTransactionV1')).toEqual({
      path: '/api/v1/transaction/{svc-transaction-id}',
      method: 'PUT',
      operationId: 'updateTransactionV1',
      summary: 'Report the on-chain transaction (v1)',
      description:
        'Like v2, with a required transactionId. Deprecated since 2025-01-01; use /api/v2/transaction/{svc-transaction-id}.',
      tags: ['validation'],
      deprecated: true,
      security: [{ validationKey: [] }],
      parameters: [
        { name: 'svc-transaction-id', in: 'path', required: true, schema: { type: 'string' } },
        {
          name: 'X-Txwarden-Replace',
          in: 'header',
          description: expect.stringContaining('replace'),
          'x-txwarden-addition': true,
          schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
        },
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/TransactionUpdateV1' } } },
      },
      responses: {
        200: {
          description: 'Success, no content.',
          headers: { Deprecation: expect.anything(), Link: expect.anything() },
        },
        400: failure('malformed-request', 'invalid-json', 'invalid-body', 'invalid-header', 'invalid-path'),
        401: failure('missing-key', 'unknown-key'),
        403: failure('wrong-key-kind'),
        404: failure('not-found', 'unknown-route'),
        408: failure('request-timeout'),
        409: failure('transaction-id-conflict'),
        413: failure('body-too-large'),
        415: failure('unsupported-media-type'),
        429: failure('rate-limited', 'too-many-bad-keys'),
        431: failure('headers-too-large'),
        500: failure('internal'),
        503: failure('database-busy', 'database-unavailable', 'outcome-unknown', 'shutting-down'),
      },
    })
  })

  test('lists every problem, but the one of other methods', () => {
    const text = JSON.stringify(document)
    expect(Object.keys(problems).filter((code) => !text.includes(`\`${code}\`:`))).toEqual(['method-not-allowed'])
  })

  test('marks the headers that are additions, among them those that steer a simulation', () => {
    const headersOf = (id: string) =>
      (listed.find(({ operationId }) => operationId === id)?.parameters ?? []).flatMap((each) =>
        'name' in each && each.in === 'header' ? [[each.name, each['x-txwarden-addition'] ?? false]] : [],
      )
    const chain = ['Simulate', 'Node', 'Block', 'Chain-Timeout'].map((name) => [`X-Txwarden-${name}`, true])
    const policy = ['Site', 'Dry-Run'].map((name) => [`X-Txwarden-${name}`, true])
    expect(headersOf('validateTransaction')).toEqual([
      ['X-Validation-Product', false],
      ['Prefer', true],
      ['X-Txwarden-Payload-Slot', true],
      ...chain,
      ['X-Txwarden-Signed-Hash', true],
      ...policy,
    ])
    expect(headersOf('validateTypedData')).toEqual([['X-Validation-Product', false], ...chain, ...policy])
    expect(headersOf('validateTransactionV1').map(([name]) => name)).not.toContain('X-Txwarden-Simulate')
  })

  test('has a description of every member of a simulation that is not an address', () => {
    for (const id of ['Simulation', 'AssetChange', 'StandingApproval', 'ChainCoverage']) {
      const { properties } = document.components.schemas[id] as { properties: Record<string, { description?: string }> }
      const silent = Object.entries(properties).filter(([, { description }]) => description === undefined)
      const clear = ['owner', 'spender', 'token', 'standard', 'blockHash']
      expect(silent.map(([name]) => name).filter((name) => !clear.includes(name))).toEqual([])
    }
  })

  test('has an Idempotency-Key on every POST only', () => {
    const takes = listed.filter(({ parameters }) =>
      parameters.some((each) => '$ref' in each && each.$ref === '#/components/parameters/IdempotencyKey'),
    )
    expect(takes.map(({ operationId }) => operationId)).toEqual(
      listed.filter(({ method }) => method === 'POST').map(({ operationId }) => operationId),
    )
  })
})

describe('the operations table', () => {
  const contract = operationIds.map(operation).filter((row) => !isAddition(row))
  const SPECIFICATION = new URL('../../../../shared/spec/interface.md', import.meta.url)

  test('has the 22 operations of the interface on 14 paths', () => {
    expect(contract).toHaveLength(22)
    expect(new Set(contract.map(({ path }) => shape(path))).size).toBe(14)
  })

  test('agrees with the tables of the interface, if available', () => {
    const rows = existsSync(SPECIFICATION)
      ? [...readFileSync(SPECIFICATION, 'utf8').matchAll(/^\| (GET|POST|PUT|DELETE) \| (\/\S+) \|/gm)].map(
          ([, method, path]) => `${method} ${path}`,
        )
      : contract.map(({ method, path }) => `${method} ${path}`)
    expect(contract.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(rows.sort())
  })
})
