import { lazily } from '../../shared/lazily.ts'
import { pageQuery } from '../schemas/page.ts'
import { chainId, lookUpText } from '../schemas/primitives.ts'
import * as safes from '../schemas/safe.ts'
import type { OperationRow } from './operation.ts'

/** Safes, their transaction services and queues. */
export const safeAdditions = {
  listSafes: {
    method: 'GET',
    path: '/ext/v1/safes',
    summary: 'List Safes whose queues are checked',
    query: lazily(() =>
      pageQuery(['createdAt', 'name', 'chainId', 'address', 'id']).extend({
        chainId: chainId().optional().meta({ description: 'Only of this chain.' }),
        address: lookUpText().optional().meta({ description: 'Exact match, any case.' }),
        name: lookUpText().optional().meta({ description: 'Exact match.' }),
      }),
    ),
    output: safes.safePage,
  },
  createSafe: {
    method: 'POST',
    path: '/ext/v1/safes',
    summary: 'Add a Safe, with the transaction service that has its queue',
    body: safes.safeCreate,
    output: safes.safe,
  },
  updateSafe: {
    method: 'PUT',
    path: '/ext/v1/safes',
    summary: 'Change the name or the transaction service of a Safe',
    body: safes.safeUpdate,
    output: safes.safe,
  },
  getSafe: {
    method: 'GET',
    path: '/ext/v1/safes/{safeId}',
    summary: 'Get a Safe as a node shows it, and what is weak about it',
    output: safes.safeReport,
  },
  deleteSafe: {
    method: 'DELETE',
    path: '/ext/v1/safes/{safeId}',
    summary: 'Remove a Safe and the items of its queue',
    output: safes.safe,
  },
  pollSafes: {
    method: 'POST',
    path: '/ext/v1/safe-events',
    takesEventSecret: true,
    summary: 'Read the queues of Safes now, because something happened to them',
    body: safes.safeEvent,
  },
} as const satisfies Record<string, OperationRow>
