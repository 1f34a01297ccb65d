import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { verdicts } from '../verdict.ts'
import { HOLD_FOR_MS, holdKinds, holdStates } from '../vocabulary.ts'
import { growingPage } from './page.ts'
import { policyOutcome } from './policy.ts'
import {
  chainId,
  component,
  keyName,
  list,
  lookUpText,
  needsOneOf,
  quantity,
  rpcMethod,
  shown,
  transactionHash,
} from './primitives.ts'
import { messageDigests, typedDataRequest } from './typed-data.ts'

/** Additions under /ext/v1: transactions and messages that a proxy refused, and that a person decides about. */

const MAX_TRANSACTIONS = 256
const MAX_MESSAGES = 16
const MAX_REASON = 500
const MAX_RELEASE_TOKEN = 100

export const holdRequest = lazily(() =>
  z
    .object({
      digest: z
        .string()
        .regex(/^0x[0-9a-f]{64}$/, 'is not a digest: 0x and 64 hex digits in lower case')
        .meta({ description: 'Keccak-256 of the request; the same for the same request sent again.', maxLength: 66 }),
      kind: z.enum(holdKinds),
      method: rpcMethod().meta({ description: 'JSON-RPC method that asks for it.' }),
      chainId: chainId(),
      svcTxIds: list(lookUpText().min(1), { max: MAX_TRANSACTIONS })
        .optional()
        .meta({ description: 'Validations of the transactions of the request, on this chain.' }),
      messages: list(typedDataRequest(), { max: MAX_MESSAGES })
        .optional()
        .meta({ description: 'Messages to be signed. They are validated, and not stored.' }),
      maxFee: quantity()
        .optional()
        .meta({ description: 'The most that the fees of all its transactions can cost, in wei; absent: not known.' }),
      holdForMs: z.int().min(HOLD_FOR_MS.min).max(HOLD_FOR_MS.max).optional().meta({
        description: 'How long it waits for a decision (ms).',
        default: HOLD_FOR_MS.default,
      }),
      selfApprove: z.boolean().optional().meta({
        description: 'Whether the requester may approve it.',
        default: false,
      }),
    })
    .refine(
      ({ svcTxIds = [], messages = [] }) => svcTxIds.length + messages.length > 0,
      'needs svcTxIds or messages, at least one',
    )
    .refine(({ svcTxIds = [] }) => new Set(svcTxIds).size === svcTxIds.length, 'has a validation twice')
    .meta({
      id: 'HoldRequest',
      ...needsOneOf({
        svcTxIds: { type: 'array', items: { type: 'string' }, minItems: 1 },
        messages: { type: 'array', items: { type: 'object' }, minItems: 1 },
      }),
    }),
)

export const holdDecision = component('HoldDecision', () => ({
  reason: z.string().trim().max(MAX_REASON).optional().meta({ description: 'Why; kept with the hold and the audit.' }),
}))

export const holdOutcome = component('HoldOutcome', () => ({
  outcome: z.enum(['forwarded', 'refused']).meta({
    description:
      'forwarded: the upstream accepted it · refused: nothing was sent. An answer of the upstream makes the approval usable again once.',
  }),
  isUntransmitted: z.boolean().optional().meta({
    description: 'With `refused`: the upstream got nothing, so there is no answer. The approval is usable again.',
    default: false,
  }),
  transactionId: transactionHash()
    .optional()
    .meta({ description: 'Hash that the upstream answered, of a transaction or user operation.' }),
  releaseToken: z
    .string()
    .max(MAX_RELEASE_TOKEN)
    .optional()
    .meta({ description: 'From the answer to the release. `refused` needs it.' }),
}))

/** What is known of a part, from the service’s own validation. */
const withVerdict = lazily(() => ({
  verdict: z.enum(verdicts),
  combinedScore: z.int().min(0).max(100),
  category: z.string(),
  subCategory: z.string(),
}))

