import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { openApiDocument } from '../../src/api/openapi/openapi.ts'
import type { OperationId } from '../../src/api/operations/operations.ts'
import { openService } from '../../src/service/index.ts'
import { createIds } from '../../src/service/runtime/ids.ts'
import { createLog } from '../../src/service/server/log.ts'
import { createOwnPaths } from '../../src/service/server/own-paths.ts'
import { startServer } from '../../src/service/server/server.ts'
import { systemClock } from '../../src/shared/time/clock.ts'
import { faultAgainstDocument } from '../contract/against-document.ts'
import type { Answer } from '../contract/target.ts'
import { seededRandom } from '../support/deterministic.ts'
import { type AnyRequest, anyRequest, type DocumentedOperation, documentedOperations } from './support/any-request.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { lifeCycle, RESOURCES, type Resource } from './support/life-cycle.ts'
import { RealHttp } from './support/real-http.ts'

/**
 * Random requests to every operation of the OpenAPI document: tsx test/campaigns/api-fuzz.ts [cases] [seed] [--short].
 * Ids come from earlier answers. In sequences, an object is created, updated, read in its list, deleted and deleted again.
 * One request in OVER_HTTP goes over a real connection. Nothing is sent out: tests of destinations name ones that do not
 * exist, and no deliveries run.
 */
const { count: cases, seed } = campaignArguments({ usual: 20_000, short: 3500 })
/** Cases generated at once per operation. */
const BATCH = 40
const OVER_HTTP = 20
/** Sequences for each resource in a round over all operations. */
const SEQUENCES = 4
/** Random bodies that a step of a sequence tries. */
const TRIES = 30
/** Processor time of one request (ms); far above what any needs, because the machine may be busy. */
const LIMIT_MS = 1000
const LONGEST_ANSWER = 8 * 2 ** 20
const PLANTED = 'planted-c0ffee5ec4e7-secret'

const EMPTY: AnyRequest = { query: '', headers: {}, body: undefined, isRegular: true }

const random = randomFrom(seed)
const document = openApiDocument({ version: '0', servers: { validation: '/', management: '/' } })
const operations = documentedOperations(document)
const arbitraries = new Map(operations.map((each) => [each.id, anyRequest(document, each)]))
const report = new Report('API fuzz')
const folder = mkdtempSync(join(tmpdir(), 'txwarden-api-fuzz-'))
const internalErrors: string[] = []
const faults = new Map<string, { times: number; example: string }>()
const statuses = new Map<number, number>()
/** Ids by the path of their collection. */
const pools = new Map<string, string[]>()
/** Sequences in which no random body was accepted, by their first operation. */
const incomplete = new Map<string, number>()
let slowest = { ms: 0, id: '' }
let done = 0
let sequences = 0
const completed = new Set<string>()
let overHttp = 0

const service = await openService({
  database: join(folder, 'fuzzed.db'),
  env: {},
  clock: systemClock,
  random: seededRandom(String(seed)),
  // All operations, over HTTP as well.
  hasAdminApi: true,
  report: (error) => internalErrors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
})
// Not `serve`, which would deliver alerts to random addresses.
const server = await startServer({
  host: '127.0.0.1',
  port: 0,
  begin: service.begin,
  ownPaths: createOwnPaths({ version: '0', requireReady: async () => service.store.requireWritable() }),
  log: await createLog({ write: () => {}, quiet: true }),
  newId: createIds(systemClock, seededRandom(`${seed} over HTTP`)),
})
const http = new RealHttp(server.url, random)
const keys: Readonly<Record<string, string>> = {
  validation: (await service.keys.create('validation')).key,
  management: (await service.keys.create('management')).key,
}
try {
  for (let round = 0; done < cases; round++) {
    for (const operation of shuffled(operations)) {
      const arbitrary = arbitraries.get(operation.id)
      if (!arbitrary) continue
      const batch = fc.sample(arbitrary, { numRuns: BATCH, seed: seed + round * 1000 + operations.indexOf(operation) })
      for (const request of batch) await tryOne(operation, request)
    }
    for (let number = 0; number < SEQUENCES; number++)
      for (const each of RESOURCES) await trySequence(each, number + round * SEQUENCES)
  }
  tell()
} finally {
  http.close()
  await server.stop()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
}
report.end()

