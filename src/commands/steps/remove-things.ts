import { forEachSettled } from '../../cli/bulk/for-each-settled.ts'
import type { BulkRow } from '../../cli/bulk/rows.ts'
import type { Context } from '../../cli/context/context.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { many, type Options, type OptionValues } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import type { Resource } from '../../cli/resource/resource.ts'
import type { CallOptions, Client } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'
import { byId } from './addition.ts'
import { type FoundTarget, findTargets, type Search, targetsText } from './find-thing.ts'

interface RemoveCommand<T, O extends Options> {
  readonly summary: string
  readonly description?: string
  /** Default: `Remove`. */
  readonly verb?: 'Remove' | 'Delete'
  /** Default: `ids or names of the <nouns>`. */
  readonly what?: string
  readonly options?: O
  /** Which objects the flags mean. */
  search?(context: Context, input: OptionValues<O>): Promise<Search<T>>
  /** Member of the response with the id; default: `id`. */
  readonly idField?: string
}

/** A command that removes objects by id or name, or by the ids on stdin. */
export function removeCommand<T, O extends Options>(
  resource: Resource<T>,
  {
    verb = 'Remove',
    what = `ids or names of the ${resource.plural}`,
    options,
    search,
    idField = 'id',
    ...words
  }: RemoveCommand<T, O>,
): Command {
  const name = `${resource.command} ${verb.toLowerCase()}`
  return defineCommand({
    name,
    aliases: ['rm', verb === 'Delete' ? 'remove' : 'delete'],
    ...words,
    arguments: { id: many(`${what}, or - to read them from stdin`) },
    options: { ...options },
    examples: [
      { command: `txwarden ${name} <id>` },
      { command: `txwarden ${name} <id> <id> --yes`, note: 'in a script' },
      { command: `txwarden ${name} - --yes < ids.txt`, note: 'any number of ids, one a line' },
    ],
    run: async (context, { id: ids, ...input }) =>
      removeThings(context, ids, {
        name,
        resource,
        verb,
        idField,
        search: await search?.(context, input as unknown as OptionValues<O>),
        remove: (client, id, sending) => resource.remove(client, id, sending, input),
      }),
  })
}

interface Removal<T> extends Required<Pick<RemoveCommand<T, Options>, 'verb' | 'idField'>> {
  readonly name: string
  readonly search: Search<T> | undefined
  readonly resource: Resource<T>
  remove(client: Client, id: string, sending?: CallOptions): Promise<unknown>
}

/** Names each one in the confirmation. */
async function removeThings<T>(context: Context, given: readonly string[], removal: Removal<T>): Promise<undefined> {
  const { verb, resource, idField, search, remove } = removal
  if (given.length === 1 && given[0] === '-') {
    if (search?.where) throw usageError('--chain and - exclude each other: stdin has ids')
    return removeListed(context, removal)
  }
  const targets = await findTargets(context, resource, given, search)
  await confirmChange(context, `${verb} ${await targetsText(context, resource, targets)} from ${context.where()}?`)
  const client = await context.client()
  const removeOne = async ({ id, description }: FoundTarget) => {
    const body = await byId(`txwarden ${resource.command} list`, () => remove(client, id))
    const view = { columns: [{ field: idField, header: 'ID' }] }
    const what = description === undefined ? id : `${id}: ${description}`
    await context.out.done(body, view, `${verb}d ${resource.noun} ${what} (${context.where()})`)
  }
  await forEachSettled(context, targets, removeOne, ({ id }) => id)
}

/** One id per line. A missing object is not a failure, so that a run can be repeated. */
async function removeListed<T>(context: Context, { name, verb, resource, remove }: Removal<T>): Promise<undefined> {
  const client = await context.client()
  await confirmChange(context, `${verb} the ${resource.plural} listed on stdin from ${context.where()}?`)
  const { runBulk } = await import('../../cli/bulk/run.ts')
  const { LONGEST_ROW } = await import('../../cli/bulk/text.ts')
  const { linesOf } = await import('../../shared/text/lines.ts')
  await runBulk<string>(context, {
    words: { name, arguments: ['-'], flags: {} },
    file: '-',
    verb: 'removed',
    changes: true,
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
