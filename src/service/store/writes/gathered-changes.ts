import type { Db } from '../schema/schema.ts'

/** A number that the writes of one transaction share. */
export interface GatheredChange {
  value: number
  /** Runs once, before the transaction commits. */
  write(value: number): Promise<unknown>
}

/**
 * Changes that writes in a shared transaction make to the same rows: such a row is written once a commit, because each
 * change of a protected row also changes the sum of its table. Undefined where every write changes the rows itself.
 */
export function gatheredIn(db: Db): Map<string, GatheredChange> | undefined {
  return gathered.get(db)
}

export function beginGathering(db: Db): void {
  gathered.set(db, new Map())
}

/** After a rollback. */
export function stopGathering(db: Db): void {
  gathered.delete(db)
}

/** Runs before a commit, and before a read of the rows in the transaction. */
export async function writeGathered(db: Db): Promise<void> {
  const changes = gathered.get(db)
  if (!changes || changes.size === 0) return
  for (const change of changes.values()) await change.write(change.value)
  changes.clear()
}

const gathered = new WeakMap<Db, Map<string, GatheredChange>>()
