import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import * as policies from '../schemas/policy.ts'
import * as drafts from '../schemas/policy-draft.ts'
import * as replays from '../schemas/policy-replay.ts'
import type { Operation } from './operation.ts'

/** Digest (SHA-256) of the file that a policy is from, for the audit log. */
export const FILE_DIGEST_HEADER = 'x-txwarden-file-sha256'

const fileHeader = lazily(() =>
  z.object({
    [FILE_DIGEST_HEADER]: z
      .string()
      .max(64)
      .regex(/^[0-9a-f]{64}$/, 'is no SHA-256: 64 hex digits in lower case')
      .optional()
      .meta({ description: 'SHA-256 of the file that has the policy; the audit log keeps it.' }),
  }),
)

/** Who may pay how much to which address. */
export const policyAdditions = {
  listPolicies: {
    method: 'GET',
    path: '/ext/v1/policies',
    key: 'management',
    summary: 'List policies',
    tag: 'additions',
    output: policies.policyList,
    changes: false,
  },
  setPolicy: {
    method: 'POST',
    path: '/ext/v1/policies',
    key: 'management',
    summary: 'Store a policy, in place of an earlier one with its name',
    tag: 'additions',
    headers: fileHeader,
    body: policies.policyGiven,
    output: policies.policyRecord,
    changes: true,
  },
  deletePolicy: {
    method: 'DELETE',
    path: '/ext/v1/policies/{name}',
    key: 'management',
    summary: 'Remove a policy',
    tag: 'additions',
    output: policies.policyRecord,
    changes: true,
  },
  getPolicyUsage: {
    method: 'GET',
    path: '/ext/v1/policies/{name}/usage',
    key: 'management',
    summary: 'Show what the budgets of a policy have used',
    tag: 'additions',
    output: policies.policyUsage,
    changes: false,
  },
  checkPolicies: {
    method: 'GET',
    path: '/ext/v1/policy-problems',
    key: 'management',
    summary: 'Find policies that never apply, contradict themselves or lack a price',
    tag: 'additions',
    output: replays.policyProblems,
    changes: false,
  },
  replayPolicies: {
    method: 'POST',
    path: '/ext/v1/policies/replay',
    key: 'management',
    summary: 'Show what policies would have said of stored validations',
    tag: 'additions',
    body: replays.policyReplayRequest,
    output: replays.policyReplay,
    changes: false,
  },
  draftPolicy: {
    method: 'POST',
    path: '/ext/v1/policies/draft',
    key: 'management',
    summary: 'Draft the policy that allows what passed, and no more',
    tag: 'additions',
    body: drafts.policyDraftRequest,
    output: drafts.policyDraft,
    changes: false,
  },
  getReservations: {
    method: 'GET',
    path: '/ext/v1/policy-reservations/{svc-transaction-id}',
    key: 'management',
    summary: 'Show what a transaction takes from budgets',
    tag: 'additions',
    output: policies.reservations,
    changes: false,
  },
  releaseReservations: {
    method: 'DELETE',
    path: '/ext/v1/policy-reservations/{svc-transaction-id}',
    key: 'management',
    summary: 'End the reservations of a transaction that will not be sent',
    tag: 'additions',
    output: policies.releasedReservations,
    changes: true,
  },
} satisfies Record<string, Operation>
