/** Room: What a kind of object is, for lists, completion, short ids and manifests. */

import type { CallOptions, Client } from '../../client/client.ts'
import type { Context } from '../context/context.ts'
import type { View } from '../output/view.ts'

export interface ListPage<Row> {
  readonly content: Row[]
  readonly size: number
  readonly number: number
  readonly totalElements: number
  /** Whether there are more than that. */
  readonly totalIsAtLeast?: boolean | undefined
  /** The `after` of the next page, where the list takes one. */
  readonly next?: string | undefined
}

export interface ListPageQuery {
  page?: number
  after?: string
  size?: number
  sort?: string[]
}

/** A response with a page of a list, or with a list that has no pages. */
type Listed<Row> = ListPage<Row> | { readonly content: readonly Row[] } | readonly Row[]

/** What commands, completion and manifests must know of a kind of object. */
export interface Resource<Row, Filter = unknown> {
  /** The noun of its commands: `control-list`. */
  readonly command: string
  /** `control list entry`. */
  readonly noun: string
  /** `control list entries`. */
  readonly plural: string
  /** The list has no pages. */
  readonly isWhole: boolean
  list(context: Context, query: ListPageQuery & Filter, sending?: CallOptions): Promise<Listed<Row>>
  idOf(row: Row): string
  /** Its name or address; '' where it has none. */
  nameOf(row: Row): string
  /** The address that also names it; '' where there is none. */
  addressOf(row: Row): string
  /** What people know it by. */
  describe(row: Row): string
  /** What completion offers: names, where they are unique and single words of a shell, or ids. */
  readonly offers: 'names' | 'ids'
  /** What completion shows beside it. */
  about(row: Row): string
  /** Completion offers all but those for which it is false. */
  isOffered(row: Row): boolean
  /** Removes the one with an id. @param input options of the command */
  remove(client: Client, id: string, sending?: CallOptions, input?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** It is read from the configuration: without a service, and also where values are invalid. */
  readonly isConfigured: boolean
  /** Columns of its lists and cards. */
  readonly view: View<Row>
}

/** Of any kind: what needs no columns. */
export type AnyResource = Omit<Resource<unknown>, 'view'>

type Given<Row, Filter> = Pick<Resource<Row, Filter>, 'command' | 'noun' | 'list' | 'idOf' | 'view'> &
  Partial<Resource<Row, Filter>>

/**
 * A kind of object, described once: `list`, `show` and `remove` commands, the search by short id or name, completion and
 * manifests take it. What only some of them need has a default.
 * @example
 * export const monitors = resource({
 *   command: 'monitor',
 *   noun: 'monitored address',
 *   plural: 'monitored addresses',
 *   list: async (context, query) => (await context.client()).call('listMonitors', { query }),
 *   idOf: ({ id }) => id,
 *   nameOf: ({ name }) => name,
 *   view: { columns: [{ field: 'address', header: 'ADDRESS', kind: 'address' }] },
 * })
 * export const monitorList = listCommand(monitors, { summary: 'List monitored addresses', … })
 */
export function resource<Row, Filter = unknown>(given: Given<Row, Filter>): Resource<Row, Filter> {
  return {
    plural: `${given.noun}s`,
    nameOf: () => '',
    addressOf: () => '',
    describe: (row) => given.nameOf?.(row) || given.idOf(row),
    offers: 'ids',
    about: () => '',
    isOffered: () => true,
    isConfigured: false,
    isWhole: false,
    remove: () => Promise.reject(new TypeError(`${given.command}: nothing removes a ${given.noun} by its id`)),
    ...given,
  }
}

/** The rows of a response. */
export function pageOf<Row>(listed: Listed<Row>): ListPage<Row> {
  if ('totalElements' in listed) return listed
  const content = [...('content' in listed ? listed.content : listed)]
  return { content, size: content.length, number: 0, totalElements: content.length }
}
