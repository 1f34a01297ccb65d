import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { coverages, productTypes } from '../vocabulary.ts'
import { growingPage } from './page.ts'
import { address } from './primitives.ts'
import { validationRequest, validationResult } from './transaction.ts'

/** Ours, under /ext/v1: what the hosted interface does not offer. */

export const auditRecord = lazily(() =>
  z
    .object({
      id: z.string(),
      at: z.string(),
      actor: z.string().meta({ description: 'The id of the key that was used, or `local` for this machine.' }),
      action: z.string().meta({ description: 'Resource and verb, such as `control-list.create`.' }),
      resourceId: z.string(),
      before: z.unknown().optional(),
      after: z.unknown().optional(),
    })
    .meta({ id: 'AuditRecord' }),
)
export type AuditRecord = z.infer<ReturnType<typeof auditRecord>>

export const auditPage = lazily(() =>
  z.object({ content: z.array(auditRecord()), ...growingPage().shape }).meta({ id: 'AuditPage' }),
)

export const settings = lazily(() =>
  z
    .object({
      blockThreshold: z.int().min(1).max(101).meta({
        description: 'Lowest combined score that blocks; 101 blocks by control list only.',
      }),
      payloadExpirySeconds: z.int().min(1).max(86_400).meta({ description: 'How long a signed payload holds.' }),
      payloadModuleAddress: address().meta({ description: 'Address of the on-chain module the payload is for.' }),
    })
    .meta({ id: 'Settings' }),
)
export type Settings = z.infer<ReturnType<typeof settings>>

export const settingsUpdate = lazily(() => settings().partial().meta({ id: 'SettingsUpdate' }))

/** What was reported of a validated transaction; absent where nothing was. */
const onChain = {
  transactionId: z.string().optional().meta({ description: 'On-chain id, lower case.' }),
  blockNumber: z.string().optional(),
  blockTime: z.string().optional(),
}

export const transactionSummary = lazily(() =>
  z
    .object({
      svcTxId: z.string(),
      product: z.enum(productTypes),
      chainId: z.string(),
      from: z.string(),
      to: z.string().optional().meta({ description: 'Absent: contract creation.' }),
      value: z.string().meta({ description: 'Wei, decimal.' }),
      valid: z.boolean(),
      combinedScore: z.int().min(0).max(100),
      subCategory: z.string().meta({ description: 'Of the strongest finding; empty when nothing was found.' }),
      coverage: z.enum(coverages).optional().meta({ description: 'How much was known when it was judged.' }),
      ...onChain,
      createdAt: z.string(),
      updatedAt: z.string(),
    })
    .meta({ id: 'TransactionSummary' }),
)
export type TransactionSummary = z.infer<ReturnType<typeof transactionSummary>>

export const transactionPage = lazily(() =>
  z.object({ content: z.array(transactionSummary()), ...growingPage().shape }).meta({ id: 'TransactionPage' }),
)

export const transactionRecord = lazily(() =>
  transactionSummary()
    .extend({
      request: validationRequest().meta({ description: 'What was asked.' }),
      result: validationResult().meta({ description: 'What was answered, with explanation and coverage.' }),
      reports: z
        .array(z.object({ ...onChain, reportedAt: z.string() }))
        .meta({ description: 'Everything that was reported, oldest first.' }),
    })
    .meta({ id: 'TransactionRecord' }),
)
export type TransactionRecord = z.infer<ReturnType<typeof transactionRecord>>
