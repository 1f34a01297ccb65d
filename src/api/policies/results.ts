/** Whether a policy refuses, or is only noted. */
export const policyModes = ['observe', 'enforce'] as const
export type PolicyMode = (typeof policyModes)[number]

/** What a policy says, from the most lenient to the strictest. */
export const policyResults = ['allow', 'hold', 'deny'] as const
export type PolicyResult = (typeof policyResults)[number]

export function strictestResult(results: readonly PolicyResult[]): PolicyResult {
  return policyResults[Math.max(0, ...results.map((result) => policyResults.indexOf(result)))] ?? 'allow'
}

/** What enforced policies say together. */
export function enforcedResult(
  outcomes: readonly { readonly mode?: PolicyMode; readonly result: PolicyResult }[],
): PolicyResult {
  return strictestResult(outcomes.flatMap(({ mode, result }) => (mode === 'enforce' ? [result] : [])))
}
