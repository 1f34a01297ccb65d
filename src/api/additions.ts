import * as z from 'zod'
import type { Operation } from './operations.ts'
import * as extensions from './schemas/extensions.ts'
import { pageQuery } from './schemas/page.ts'
import { transaction } from './schemas/transaction.ts'

/** Ours: marked so in the OpenAPI document, absent from a hosted service. */
export const additions = {
  listTransactions: {
    method: 'GET',
    path: '/ext/v1/transactions',
    key: 'validation',
    summary: 'List validated transactions',
    tag: 'additions',
    query: pageQuery(['createdAt', 'updatedAt', 'combinedScore', 'chainId', 'id']).extend({
      chainId: transaction.shape.chainId.optional(),
      valid: z.enum(['true', 'false']).optional(),
    }),
    output: extensions.transactionPage,
    changes: false,
    idempotent: true,
    addition: true,
  },
  getTransaction: {
    method: 'GET',
    path: '/ext/v1/transactions/{svc-transaction-id}',
    key: 'validation',
    summary: 'Read a validated transaction: what was asked, answered and reported',
    tag: 'additions',
    output: extensions.transactionRecord,
    changes: false,
    idempotent: true,
    addition: true,
  },
  listAudit: {
    method: 'GET',
    path: '/ext/v1/audit',
    key: 'management',
    summary: 'List administrative changes',
    tag: 'additions',
    query: pageQuery(['at', 'action', 'actor', 'resourceId', 'id']).extend({
      action: z.string().optional().meta({ description: 'Exact, or a resource such as `control-list`.' }),
      resourceId: z.string().optional(),
    }),
    output: extensions.auditPage,
    changes: false,
    idempotent: true,
    addition: true,
  },
  getSettings: {
    method: 'GET',
    path: '/ext/v1/settings',
    key: 'management',
    summary: 'Read the settings of the service',
    tag: 'additions',
    output: extensions.settings,
    changes: false,
    idempotent: true,
    addition: true,
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
    idempotent: true,
    addition: true,
  },
} as const satisfies Record<string, Operation>