const holdPart = component('HoldPart', () => ({
  ...withVerdict(),
  svcTxId: z.string().optional().meta({ description: 'The validation; absent: a message, which is not stored.' }),
  from: shown.address().optional().meta({ description: 'Sender or signer; absent: the message names it.' }),
  to: shown.address().optional().meta({
    description: 'Absent: contract creation, or a message without a verifying contract.',
  }),
  value: shown.quantity().optional().meta({ description: 'Wei, decimal; absent: a message.' }),
  selector: z.string().optional().meta({ description: 'First four bytes of the call data.' }),
  calldataDigest: shown.transactionHash().optional().meta({
    description: 'ERC-8213 digest of the call data; absent: a message, or no data.',
  }),
  primaryType: z.string().optional().meta({ description: 'Of a message.' }),
  digests: messageDigests().optional().meta({ description: 'Of a message, where all wallets hash it the same.' }),
  actions: z.array(z.string()).meta({ description: 'What it does, in words.' }),
  rules: z.array(z.string()).meta({
    description: 'Rules of the reasons from WARNING on, strongest first: an approval covers no others.',
  }),
  policies: z.array(policyOutcome()).optional().meta({
    description: 'What policies hold it for; absent: none does. The verdict is then that without policies.',
  }),
  reservationId: z.string().optional().meta({
    description: 'Of a message: under which budgets of policies keep what it spends. Absent: it spends from none.',
  }),
}))
export type HoldPart = z.infer<ReturnType<typeof holdPart>>

export const hold = component('Hold', () => ({
  ...withVerdict(),
  id: z.string(),
  state: z.enum(holdStates),
  digest: shown.transactionHash(),
  kind: z.enum(holdKinds),
  method: z.string(),
  chainId: shown.chainId(),
  maxFee: shown.quantity().optional().meta({
    description: 'The most that the fees can cost in wei, decimal, as the requester says; absent: not known.',
  }),
  parts: z.array(holdPart()).meta({ description: 'The parts of the request: all of it is sent, or nothing.' }),
  requestedBy: z.string().meta({ description: 'Id of the API key, or `local` for the machine of the service.' }),
  requestedByName: keyName(),
  selfApprove: z.boolean(),
  approvals: z.int().min(1).optional().meta({
    description: 'How many keys approve it, none of which requested it, as a policy holds it; absent: one decides.',
  }),
  approvedBy: z
    .array(z.object({ by: z.string(), byName: keyName(), at: shown.time() }))
    .optional()
    .meta({ description: 'Who has approved what a policy holds, in this order; by as requestedBy.' }),
  notifiedAlerts: z
    .int()
    .min(0)
    .meta({ description: 'Alert configurations that were notified when it was requested.' }),
  decidedBy: z.string().optional().meta({ description: 'Who approved or rejected it, as requestedBy.' }),
  decidedByName: keyName(),
  decidedAt: shown.time().optional(),
  reason: z.string().optional().meta({ description: 'What they gave as the reason.' }),
  transactionId: shown.transactionHash().optional().meta({ description: 'Of a forwarded one: the known hash.' }),
  outcomeUnknownOf: z.string().optional().meta({
    description: 'An earlier hold of the same that was released, and whose outcome is not known: it may be sent.',
  }),
  expiresAt: shown.time().optional().meta({
    description:
      'Until when it is held, approved, rejected, or its outcome awaited; of a forwarded one: until when it is not sent again. Absent: for ever.',
  }),
  createdAt: shown.time(),
  updatedAt: shown.time(),
}))
export type Hold = z.infer<ReturnType<typeof hold>>

export const releasedHold = component('ReleasedHold', () => ({
  ...hold().shape,
  releaseToken: z.string().meta({
    description: 'Proves who released it, when the outcome is reported. It is in this answer only.',
  }),
}))

export const holdPage = component('HoldPage', () => growingPage(hold()))
