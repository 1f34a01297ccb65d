import { WardenError } from '../../shared/errors.ts'
import type { BulkJob } from './job.ts'
import type { Source } from './source.ts'
import { decoded } from './text.ts'

/** One request that a row asks for, or what is wrong with the row. */
export type Item<Body> =
  | { readonly line: number; readonly body: Body }
  | { readonly line: number; readonly fault: string }

/** Every request the input asks for, checked by the contract, in its order. Ends early when `signal` aborts. */
export async function* itemsOf<Body>(
  job: BulkJob<Body>,
  source: Source,
  signal: AbortSignal,
): AsyncGenerator<readonly Item<Body>[]> {
  for await (const rows of job.rows(decoded(source.read(signal), source.name), source.name)) {
    // What an interrupt cut off must not be taken for a row.
    if (signal.aborted) return
    yield rows.flatMap((row): Item<Body>[] => ('fault' in row ? [row] : bodiesOf(job, row)))
  }
}

function bodiesOf<Body>(job: BulkJob<Body>, row: Parameters<BulkJob<Body>['bodiesOf']>[0]): Item<Body>[] {
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
