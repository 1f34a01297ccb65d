import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { contract } from '../../src/api/operations/contract.ts'
import type { Operation } from '../../src/api/operations/operation.ts'
import { type OperationId, operation } from '../../src/api/operations/operations.ts'
import { isRecord } from '../../src/shared/json/json.ts'
import { json, type Seen, serveHttp } from '../client/support/http-server.ts'
import { sampleAnswers } from '../client/support/samples.ts'
import { type CliOptions, makeCli } from '../support/cli.ts'

const [A, B] = ['0x00000000000000000000000000000000000000aa', '0x00000000000000000000000000000000000000BB']
const HASH = `0x${'ab'.repeat(32)}`

/** Paths of the members of a schema that are part of the interface; those of items are below `[]`. */
function pathsOf(schema: z.ZodType): string[] {
  const document = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  const walk = (given: unknown, at: string): string[] => {
    const { $ref, ...own } = isRecord(given) ? given : {}
    const id = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : ''
    const node: Record<string, unknown> = { ...(isRecord(document.$defs?.[id]) && document.$defs[id]), ...own }
    if (/^Addition/.test(String(node.description ?? ''))) return []
    if (isRecord(node.properties))
      return Object.entries(node.properties).flatMap(([name, member]) =>
        walk(member, at === '' ? name : `${at}.${name}`),
      )
    const [one] = Array.isArray(node.anyOf) ? node.anyOf : []
    if (one !== undefined) return walk(one, at)
    return node.type === 'array' ? walk(node.items, `${at}[]`) : [at]
  }
  return walk(document, '')
}

/** The same paths of a value. */
function leavesOf(value: unknown, at = ''): (readonly [path: string, value: unknown])[] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, `${at}[]`))
  if (!isRecord(value)) return [[at, value]]
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, at === '' ? name : `${at}.${name}`))
}

function matches({ method, path }: Operation, seen: Seen): boolean {
  const pattern = path.replace(/\{[^}]*\}/g, '[^/]+')
  return method === seen.method && new RegExp(`^${pattern}(?:\\?.*)?$`).test(seen.url)
}

/** A service of the interface and of nothing else. */
async function serveContract(answers: Readonly<Partial<Record<OperationId, unknown>>>) {
  const ids = Object.keys(contract) as (keyof typeof contract)[]
  return serveHttp((response, seen) => {
    const id = ids.find((each) => matches(operation(each), seen))
    if (id === undefined) return json(response, { status: 404, error: 'Not Found', path: seen.url }, 404)
    json(response, answers[id] ?? sampleAnswers[id] ?? {})
  })
}

const envOf = (origin: string) => ({
  TXWARDEN_BASE_URL: origin,
  TXWARDEN_VALIDATION_KEY: 'a-key',
  TXWARDEN_MANAGEMENT_KEY: 'a-key',
})

const pay = [
  'validate',
  '--from',
  A,
  '--to',
  A,
  '--chain',
  '1',
  '--value',
  '1',
  '--data',
  '0x00',
  '--nonce',
  '7',
  '--fail-on',
  'never',
]
const request = [...pay, '--track-nonce', '--sign', '--user-agent', 'wallet', '--ip', '203.0.113.7']
const report = ['--transaction-id', HASH, '--block-number', '7', '--block-time', '2026-01-01T00:00:00Z']
const when = ['--on', 'safe,warning,unsafe', '--when', 'passed,blocked', '--from-score', '1', '--to-score', '2']
const loss = ['--from-loss', '1', '--to-loss', '2', '--category', 'fraud', '--sub-category', 'reentrancy']
const filter = [...when, ...loss, '--chain', '1', '--destination', 'destination-1']
const chat = ['--channel', 'telegram', '--chat-id', '-100', '--token-file', '-', '--state', 'inactive']

/** A command line that sets each member of a request. */
const lines: Readonly<Record<string, readonly string[]>> = {
  validateTransaction: request,
  validateTransactionV1: [...request, '--api-version', 'v1'],
  updateTransaction: ['tx', 'update', 'tx-1', ...report],
  updateTransactionV1: ['tx', 'update', 'tx-1', ...report, '--api-version', 'v1'],
  createControlList: ['control-list', 'add', A, '--type', 'block', '--product', 'rasp', '--chain', '1'],
  updateControlList: ['control-list', 'update', 'entry-1', '--chain', '1'],
  createMonitor: ['monitor', 'add', A, '--chain', '1', '--name', 'pool', '--state', 'inactive'],
  updateMonitor: ['monitor', 'update', 'monitor-1', '--name', 'pool', '--state', 'inactive'],
  createAlert: ['alert', 'create', '--name', 'losses', '--type', 'sonar', ...filter],
  updateAlert: ['alert', 'update', 'alert-1', '--name', 'losses', ...filter],
  setAlertStatus: ['alert', 'disable', 'alert-1'],
  createDestination: ['destination', 'create', '--name', 'phone', ...chat],
  updateDestination: ['destination', 'update', 'destination-1', '--name', 'phone', ...chat],
}

