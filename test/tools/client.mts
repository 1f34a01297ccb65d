// Calls every operation through a client whose types are generated from the OpenAPI document, and uses the answers as the
// types promise them. Prints the operations that it called. The test compiles it beside the types.
import createClient, { type Middleware } from 'openapi-fetch'
import type { components, paths } from './api.js'

declare const process: {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: { write(text: string): void }
}

const { BASE_URL: baseUrl = '', VALIDATION_KEY = '', MANAGEMENT_KEY = '' } = process.env
const called = new Set<string>()
const note: Middleware = {
  onRequest({ request, schemaPath }) {
    called.add(`${request.method} ${schemaPath}`)
  },
}
const clientWith = (key: string) => {
  const client = createClient<paths>({ baseUrl, headers: { 'X-Api-Key': key } })
  client.use(note)
  return client
}
const validation = clientWith(VALIDATION_KEY)
const management = clientWith(MANAGEMENT_KEY)

type Problem = components['schemas']['Problem']
type Outcome<T> = { data?: T; error?: Problem; response: Response }

async function ok<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call
  if (error !== undefined || !response.ok) throw new Error(`${response.status} ${JSON.stringify(error)}`)
  return data as T
}

async function refused(call: Promise<Outcome<unknown>>, code: Problem['code']): Promise<void> {
  const { error } = await call
  same(error?.code, code)
}

function same(found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
}

/** Fails to compile when a member may be absent. */
function texts(...values: readonly string[]): void {
  for (const value of values) same(typeof value, 'string')
}

const sender = `0x${'7e'.repeat(20)}`
const blocked = `0x${'bb'.repeat(20)}`
const product = { header: { 'X-Validation-Product': 'SONAR' } } as const

// Monitored addresses
const monitors = '/api/v2/management/monitor'
const monitor = await ok(management.POST(monitors, { body: { address: sender, chainId: '1' } }))
same([monitor.name.length, monitor.enabled], [0, true])
const monitorId = { params: { path: { id: monitor.id } } }
const renamed = await ok(management.PUT(`${monitors}/{id}`, { ...monitorId, body: { name: 'treasury' } }))
const monitorPage = await ok(
  management.GET(monitors, { params: { query: { name: 'TREAS', size: 1, sort: 'name,asc' } } }),
)
same(monitorPage.content, [renamed])
await ok(management.GET(monitors, { params: { query: { sort: ['name', 'id,desc'], address: sender } } }))
// @ts-expect-error: it needs a name or `enabled`
await refused(management.PUT(`${monitors}/{id}`, { ...monitorId, body: {} }), 'invalid-body')
const monitorsExt = '/ext/v1/monitored-addresses'
const { followed, ...told } = await ok(
  management.POST(monitorsExt, { body: { address: sender, chainId: '10', kinds: ['sent', 'received'], from: 17 } }),
)
same(followed, false)
const changed = await ok(management.PUT(monitorsExt, { body: { id: told.id, kinds: ['sent'] } }))
same(changed, { ...told, kinds: ['sent'] })
// @ts-expect-error: it needs a name, `enabled` or kinds
await refused(management.PUT(monitorsExt, { body: { id: told.id } }), 'invalid-body')
same(
  (await ok(management.GET(monitorsExt, { params: { query: { address: sender, sort: 'chainId,desc' } } }))).content,
  [changed, renamed],
)
await ok(management.DELETE(`${monitors}/{id}`, { params: { path: { id: told.id } } }))
same(await ok(management.DELETE(`${monitors}/{id}`, monitorId)), { id: monitor.id })
await refused(management.DELETE(`${monitors}/{id}`, monitorId), 'not-found')

// Control lists
const lists = '/api/v2/management/control-lists'
const entry = await ok(management.POST(lists, { body: { address: blocked, type: 'BLOCK', productType: 'SONAR' } }))
const entryId = { params: { path: entry } }
await ok(management.PUT(`${lists}/{controlListId}`, { ...entryId, body: { chainIds: ['1', '10'] } }))
const entries = await ok(management.GET(lists, { params: { query: { type: 'BLOCK' } } }))
const [listed] = entries.content
if (!listed) throw new Error('no entry')
texts(listed.createdAt, listed.lastUpdatedAt, ...listed.chainIds)
same([listed.id, listed.chainIds, entries.totalPages], [entry.controlListId, ['1', '10'], 1])
await refused(management.POST(lists, { body: { ...listed, chainIds: ['4'] } }), 'invalid-body')

