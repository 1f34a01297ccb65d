import type { SendOptions } from '../cli/bulk/job.ts'
import type { Row } from '../cli/bulk/rows.ts'
import type { Context } from '../cli/context/context.ts'
import { confirmChange } from '../cli/prompts/confirm.ts'
import { WardenError } from '../shared/errors.ts'

export interface Removal {
  /** `control-list remove`. */
  readonly command: string
  /** What they are, in words: `control list entries`. */
  readonly things: string
  remove(id: string, sending: SendOptions): Promise<unknown>
}

/** Whether the ids come on stdin. */
export function areListed(ids: readonly string[]): boolean {
  return ids.length === 1 && ids[0] === '-'
}

/** Removes what stdin lists, an id a line. One that is gone already is no failure, so that a run can be repeated. */
export async function removeListed(context: Context, { command, things, remove }: Removal): Promise<undefined> {
  await confirmChange(context, `Remove the ${things} that stdin lists from ${context.where()}?`)
  const { runBulk } = await import('../cli/bulk/run.ts')
  const { linesOf } = await import('../cli/bulk/text.ts')
  await runBulk<string>(context, {
    words: { name: command, arguments: ['-'], flags: {} },
    file: '-',
    verb: 'removed',
    changes: true,
    settings: [],
    concurrency: undefined,
    report: undefined,
    resume: undefined,
    async *rows(text): AsyncGenerator<readonly Row[]> {
      for await (const lines of linesOf(text))
        yield lines.map(({ text: id, number }) => ({ line: number, fields: { id: id.trim() }, isText: true }))
    },
    bodiesOf: ({ fields }) => [String(fields.id)],
    faultsOf: (id) => (/\s/.test(id) ? [`${JSON.stringify(id)} is no id: there is a blank in it`] : []),
    shown: (id) => ({ id }),
    async send(id, sending) {
      try {
        await remove(id, sending)
        return { outcome: 'removed', members: {} }
      } catch (error) {
        if (error instanceof WardenError && error.kind === 'not-found') return { outcome: 'not there', members: {} }
        throw error
      }
    },
    outcomes: ['removed', 'not there'],
    view: {
      columns: [
        { field: 'line', header: 'LINE', importance: 8 },
        { field: 'outcome', header: 'OUTCOME', leads: true, importance: 9 },
        { field: 'id', header: 'ID', kind: 'whole-id', importance: 7 },
        { field: 'error.message', header: 'ERROR', importance: 8 },
      ],
    },
  })
  return undefined
}