/** Members that a channel of ours does not use beside the others. */
const notTogether: Readonly<Record<string, readonly string[]>> = {
  createDestination: ['webhookUrl'],
  updateDestination: ['webhookUrl'],
}

describe('every member of a request of the interface has a flag', () => {
  const withBody = Object.entries(contract).filter(([, row]) => (row as Operation).body !== undefined)

  test('each operation with a body has a line here', () => {
    expect(Object.keys(lines).toSorted()).toEqual(withBody.map(([id]) => id).toSorted())
  })

  test.each(withBody)('%s', async (id) => {
    const row: Operation = operation(id as OperationId)
    await using service = await serveContract({})
    const options = { env: envOf(service.url.origin), stdin: '123456:a-token' }
    const { code, stderr } = await makeCli()(lines[id] ?? [], options)
    expect(code, stderr).toBe(0)
    const { body = '{}' } = service.seen.findLast((each) => matches(row, each)) ?? {}
    const unused = notTogether[id] ?? []
    expect(leavesOf(JSON.parse(body)).map(([path]) => path)).toEqual(
      expect.arrayContaining(pathsOf(row.body?.() as z.ZodType).filter((path) => !unused.includes(path))),
    )
  })

  test('the address of a destination, and what narrows lists down', async () => {
    await using service = await serveContract({})
    const env = envOf(service.url.origin)
    const webhook = [
      'destination',
      'create',
      '--name',
      'siem',
      '--channel',
      'slack',
      '--webhook-url',
      'https://a.example/',
    ]
    expect(await makeCli()(webhook, { env })).toMatchObject({ code: 0 })
    expect(service.seen.at(-1)?.body).toContain('"webhookUrl":"https://a.example/"')
    await makeCli()(['control-list', 'list', '--type', 'allow'], { env })
    expect(service.seen.at(-1)?.url).toContain('type=ALLOW')
    await makeCli()(['monitor', 'list', '--page', '1', '--size', '7', '--address', A, '--name', 'pool'], { env })
    expect(service.seen.at(-1)?.url).toMatch(/page=1&size=7.*address=0x.*name=pool/)
  })
})

const detail = (value: number, category: string) => ({
  value,
  category,
  subCategory: `sub ${category}`,
  subCategoryDescription: `about ${category}`,
  hops: value,
})
const entries = (id: string, address: string, type: string, chain: string) => ({
  content: [
    {
      id,
      address,
      chainIds: [chain],
      type,
      productType: type === 'BLOCK' ? 'SONAR' : 'RASP',
      createdAt: `202${chain}-01-01T00:00:00Z`,
      lastUpdatedAt: `202${chain}-02-01T00:00:00Z`,
    },
  ],
})
const result = (n: number, address: string, type: string) => ({
  valid: n === 1,
  payload: `0x${String(n).repeat(384)}`,
  combinedScore: 40 + n,
  combinedScoreDetails: detail(50 + n, `word ${n}`),
  scoreDetails: {
    fraud: detail(60 + n, `fraud ${n}`),
    cyber: detail(70 + n, `cyber ${n}`),
    compliance: detail(80 + n, `rule ${n}`),
  },
  controlLists: entries(`entry-${n}`, address, type, String(n)).content,
  internalAddressesWithMaxScore: [
    {
      address,
      name: `name ${n}`,
      maxScore: 30 + n,
      category: `kind ${n}`,
      subCategory: `tag ${n}`,
      subCategoryDescription: `text ${n}`,
      subCategoriesAndTags: [{ category: `also ${n}`, subCategory: `more ${n}`, subCategoryDescription: `most ${n}` }],
    },
  ],
  error: `why ${n}`,
  svcTxId: `svc-${n}`,
})
const alert = (n: number, is: boolean) => ({
  alertId: `alert-${n}`,
  alertName: `losses ${n}`,
  alertType: is ? 'SONAR' : 'RASP',
  alertSentCounter: 90 + n,
  destinationIds: [`destination-${n}`],
  transactionFilter: {
    validationStatusConfiguration: { alertOnSafe: is, alertOnWarning: is, alertOnUnsafe: is },
    validationEnforcementConfiguration: { alertOnPassed: is, alertOnBlocked: is },
    fromScore: 10 + n,
    toScore: 20 + n,
    fromTotalLoss: 100 + n,
    toTotalLoss: 200 + n,
    categories: [is ? 'fraud' : 'cyber'],
    subCategories: [is ? 'reentrancy' : 'addressPoisoning'],
    chainIds: [is ? 1 : 137],
  },
  isActive: is,
})
const destination = (n: number) => ({
  id: `destination-${n}`,
  name: `ops ${n}`,
  channel: n === 1 ? 'SLACK' : 'WEBHOOK',
  webhookUrl: `https://a${n}.example/`,
  state: n === 1 ? 'ACTIVE' : 'INACTIVE',
  attributes: { chatId: '', token: `••••000${n}` },
  errorMessage: `error ${n}`,
  createdAt: `202${n}-01-01T00:00:00Z`,
})
const chatOf = (n: number) => ({ ...destination(n), attributes: { chatId: `-10${n}`, token: '' } })
const v1 = ({ valid, payload, error, combinedScore, combinedScoreDetails, svcTxId }: ReturnType<typeof result>) => {
  const { hops: _, ...shown } = combinedScoreDetails
  return { valid, payload, error, combinedScore, combinedScoreDetails: shown, svcTxId }
}