// Destinations
const configurations = '/api/v2/management/alert-configurations'
const destinations = `${configurations}/destinations` as const
const created = await ok(
  management.POST(destinations, { body: { name: 'ops', channel: 'WEBHOOK', webhookUrl: 'https://127.0.0.1/in' } }),
)
texts(created.webhookUrl, created.attributes.token, created.attributes.chatId, created.errorMessage, created.createdAt)
same([created.active, created.state, created.attributes.token.slice(0, 6)], [true, 'ACTIVE', 'whsec_'])
const destinationId = { params: { path: { destinationId: created.id } } }
const written = await ok(
  management.PUT(`${destinations}/{destinationId}`, { ...destinationId, body: { name: 'siem', channel: 'WEBHOOK' } }),
)
same(await ok(management.GET(destinations)), [written])
// @ts-expect-error: a new destination for Slack needs a webhookUrl
await refused(management.POST(destinations, { body: { name: 'crew', channel: 'SLACK' } }), 'invalid-body')
const sending = { group: true, heartbeatMs: 86_400_000 }
await ok(management.PUT('/ext/v1/destinations/{destinationId}/sending', { ...destinationId, body: sending }))
await ok(management.POST('/ext/v1/destinations/{destinationId}/test', { ...destinationId, body: { event: 'sent' } }))
const tested = await ok(
  management.POST(`${configurations}/integration/{alertIntegrationId}/test`, {
    params: { path: { alertIntegrationId: created.id } },
  }),
)
texts(tested.webhookUrl, tested.alertChannel, tested.errorMessage, tested.timestamp)
same(tested.state, 'FAILED')

// Alerts
const ext = '/ext/v1/alert-configurations'
const alert = await ok(
  management.POST(configurations, {
    body: {
      alertName: 'blocked',
      alertType: 'SONAR',
      destinationIds: [created.id],
      transactionFilter: { fromScore: 70, chainIds: [1, 10], categories: ['compliance'] },
    },
  }),
)
const status = { alertType: 'SONAR', isActive: true } as const
const update = { ...alert, ...status }
const updated = await ok(management.PUT(configurations, { body: update }))
same([updated.alertSentCounter, updated.destinationIds, updated.transactionFilter.fromScore], [0, [created.id], 70])
const alertId = { params: { path: { alertConfigurationId: alert.alertId } } }
same(await ok(management.PUT(`${configurations}/{alertConfigurationId}/status`, { ...alertId, body: status })), updated)
same((await ok(management.GET(configurations))).alerts, [updated])
const ours = await ok(
  management.POST(ext, {
    body: {
      alertName: 'unknown',
      alertType: 'SONAR',
      transactionFilter: { validationStatusConfiguration: { alertOnNoData: true } },
    },
  }),
)
await ok(management.PUT(ext, { body: { ...ours, ...status, alertName: 'no data' } }))
const silenced = await ok(
  management.PUT(`${ext}/{alertConfigurationId}/silence`, { ...alertId, body: { until: null } }),
)
same([silenced.alertName, silenced.silencedUntil], ['blocked', undefined])
same((await ok(management.GET(ext))).alerts.map(({ alertName }) => alertName).sort(), ['blocked', 'no data'])

// Validations
const body = {
  transaction: { chainId: '1', from: sender, to: blocked, value: '1000' },
  trackNonce: false,
} satisfies components['schemas']['ValidationRequest']
const result = await ok(validation.POST('/api/v2/transaction/validate', { params: product, body }))
same([result.valid, result.scoreDetails.compliance.subCategory], [false, 'blockedAddress'])
same([result.scoreDetails.fraud.hops, result.combinedScoreDetails.hops, result.controlLists[0]?.id], [0, 0, listed.id])
const transfer = {
  ...body.transaction,
  to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  value: '0',
  data: `0xa9059cbb${'ab'.repeat(20).padStart(64, '0')}${'1'.padStart(64, '0')}`,
}
const inner = await ok(
  validation.POST('/api/v2/transaction/validate', {
    params: { header: { ...product.header, Prefer: 'explain' } },
    body: { ...body, transaction: transfer, signTransaction: true },
  }),
)
for (const {
  name,
  category,
  subCategory,
  subCategoryDescription,
  subCategoriesAndTags,
} of inner.internalAddressesWithMaxScore)
  texts(name, category, subCategory, subCategoryDescription, ...subCategoriesAndTags.map((tag) => tag.category))
