import * as z from 'zod'
import { MAX_POLICIES, policyGiven, policyOutcome } from './policy.ts'
import { component, list, shown, timestamp } from './primitives.ts'

export const policyProblems = component('PolicyProblems', () => ({
  content: z.array(
    z.object({
      policy: z.string(),
      clause: z.string().meta({ description: 'Such as `allow[0]`, or `applies`.' }),
      text: z.string().meta({ description: 'A clause of a sentence.' }),
    }),
  ),
}))
export type PolicyProblem = z.infer<ReturnType<typeof policyProblems>>['content'][number]

/** Outcomes of a replay that are answered, the newest first. */
export const MAX_REPLAYED = 1000

export const policyReplayRequest = component('PolicyReplayRequest', () => ({
  since: timestamp().meta({ description: 'Validated at or after.' }),
  policies: list(policyGiven(), { min: 1, max: MAX_POLICIES })
    .optional()
    .meta({ description: 'Default: the stored ones.' }),
}))

export const policyReplay = component('PolicyReplay', () => ({
  content: z
    .array(
      policyOutcome()
        .omit({ mode: true, approvals: true })
        .extend({ svcTxId: z.string(), at: shown.time(), wasValid: z.boolean() }),
    )
    .meta({
      description: `What is not allowed, and as \`allow\` what only a policy blocked then; the newest first, at most ${MAX_REPLAYED}.`,
    }),
  summary: z.object({
    validations: z.int(),
    allowed: z.int(),
    held: z.int(),
    denied: z.int(),
    none: z.int().meta({ description: 'To which no policy applies.' }),
    blocked: z.int().meta({ description: 'That passed, and would be held or denied.' }),
    passed: z.int().meta({ description: 'That only a policy blocked, and that would be allowed.' }),
    budgets: z.array(
      z.object({
        policy: z.string(),
        clause: z.string(),
        window: z.string(),
        limit: z.string(),
        most: z.string().meta({ description: 'Used in the window that used most.' }),
        at: shown.time().optional().meta({ description: 'End of that window; absent: nothing used it.' }),
      }),
    ),
  }),
  isDone: z.boolean(),
}))
export type PolicyReplay = z.infer<ReturnType<typeof policyReplay>>
