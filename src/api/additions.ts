import * as z from 'zod'
import { lazily } from '../shared/lazily.ts'
import type { Operation } from './operation.ts'
import * as alerts from './schemas/alert.ts'
import * as chainEvents from './schemas/chain-event.ts'
import { chainHeaders } from './schemas/chain-headers.ts'
import * as deliveries from './schemas/delivery.ts'
import * as extensions from './schemas/extensions.ts'
import * as monitors from './schemas/monitor.ts'
import { growingPageQuery, pageQuery } from './schemas/page.ts'
import { lookUpText } from './schemas/primitives.ts'
import { product, transaction } from './schemas/transaction.ts'
import { typedDataRequest, typedDataResult } from './schemas/typed-data.ts'
import { transactionOrigins } from './vocabulary.ts'

/** Operations beyond the interface: marked in the OpenAPI document, absent from a hosted service. */
export const additions = {
  validateTypedData: {
    method: 'POST',
    path: '/ext/v1/typed-data/validate',
    key: 'validation',
    summary: 'Validate a message before it is signed',
    tag: 'additions',
    headers: lazily(() =>
      z.object({ 'x-validation-product': product().optional().meta({ default: 'SONAR' }), ...chainHeaders() }),
    ),
    body: typedDataRequest,
    output: typedDataResult,
    changes: false,
  },
  listTransactions: {
    method: 'GET',
    path: '/ext/v1/transactions',
    key: 'validation',
    summary: 'List validated transactions',
    tag: 'additions',
    query: lazily(() =>
      growingPageQuery(['createdAt', 'updatedAt', 'combinedScore', 'chainId', 'id']).extend({
        chainId: transaction().shape.chainId.optional(),
        valid: z.enum(['true', 'false']).optional(),
        origin: z.enum(transactionOrigins).optional().meta({
          description: 'chain: seen in a block of a followed chain · validation: validated here.',
        }),
      }),
    ),
    output: extensions.transactionPage,
    changes: false,
  },
  getTransaction: {
    method: 'GET',
    path: '/ext/v1/transactions/{svc-transaction-id}',
    key: 'validation',
    summary: 'Get a validated transaction: request, result and reports',
    tag: 'additions',
    output: extensions.transactionRecord,
    changes: false,
  },
  listChainEvents: {
    method: 'GET',
    path: '/ext/v1/chain-events',
    key: 'management',
    summary: 'List what happened to monitored addresses on followed chains',
    tag: 'additions',
    query: chainEvents.chainEventQuery,
    output: chainEvents.chainEventPage,
    changes: false,
  },
  listAudit: {
    method: 'GET',
    path: '/ext/v1/audit',
    key: 'management',
    summary: 'List administrative changes',
    tag: 'additions',
    query: lazily(() =>
      growingPageQuery(['at', 'action', 'actor', 'resourceId', 'id']).extend({
        action: lookUpText().optional().meta({ description: 'Exact action, or a resource such as `control-list`.' }),
        resourceId: lookUpText().optional(),
      }),
    ),
    output: extensions.auditPage,
    changes: false,
  },
  listDeliveries: {
    method: 'GET',
    path: '/ext/v1/deliveries',
    key: 'management',
    summary: 'List alert deliveries',
    tag: 'additions',
    query: lazily(() => growingPageQuery(['createdAt', 'updatedAt', 'id']).extend(deliveries.deliveryFilter().shape)),
    output: deliveries.deliveryPage,
    changes: false,
  },
  getDelivery: {
    method: 'GET',
    path: '/ext/v1/deliveries/{deliveryId}',
    key: 'management',
    summary: 'Get a delivery with all attempts',
    tag: 'additions',
    output: deliveries.deliveryRecord,
    changes: false,
  },
  retryDeliveries: {
    method: 'POST',
    path: '/ext/v1/deliveries/retry',
    key: 'management',
    summary: 'Retry dead or pending deliveries now',
    tag: 'additions',
    body: deliveries.deliveryRetry,
    output: deliveries.deliveriesRetried,
    changes: true,
  },
  listAlertsWithAdditions: {
    method: 'GET',
    path: '/ext/v1/alert-configurations',
    key: 'management',
    summary: 'List alert configurations with additions',
    tag: 'additions',
    output: alerts.alertList,
    changes: false,
  },
  /** A service without the additions has no such path, so that it creates no alert without its condition. */
  createAlertWithAdditions: {
    method: 'POST',
    path: '/ext/v1/alert-configurations',
    key: 'management',
    summary: 'Create an alert configuration that may have additions',
    tag: 'additions',
    body: alerts.alertCreate,
    output: alerts.alertCreated,
    changes: true,
  },
  updateAlertWithAdditions: {
    method: 'PUT',
    path: '/ext/v1/alert-configurations',
    key: 'management',
    summary: 'Change an alert configuration that may have additions',
    tag: 'additions',
    body: alerts.alertUpdate,
    output: alerts.alert,
    changes: true,
  },
  listMonitorsWithAdditions: {
    method: 'GET',
    path: '/ext/v1/monitored-addresses',
    key: 'management',
    summary: 'List monitored addresses with kinds and from',
    tag: 'additions',
    query: lazily(() =>
      pageQuery(['createdAt', 'address', 'name', 'chainId', 'enabled', 'id']).extend({
        address: lookUpText().optional().meta({ description: 'Exact match, any case.' }),
        name: lookUpText().optional().meta({ description: 'Substring, any case.' }),
      }),
    ),
    output: monitors.monitorPage,
    changes: false,
  },
  /** A service without these members has no such path, so that it tells no more than was asked for. */
  createMonitorWithAdditions: {
    method: 'POST',
    path: '/ext/v1/monitored-addresses',
    key: 'management',
    summary: 'Monitor an address that may have kinds and from',
    tag: 'additions',
    body: monitors.monitorCreateWithAdditions,
    output: monitors.monitoredAddress,
    changes: true,
  },
  updateMonitorWithAdditions: {
    method: 'PUT',
    path: '/ext/v1/monitored-addresses',
    key: 'management',
    summary: 'Change a monitored address that may have kinds',
    tag: 'additions',
    body: monitors.monitorUpdateWithAdditions,
    output: monitors.monitoredAddress,
    changes: true,
  },
  replayAlert: {
    method: 'GET',
    path: '/ext/v1/alert-configurations/{alertConfigurationId}/replay',
    key: 'management',
    summary: 'Replay an alert configuration over stored validations, without sending',
    tag: 'additions',
    query: deliveries.replayQuery,
    output: deliveries.alertReplay,
    changes: false,
  },
  getSettings: {
    method: 'GET',
    path: '/ext/v1/settings',
    key: 'management',
    summary: 'Get the settings of the service',
    tag: 'additions',
    output: extensions.settings,
    changes: false,
  },
  updateSettings: {
    method: 'PUT',
    path: '/ext/v1/settings',
    key: 'management',
    summary: 'Change settings of the service',
    tag: 'additions',
    body: extensions.settingsUpdate,
    output: extensions.settings,
    changes: true,
  },
} as const satisfies Record<string, Operation>
