import type { Operation } from '../../api/operation.ts'
import { operations } from '../../api/operations.ts'
import type { Candidate } from './candidates.ts'

/** Paths of the interface for a method; where an id belongs they end, for the id to be typed. */
export function pathsFor(method: string | undefined): Candidate[] {
  const rows: readonly Operation[] = Object.values(operations)
  const wanted = rows.filter((row) => method === undefined || row.method === method.toUpperCase())
  return wanted.map(({ path, summary }) => ({ value: path.replace(/\{.*$/, ''), description: summary }))
}
