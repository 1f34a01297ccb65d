/**
 * Rejects when `promise` is not settled after `ms`. Both wait for the same event loop, so that a busy machine delays the
 * limit as much as what it limits.
 */
export function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`not settled after ${ms} ms`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(limit))
  })
}
