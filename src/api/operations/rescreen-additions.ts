import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { growingPageQuery } from '../schemas/page.ts'
import { address, timestamp } from '../schemas/primitives.ts'
import * as rescreens from '../schemas/rescreen.ts'
import type { OperationRow } from './operation.ts'

/** What lists say later about stored transactions. */
export const rescreenAdditions = {
  listAffected: {
    method: 'GET',
    path: '/ext/v1/affected-transactions',
    summary: 'List stored transactions and counterparties that an address touches',
    query: lazily(() =>
      z.object({
        ...growingPageQuery(['createdAt']).omit({ sort: true }).shape,
        address: address(),
        since: timestamp().optional().meta({ description: 'Validated or seen at or after.' }),
      }),
    ),
    output: rescreens.affectedPage,
  },
  previewRescreen: {
    method: 'GET',
    path: '/ext/v1/rescreen-preview',
    summary: 'Compare stored verdicts with what lists, or all rules, say now, without storing',
    query: rescreens.rescreenQuery,
    output: rescreens.rescreenReport,
  },
  rescreenTransactions: {
    method: 'POST',
    path: '/ext/v1/rescreens',
    summary: 'Store and notify which stored verdicts are worse by what lists say now',
    body: rescreens.rescreenRequest,
    output: rescreens.rescreenReport,
  },
} as const satisfies Record<string, OperationRow>