async function tryOne(operation: DocumentedOperation, generated: AnyRequest): Promise<void> {
  done++
  const path = filled(operation.path)
  const key = keys[operation.keyKind] ?? ''
  const request = { ...generated, body: planted(operation, generated.body) }
  const isCounted = random() < 0.02
  const before = isCounted ? await rowCount() : 0
  const call = { method: operation.method, path, request, key }
  const answer = random() < 1 / OVER_HTTP ? await sendOverHttp(operation, call) : await send(operation, call)
  check(operation, request, answer)
  if (isCounted && answer.status >= 400)
    expect((await rowCount()) === before, 'a refused request writes something', operation, request)
  if (answer.status === 200) await follow(operation, path, answer, key)
  const draw = random()
  if (draw < 0.02) await tryKeys(operation, path, request)
  else if (draw < 0.03) await tryMethod(operation, path, key)
}

interface Call {
  readonly method: string
  readonly path: string
  readonly request: AnyRequest
  readonly key: string | undefined
}

async function send(operation: DocumentedOperation, { method, path, request, key }: Call): Promise<Answer> {
  const answer = await timed(operation, request, () =>
    service.handle(
      {
        method,
        path,
        query: request.query,
        headers: headersOf(request, key),
        ...(request.body !== undefined && { body: request.body }),
      },
      // Wrong keys are counted by address.
      { kind: 'network', address: `203.0.113.${Math.floor(random() * 256)}` },
    ),
  )
  return { status: answer.status, headers: answer.headers, body: answer.body ?? '' }
}

async function sendOverHttp(operation: DocumentedOperation, { method, path, request, key }: Call): Promise<Answer> {
  overHttp++
  const whole = { method, path: `${path}?${request.query}`, headers: headersOf(request, key), body: request.body }
  const { isChanged, ...answer } = await timed(operation, request, () => http.send(whole))
  expect(!isChanged || answer.status >= 400, 'accepts a coded or damaged body', operation, request)
  return answer
}

function headersOf({ headers, body }: AnyRequest, key: string | undefined): Record<string, string> {
  return {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
    ...(key !== undefined && { 'x-api-key': key }),
  }
}

/** Limits the processor time of a request. */
async function timed<T extends { readonly status: number }>(
  operation: DocumentedOperation,
  request: AnyRequest,
  sent: () => Promise<T>,
): Promise<T> {
  const started = process.cpuUsage()
  const answer = await sent()
  const { user, system } = process.cpuUsage(started)
  const ms = (user + system) / 1000
  if (ms > slowest.ms) slowest = { ms, id: operation.id }
  expect(ms < LIMIT_MS, `takes ${LIMIT_MS} ms`, operation, request)
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  return answer
}

function check(operation: DocumentedOperation, request: AnyRequest, answer: Answer): void {
  const { status, headers, body } = answer
  // No node is configured: what needs one is refused.
  const isRefused = status === 503 && /"(?:simulation-unavailable|no-node)"/.test(body)
  expect(status < 500 || isRefused, `answers ${status}`, operation, request)
  expect(body.length <= LONGEST_ANSWER, `answers more than ${LONGEST_ANSWER} bytes`, operation, request)
  expect(!body.includes(PLANTED), 'shows a secret', operation, request)
  expect(!JSON.stringify(headers).includes(PLANTED), 'shows a secret in a header', operation, request)
  const fault = faultAgainstDocument(operation.id as OperationId, request.body, answer)
  expect(fault === undefined, (fault ?? '').slice(0, 400), operation, request)
  if (status === 200) return
  const { status: stated, detail } = JSON.parse(body)
  expect(stated === status, `answers ${status} with a problem of ${stated}`, operation, request)
  expect(!String(detail ?? '').includes('\n'), 'refuses in more than one line', operation, request)
}

