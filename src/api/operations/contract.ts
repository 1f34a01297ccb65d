import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import * as alerts from '../schemas/alert.ts'
import { chainHeaders } from '../schemas/chain-headers.ts'
import * as lists from '../schemas/control-list.ts'
import * as destinations from '../schemas/destination.ts'
import * as monitors from '../schemas/monitor.ts'
import { pageQuery } from '../schemas/page.ts'
import { lookUpText, onOff, transactionHash } from '../schemas/primitives.ts'
import * as tx from '../schemas/transaction.ts'
import { slotModes } from '../vocabulary.ts'
import type { OperationRow } from './operation.ts'

/** Sent as `true` with a validation in a dry run. */
export const DRY_RUN_HEADER = 'x-txwarden-dry-run'

/** Hash of the signed transaction that is validated. */
export const SIGNED_HASH_HEADER = 'x-txwarden-signed-hash'

/** Web origin of the request that a proxy validates. */
export const SITE_HEADER = 'x-txwarden-site'

export const siteHeader = lazily(() =>
  z
    .string()
    .trim()
    .max(300)
    .regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s/]+$/, 'is no web origin, such as https://app.example')
    .optional()
    .meta({
      description:
        'Addition. Web origin of the request that a proxy validates, for policies of sites. Who has the key can name any.',
    }),
)

const signedHashHeader = lazily(() =>
  transactionHash().optional().meta({
    description:
      'Addition. Hash of the signed transaction. Validated again by the same key, it keeps its svcTxId, its stored verdict is replaced, and alerts fire only when the verdict is worse. A verdict with evidence of a node is not replayed. Not used where a payload is issued.',
  }),
)

const replaceHeader = lazily(() =>
  z.object({
    'x-txwarden-replace': onOff(
      'Addition. `true`: replace the reported transactionId; the old one stays in the reports.',
    ),
  }),
)

const forceHeader = lazily(() =>
  z.object({ 'x-txwarden-force': onOff('Addition. `true`: cancel the pending deliveries of the destination.') }),
)

function preferHeader(description: string) {
  return z.string().max(1000).optional().meta({ description })
}

/** Alerts and monitored addresses have members that are not part of the interface. */
const additionsHeader = lazily(() =>
  z.object({ prefer: preferHeader('Addition. `additions`: include members that are additions.') }),
)

const slotHeader = lazily(() =>
  z.enum(slotModes).optional().meta({
    description:
      'Addition. Whether the last bytes argument of the call takes the signed payload; auto: inferred from the call data. The response to a request with this header has payloadSlot.',
    default: 'auto',
  }),
)

export const dryRunHeader = lazily(() =>
  onOff(
    'Addition. `true`: check only. Nothing is stored, signed or sent; the response has no svcTxId and no payload, and an Idempotency-Key is ignored.',
  ),
)

const DEPRECATED_SINCE = '2025-01-01T00:00:00Z'

