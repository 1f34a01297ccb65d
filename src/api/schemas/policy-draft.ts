import * as z from 'zod'
import { policyName, policyRecord } from './policy.ts'
import { address, component, shown, timestamp } from './primitives.ts'

export const DRAFT_NAME = 'draft'
/** Validations in a draft that it does not allow, the newest first. */
export const MAX_LEFT_OUT = 100

export const policyDraftRequest = component('PolicyDraftRequest', () => ({
  since: timestamp().meta({ description: 'Validated at or after.' }),
  sender: address().optional().meta({ description: 'Only what this account sends or pays. Default: every sender.' }),
  name: policyName()
    .optional()
    .meta({ description: `Name of the policy. Default: ${DRAFT_NAME}.` }),
}))

export const policyDraft = component('PolicyDraft', () => ({
  policy: policyRecord()
    .omit({ createdAt: true, updatedAt: true })
    .meta({ description: 'It observes, and is not stored.' }),
  notes: z
    .array(
      z.object({
        path: z.string().meta({
          description: 'Of the member that it is about, such as `allow[0].pays.to[1]`.',
        }),
        text: z.string(),
      }),
    )
    .meta({ description: 'What each member was made of.' }),
  leftOut: z.array(z.object({ svcTxId: z.string(), at: shown.time(), text: z.string() })).meta({
    description: `What passed and the policy would deny, as no clause can allow it; the newest first, at most ${MAX_LEFT_OUT}.`,
  }),
  summary: z.object({
    passed: z.int().meta({ description: 'Validations that passed.' }),
    leftOut: z.int().meta({ description: 'Of these, what the policy would deny.' }),
  }),
  isDone: z.boolean(),
}))
export type PolicyDraft = z.infer<ReturnType<typeof policyDraft>>