/** Remembers created objects; what is deleted must be gone. */
async function follow(operation: DocumentedOperation, path: string, { body }: Answer, key: string): Promise<void> {
  if (operation.method === 'POST' && body !== '') {
    const { id, alertId, controlListId, svcTxId } = JSON.parse(body)
    const created = id ?? alertId ?? controlListId ?? svcTxId
    if (typeof created === 'string') pool(collectionOf(operation)).push(created)
  }
  if (operation.method !== 'DELETE') return
  const id = path.split('/').at(-1) ?? ''
  for (const [collection, ids] of pools)
    pools.set(
      collection,
      ids.filter((each) => each !== id),
    )
  const again = await send(operation, { method: 'DELETE', path, request: EMPTY, key })
  expect(again.status === 404, `answers ${again.status} to a second deletion`, operation, EMPTY)
}

async function trySequence(resource: Resource, number: number): Promise<void> {
  const checked = async (id: OperationId, request: AnyRequest, objectId = '') => {
    const operation = operations.find((each) => each.id === id) as DocumentedOperation
    const path = operation.path.replace(/\{[^{}]+\}/, objectId)
    const answer = await send(operation, { method: operation.method, path, request, key: keys[operation.keyKind] })
    check(operation, request, answer)
    return answer
  }
  const { isComplete, fault } = await lifeCycle(resource, {
    ask: (id, { objectId, query = '' }) => checked(id, { ...EMPTY, query }, objectId),
    async accepted(id, { objectId, over }) {
      const operation = operations.find((each) => each.id === id) as DocumentedOperation
      const bodies = fc.sample(arbitraries.get(id) as fc.Arbitrary<AnyRequest>, { numRuns: TRIES, seed: seed + number })
      for (const { isRegular, body, headers } of bodies) {
        if (!isRegular || body === undefined) continue
        const sent = { ...JSON.parse(planted(operation, body) ?? ''), ...over }
        const answer = await checked(id, { ...EMPTY, headers, body: JSON.stringify(sent) }, objectId)
        if (answer.status === 200) return { answer, sent }
      }
      return undefined
    },
  })
  const { create } = resource
  if (!isComplete) incomplete.set(create, (incomplete.get(create) ?? 0) + 1)
  else {
    sequences++
    completed.add(create)
  }
  expect(
    fault === undefined,
    `: the object ${fault}`,
    operations.find(({ id }) => id === create) as DocumentedOperation,
    EMPTY,
  )
}

/** No key, a wrong one, and one of the other kind. */
async function tryKeys(operation: DocumentedOperation, path: string, request: AnyRequest): Promise<void> {
  const right = keys[operation.keyKind] ?? ''
  const wrong = [
    undefined,
    '',
    right.slice(0, -1),
    `${right}0`,
    right.toUpperCase(),
    keys[operation.keyKind === 'management' ? 'validation' : 'management'],
  ]
  for (const key of wrong) {
    const answer = await send(operation, { method: operation.method, path, request, key })
    const { status } = answer
    check(operation, request, answer)
    expect([400, 401, 403, 429].includes(status), `answers ${status} without the right key`, operation, request)
  }
}

async function tryMethod(operation: DocumentedOperation, path: string, key: string): Promise<void> {
  const { status, headers } = await send(operation, { method: 'PATCH', path, request: EMPTY, key })
  expect(status === 405 && headers.allow !== undefined, `answers ${status} to PATCH`, operation, EMPTY)
}

function expect(holds: boolean, fault: string, operation: DocumentedOperation, request: AnyRequest): void {
  if (holds) return
  const name = `${operation.id} ${fault}`
  const known = faults.get(name)
  const example = `${request.query} ${JSON.stringify(request.headers)} ${request.body?.slice(0, 300)}`
  faults.set(name, { times: (known?.times ?? 0) + 1, example: known?.example ?? example })
}

