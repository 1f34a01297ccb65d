import type { Context } from '../../cli/context/context.ts'
import { type Command, type CommandDefinition, defineCommand } from '../../cli/define.ts'
import { type CommandArguments, type Options, type OptionValues, one } from '../../cli/options.ts'
import type { View } from '../../cli/output/view.ts'
import type { CommandWords } from '../../cli/program/command-line.ts'
import { type ListPageQuery, pageOf, type Resource } from '../../cli/resource/resource.ts'
import { type PageInput, pageOptions, wholeListOptions } from '../options/page-options.ts'
import { findThing, type Search } from './find-thing.ts'
import { type PagedList, printPages } from './paged-list.ts'

type Words = Omit<CommandDefinition<CommandArguments, Options>, 'name' | 'arguments' | 'options' | 'run'>

interface ListCommand<Filter, O extends Options> extends Words, Pick<PagedList<unknown>, 'empty' | 'noMatch'> {
  /** Default: `<noun> list`. */
  readonly name?: string
  readonly options?: O
  /** What the rows are narrowed down to: members of the query. */
  filter?(context: Context, input: OptionValues<O>): Filter | Promise<Filter>
  /** The same as flags; default: as in the query. */
  flags?(filter: Filter): CommandWords['flags']
}

/** A command that lists objects: page by page, or all where the list has no pages. */
export function listCommand<Row, Filter, O extends Options>(
  resource: Resource<Row, Filter>,
  {
    name = `${resource.command} list`,
    options,
    filter,
    flags = (given) => ({ ...given }) as CommandWords['flags'],
    empty,
    noMatch,
    ...words
  }: ListCommand<Filter, O>,
): Command {
  return defineCommand({
    name,
    aliases: ['ls'],
    ...words,
    options: { ...options, ...(resource.isWhole ? wholeListOptions : pageOptions) },
    async run(context, input) {
      const given = (await filter?.(context, input as OptionValues<O>)) as Filter & object
      const fetch = (query: ListPageQuery) => resource.list(context, { ...query, ...given })
      const { view } = resource
      if (resource.isWhole) {
        const body = await fetch({})
        const { limit } = input as PageInput
        await context.out.list(body, pageOf(body).content.slice(0, limit), view, { empty })
      } else
        await printPages(context, input as PageInput, {
          command: name,
          filters: flags(given),
          fetch: async (query) => pageOf(await fetch(query)),
          view,
          empty,
          noMatch,
        })
      return undefined
    },
  })
}

interface ShowCommand<Row, O extends Options> extends Words {
  /** Where columns for people need more than the row. */
  view?(context: Context): Promise<View<Row>>
  /** Default: `id or name of the <noun>`. */
  readonly what?: string
  readonly options?: O
  /** Which objects the flags mean. */
  search?(context: Context, input: OptionValues<O>): Promise<Search<Row>>
}

/** A command that shows the object with an id or a name. */
export function showCommand<Row, O extends Options>(
  resource: Resource<Row>,
  { what = `id or name of the ${resource.noun}`, options, search, view, ...words }: ShowCommand<Row, O>,
): Command {
  return defineCommand({
    name: `${resource.command} show`,
    aliases: ['get'],
    ...words,
    arguments: { id: one(what) },
    options: { ...options },
    async run(context, { id, ...input }) {
      const meant = await search?.(context, input as unknown as OptionValues<O>)
      const found = await findThing(context, resource, id, meant)
      await context.out.record(found, (await view?.(context)) ?? resource.view)
      return undefined
    },
  })
}