same(
  [inner.internalAddressesWithMaxScore.length > 0, inner.payload?.length, inner.explanation?.reasons[0]?.rule],
  [true, 386, 'known-address'],
)
const first = await ok(validation.POST('/api/v1/transaction/validate', { body }))
texts(first.combinedScoreDetails.category)
const typed = await ok(
  validation.POST('/ext/v1/typed-data/validate', {
    body: { chainId: '1', from: sender, typedData: { chainId: 0, address: blocked, nonce: '7' } },
  }),
)
texts(typed.coverage, ...typed.explanation.reasons.map(({ text }) => text))
const svcTxId = result.svcTxId ?? ''
const transactionId = { params: { path: { 'svc-transaction-id': svcTxId } } }
const hash = `0x${'ab'.repeat(32)}`
await ok(validation.PUT('/api/v2/transaction/{svc-transaction-id}', { ...transactionId, body: { blockNumber: '7' } }))
await ok(
  validation.PUT('/api/v1/transaction/{svc-transaction-id}', { ...transactionId, body: { transactionId: hash } }),
)
const record = await ok(validation.GET('/ext/v1/transactions/{svc-transaction-id}', transactionId))
same(
  [record.transactionId, record.result.valid, record.reports.map(({ blockNumber }) => blockNumber)],
  [hash, false, ['7', '7']],
)
const transactions = await ok(
  validation.GET('/ext/v1/transactions', { params: { query: { chainId: '1', valid: 'false', size: 10 } } }),
)
texts(...transactions.content.map(({ createdAt }) => createdAt))

// Holds
const asked = {
  ...{ digest: hash, kind: 'transaction', method: 'eth_sendTransaction', chainId: '1' },
  svcTxIds: [svcTxId],
} satisfies components['schemas']['HoldRequest']
const hold = await ok(validation.POST('/ext/v1/holds', { body: asked }))
same([hold.state, hold.verdict, hold.parts[0]?.svcTxId], ['held', 'BLOCKED', svcTxId])
// @ts-expect-error: it needs something that is asked
await refused(validation.POST('/ext/v1/holds', { body: { ...asked, svcTxIds: undefined } }), 'invalid-body')
const holdId = { params: { path: { holdId: hold.id } } }
await ok(management.POST('/ext/v1/holds/{holdId}/approve', { ...holdId, body: { reason: 'known' } }))
const { releaseToken } = await ok(validation.POST('/ext/v1/holds/{holdId}/release', holdId))
await ok(validation.PUT('/ext/v1/holds/{holdId}/outcome', { ...holdId, body: { outcome: 'refused', releaseToken } }))
const rejected = await ok(management.POST('/ext/v1/holds/{holdId}/reject', { ...holdId, body: {} }))
same(await ok(management.GET('/ext/v1/holds/{holdId}', holdId)), rejected)
same(await ok(validation.GET('/ext/v1/requested-holds/{holdId}', holdId)), rejected)
const holdQuery = { params: { query: { state: 'rejected' } } } as const
const holds = await ok(management.GET('/ext/v1/holds', holdQuery))
same(await ok(validation.GET('/ext/v1/requested-holds', holdQuery)), holds)
same(
  holds.content.map(({ id }) => id),
  [hold.id],
)

// Calls of a proxy without a verdict
const unjudged = { at: '2026-01-02T03:04:05Z', method: 'eth_sendTransaction', chainId: null, from: null, to: null }
await ok(validation.POST('/ext/v1/unjudged-calls', { body: { ...unjudged, digest: hash, why: 'no answer' } }))

