import * as z from 'zod'
import { lazily } from '../shared/lazily.ts'
import { additions } from './additions.ts'
import type { Operation } from './operation.ts'
import * as alerts from './schemas/alert.ts'
import * as lists from './schemas/control-list.ts'
import * as destinations from './schemas/destination.ts'
import * as monitors from './schemas/monitor.ts'
import { pageQuery } from './schemas/page.ts'
import * as tx from './schemas/transaction.ts'
import { slotModes } from './vocabulary.ts'

/** What a dry run adds to what it lets through, with `true`. */
export const DRY_RUN_HEADER = 'x-txwarden-dry-run'

const replaceHeader = lazily(() =>
  z.object({
    'x-txwarden-replace': z.enum(['true', 'false']).optional().meta({
      description: 'Ours: `true` lets another transactionId replace the reported one, which stays in history.',
    }),
  }),
)

const forceHeader = lazily(() =>
  z.object({
    'x-txwarden-force': z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: 'Ours: `true` cancels the deliveries that wait for the destination.' }),
  }),
)

const preferHeader = lazily(() =>
  z.string().optional().meta({ description: 'Ours: `explain` adds explanation and coverage.' }),
)

const slotHeader = lazily(() =>
  z.enum(slotModes).optional().meta({
    description:
      'Ours: whether the last bytes argument of the call takes the signed payload; without the header, and with auto, as the call data looks. The answer to a request with this header says in payloadSlot what was done.',
  }),
)

const dryRunHeader = lazily(() =>
  z.enum(['true', 'false']).optional().meta({
    description:
      'Ours: `true` judges and no more. Nothing is stored, nothing signed, nobody told; the answer has neither svcTxId nor payload, and an Idempotency-Key is not heeded.',
  }),
)

const DEPRECATED_SINCE = '2025-01-01T00:00:00Z'

