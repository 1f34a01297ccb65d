/**
 * How long tests wait for what has to come (ms): far longer than anything takes on a busy machine, so that only what hangs
 * fails by it. What may take long is measured in processor time, or against the same run.
 */
export const PATIENCE_MS = 150_000
