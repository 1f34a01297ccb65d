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
import { address, chainId, list, lookUpText, timestamp } from '../schemas/primitives.ts'
import { tokenList, tokenQuery } from '../schemas/token.ts'
import { product, transaction } from '../schemas/transaction.ts'
import { typedDataRequest, typedDataResult } from '../schemas/typed-data.ts'
import { unjudgedCall } from '../schemas/unjudged-call.ts'
import { verdicts } from '../verdict.ts'
import { holdStates, transactionOrigins } from '../vocabulary.ts'
import { DRY_RUN_HEADER, dryRunHeader, SITE_HEADER, siteHeader } from './contract.ts'
import { localAdditions } from './local-additions.ts'
import { nameAdditions } from './name-additions.ts'
import type { Operation } from './operation.ts'
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
    tag: 'additions',
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
    tag: 'additions',
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
  ...rescreenAdditions,
  ...policyAdditions,
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
        actor: lookUpText().optional().meta({ description: 'Id or name of an API key, or `local`.' }),
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
    summary: 'Retry failed or pending deliveries now',
    tag: 'additions',
    body: deliveries.deliveryRetry,
    output: deliveries.deliveriesRetried,
    changes: true,
  },
  silenceAlert: {
    method: 'PUT',
    path: '/ext/v1/alert-configurations/{alertConfigurationId}/silence',
    key: 'management',
    summary: 'Silence an alert configuration for a time, or end its silence',
    tag: 'additions',
    body: alerts.alertSilence,
    output: alerts.alert,
    changes: true,
  },
  setDestinationSending: {
    method: 'PUT',
    path: '/ext/v1/destinations/{destinationId}/sending',
    key: 'management',
    summary: 'Change how messages are sent to a destination',
    tag: 'additions',
    body: destinations.destinationSending,
    output: destinations.destination,
    changes: true,
  },
  testDestinationEvent: {
    method: 'POST',
    path: '/ext/v1/destinations/{destinationId}/test',
    key: 'management',
    summary: 'Send a message about an invented event to a destination',
    tag: 'additions',
    body: destinations.destinationTestEvent,
    output: destinations.destinationTest,
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
  requestHold: {
    method: 'POST',
    path: '/ext/v1/holds',
    key: 'validation',
    summary: 'Ask a person to approve what was refused',
    tag: 'additions',
    headers: lazily(() => z.object({ [SITE_HEADER]: siteHeader() })),
    body: holds.holdRequest,
    output: holds.hold,
    changes: true,
  },
  listRequestedHolds: {
    method: 'GET',
    path: '/ext/v1/requested-holds',
    key: 'validation',
    summary: 'List holds, for those who ask',
    tag: 'additions',
    query: holdQuery,
    output: holds.holdPage,
    changes: false,
  },
  getRequestedHold: {
    method: 'GET',
    path: '/ext/v1/requested-holds/{holdId}',
    key: 'validation',
    summary: 'Get a hold, for those who ask',
    tag: 'additions',
    output: holds.hold,
    changes: false,
  },
  listHolds: {
    method: 'GET',
    path: '/ext/v1/holds',
    key: 'management',
    summary: 'List holds, for those who decide',
    tag: 'additions',
    query: holdQuery,
    output: holds.holdPage,
    changes: false,
  },
  getHold: {
    method: 'GET',
    path: '/ext/v1/holds/{holdId}',
    key: 'management',
    summary: 'Get a hold, for those who decide',
    tag: 'additions',
    output: holds.hold,
    changes: false,
  },
  approveHold: {
    method: 'POST',
    path: '/ext/v1/holds/{holdId}/approve',
    key: 'management',
    summary: 'Approve a hold',
    tag: 'additions',
    body: holds.holdDecision,
    output: holds.hold,
    changes: true,
  },
  rejectHold: {
    method: 'POST',
    path: '/ext/v1/holds/{holdId}/reject',
    key: 'management',
    summary: 'Reject a hold',
    tag: 'additions',
    body: holds.holdDecision,
    output: holds.hold,
    changes: true,
  },
  releaseHold: {
    method: 'POST',
    path: '/ext/v1/holds/{holdId}/release',
    key: 'validation',
    summary: 'Use the approval of a hold',
    tag: 'additions',
    output: holds.releasedHold,
    changes: true,
  },
  settleHold: {
    method: 'PUT',
    path: '/ext/v1/holds/{holdId}/outcome',
    key: 'validation',
    summary: 'Report what became of a released hold',
    tag: 'additions',
    body: holds.holdOutcome,
    output: holds.hold,
    changes: true,
  },
  recordUnjudgedCall: {
    method: 'POST',
    path: '/ext/v1/unjudged-calls',
    key: 'validation',
    summary: 'Record what a proxy forwarded without a verdict',
    tag: 'additions',
    body: unjudgedCall,
    changes: true,
  },
  listTokens: {
    method: 'GET',
    path: '/ext/v1/tokens',
    key: 'validation',
    summary: 'Find the tokens of a chain with a symbol or an address, with their decimals',
    tag: 'additions',
    query: tokenQuery,
    output: tokenList,
    changes: false,
  },
  listContracts: {
    method: 'GET',
    path: '/ext/v1/contracts',
    key: 'management',
    summary: 'List the contracts whose functions are described here',
    tag: 'additions',
    query: lazily(() =>
      pageQuery(['chainId', 'address', 'name', 'updatedAt']).extend({
        chainId: chainId().optional().meta({ description: 'Only of this chain.' }),
        address: lookUpText().optional().meta({ description: 'Exact match, any case.' }),
        code: z.enum(['true', 'false']).optional().meta({
          description:
            '`true`: nodes are read, and `codeState` says whether the code is still that of the description.',
          default: 'false',
        }),
      }),
    ),
    output: contracts.contractPage,
    changes: false,
  },
  setContract: {
    method: 'PUT',
    path: '/ext/v1/contracts',
    key: 'management',
    summary: 'Describe the functions of a contract, in place of an earlier description',
    tag: 'additions',
    body: contracts.contractGiven,
    output: contracts.contract,
    changes: true,
  },
  deleteContract: {
    method: 'DELETE',
    path: '/ext/v1/contracts/{chainId}/{address}',
    key: 'management',
    summary: 'Remove the description of a contract',
    tag: 'additions',
    output: contracts.contract,
    changes: true,
  },
  listKnownChains: {
    method: 'GET',
    path: '/ext/v1/known-chains',
    key: 'management',
    summary: 'List the chains that are known here',
    tag: 'additions',
    query: lazily(() =>
      z.object({
        all: z.enum(['true', 'false']).optional().meta({
          description: '`true`: also those of the list that nothing stored here names.',
          default: 'false',
        }),
      }),
    ),
    output: chains.knownChains,
    changes: false,
  },
  setChain: {
    method: 'PUT',
    path: '/ext/v1/known-chains/{chainId}',
    key: 'management',
    summary: 'Define a chain that no list knows, or set limits of any',
    tag: 'additions',
    body: chains.chainSettings,
    output: chains.knownChain,
    changes: true,
  },
  updateChain: {
    method: 'PUT',
    path: '/ext/v1/known-chains/{chainId}/limits',
    key: 'management',
    summary: 'Set limits of a chain that is known',
    tag: 'additions',
    body: chains.chainLimits,
    output: chains.knownChain,
    changes: true,
  },
  unsetChain: {
    method: 'DELETE',
    path: '/ext/v1/known-chains/{chainId}',
    key: 'management',
    summary: 'Remove the definition of a chain, or its limits',
    tag: 'additions',
    output: chains.knownChain,
    changes: true,
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
  ...nameAdditions,
  ...safeAdditions,
  ...localAdditions,
} as const satisfies Record<string, Operation>
