/**
 * How long tests wait for what has to come (ms): far longer than anything takes on a busy machine, so that only what hangs
 * fails by it. What may take long is measured in processor time, or against the same run.
 */
export const PATIENCE_MS = 150_000

/** Of each configuration; a test ends after what it waits for, which says what did not come. */
export const patient = {
  testTimeout: 2 * PATIENCE_MS,
  hookTimeout: 2 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
} as const