// Deliveries
const deliveries = await ok(management.GET('/ext/v1/deliveries', { params: { query: { svcTxId } } }))
const [delivery] = deliveries.content
if (!delivery) throw new Error('no delivery')
same([delivery.alertId, delivery.channel], [alert.alertId, 'WEBHOOK'])
const shown = await ok(
  management.GET('/ext/v1/deliveries/{deliveryId}', { params: { path: { deliveryId: delivery.id } } }),
)
texts(...shown.tries.map(({ at }) => at))
same((await ok(management.POST('/ext/v1/deliveries/retry', { body: { ids: [delivery.id] } }))).retried, 1)
// @ts-expect-error: it needs a selection
await refused(management.POST('/ext/v1/deliveries/retry', { body: {} }), 'invalid-body')
const replay = await ok(
  management.GET(`${ext}/{alertConfigurationId}/replay`, {
    params: { ...alertId.params, query: { since: '2020-01-01T00:00:00Z' } },
  }),
)
same(replay.hits, 2)

// Administration
const settings = await ok(management.GET('/ext/v1/settings'))
same(await ok(management.PUT('/ext/v1/settings', { body: { blockThreshold: settings.blockThreshold } })), settings)
const audit = await ok(management.GET('/ext/v1/audit', { params: { query: { action: 'monitor', sort: 'at,asc' } } }))
same(
  audit.content.map(({ action }) => action),
  ['monitor.create', 'monitor.update', 'monitor.create', 'monitor.update', 'monitor.delete', 'monitor.delete'],
)

// Chain events
same(
  (await ok(management.GET('/ext/v1/chain-events', { params: { query: { kind: 'poison', chainId: '1' } } }))).content,
  [],
)

const touched = { params: { query: { address: `0x${'7'.repeat(40)}` } } }
same((await ok(management.GET('/ext/v1/affected-transactions', touched))).content, [])
same((await ok(management.GET('/ext/v1/rescreen-preview', touched))).total, 0)
same((await ok(management.POST('/ext/v1/rescreens', { body: touched.params.query }))).isDone, true)

// How the service runs, on the chain that has a node
const chainId = '43114'
const nodes = await ok(management.GET('/ext/v1/nodes', { params: { query: { chainId } } }))
texts(...nodes.content.map(({ host }) => host))
const listedChains = await ok(management.GET('/ext/v1/chains', { params: { query: { chainId, nodes: 'true' } } }))
same(
  listedChains.content.map(({ chain, next, head }) => [chain, next, head]),
  [['avalanche', 'follow', 1000]],
)
for (const verb of ['pause', 'resume'] as const)
  same((await ok(management.POST(`/ext/v1/chains/{chainId}/${verb}`, { params: { path: { chainId } } }))).changed, true)
