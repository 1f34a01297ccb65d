/** Keys per call: keeps the statements at a size that databases plan quickly. */
const MAX_BATCH = 64

interface Pending<K, V> {
  readonly key: K
  readonly resolve: (value: V) => void
  readonly reject: (error: unknown) => void
}

/**
 * When a call starts. `setImmediate`: after the turn of the event loop, whose requests share it. `process.nextTick`: when
 * nothing else can go on, for work that would wait a turn for each of its loads.
 */
export type Defer = (start: () => void) => unknown

/**
 * Combines the loads until a call starts into that one: 64 concurrent requests cost one query. The call starts after the
 * last of its loads, so that each sees everything committed before it.
 * @param loadAll returns the values in the order of the keys
 */
export function batchLoader<K, V>(
  loadAll: (keys: readonly K[]) => Promise<readonly V[]>,
  defer: Defer = setImmediate,
): (key: K) => Promise<V> {
  const pending: Pending<K, V>[] = []
  let isLoading = false
  const loadPending = async () => {
    isLoading = true
    // Loads that arrive during a call form the next batch.
    while (pending.length > 0) await settle(pending.splice(0, MAX_BATCH), loadAll)
    isLoading = false
  }
  return (key) =>
    new Promise((resolve, reject) => {
      pending.push({ key, resolve, reject })
      if (pending.length === 1 && !isLoading) defer(loadPending)
    })
}

async function settle<K, V>(
  batch: readonly Pending<K, V>[],
  loadAll: (keys: readonly K[]) => Promise<readonly V[]>,
): Promise<void> {
  try {
    const values = await loadAll(batch.map(({ key }) => key))
    for (const [index, { resolve }] of batch.entries()) resolve(values[index] as V)
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

export function batchSingle<V>(load: () => Promise<V>, defer?: Defer): () => Promise<V> {
  const loadOne = batchLoader<undefined, V>(async (keys) => {
    const value = await load()
    return keys.map(() => value)
  }, defer)
  return () => loadOne(undefined)
}

/** A batch loader that loads each distinct key of a batch once. */
export function batchByKey<K extends string, V>(load: (key: K) => Promise<V>, defer?: Defer): (key: K) => Promise<V> {
  return batchLoader(async (keys) => {
    const values = new Map<K, V>()
    for (const key of new Set(keys)) values.set(key, await load(key))
    return keys.map((key) => values.get(key) as V)
  }, defer)
}
