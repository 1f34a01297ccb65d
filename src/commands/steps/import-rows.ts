import type * as z from 'zod'
import type { BulkJob, BulkResult, JobOptions } from '../../cli/bulk/job.ts'
import type { MemberNames, RowFields } from '../../cli/bulk/rows.ts'
import type { Context } from '../../cli/context/context.ts'
import type { OptionValues } from '../../cli/options.ts'
import type { Column } from '../../cli/output/view.ts'
import type { CommandWords } from '../../cli/program/command-line.ts'
import { WardenError } from '../../shared/errors.ts'
import type { bulkOptions } from '../options/bulk-options.ts'

type BulkInput = OptionValues<typeof bulkOptions> & { readonly file: string }

/** Without a key: the service in this process needs none. */
type Sending = Partial<Pick<JobOptions, 'idempotencyKey'>> & Pick<JobOptions, 'signal'>

interface RowImport<Body> extends Pick<BulkJob<Body>, 'unit' | 'shown'> {
  readonly name: string
  /** Flags of this command; the bulk flags are added. */
  readonly flags: CommandWords['flags']
  readonly members: MemberNames
  readonly schema: z.ZodType
  /** The request bodies of a row, whose members have the contract's names; the schema validates them. */
  bodiesOf(row: RowFields): readonly Body[]
  /** Sends a body. Returns members of its result. */
  create(body: Body, sending: Sending): Promise<object>
  /** After a 409: members of the existing object, which makes the row unchanged. Undefined: the row failed. */
  findExisting(body: Body, sending: Sending): Promise<object | undefined>
  /** Between line, outcome and error. */
  readonly columns: readonly Column<BulkResult>[]
}

/** Creates an object for each row of a file or stdin. */
export async function importRows<Body>(context: Context, input: BulkInput, rows: RowImport<Body>): Promise<void> {
  const { runBulk } = await import('../../cli/bulk/run.ts')
  const { bodyChecker, renameKnownMembers, withChainsOf } = await import('../../cli/bulk/row-body.ts')
  const { tableRows } = await import('../../cli/bulk/rows.ts')
  const { file, format, concurrency, report, resume = false } = input
  const { name, flags, members, schema, create, findExisting, columns, bodiesOf, ...job } = rows
  const isRemote = context.configuration().addresses !== undefined
  const read = withChainsOf(context, ({ chainIds, chainId }: RowFields) => chainIds ?? chainId, bodiesOf)
  await runBulk<Body>(context, {
    ...job,
    words: { name, arguments: [file], flags: { ...flags, format, concurrency, report } },
    file,
    verb: 'imported',
    changes: true,
    concurrency,
    report,
    resume,
    rows: tableRows(members, file, format),
    bodiesOf: ({ fields }) => read(renameKnownMembers(fields, members)),
    faultsOf: bodyChecker(context, schema, members),
    async send(body, { signal, ...more }) {
      // A response of this process cannot get lost, and an object that exists is found by its address.
      const sending = isRemote ? { signal, ...more } : { signal }
      try {
        return { outcome: 'added', members: await create(body, sending) }
      } catch (error) {
        if (!(error instanceof WardenError) || error.status !== 409) throw error
        const existing = await findExisting(body, sending)
        if (existing === undefined) throw error
        return { outcome: 'unchanged', members: existing }
      }
    },
    outcomes: ['added', 'unchanged'],
    view: {
      columns: [
        { field: 'line', header: 'LINE', importance: 8 },
        {
          field: 'outcome',
          header: 'OUTCOME',
          leads: true,
          importance: 9,
          paint: (text, row, paint) => (row.error ? paint.bad(text) : text),
        },
        { field: 'address', header: 'ADDRESS', kind: 'address', importance: 8 },
        ...columns,
        { field: 'id', header: 'ID', kind: 'id' },
        { field: 'error.message', header: 'ERROR', importance: 8 },
      ],
    },
  })
}
