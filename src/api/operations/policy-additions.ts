import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import * as policies from '../schemas/policy.ts'
import * as drafts from '../schemas/policy-draft.ts'
import * as replays from '../schemas/policy-replay.ts'
import type { OperationRow } from './operation.ts'

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
    summary: 'List policies',
    output: policies.policyList,
  },
  setPolicy: {
    method: 'POST',
    path: '/ext/v1/policies',
    summary: 'Store a policy, in place of an earlier one with its name',
    headers: fileHeader,
    body: policies.policyGiven,
    output: policies.policyRecord,
  },
  deletePolicy: {
    method: 'DELETE',
    path: '/ext/v1/policies/{name}',
    summary: 'Remove a policy',
    output: policies.policyRecord,
  },
  getPolicyUsage: {
    method: 'GET',
    path: '/ext/v1/policies/{name}/usage',
    summary: 'Show what the budgets of a policy have used',
    output: policies.policyUsage,
  },
  checkPolicies: {
    method: 'GET',
    path: '/ext/v1/policy-problems',
    summary: 'Find policies that never apply, contradict themselves or lack a price',
    output: replays.policyProblems,
  },
  replayPolicies: {
    method: 'POST',
    path: '/ext/v1/policies/replay',
    summary: 'Show what policies would have said of stored validations',
    body: replays.policyReplayRequest,
    output: replays.policyReplay,
    changes: false,
  },
  draftPolicy: {
    method: 'POST',
    path: '/ext/v1/policies/draft',
    summary: 'Draft the policy that allows what passed, and no more',
    body: drafts.policyDraftRequest,
    output: drafts.policyDraft,
    changes: false,
  },
  getReservations: {
    method: 'GET',
    path: '/ext/v1/policy-reservations/{svc-transaction-id}',
    summary: 'Show what a transaction takes from budgets',
    output: policies.reservations,
  },
  releaseReservations: {
    method: 'DELETE',
    path: '/ext/v1/policy-reservations/{svc-transaction-id}',
    summary: 'End the reservations of a transaction that will not be sent',
    output: policies.releasedReservations,
  },
} satisfies Record<string, OperationRow>
