import { type CallInput, type OperationId, operation, pathParameters } from '../../../src/api/operations/operations.ts'

const entry = {
  id: 'entry-1',
  address: '0x00000000000000000000000000000000000000aa',
  chainIds: ['1'],
  type: 'BLOCK',
  productType: 'SONAR',
  createdAt: '2025-01-01T00:00:00Z',
  lastUpdatedAt: '2025-01-01T00:00:00Z',
}
const monitored = { id: 'monitor-1', address: entry.address, name: 'hot wallet', chainId: '1', enabled: true }
const alert = { alertId: 'alert-1', alertName: 'unsafe', alertType: 'SONAR', isActive: true }
const destination = { id: 'destination-1', name: 'ops', channel: 'SLACK', state: 'ACTIVE' }
const contract = {
  address: entry.address,
  chainId: '1',
  name: 'vault',
  source: 'operator',
  functions: [],
  updatedAt: '2025-01-01T00:00:00Z',
}
const safe = {
  ...{ id: 'safe-1', chainId: '1', address: entry.address, name: 'treasury', service: 'api.safe.global' },
  ...{ isHosted: true, interval: '1m 27s', intervalMs: 86400, reason: '50,000 requests a month' },
  ...{ createdAt: '2025-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z' },
}
const safeState = {
  ...{
    node: 'node.example',
    blockNumber: '1',
    blockHash: `0x${'1'.repeat(64)}`,
    version: '1.4.1',
    proxy: 'Safe proxy 1.4.1',
  },
  singleton: { address: entry.address, name: 'Safe 1.4.1', codeHash: `0x${'2'.repeat(64)}` },
  ...{ owners: [entry.address], threshold: 1, nonce: '7', modules: [], hasMoreModules: false },
}
const enabledFeed = {
  ...{ source: 'ofac', format: 'ofac', read: 0, kept: 0, rejected: 0, rejections: [], entries: 0 },
  ...{
    importedAt: null,
    asOf: null,
    maxAgeMs: 2,
    isStale: false,
    silentSince: null,
    chainIds: null,
    url: 'https://feeds.example/',
  },
  sync: {
    ...{ intervalMs: 1, rescreens: true, nextFetchAt: '2025-01-01T00:00:00Z', lastSuccessAt: null },
    ...{ failures: 0, lastFailureAt: null, lastFailure: null },
  },
}
const settings = { blockThreshold: 70, payloadExpirySeconds: 3600, payloadModuleAddress: entry.address }

const summary = {
  svcTxId: 'tx-1',
  product: 'SONAR',
  chainId: '1',
  from: entry.address,
  value: '0',
  valid: true,
  combinedScore: 12,
  subCategory: '',
  createdAt: '2025-01-01T00:00:00Z',
  updatedAt: '2025-01-01T00:00:00Z',
}

const delivery = {
  id: 'delivery-1',
  eventId: 'event-1',
  alertId: 'alert-1',
  alertName: 'unsafe',
  alertType: 'SONAR',
  svcTxId: 'tx-1',
  destinationId: 'destination-1',
  destinationName: 'ops',
  channel: 'SLACK',
  state: 'SENT',
  attempts: 1,
  errorMessage: '',
  createdAt: '2025-01-01T00:00:00Z',
  updatedAt: '2025-01-01T00:00:00Z',
}

const hold = {
  id: 'hold-1',
  state: 'held',
  digest: `0x${'a'.repeat(64)}`,
  kind: 'transaction',
  method: 'eth_sendTransaction',
  chainId: '1',
  ...{ verdict: 'UNSAFE', combinedScore: 85, category: 'cyber', subCategory: 'maliciousInteraction' },
  parts: [],
  requestedBy: 'key-1',
  selfApprove: false,
  notifiedAlerts: 1,
  createdAt: '2025-01-01T00:00:00Z',
  updatedAt: '2025-01-01T00:00:00Z',
}

/** A good answer of every operation; undefined where there is no body. */
const rescreened = { content: [], total: 0, worse: 0, counterparties: [], notCovered: [], isDone: true }

