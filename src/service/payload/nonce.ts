/**
 * What is wrong with a pair of nonce and tracking, a clause, or undefined. The contract counts its nonce up before it compares,
 * so that the first one is 1; untracked it signs over 0.
 */
export function nonceFault(trackNonce: boolean, nonce: bigint): string | undefined {
  if (trackNonce && nonce === 0n) return 'a tracked nonce starts at 1, it is 0'
  if (!trackNonce && nonce !== 0n) return `a nonce that is not tracked is 0, it is ${nonce}`
  return undefined
}
