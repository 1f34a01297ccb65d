import type { BaseId } from '../../../api/operations/operations.ts'
import type { CheckContext } from '../../validation/validate.ts'
import type { EffectContext, HandlerContext, Handlers, PreparedAnswer } from '../handler.ts'

/** Each resource loads with its first call: a list does not load the risk engine. */
const transactions = async () => (await import('./transactions.ts')).transactionHandlers
const controlLists = async () => (await import('./control-lists.ts')).controlListHandlers
const monitors = async () => (await import('./monitors.ts')).monitorHandlers
const alerts = async () => (await import('./alerts.ts')).alertHandlers
const destinations = async () => (await import('./destinations.ts')).destinationHandlers
const deliveries = async () => (await import('./deliveries.ts')).deliveryHandlers
const audit = async () => (await import('./audit.ts')).auditHandlers
const chainEvents = async () => (await import('./chain-events.ts')).chainEventHandlers
const holds = async () => (await import('./holds.ts')).holdHandlers
const chains = async () => (await import('./chains.ts')).chainHandlers
const intel = async () => (await import('./intel.ts')).intelHandlers
const contracts = async () => (await import('./contracts.ts')).contractHandlers
const names = async () => (await import('./names.ts')).nameHandlers
const policies = async () => (await import('./policies.ts')).policyHandlers
const rescreens = async () => (await import('./rescreens.ts')).rescreenHandlers
const safes = async () => (await import('./safes.ts')).safeHandlers
const settings = async () => (await import('./settings.ts')).settingsHandlers

const resources: { readonly [K in BaseId]: () => Promise<Pick<Handlers, K>> } = {
  validateTransaction: transactions,
  validateTransactionV1: transactions,
  validateTypedData: transactions,
  updateTransaction: transactions,
  updateTransactionV1: transactions,
  listTransactions: transactions,
  getTransaction: transactions,
  listControlLists: controlLists,
  createControlList: controlLists,
  updateControlList: controlLists,
  deleteControlList: controlLists,
  listMonitors: monitors,
  createMonitor: monitors,
  updateMonitor: monitors,
  deleteMonitor: monitors,
  listAlerts: alerts,
  createAlert: alerts,
  updateAlert: alerts,
  setAlertStatus: alerts,
  deleteAlert: alerts,
  silenceAlert: alerts,
  replayAlert: alerts,
  listDestinations: destinations,
  createDestination: destinations,
  updateDestination: destinations,
  testDestination: destinations,
  testDestinationEvent: destinations,
  deleteDestination: destinations,
  setDestinationSending: destinations,
  listAffected: rescreens,
  previewRescreen: rescreens,
  rescreenTransactions: rescreens,
  listChainEvents: chainEvents,
  listAudit: audit,
  listDeliveries: deliveries,
  getDelivery: deliveries,
  retryDeliveries: deliveries,
  requestHold: holds,
  listRequestedHolds: holds,
  getRequestedHold: holds,
  listHolds: holds,
  getHold: holds,
  approveHold: holds,
  rejectHold: holds,
  releaseHold: holds,
  settleHold: holds,
  recordUnjudgedCall: audit,
  listNodes: chains,
  listChains: chains,
  pauseChain: chains,
  resumeChain: chains,
  listKnownChains: chains,
  setChain: chains,
  updateChain: chains,
  unsetChain: chains,
  getExposure: chains,
  syncHistory: chains,
  listFeeds: intel,
  listFeedCatalogue: intel,
  enableFeed: intel,
  disableFeed: intel,
  checkAddress: intel,
  checkSelector: intel,
  listTokens: intel,
  listContracts: contracts,
  setContract: contracts,
  deleteContract: contracts,
  listNames: names,
  findNames: names,
  setName: names,
  deleteName: names,
  listPolicies: policies,
  setPolicy: policies,
  deletePolicy: policies,
  getPolicyUsage: policies,
  checkPolicies: policies,
  replayPolicies: policies,
  draftPolicy: policies,
  getReservations: policies,
  releaseReservations: policies,
  listSafes: safes,
  createSafe: safes,
  updateSafe: safes,
  getSafe: safes,
  deleteSafe: safes,
  pollSafes: safes,
  getSettings: settings,
  updateSettings: settings,
}

/** A handler with its types erased: `parseRequest` has validated the call. */
export type AnyHandler =
  | ((call: unknown, context: HandlerContext) => Promise<unknown>)
  | { prepare(call: unknown, context: CheckContext): Promise<PreparedAnswer<unknown>> }
  | { effect(call: unknown, context: EffectContext): Promise<unknown> }

const loaded = new Map<BaseId, AnyHandler>()

export async function handlerOf(id: BaseId): Promise<AnyHandler> {
  const known = loaded.get(id)
  if (known) return known
  const handlers: Partial<Handlers> = await resources[id]()
  const handler = handlers[id] as AnyHandler
  loaded.set(id, handler)
  return handler
}
