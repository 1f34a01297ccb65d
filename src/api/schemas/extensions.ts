import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { verdicts } from '../verdict.ts'
import { chainEventStates, coverages, productTypes, safeItemStates } from '../vocabulary.ts'
import { growingPage } from './page.ts'
import { address, always, component, keyName, shown } from './primitives.ts'
import { quietDeliveries } from './quiet.ts'
import { validationRequest, validationResult } from './transaction.ts'
import { verdictChanges } from './verdict-change.ts'

/** Additions under /ext/v1, absent from a hosted service. */

const auditRecord = component('AuditRecord', () => ({
  id: z.string(),
  at: shown.time(),
  actor: z.string().meta({ description: 'Id of the API key, or `local` for this machine.' }),
  actorName: keyName(),
  action: z.string().meta({ description: 'Resource and verb, such as `control-list.create`.' }),
  resourceId: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
}))
export type AuditRecord = z.infer<ReturnType<typeof auditRecord>>

export const auditPage = component('AuditPage', () => growingPage(auditRecord()))

export const settings = component('Settings', () => ({
  blockThreshold: z.int().min(1).max(101).meta({
    description: 'Lowest combined score that blocks, 1–101; 101: only the control list blocks.',
  }),
  payloadExpirySeconds: z.int().min(1).max(86_400).meta({ description: 'Validity of a signed payload.' }),
  payloadModuleAddress: address().meta({ description: 'Address of the on-chain module that checks payloads.' }),
  maxStoredBytes: z.int().min(0).optional().meta({
    description:
      'Limit of the database, without reusable space; 0: none. At the limit, validations and creations answer 507.',
  }),
  historyFactor: z.int().min(1).max(1_000_000).optional().meta({
    description: 'History vouches for a payment of up to this many times the largest earlier one of the asset.',
  }),
}))
export type Settings = z.infer<ReturnType<typeof settings>>

export const settingsUpdate = lazily(() => settings().partial().meta({ id: 'SettingsUpdate' }))

/** Reported on-chain data; absent before a report. */
const onChain = lazily(() => ({
  transactionId: shown.transactionHash().optional().meta({ description: 'On-chain id, lower case.' }),
  blockNumber: shown.quantity().optional(),
  blockTime: shown.time().optional(),
}))

/** confirmed: a node has it as it was reported. */
const reportStates = ['confirmed', 'unconfirmed'] as const

export const transactionSummary = component('TransactionSummary', () => ({
  verdict: always(z.enum(verdicts)),
  svcTxId: z.string(),
  product: z.enum(productTypes),
  chainId: shown.chainId(),
  from: shown.address(),
  to: shown.address().optional().meta({ description: 'Absent: contract creation.' }),
  value: shown.quantity().meta({ description: 'Wei, decimal.' }),
  valid: z.boolean(),
  combinedScore: z.int().min(0).max(100),
  subCategory: z.string().meta({ description: 'SubCategory of the strongest finding; empty without findings.' }),
  coverage: z.enum(coverages).optional().meta({ description: 'How much was known at validation.' }),
  knownByAgeOnly: z.boolean().optional().meta({ description: 'As in the result of the validation.' }),
  ...onChain(),
  reported: z.enum(reportStates).optional().meta({
    description:
      'Of one that was validated: confirmed: a node has it as it was reported · unconfirmed: it was reported only. Absent before a report.',
  }),
  origin: z.enum(['chain', 'safe-queue']).optional().meta({
    description:
      'chain: it was seen in a block of a followed chain · safe-queue: it was found in the queue of a Safe and validated here. Absent: it was validated here on request.',
  }),
  blockHash: shown.transactionHash().optional().meta({
    description: 'Of one that was seen: the block that has it, or had it last.',
  }),
  chainState: z.enum(chainEventStates).optional().meta({
    description:
      'For one that was seen: INCLUDED: a block has it · REORGED: a reorg removed its block · DROPPED: it did not return. Absent: no longer known.',
  }),
  validatedAs: z.string().nullable().optional().meta({
    description: 'Of one that was seen: the svcTxId of its validation here; null: it was not validated here.',
  }),
  what: z.string().optional().meta({
    description: 'In a list: the weightiest action, in words. Absent: it has none, or its result is large.',
  }),
  createdAt: shown.time(),
  updatedAt: shown.time(),
}))
export type TransactionSummary = z.infer<ReturnType<typeof transactionSummary>>

export const transactionPage = component('TransactionPage', () => ({
  ...growingPage(transactionSummary()),
  partial: z.boolean().optional().meta({
    description: '`true`, with `address`: older transactions are left out until the service has indexed them.',
  }),
}))

export const transactionRecord = component('TransactionRecord', () => ({
  ...transactionSummary().shape,
  request: validationRequest().meta({ description: 'The request.' }),
  result: validationResult().meta({ description: 'The result, with explanation and coverage.' }),
  reports: z
    .array(z.object({ ...onChain(), reportedAt: shown.time() }))
    .meta({ description: 'All reports, oldest first.' }),
  safe: z
    .object({
      address: shown.address(),
      safeTxHash: shown.transactionHash(),
      nonce: z.string().nullable(),
      state: z.enum(safeItemStates),
      verdict: z.enum(verdicts).nullable().meta({
        description:
          'Of the last check in the queue, which can be worse than the result above; null: none was possible.',
      }),
      checkedAt: shown.time().optional(),
    })
    .optional()
    .meta({ description: 'The item in the queue of a Safe. Absent: it was not found in one.' }),
  verdictChanges: verdictChanges().optional().meta({
    description: 'What lists said later, oldest first; the result above stays. Absent: no change was found.',
  }),
  ...quietDeliveries().shape,
}))
export type TransactionRecord = z.infer<ReturnType<typeof transactionRecord>>
