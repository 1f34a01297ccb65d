import { forEachSettled } from '../../cli/bulk/for-each-settled.ts'
import type { BulkRow } from '../../cli/bulk/rows.ts'
import type { Context } from '../../cli/context/context.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { many, type Options } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import type { CallOptions, Client } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'
import { byId } from './by-id.ts'
import { findTargets, type Target, type ThingKind, targetsText } from './find-thing.ts'

interface Removal<T> {
  readonly command: string
  readonly verb: { readonly ask: string; readonly done: string }
  readonly kind: ThingKind<T>
  /** Member of the response with the id. */
  readonly idField: string
  /** @param input values of `options` */
  remove(client: Client, id: string, sending?: CallOptions, input?: Readonly<Record<string, unknown>>): Promise<unknown>
}

interface RemoveCommand<T> extends Removal<T> {
  readonly summary: string
  readonly description?: string
  /** "ids of the alerts". */
  readonly what: string
  readonly options?: Options
}

/** A command that removes objects by id or name, or by the ids on stdin. */
export function removeCommand<T>({ summary, description, what, options = {}, ...removal }: RemoveCommand<T>): Command {
  const { command, verb } = removal
  return defineCommand({
    name: command,
    aliases: ['rm', verb.ask === 'Delete' ? 'remove' : 'delete'],
    summary,
    ...(description !== undefined && { description }),
    arguments: { id: many(`${what}, or - to read them from stdin`) },
    options,
    examples: [
      { command: `txwarden ${command} <id>` },
      { command: `txwarden ${command} <id> <id> --yes`, note: 'in a script' },
      { command: `txwarden ${command} - --yes < ids.txt`, note: 'any number of ids, one a line' },
    ],
    run: (context, { id: ids, ...input }) =>
      removeThings(context, ids, {
        ...removal,
        remove: (client, id, sending) => removal.remove(client, id, sending, input),
      }),
  })
}

/** Names each one in the confirmation. */
async function removeThings<T>(context: Context, given: readonly string[], removal: Removal<T>): Promise<undefined> {
  const { verb, kind, idField, remove } = removal
  if (given.length === 1 && given[0] === '-') return removeListed(context, removal)
  const targets = await findTargets(context, kind, given)
  await confirmChange(context, `${verb.ask} ${await targetsText(context, kind, targets)} from ${context.where()}?`)
  const client = await context.client()
  const removeOne = async ({ id, description }: Target) => {
    const body = await byId(`txwarden ${kind.list}`, () => remove(client, id))
    const view = { columns: [{ field: idField, header: 'ID' }] }
    const what = description === undefined ? id : `${id}: ${description}`
    await context.out.done(body, view, `${verb.done} ${kind.noun} ${what} (${context.where()})`)
  }
  await forEachSettled(context, targets, removeOne, ({ id }) => id)
}

/** One id per line. A missing object is not a failure, so that a run can be repeated. */
async function removeListed<T>(context: Context, { command, verb, kind, remove }: Removal<T>): Promise<undefined> {
  const client = await context.client()
  await confirmChange(context, `${verb.ask} the ${kind.plural} listed on stdin from ${context.where()}?`)
  const { runBulk } = await import('../../cli/bulk/run.ts')
  const { LONGEST_ROW } = await import('../../cli/bulk/text.ts')
  const { linesOf } = await import('../../shared/text/lines.ts')
  await runBulk<string>(context, {
    words: { name: command, arguments: ['-'], flags: {} },
    file: '-',
    verb: 'removed',
    changes: true,
    settings: [],
    concurrency: undefined,
    report: undefined,
    resume: undefined,
    async *rows(text): AsyncGenerator<readonly BulkRow[]> {
      for await (const lines of linesOf(text, LONGEST_ROW))
        yield lines.map(({ text: id, number }) => ({ line: number, fields: { id: id.trim() }, isText: true }))
    },
    bodiesOf: ({ fields }) => [String(fields.id)],
    faultsOf: (id) => (/\s/.test(id) ? [`${JSON.stringify(id)} is not an id: it contains whitespace`] : []),
    shown: (id) => ({ id }),
    async send(id, sending) {
      try {
        await remove(client, id, sending)
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
}