const exposure = await ok(management.GET('/ext/v1/exposure', { params: { query: { address: sender, chainId } } }))
same([exposure.content, exposure.failed], [[], []])
const history = await ok(management.POST('/ext/v1/history/sync', { body: { address: sender, chainId, block: '1' } }))
same([history.fromBlock, history.toBlock], [1, 1000])
same(await ok(management.GET('/ext/v1/intel/sources')), { content: [] })
const offered = (await ok(management.GET('/ext/v1/intel/catalogue'))).content
same([offered.some(({ name }) => name === 'ofac'), offered.some(({ enabled }) => enabled)], [true, false])
await refused(management.POST('/ext/v1/intel/enabled', { body: { source: 'none' } }), 'invalid-body')
await refused(
  management.DELETE('/ext/v1/intel/enabled/{source}', { params: { path: { source: 'ofac' } } }),
  'not-found',
)
const known = await ok(management.GET('/ext/v1/intel/addresses', { params: { query: { address: sender } } }))
same([known.records, known.lookalikes], [[], []])
const functions = { params: { query: { selector: '0x095ea7b3' } } }
same((await ok(management.GET('/ext/v1/intel/selectors', functions))).signatures, [])
const symbols = { params: { query: { chainId: '1' as const, symbol: 'USDC' } } }
same((await ok(validation.GET('/ext/v1/tokens', symbols))).content[0]?.decimals, 6)
const rollup = { params: { path: { chainId: '777001' } } }
const defined = await ok(
  management.PUT('/ext/v1/known-chains/{chainId}', { ...rollup, body: { name: 'our-rollup', currency: 'FOO' } }),
)
same([defined.id, defined.source, defined.decimals], ['777001', 'defined', 18])
same(
  (await ok(management.PUT('/ext/v1/known-chains/{chainId}/limits', { ...rollup, body: { finality: 20 } }))).finality,
  20,
)
same((await ok(management.GET('/ext/v1/known-chains'))).content.at(-1)?.name, 'our-rollup')
same((await ok(management.DELETE('/ext/v1/known-chains/{chainId}', rollup))).id, '777001')
const payOut = { call: 'payOut(address to, uint256 amount)', effects: [] }
const described = await ok(
  management.PUT('/ext/v1/contracts', { body: { address: sender, chainId, functions: [payOut] } }),
)
same(
  described.functions.map(({ status }) => status),
  ['read'],
)
same((await ok(management.GET('/ext/v1/contracts', { params: { query: { address: sender } } }))).totalElements, 1)
// Names and policies
const named = await ok(management.PUT('/ext/v1/names', { body: { address: sender, name: 'payroll' } }))
same(named.chainId, 'all')
same((await ok(management.GET('/ext/v1/names', { params: { query: { name: 'payroll' } } }))).totalElements, 1)
same((await ok(validation.GET('/ext/v1/names/find', { params: { query: { name: 'payroll' } } }))).content.length, 1)
const nameKey = { params: { path: { chainId: 'all', address: sender } } }
same((await ok(management.DELETE('/ext/v1/names/{chainId}/{address}', nameKey))).name, 'payroll')
const desk = {
  name: 'desk',
  mode: 'enforce',
  applies: { senders: [blocked] },
  default: 'deny',
  allow: [{ pays: { per: { '24h': '500 USD' } } }],
} as const
same(
  (
    await ok(
      management.POST('/ext/v1/policies', {
        body: { ...desk, applies: { senders: [blocked] }, allow: [...desk.allow] },
      }),
    )
  ).name,
  'desk',
)
same((await ok(management.GET('/ext/v1/policies'))).content.length, 1)
await ok(management.GET('/ext/v1/policy-problems'))
const deskName = { params: { path: { name: 'desk' } } }
same((await ok(management.GET('/ext/v1/policies/{name}/usage', deskName))).content[0]?.window, '24h')
const since = '2026-01-01T00:00:00Z'
same((await ok(management.POST('/ext/v1/policies/replay', { body: { since } }))).isDone, true)
same((await ok(management.POST('/ext/v1/policies/draft', { body: { since } }))).isDone, true)
same((await ok(management.GET('/ext/v1/policy-reservations/{svc-transaction-id}', transactionId))).content, [])
await refused(management.DELETE('/ext/v1/policy-reservations/{svc-transaction-id}', transactionId), 'not-found')
same((await ok(management.DELETE('/ext/v1/policies/{name}', deskName))).name, 'desk')

const added = await ok(management.POST('/ext/v1/safes', { body: { chainId, address: sender, name: 'treasury' } }))
same((await ok(management.GET('/ext/v1/safes', {}))).totalElements, 1)
same((await ok(management.PUT('/ext/v1/safes', { body: { id: added.id, name: 'vault' } }))).name, 'vault')
same((await management.POST('/ext/v1/safe-events', { body: { address: sender } })).response.status, 200)
same((await management.GET('/ext/v1/safes/{safeId}', { params: { path: { safeId: added.id } } })).response.status, 503)
same((await ok(management.DELETE('/ext/v1/safes/{safeId}', { params: { path: { safeId: added.id } } }))).id, added.id)
const contract = { params: { path: { chainId, address: sender } } }
same((await ok(management.DELETE('/ext/v1/contracts/{chainId}/{address}', contract))).chainId, chainId)

// What is left
for (const alertConfigurationId of [alert.alertId, ours.alertId])
  await ok(
    management.DELETE(`${configurations}/{alertConfigurationId}`, { params: { path: { alertConfigurationId } } }),
  )
const force = { ...destinationId.params, header: { 'X-Txwarden-Force': 'true' } } as const
await ok(management.DELETE(`${destinations}/{destinationId}`, { params: force }))
await ok(management.DELETE(`${lists}/{controlListId}`, entryId))
await refused(validation.GET('/ext/v1/audit'), 'wrong-key-kind')

process.stdout.write(JSON.stringify([...called].sort()))
