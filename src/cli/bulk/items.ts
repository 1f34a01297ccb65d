import { WardenError } from '../../shared/errors.ts'
import type { BulkJob } from './job.ts'
import type { BulkSource } from './source.ts'
import { decoded } from './text.ts'

/** One request of a row, or why the row is invalid. */
export type BulkItem<Body> =
  | { readonly line: number; readonly body: Body }
  | { readonly line: number; readonly fault: string }

/** All requests of the input in order, checked against the contract. Ends early when `signal` aborts. */
export async function* itemsOf<Body>(
  job: BulkJob<Body>,
  source: BulkSource,
  signal: AbortSignal,
): AsyncGenerator<readonly BulkItem<Body>[]> {
  for await (const rows of job.rows(decoded(source.read(signal), source.name), source.name)) {
    // An interrupted read may end within a row.
    if (signal.aborted) return
    yield rows.flatMap((row): BulkItem<Body>[] => ('fault' in row ? [row] : bodiesOf(job, row)))
  }
}

function bodiesOf<Body>(job: BulkJob<Body>, row: Parameters<BulkJob<Body>['bodiesOf']>[0]): BulkItem<Body>[] {
  const { line } = row
  try {
    return job.bodiesOf(row).map((body) => {
      const [first, ...more] = job.faultsOf(body)
      if (first === undefined) return { line, body }
      return { line, fault: more.length > 0 ? `${first}; and ${more.length} more` : first }
    })
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    return [{ line, fault: error.message }]
  }
}
