import { lazily } from '../../shared/lazily.ts'
import { pageQuery } from '../schemas/page.ts'
import { chainId, lookUpText } from '../schemas/primitives.ts'
import * as safes from '../schemas/safe.ts'
import type { Operation } from './operation.ts'

/** Safes, their transaction services and queues. */
export const safeAdditions = {
  listSafes: {
    method: 'GET',
    path: '/ext/v1/safes',
    key: 'management',
    summary: 'List Safes whose queues are checked',
    tag: 'additions',
    query: lazily(() =>
      pageQuery(['createdAt', 'name', 'chainId', 'address', 'id']).extend({
        chainId: chainId().optional().meta({ description: 'Only of this chain.' }),
        address: lookUpText().optional().meta({ description: 'Exact match, any case.' }),
        name: lookUpText().optional().meta({ description: 'Exact match.' }),
      }),
    ),
    output: safes.safePage,
    changes: false,
  },
  createSafe: {
    method: 'POST',
    path: '/ext/v1/safes',
    key: 'management',
    summary: 'Add a Safe, with the transaction service that has its queue',
    tag: 'additions',
    body: safes.safeCreate,
    output: safes.safe,
    changes: true,
  },
  updateSafe: {
    method: 'PUT',
    path: '/ext/v1/safes',
    key: 'management',
    summary: 'Change the name or the transaction service of a Safe',
    tag: 'additions',
    body: safes.safeUpdate,
    output: safes.safe,
    changes: true,
  },
  getSafe: {
    method: 'GET',
    path: '/ext/v1/safes/{safeId}',
    key: 'management',
    summary: 'Get a Safe as a node shows it, and what is weak about it',
    tag: 'additions',
    output: safes.safeReport,
    changes: false,
  },
  deleteSafe: {
    method: 'DELETE',
    path: '/ext/v1/safes/{safeId}',
    key: 'management',
    summary: 'Remove a Safe and the items of its queue',
    tag: 'additions',
    output: safes.safe,
    changes: true,
  },
  pollSafes: {
    method: 'POST',
    path: '/ext/v1/safe-events',
    key: 'management',
    takesEventSecret: true,
    summary: 'Read the queues of Safes now, because something happened to them',
    tag: 'additions',
    body: safes.safeEvent,
    changes: true,
  },
} as const satisfies Record<string, Operation>