/** The interface: 22 operations on 14 paths. */
const contract = {
  validateTransaction: {
    method: 'POST',
    path: '/api/v2/transaction/validate',
    key: 'validation',
    summary: 'Judge a transaction',
    tag: 'validation',
    headers: lazily(() =>
      z.object({
        'x-validation-product': tx.product(),
        prefer: preferHeader(),
        'x-txwarden-payload-slot': slotHeader(),
        [DRY_RUN_HEADER]: dryRunHeader(),
      }),
    ),
    body: tx.validationRequest,
    output: tx.validationResult,
    changes: false,
    idempotent: false,
  },
  updateTransaction: {
    method: 'PUT',
    path: '/api/v2/transaction/{svc-transaction-id}',
    key: 'validation',
    summary: 'Report what happened on chain',
    tag: 'validation',
    headers: replaceHeader,
    body: tx.transactionUpdate,
    changes: true,
    idempotent: true,
  },
  validateTransactionV1: {
    method: 'POST',
    path: '/api/v1/transaction/validate',
    key: 'validation',
    summary: 'Judge a transaction (v1)',
    tag: 'validation',
    headers: lazily(() => z.object({ 'x-txwarden-payload-slot': slotHeader(), [DRY_RUN_HEADER]: dryRunHeader() })),
    body: tx.validationRequest,
    output: tx.validationResultV1,
    changes: false,
    idempotent: false,
    deprecated: { since: DEPRECATED_SINCE, successor: '/api/v2/transaction/validate' },
  },
  updateTransactionV1: {
    method: 'PUT',
    path: '/api/v1/transaction/{svc-transaction-id}',
    key: 'validation',
    summary: 'Report what happened on chain (v1)',
    tag: 'validation',
    headers: replaceHeader,
    body: tx.transactionUpdateV1,
    changes: true,
    idempotent: true,
    deprecated: { since: DEPRECATED_SINCE, successor: '/api/v2/transaction/{svc-transaction-id}' },
  },
  listControlLists: {
    method: 'GET',
    path: '/api/v2/management/control-lists',
    key: 'management',
    summary: 'List control list entries',
    tag: 'control lists',
    query: lazily(() =>
      pageQuery(['createdAt', 'lastUpdatedAt', 'address', 'type', 'productType', 'id']).extend({
        type: lists.entryType().optional(),
      }),
    ),
    output: lists.entryPage,
    changes: false,
    idempotent: true,
  },
  createControlList: {
    method: 'POST',
    path: '/api/v2/management/control-lists',
    key: 'management',
    summary: 'Allow or block an address',
    tag: 'control lists',
    body: lists.entryCreate,
    output: lists.entryId,
    changes: true,
    idempotent: false,
  },
  updateControlList: {
    method: 'PUT',
    path: '/api/v2/management/control-lists/{controlListId}',
    key: 'management',
    summary: 'Replace the chains of an entry',
    tag: 'control lists',
    body: lists.entryUpdate,
    output: lists.entryId,
    changes: true,
    idempotent: true,
  },
  deleteControlList: {
    method: 'DELETE',
    path: '/api/v2/management/control-lists/{controlListId}',
    key: 'management',
    summary: 'Remove an entry',
    tag: 'control lists',
    output: lists.entryId,
    changes: true,
    idempotent: true,
  },
  createMonitor: {
    method: 'POST',
    path: '/api/v2/management/monitor',
    key: 'management',
    summary: 'Monitor an address',
    tag: 'monitored addresses',
    body: monitors.monitorCreate,
    output: monitors.monitoredAddress,
    changes: true,
    idempotent: false,
  },
  listMonitors: {
    method: 'GET',
    path: '/api/v2/management/monitor',
    key: 'management',
    summary: 'List monitored addresses',
    tag: 'monitored addresses',
    query: lazily(() =>
      pageQuery(['createdAt', 'address', 'name', 'chainId', 'enabled', 'id']).extend({
        address: z.string().optional().meta({ description: 'Exact, any case.' }),
        name: z.string().optional().meta({ description: 'Contains, any case.' }),
      }),
    ),
    output: monitors.monitorPage,
    changes: false,
    idempotent: true,
  },
  updateMonitor: {
    method: 'PUT',
    path: '/api/v2/management/monitor/{id}',
    key: 'management',
    summary: 'Rename, enable or disable a monitored address',
    tag: 'monitored addresses',
    body: monitors.monitorUpdate,
    output: monitors.monitoredAddress,
    changes: true,
    idempotent: true,
  },
  deleteMonitor: {
    method: 'DELETE',
    path: '/api/v2/management/monitor/{id}',
    key: 'management',
    summary: 'Stop monitoring an address',
    tag: 'monitored addresses',
    output: monitors.deletedId,
    changes: true,
    idempotent: true,
  },
  listAlerts: {
    method: 'GET',
    path: '/api/v2/management/alert-configurations',
    key: 'management',
    summary: 'List alert configurations',
    tag: 'alert configurations',
    output: alerts.alertList,
    changes: false,
    idempotent: true,
  },
  createAlert: {
    method: 'POST',
    path: '/api/v2/management/alert-configurations',
    key: 'management',
    summary: 'Create an alert configuration',
    tag: 'alert configurations',
    body: alerts.alertCreate,
    output: alerts.alertCreated,
    changes: true,
    idempotent: false,
  },
  updateAlert: {
    method: 'PUT',
    path: '/api/v2/management/alert-configurations',
    key: 'management',
    summary: 'Change an alert configuration',
    tag: 'alert configurations',
    body: alerts.alertUpdate,
    output: alerts.alert,
    changes: true,
    idempotent: true,
  },
  setAlertStatus: {
    method: 'PUT',
    path: '/api/v2/management/alert-configurations/{alertConfigurationId}/status',
    key: 'management',
    summary: 'Activate or deactivate an alert configuration',
    tag: 'alert configurations',
    body: alerts.alertStatus,
    output: alerts.alert,
    changes: true,
    idempotent: true,
  },
  deleteAlert: {
    method: 'DELETE',
    path: '/api/v2/management/alert-configurations/{alertConfigurationId}',
    key: 'management',
    summary: 'Delete an alert configuration',
    tag: 'alert configurations',
    output: alerts.alertDeleted,
    changes: true,
    idempotent: true,
  },
  listDestinations: {
    method: 'GET',
    path: '/api/v2/management/alert-configurations/destinations',
    key: 'management',
    summary: 'List alert destinations',
    tag: 'alert destinations',
    output: destinations.destinationList,
    changes: false,
    idempotent: true,
  },
  createDestination: {
    method: 'POST',
    path: '/api/v2/management/alert-configurations/destinations',
    key: 'management',
    summary: 'Create an alert destination',
    tag: 'alert destinations',
    body: destinations.destinationWrite,
    output: destinations.destinationCreated,
    changes: true,
    idempotent: false,
  },
  updateDestination: {
    method: 'PUT',
    path: '/api/v2/management/alert-configurations/destinations/{destinationId}',
    key: 'management',
    summary: 'Change an alert destination',
    tag: 'alert destinations',
    body: destinations.destinationWrite,
    output: destinations.destination,
    changes: true,
    idempotent: true,
  },
  testDestination: {
    method: 'POST',
    path: '/api/v2/management/alert-configurations/integration/{alertIntegrationId}/test',
    key: 'management',
    summary: 'Send a test message to a destination',
    tag: 'alert destinations',
    output: destinations.destinationTest,
    changes: true,
    idempotent: false,
  },
  deleteDestination: {
    method: 'DELETE',
    path: '/api/v2/management/alert-configurations/destinations/{id}',
    key: 'management',
    summary: 'Delete an alert destination',
    tag: 'alert destinations',
    headers: forceHeader,
    output: destinations.destinationDeleted,
    changes: true,
    idempotent: true,
  },
} as const satisfies Record<string, Operation>

export const operations = { ...contract, ...additions }

export type Operations = typeof operations
export type OperationId = keyof Operations
export const operationIds = Object.keys(operations) as OperationId[]

type Row<K extends OperationId> = Operations[K]

/** Path parameters: always a record of strings, named as in the path's braces. */
export type PathParams = Readonly<Record<string, string>>

/** What a caller sends, per operation. */
export interface CallInput<K extends OperationId> {
  readonly params?: PathParams
  readonly query?: Row<K> extends { query: () => infer S extends z.ZodType } ? z.input<S> : undefined
  readonly headers?: Row<K> extends { headers: () => infer S extends z.ZodType } ? z.input<S> : undefined
  readonly body?: Row<K> extends { body: () => infer S extends z.ZodType } ? z.input<S> : undefined
}

/** What a handler receives, parsed and checked, per operation. */
export interface Call<K extends OperationId> {
  readonly params: PathParams
  readonly query: Row<K> extends { query: () => infer S extends z.ZodType } ? z.output<S> : undefined
  readonly headers: Row<K> extends { headers: () => infer S extends z.ZodType } ? z.output<S> : undefined
  readonly body: Row<K> extends { body: () => infer S extends z.ZodType } ? z.output<S> : undefined
}

/** What an operation answers; undefined when the body is empty. */
export type Output<K extends OperationId> =
  Row<K> extends { output: () => infer S extends z.ZodType } ? z.output<S> : undefined

/** The row as the general shape, for code that folds over all of them. */
export function operation(id: OperationId): Operation {
  return operations[id]
}

/** The names in a path's braces. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '')
}
