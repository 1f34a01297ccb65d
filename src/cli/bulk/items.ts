import { WardenError } from '../../shared/errors.ts'
import type { BulkJob } from './job.ts'
import type { BulkSource } from './source.ts'
import { decoded } from './text.ts'

/** One request of a row, or why the row is invalid. */
export type BulkItem<Body> =
  | { readonly line: number; readonly body: Body }
  | { readonly line: number; readonly fault: string }

/** What a job reads its rows with. */
export type RowReader<Body> = Pick<BulkJob<Body>, 'rows' | 'bodiesOf' | 'faultsOf'>

/** What the key of a row is made of. */
export function identityOf<Body>(job: BulkJob<Body>, body: Body): unknown {
  return job.identityOf ? job.identityOf(body) : body
}

/** All requests of the input in order, checked against the contract. Ends early when `signal` aborts. */
export async function* itemsOf<Body>(
  job: RowReader<Body>,
  source: BulkSource,
  signal: AbortSignal,
): AsyncGenerator<readonly BulkItem<Body>[]> {
  for await (const rows of job.rows(decoded(source.read(signal), source.name), source.name)) {
    // An interrupted read may end within a row.
    if (signal.aborted) return
    const items: BulkItem<Body>[] = []
    for (const row of rows) {
      const found = 'fault' in row ? [row] : bodiesOf(job, row)
      items.push(...(found instanceof Promise ? await found : found))
    }
    yield items
  }
}

/** A promise only for a row that needs one: most rows are many. */
function bodiesOf<Body>(
  job: RowReader<Body>,
  row: Parameters<BulkJob<Body>['bodiesOf']>[0],
): BulkItem<Body>[] | Promise<BulkItem<Body>[]> {
  const { line } = row
  const checked = (bodies: readonly Body[]) =>
    bodies.map((body): BulkItem<Body> => {
      const [first, ...more] = job.faultsOf(body)
      if (first === undefined) return { line, body }
      return { line, fault: more.length > 0 ? `${first}; and ${more.length} more` : first }
    })
  try {
    const bodies = job.bodiesOf(row)
    return bodies instanceof Promise ? bodies.then(checked).catch((error) => faultOf(line, error)) : checked(bodies)
  } catch (error) {
    return faultOf(line, error)
  }
}

/** Throws what is no fault of the row: an unreachable service, an internal error. */
function faultOf(line: number, error: unknown): [{ readonly line: number; readonly fault: string }] {
  if (error instanceof WardenError && (error.kind === 'refused' || error.kind === 'usage'))
    return [{ line, fault: error.message }]
  throw error
}