export const sampleAnswers: Readonly<Record<OperationId, unknown>> = {
  validateTransaction: { valid: true, combinedScore: 12, svcTxId: 'tx-1' },
  updateTransaction: undefined,
  validateTransactionV1: { valid: true, combinedScore: 12 },
  updateTransactionV1: undefined,
  validateTypedData: {
    ...{ valid: true, combinedScore: 12, coverage: 'partial' },
    explanation: { reasons: [], missing: [] },
  },
  listControlLists: { content: [entry], size: 25, number: 0, totalPages: 1, totalElements: 1 },
  createControlList: { controlListId: 'entry-1' },
  updateControlList: { controlListId: 'entry-1' },
  deleteControlList: { controlListId: 'entry-1' },
  createMonitor: monitored,
  listMonitors: { content: [monitored], size: 25, number: 0, totalElements: 1 },
  updateMonitor: monitored,
  deleteMonitor: { id: 'monitor-1' },
  listMonitorsWithAdditions: { content: [monitored], size: 25, number: 0, totalElements: 1 },
  createMonitorWithAdditions: monitored,
  updateMonitorWithAdditions: monitored,
  listAlerts: { alerts: [alert] },
  createAlert: { alertId: 'alert-1', alertType: 'SONAR', alertName: 'unsafe' },
  updateAlert: alert,
  setAlertStatus: alert,
  deleteAlert: { configurationId: 'alert-1' },
  listAlertsWithAdditions: { alerts: [alert] },
  createAlertWithAdditions: { alertId: 'alert-1', alertType: 'SONAR', alertName: 'unsafe' },
  updateAlertWithAdditions: alert,
  listDestinations: [destination],
  createDestination: { ...destination, active: true },
  updateDestination: destination,
  testDestination: { state: 'SENT', errorMessage: '' },
  deleteDestination: { destinationId: 'destination-1' },
  setDestinationSending: destination,
  listTransactions: { content: [summary], size: 25, number: 0, totalElements: 1 },
  getTransaction: {
    ...summary,
    request: { transaction: { from: entry.address, chainId: '1' }, trackNonce: false },
    result: { valid: true, combinedScore: 12 },
    reports: [],
  },
  listAffected: {
    ...{
      address: entry.address,
      content: [{ ...summary, executed: 'unknown' }],
      size: 25,
      number: 0,
      totalElements: 1,
    },
    ...{ listings: [], counterparties: [] },
  },
  previewRescreen: rescreened,
  rescreenTransactions: { ...rescreened, id: 'rescreen-1' },
  listChainEvents: { content: [], size: 25, number: 0, totalElements: 0 },
  listAudit: { content: [], size: 25, number: 0, totalElements: 0 },
  listDeliveries: { content: [delivery], size: 25, number: 0, totalElements: 1 },
  silenceAlert: alert,
  replayAlert: {
    alertId: 'alert-1',
    alertType: 'SONAR',
    isActive: true,
    since: '2025-01-01T00:00:00Z',
    until: '2025-01-08T00:00:00Z',
    judged: 0,
    hits: 0,
    truncated: false,
    transactions: [],
  },
  getDelivery: { ...delivery, tries: [], content: {} },
  retryDeliveries: { retried: 1 },
  requestHold: hold,
  listRequestedHolds: { content: [hold], size: 25, number: 0, totalElements: 1 },
  getRequestedHold: hold,
  listHolds: { content: [hold], size: 25, number: 0, totalElements: 1 },
  getHold: hold,
  approveHold: hold,
  rejectHold: hold,
  releaseHold: { ...hold, releaseToken: 'token-1' },
  settleHold: hold,
  recordUnjudgedCall: undefined,
  listNodes: { content: [] },
  listChains: { content: [] },
  pauseChain: { chainId: '1', chain: 'ethereum', paused: true, changed: true },
  resumeChain: { chainId: '1', chain: 'ethereum', paused: false, changed: true },
  getExposure: { address: entry.address, content: [], searched: [], failed: [] },
  syncHistory: {
    ...{ address: entry.address, chainId: '1', node: 'node.example', fromBlock: 1, toBlock: 2 },
    ...{ requests: 1, transfers: 0, contacts: 0, added: 0, changed: 0 },
  },
  listFeeds: { content: [] },
  listFeedCatalogue: {
    content: [
      {
        ...{ name: 'a list', what: 'addresses', format: 'ofac', repository: 'https://example.com', urls: [] },
        ...{ licence: 'MIT', licenceNote: 'free', intervalMs: 1, maxAgeMs: 2, traps: [], enabled: true },
      },
    ],
  },
  enableFeed: enabledFeed,
  disableFeed: { ...enabledFeed, sync: null },
  checkAddress: { address: entry.address, records: [], lookalikes: [] },
  checkSelector: { selector: '0x095ea7b3', signatures: [] },
  listTokens: { content: [] },
  listContracts: { content: [contract], size: 25, number: 0, totalElements: 1 },
  setContract: contract,
  deleteContract: contract,
  listSafes: { content: [safe], size: 25, number: 0, totalElements: 1 },
  createSafe: safe,
  updateSafe: safe,
  getSafe: { ...safe, state: safeState, findings: [{ code: 'threshold-one', level: 'fail', text: 'one signature' }] },
  deleteSafe: safe,
  pollSafes: undefined,
  getSettings: settings,
  updateSettings: settings,
}

/** Input that fills path, query, headers and body of any operation, with what is hard to quote and to encode. */
export function sampleInput(id: OperationId): CallInput<OperationId> {
  const row = operation(id)
  return {
    params: Object.fromEntries(pathParameters(row.path).map((name) => [name, "it's/50% + ü"])),
    query: row.query ? { name: "a&b=c d+e's [x] {y}", sort: ['id,asc', 'name,desc'] } : undefined,
    headers: row.headers ? { 'x-validation-product': 'SONAR' } : undefined,
    body: row.body ? { name: 'it\'s "$HOME" `id` \\ 50% ü\n', attributes: { chatId: '-100' } } : undefined,
  } as unknown as CallInput<OperationId>
}
