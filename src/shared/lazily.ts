/** Computes a value on the first call and caches it. */
export function lazily<T>(compute: () => T): () => T {
  let cached: { value: T } | undefined
  return () => {
    cached ??= { value: compute() }
    return cached.value
  }
}

/** Computes a value for each key once. */
export function lazilyBy<A extends readonly unknown[], T>(
  keyOf: (...args: A) => string,
  compute: (...args: A) => T,
): (...args: A) => T {
  const known = new Map<string, () => T>()
  return (...args) => {
    const key = keyOf(...args)
    const value = known.get(key) ?? lazily(() => compute(...args))
    known.set(key, value)
    return value()
  }
}