function collectionOf({ path }: DocumentedOperation): string {
  if (path.includes('/transaction')) return 'transactions'
  if (path.includes('/destinations')) return 'destinations'
  if (path.includes('alert-configurations')) return 'alerts'
  return path.split('/').find((part) => part === 'control-lists' || part === 'monitor') ?? 'deliveries'
}

function pool(name: string): string[] {
  const ids = pools.get(name) ?? []
  pools.set(name, ids)
  return ids
}

/** The path with an id that exists, where one does, or an invented one. */
function filled(template: string): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const draw = random()
    if (draw < 0.05) return ['%00', '..%2f..', 'x'.repeat(3000), '%F0%9F%98%80'][Math.floor(random() * 4)] ?? ''
    const kind = {
      'svc-transaction-id': 'transactions',
      controlListId: 'control-lists',
      id: 'monitor',
      destinationId: 'destinations',
      alertConfigurationId: 'alerts',
    }[name]
    const ids = kind === undefined ? [] : pool(kind)
    const known = ids[Math.floor(random() * ids.length)]
    return known !== undefined && draw < 0.8 ? known : '00000000-0000-7000-8000-000000000000'
  })
}

/** The body with a known secret where a destination has one, and with ids that exist. */
function planted(operation: DocumentedOperation, body: string | undefined): string | undefined {
  // What is deeply nested goes as it is.
  if (body === undefined || body.startsWith('[') || !isJson(body)) return body
  const value = JSON.parse(body)
  if (typeof value !== 'object' || value === null) return body
  if (collectionOf(operation) === 'destinations' && typeof value.attributes?.token === 'string')
    value.attributes.token = PLANTED
  // A small limit would refuse everything after it.
  if (operation.id === 'updateSettings' && typeof value.maxStoredBytes === 'number') value.maxStoredBytes = 0
  const pick = (name: string) => pool(name)[Math.floor(random() * pool(name).length)]
  if (Array.isArray(value.destinationIds) && value.destinationIds.length > 0 && random() < 0.8)
    value.destinationIds = [pick('destinations') ?? value.destinationIds[0]]
  if (typeof value.alertId === 'string' && random() < 0.8) value.alertId = pick('alerts') ?? value.alertId
  return JSON.stringify(value)
}

async function rowCount(): Promise<number> {
  const tables = [
    'transactions',
    'control_list_entries',
    'monitored_addresses',
    'alerts',
    'destinations',
    'audit',
    'deliveries',
  ]
  const counts = await Promise.all(
    tables.map((table) =>
      sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(service.store.read),
    ),
  )
  return counts.reduce((sum, { rows }) => sum + Number(rows[0]?.n ?? 0), 0)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function tell(): void {
  report.table(
    ['status', 'answers'],
    [...statuses].sort(([a], [b]) => a - b),
  )
  report.say(
    `${operations.length} operations, ${overHttp} requests over HTTP, ${sequences} sequences, slowest ${slowest.ms.toFixed(0)} ms: ${slowest.id}`,
  )
  for (const [id, times] of incomplete) report.say(`  ${times} × no random body accepted in the sequence of ${id}`)
  report.count('cases', done)
  report.count('sequences', sequences)
  for (const [name, { times, example }] of faults) report.say(`  ${times} × ${name}: ${example}`)
  for (const error of internalErrors.slice(0, 5)) report.say(`  ${error}`)
  report.promise('every answer is as documented', faults.size === 0, [...faults.keys()].slice(0, 8).join('; '))
  report.promise('no internal error', internalErrors.length === 0, `${internalErrors.length} errors`)
  report.promise(
    'there are sequences of every resource',
    RESOURCES.every(({ create }) => completed.has(create)),
  )
  report.promise(
    'there are answers of every class',
    [200, 400, 401, 403, 404, 405].every((status) => statuses.has(status)),
  )
}