/** The interface: 22 operations on 14 paths. */
export const contract = {
  validateTransaction: {
    method: 'POST',
    path: '/api/v2/transaction/validate',
    key: 'validation',
    summary: 'Validate a transaction',
    tag: 'validation',
    headers: lazily(() =>
      z.object({
        'x-validation-product': tx.product(),
        prefer: preferHeader('Addition. `explain`: include explanation and coverage.'),
        'x-txwarden-payload-slot': slotHeader(),
        ...chainHeaders(),
        [SIGNED_HASH_HEADER]: signedHashHeader(),
        [SITE_HEADER]: siteHeader(),
        [DRY_RUN_HEADER]: dryRunHeader(),
      }),
    ),
    body: tx.validationRequest,
    output: tx.validationResult,
    changes: false,
  },
  updateTransaction: {
    method: 'PUT',
    path: '/api/v2/transaction/{svc-transaction-id}',
    key: 'validation',
    summary: 'Report the on-chain transaction',
    tag: 'validation',
    headers: replaceHeader,
    body: tx.transactionUpdate,
  },
  validateTransactionV1: {
    method: 'POST',
    path: '/api/v1/transaction/validate',
    key: 'validation',
    summary: 'Validate a transaction (v1)',
    tag: 'validation',
    headers: lazily(() => z.object({ 'x-txwarden-payload-slot': slotHeader(), [DRY_RUN_HEADER]: dryRunHeader() })),
    body: tx.validationRequest,
    output: tx.validationResultV1,
    changes: false,
    deprecated: { since: DEPRECATED_SINCE, successor: '/api/v2/transaction/validate' },
  },
  updateTransactionV1: {
    method: 'PUT',
    path: '/api/v1/transaction/{svc-transaction-id}',
    key: 'validation',
    summary: 'Report the on-chain transaction (v1)',
    tag: 'validation',
    headers: replaceHeader,
    body: tx.transactionUpdateV1,
    deprecated: { since: DEPRECATED_SINCE, successor: '/api/v2/transaction/{svc-transaction-id}' },
  },
  listControlLists: {
    method: 'GET',
    path: '/api/v2/management/control-lists',
    summary: 'List control list entries',
    tag: 'control lists',
    query: lazily(() =>
      pageQuery(['createdAt', 'lastUpdatedAt', 'address', 'type', 'productType', 'id']).extend({
        type: lists.entryType().optional(),
      }),
    ),
    output: lists.entryPage,
  },
  createControlList: {
    method: 'POST',
    path: '/api/v2/management/control-lists',
    summary: 'Allow or block an address',
    tag: 'control lists',
    body: lists.entryCreate,
    output: lists.entryId,
  },
  updateControlList: {
    method: 'PUT',
    path: '/api/v2/management/control-lists/{controlListId}',
    summary: 'Replace the chains of an entry',
    tag: 'control lists',
    body: lists.entryUpdate,
    output: lists.entryId,
  },
  deleteControlList: {
    method: 'DELETE',
    path: '/api/v2/management/control-lists/{controlListId}',
    summary: 'Remove an entry',
    tag: 'control lists',
    output: lists.entryId,
  },
  createMonitor: {
    method: 'POST',
    path: '/api/v2/management/monitor',
    summary: 'Monitor an address',
    tag: 'monitored addresses',
    headers: additionsHeader,
    body: monitors.monitorCreate,
    output: monitors.monitoredAddress,
    additions: {
      path: '/ext/v1/monitored-addresses',
      summary: 'Monitor an address that may have kinds and from',
      body: monitors.monitorCreateWithAdditions,
    },
  },
  listMonitors: {
    method: 'GET',
    path: '/api/v2/management/monitor',
    summary: 'List monitored addresses',
    tag: 'monitored addresses',
    query: lazily(() =>
      pageQuery(['createdAt', 'address', 'name', 'chainId', 'enabled', 'id']).extend({
        address: lookUpText().optional().meta({ description: 'Exact match, any case.' }),
        name: lookUpText().optional().meta({ description: 'Substring, any case.' }),
      }),
    ),
    headers: additionsHeader,
    output: monitors.monitorPage,
    additions: { path: '/ext/v1/monitored-addresses', summary: 'List monitored addresses with kinds and from' },
  },
  updateMonitor: {
    method: 'PUT',
    path: '/api/v2/management/monitor/{id}',
    summary: 'Rename, enable or disable a monitored address',
    tag: 'monitored addresses',
    body: monitors.monitorUpdate,
    output: monitors.monitoredAddress,
    additions: {
      path: '/ext/v1/monitored-addresses',
      summary: 'Change a monitored address that may have kinds',
      body: monitors.monitorUpdateWithAdditions,
    },
  },
  deleteMonitor: {
    method: 'DELETE',
    path: '/api/v2/management/monitor/{id}',
    summary: 'Stop monitoring an address',
    tag: 'monitored addresses',
    output: monitors.deletedId,
  },
  listAlerts: {
    method: 'GET',
    path: '/api/v2/management/alert-configurations',
    summary: 'List alert configurations',
    tag: 'alert configurations',
    headers: additionsHeader,
    output: alerts.alertList,
    additions: { path: '/ext/v1/alert-configurations', summary: 'List alert configurations with additions' },
  },
  createAlert: {
    method: 'POST',
    path: '/api/v2/management/alert-configurations',
    summary: 'Create an alert configuration',
    tag: 'alert configurations',
    body: alerts.alertCreate,
    output: alerts.alertCreated,
    additions: {
      path: '/ext/v1/alert-configurations',
      summary: 'Create an alert configuration that may have additions',
    },
  },
  updateAlert: {
    method: 'PUT',
    path: '/api/v2/management/alert-configurations',
    summary: 'Change an alert configuration',
    tag: 'alert configurations',
    body: alerts.alertUpdate,
    output: alerts.alert,
    additions: {
      path: '/ext/v1/alert-configurations',
      summary: 'Change an alert configuration that may have additions',
    },
  },
  setAlertStatus: {
    method: 'PUT',
    path: '/api/v2/management/alert-configurations/{alertConfigurationId}/status',
    summary: 'Activate or deactivate an alert configuration',
    tag: 'alert configurations',
    headers: additionsHeader,
    body: alerts.alertStatus,
    output: alerts.alert,
  },
  deleteAlert: {
    method: 'DELETE',
    path: '/api/v2/management/alert-configurations/{alertConfigurationId}',
    summary: 'Delete an alert configuration',
    tag: 'alert configurations',
    output: alerts.alertDeleted,
  },
  listDestinations: {
    method: 'GET',
    path: '/api/v2/management/alert-configurations/destinations',
    summary: 'List alert destinations',
    tag: 'alert destinations',
    headers: additionsHeader,
    output: destinations.destinationList,
  },
  createDestination: {
    method: 'POST',
    path: '/api/v2/management/alert-configurations/destinations',
    summary: 'Create an alert destination',
    tag: 'alert destinations',
    body: destinations.destinationCreate,
    output: destinations.destinationCreated,
  },
  updateDestination: {
    method: 'PUT',
    path: '/api/v2/management/alert-configurations/destinations/{destinationId}',
    summary: 'Change an alert destination',
    tag: 'alert destinations',
    body: destinations.destinationUpdate,
    output: destinations.destination,
  },
  testDestination: {
    method: 'POST',
    path: '/api/v2/management/alert-configurations/integration/{alertIntegrationId}/test',
    summary: 'Send a test message to a destination',
    tag: 'alert destinations',
    output: destinations.destinationTest,
  },
  deleteDestination: {
    method: 'DELETE',
    path: '/api/v2/management/alert-configurations/destinations/{id}',
    summary: 'Delete an alert destination',
    tag: 'alert destinations',
    headers: forceHeader,
    output: destinations.destinationDeleted,
  },
} as const satisfies Record<string, OperationRow>