interface Shown {
  readonly id: OperationId
  /** Two answers of the service that differ in each member. */
  readonly answers: readonly [unknown, unknown]
  readonly argv: readonly (readonly string[])[]
  /** Members that say something only beside another value of a second one. */
  readonly not?: readonly string[]
}

const validate = ['validate', '--from', A, '--to', A, '--chain', '1', '--explain', '--fail-on', 'never']
const page = { size: 25, number: 0, totalPages: 1, totalElements: 1 }
/** Numbers of a page: a terminal says how many rows there are more. */
const ofPage = ['size', 'number', 'totalPages', 'totalElements']

const shown: readonly Shown[] = [
  {
    id: 'validateTransaction',
    answers: [result(1, A, 'BLOCK'), result(2, B, 'ALLOW')],
    argv: [validate],
    not: ['error'],
  },
  {
    id: 'validateTransaction',
    answers: [
      { ...result(1, A, 'BLOCK'), valid: false },
      { ...result(1, A, 'BLOCK'), valid: true, error: 'other' },
    ],
    argv: [validate],
  },
  {
    id: 'validateTransactionV1',
    answers: [v1(result(1, A, 'BLOCK')), v1(result(2, B, 'ALLOW'))],
    argv: [[...validate, '--api-version', 'v1']],
  },
  {
    id: 'listControlLists',
    answers: [
      { ...entries('entry-1', A, 'BLOCK', '1'), ...page },
      { ...entries('entry-2', B, 'ALLOW', '2'), ...page },
    ],
    argv: [['control-list', 'list', '--wide']],
    not: ofPage,
  },
  {
    id: 'listMonitors',
    answers: [
      { content: [{ id: 'monitor-1', address: A, name: 'pool', chainId: '1', enabled: true }], ...page },
      { content: [{ id: 'monitor-2', address: B, name: 'hot', chainId: '137', enabled: false }], ...page },
    ],
    argv: [['monitor', 'list', '--wide']],
    not: ofPage,
  },
  {
    id: 'listAlerts',
    answers: [{ alerts: [alert(1, true)] }, { alerts: [alert(2, false)] }],
    argv: [['alert', 'list', '--wide']],
  },
  {
    id: 'listDestinations',
    answers: [[destination(1)], [destination(2)]],
    argv: [['destination', 'list', '--wide']],
    not: ['[].attributes.chatId'],
  },
  {
    id: 'listDestinations',
    answers: [[chatOf(1)], [chatOf(2)]],
    argv: [['destination', 'list', '--wide']],
    not: ['[].webhookUrl', '[].attributes.token'],
  },
  {
    id: 'createDestination',
    answers: [
      { ...destination(1), active: true },
      { ...destination(1), active: false },
    ],
    argv: [['destination', 'create', '--name', 'x', '--channel', 'slack', '--webhook-url', 'https://a.example/']],
  },
  {
    id: 'testDestination',
    answers: [
      {
        webhookUrl: 'https://a1.example/',
        state: 'FAILED',
        alertChannel: 'SLACK',
        errorMessage: 'no',
        timestamp: '2021-01-01T00:00:00Z',
      },
      {
        webhookUrl: 'https://a2.example/',
        state: 'SENT',
        alertChannel: 'WEBHOOK',
        errorMessage: 'not',
        timestamp: '2022-01-01T00:00:00Z',
      },
    ],
    argv: [['destination', 'test', 'destination-1']],
  },
]

