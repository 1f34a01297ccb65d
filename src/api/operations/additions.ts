import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import * as alerts from '../schemas/alert.ts'
import * as chains from '../schemas/chain.ts'
import * as chainEvents from '../schemas/chain-event.ts'
import { chainHeaders } from '../schemas/chain-headers.ts'
import * as contracts from '../schemas/contract.ts'
import * as deliveries from '../schemas/delivery.ts'
import * as destinations from '../schemas/destination.ts'
import * as extensions from '../schemas/extensions.ts'
import * as holds from '../schemas/hold.ts'
import { growingPageQuery, pageQuery } from '../schemas/page.ts'
import { address, chainId, list, lookUpText, onOff, timestamp } from '../schemas/primitives.ts'
import { tokenList, tokenQuery } from '../schemas/token.ts'
import { product, transaction } from '../schemas/transaction.ts'
import { typedDataRequest, typedDataResult } from '../schemas/typed-data.ts'
import { unjudgedCall } from '../schemas/unjudged-call.ts'
import { verdicts } from '../verdict.ts'
import { holdStates, transactionOrigins } from '../vocabulary.ts'
import { DRY_RUN_HEADER, dryRunHeader, SITE_HEADER, siteHeader } from './contract.ts'
import { localAdditions } from './local-additions.ts'
import { nameAdditions } from './name-additions.ts'
import type { OperationRow } from './operation.ts'
import { policyAdditions } from './policy-additions.ts'
import { rescreenAdditions } from './rescreen-additions.ts'
import { safeAdditions } from './safe-additions.ts'

const holdQuery = lazily(() => growingPageQuery(['createdAt', 'id']).extend({ state: z.enum(holdStates).optional() }))

