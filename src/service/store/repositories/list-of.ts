import { type RawBuilder, sql } from 'kysely'

/**
 * Values for `in (…)`, the last one repeated until there are 1, 2, 4, 8 … of them: a handful of statements serves lists of
 * any length, and each is prepared once. Not empty.
 */
export function listOf(values: readonly unknown[]): RawBuilder<unknown> {
  return sql.join(padded(values))
}

/** The same for a list of anything that is written into a statement. */
export function padded<T>(values: readonly T[]): T[] {
  const last = values.at(-1) as T
  return [...values, ...Array.from({ length: paddedLength(values.length) - values.length }, () => last)]
}

export function paddedLength(length: number): number {
  return 2 ** Math.ceil(Math.log2(length))
}