/** The first answer with one member of the second. */
function withMember(first: unknown, second: unknown, path: string): unknown {
  const [name = '', ...rest] = path.split(/\.|(?=\[\])/).filter((part) => part !== '')
  if (name === '') return second
  const below = rest.join('.').replaceAll('.[]', '[]')
  if (name === '[]') return (first as unknown[]).map((item, at) => withMember(item, (second as unknown[])[at], below))
  const [one, other] = [first, second] as [Record<string, unknown>, Record<string, unknown>]
  return { ...one, [name]: withMember(one[name], other[name], below) }
}

describe('a terminal shows every member of an answer of the interface', () => {
  test.each(shown.map((each, at) => [`${each.id} ${at}`, each] as const))(
    '%s',
    async (_, { id, answers, argv, not = [] }) => {
      const print = async (answer: unknown) => {
        await using service = await serveContract({ [id]: answer })
        const options: CliOptions = { env: { ...envOf(service.url.origin), TZ: 'UTC' }, tty: true, columns: 4000 }
        const printed = await Promise.all(argv.map((words) => makeCli()([...words, '-q'], options)))
        return printed.map(({ stdout }) => stdout).join('\n')
      }
      const [first, second] = answers
      const differing = leavesOf(first)
        .map(([path]) => path)
        .filter((path) => !not.includes(path))
      const base = await print(first)
      const unseen: string[] = []
      for (const path of new Set(differing)) {
        const changed = withMember(first, second, path)
        if (JSON.stringify(changed) !== JSON.stringify(first) && (await print(changed)) === base) unseen.push(path)
      }
      expect(unseen).toEqual([])
    },
  )

  test('and these answers have every member', () => {
    for (const id of new Set(shown.map((each) => each.id))) {
      const schema = operation(id).output?.() as z.ZodType
      const given = shown
        .filter((each) => each.id === id)
        .flatMap(({ answers }) => leavesOf(answers[0]).map(([path]) => path))
      expect(given, id).toEqual(expect.arrayContaining(pathsOf(schema)))
    }
  })
})

describe('words that only the service knows', () => {
  const address = ['control-list', 'add', A]
  test.each([
    [[...pay, '--product', 'HOSTED'], '--product: HOSTED'],
    [[...address, '--type', 'GREY'], '--type: GREY'],
    [[...address, '--type', 'block', '--product', 'HOSTED'], '--product: HOSTED'],
    [['control-list', 'list', '--type', 'GREY'], '--type: GREY'],
    [['destination', 'create', '--name', 'x', '--channel', 'PAGER', '--state', 'PAUSED'], '--channel: PAGER'],
    [['alert', 'create', '--name', 'x', '--type', 'HOSTED', '--category', 'market'], '--type: HOSTED'],
  ])('%j is sent to it as it is, with a notice, and refused by ours', async (argv, noticed) => {
    await using service = await serveContract({})
    const { code, stderr } = await makeCli()(argv, { env: envOf(service.url.origin) })
    expect(code, stderr).toBe(0)
    expect(stderr).toContain(`Unknown value for ${noticed}; sent unchanged.`)
    const [, word = ''] = noticed.split(': ')
    const all = service.seen.map(({ url, headers, body }) => `${url} ${headers['x-validation-product']} ${body}`)
    expect(all.join('\n')).toContain(word)
    expect(await makeCli()(argv)).toMatchObject({ code: 2, stdout: '' })
  })

  test('are shown', async () => {
    const [entry] = entries('entry-1', A, 'GREY', '1').content
    await using service = await serveContract({
      listControlLists: { content: [{ ...entry, productType: 'HOSTED' }], ...page },
    })
    const listed = await makeCli()(['control-list', 'list', '--wide'], {
      env: envOf(service.url.origin),
      tty: true,
      columns: 300,
    })
    expect(listed.stdout).toMatch(/GREY .*HOSTED/)
    expect(listed.stderr).toContain('unknown value in the response: content[0].type = "GREY"')
  })
})