/** Operations beyond the interface: marked in the OpenAPI document, absent from a hosted service. */
export const additions = {
  validateTypedData: {
    method: 'POST',
    path: '/ext/v1/typed-data/validate',
    key: 'validation',
    summary: 'Validate a message before it is signed',
    headers: lazily(() =>
      z.object({
        'x-validation-product': product().optional().meta({ default: 'SONAR' }),
        ...chainHeaders(),
        [SITE_HEADER]: siteHeader(),
        [DRY_RUN_HEADER]: dryRunHeader(),
      }),
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
    query: lazily(() =>
      growingPageQuery(['createdAt', 'updatedAt', 'combinedScore', 'chainId', 'id']).extend({
        chainId: transaction().shape.chainId.optional(),
        valid: z.enum(['true', 'false']).optional(),
        origin: z.enum(transactionOrigins).optional().meta({
          description: 'chain: seen in a block of a followed chain · validation: validated here.',
        }),
        verdict: z
          .union([z.enum(verdicts), list(z.enum(verdicts), { max: verdicts.length })])
          .optional()
          .meta({ description: 'Repeatable: one of these verdicts.' }),
        since: timestamp().optional().meta({ description: 'Validated or seen at or after.' }),
        until: timestamp().optional().meta({ description: 'Validated or seen before.' }),
        address: address().optional().meta({
          description:
            'Named by the transaction: sender, receiver, an argument of a call, a party of a trace, or in bytes that are not decoded. Newest first, without `sort`; totalElements counts up to the end of the page.',
        }),
      }),
    ),
    output: extensions.transactionPage,
  },
  getTransaction: {
    method: 'GET',
    path: '/ext/v1/transactions/{svc-transaction-id}',
    key: 'validation',
    summary: 'Get a validated transaction: request, result and reports',
    output: extensions.transactionRecord,
  },
  ...rescreenAdditions,
  ...policyAdditions,
  listChainEvents: {
    method: 'GET',
    path: '/ext/v1/chain-events',
    summary: 'List what happened to monitored addresses on followed chains',
    query: chainEvents.chainEventQuery,
    output: chainEvents.chainEventPage,
  },
  listAudit: {
    method: 'GET',
    path: '/ext/v1/audit',
    summary: 'List administrative changes',
    query: lazily(() =>
      growingPageQuery(['at', 'action', 'actor', 'resourceId', 'id']).extend({
        action: lookUpText().optional().meta({ description: 'Exact action, or a resource such as `control-list`.' }),
        resourceId: lookUpText().optional(),
        actor: lookUpText().optional().meta({ description: 'Id or name of an API key, or `local`.' }),
      }),
    ),
    output: extensions.auditPage,
  },
  listDeliveries: {
    method: 'GET',
    path: '/ext/v1/deliveries',
    summary: 'List alert deliveries',
    query: lazily(() => growingPageQuery(['createdAt', 'updatedAt', 'id']).extend(deliveries.deliveryFilter().shape)),
    output: deliveries.deliveryPage,
  },
  getDelivery: {
    method: 'GET',
    path: '/ext/v1/deliveries/{deliveryId}',
    summary: 'Get a delivery with all attempts',
    output: deliveries.deliveryRecord,
  },
  retryDeliveries: {
    method: 'POST',
    path: '/ext/v1/deliveries/retry',
    summary: 'Retry failed or pending deliveries now',
    body: deliveries.deliveryRetry,
    output: deliveries.deliveriesRetried,
  },
  silenceAlert: {
    method: 'PUT',
    path: '/ext/v1/alert-configurations/{alertConfigurationId}/silence',
    summary: 'Silence an alert configuration for a time, or end its silence',
    body: alerts.alertSilence,
    output: alerts.alert,
  },
  setDestinationSending: {
    method: 'PUT',
    path: '/ext/v1/destinations/{destinationId}/sending',
    summary: 'Change how messages are sent to a destination',
    body: destinations.destinationSending,
    output: destinations.destination,
  },
  testDestinationEvent: {
    method: 'POST',
    path: '/ext/v1/destinations/{destinationId}/test',
    summary: 'Send a message about an invented event to a destination',
    body: destinations.destinationTestEvent,
    output: destinations.destinationTest,
  },
  replayAlert: {
    method: 'GET',
    path: '/ext/v1/alert-configurations/{alertConfigurationId}/replay',
    summary: 'Replay an alert configuration over stored validations, without sending',
    query: deliveries.replayQuery,
    output: deliveries.alertReplay,
  },
  requestHold: {
    method: 'POST',
    path: '/ext/v1/holds',
    key: 'validation',
    summary: 'Ask a person to approve what was refused',
    headers: lazily(() => z.object({ [SITE_HEADER]: siteHeader() })),
    body: holds.holdRequest,
    output: holds.hold,
  },
  listRequestedHolds: {
    method: 'GET',
    path: '/ext/v1/requested-holds',
    key: 'validation',
    summary: 'List holds, for those who ask',
    query: holdQuery,
    output: holds.holdPage,
  },
  getRequestedHold: {
    method: 'GET',
    path: '/ext/v1/requested-holds/{holdId}',
    key: 'validation',
    summary: 'Get a hold, for those who ask',
    output: holds.hold,
  },
  listHolds: {
    method: 'GET',
    path: '/ext/v1/holds',
    summary: 'List holds, for those who decide',
    query: holdQuery,
    output: holds.holdPage,
  },
  getHold: {
    method: 'GET',
    path: '/ext/v1/holds/{holdId}',
    summary: 'Get a hold, for those who decide',
    output: holds.hold,
  },
  approveHold: {
    method: 'POST',
    path: '/ext/v1/holds/{holdId}/approve',
    summary: 'Approve a hold',
    body: holds.holdDecision,
    output: holds.hold,
  },
  rejectHold: {
    method: 'POST',
    path: '/ext/v1/holds/{holdId}/reject',
    summary: 'Reject a hold',
    body: holds.holdDecision,
    output: holds.hold,
  },
  releaseHold: {
    method: 'POST',
    path: '/ext/v1/holds/{holdId}/release',
    key: 'validation',
    summary: 'Use the approval of a hold',
    output: holds.releasedHold,
  },
  settleHold: {
    method: 'PUT',
    path: '/ext/v1/holds/{holdId}/outcome',
    key: 'validation',
    summary: 'Report what became of a released hold',
    body: holds.holdOutcome,
    output: holds.hold,
  },
  recordUnjudgedCall: {
    method: 'POST',
    path: '/ext/v1/unjudged-calls',
    key: 'validation',
    summary: 'Record what a proxy forwarded without a verdict',
    body: unjudgedCall,
  },
  listTokens: {
    method: 'GET',
    path: '/ext/v1/tokens',
    key: 'validation',
    summary: 'Find the tokens of a chain with a symbol or an address, with their decimals',
    query: tokenQuery,
    output: tokenList,
  },
  listContracts: {
    method: 'GET',
    path: '/ext/v1/contracts',
    summary: 'List the contracts whose functions are described here',
    query: lazily(() =>
      pageQuery(['chainId', 'address', 'name', 'updatedAt']).extend({
        chainId: chainId().optional().meta({ description: 'Only of this chain.' }),
        address: lookUpText().optional().meta({ description: 'Exact match, any case.' }),
        code: onOff('`true`: nodes are read, and `codeState` says whether the code is still that of the description.'),
      }),
    ),
    output: contracts.contractPage,
  },
  setContract: {
    method: 'PUT',
    path: '/ext/v1/contracts',
    summary: 'Describe the functions of a contract, in place of an earlier description',
    body: contracts.contractGiven,
    output: contracts.contract,
  },
  deleteContract: {
    method: 'DELETE',
    path: '/ext/v1/contracts/{chainId}/{address}',
    summary: 'Remove the description of a contract',
    output: contracts.contract,
  },
  listKnownChains: {
    method: 'GET',
    path: '/ext/v1/known-chains',
    summary: 'List the chains that are known here',
    query: lazily(() => z.object({ all: onOff('`true`: also those of the list that nothing stored here names.') })),
    output: chains.knownChains,
  },
  setChain: {
    method: 'PUT',
    path: '/ext/v1/known-chains/{chainId}',
    summary: 'Define a chain that no list knows, or set limits of any',
    body: chains.chainSettings,
    output: chains.knownChain,
  },
  updateChain: {
    method: 'PUT',
    path: '/ext/v1/known-chains/{chainId}/limits',
    summary: 'Set limits of a chain that is known',
    body: chains.chainLimits,
    output: chains.knownChain,
  },
  unsetChain: {
    method: 'DELETE',
    path: '/ext/v1/known-chains/{chainId}',
    summary: 'Remove the definition of a chain, or its limits',
    output: chains.knownChain,
  },
  getSettings: {
    method: 'GET',
    path: '/ext/v1/settings',
    summary: 'Get the settings of the service',
    output: extensions.settings,
  },
  updateSettings: {
    method: 'PUT',
    path: '/ext/v1/settings',
    summary: 'Change settings of the service',
    body: extensions.settingsUpdate,
    output: extensions.settings,
  },
  ...nameAdditions,
  ...safeAdditions,
  ...localAdditions,
} as const satisfies Record<string, OperationRow>
