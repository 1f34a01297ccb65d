import type { Alert } from '../../api/schemas/alert.ts'
import type { Entry } from '../../api/schemas/control-list.ts'
import type { Destination } from '../../api/schemas/destination.ts'
import type { MonitoredAddress } from '../../api/schemas/monitor.ts'
import { chainName } from '../../api/text/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import { isShortId, SHOWN_ID } from '../../cli/output/short-id.ts'
import { asksToConfirm } from '../../cli/prompts/confirm.ts'
import { withoutUrlSecrets } from '../../cli/url-secrets.ts'
import type { KeyRecord } from '../../service/index.ts'
import { WardenError } from '../../shared/errors.ts'
import { addressOf } from '../../shared/json/evm-json.ts'
import { withAdditions } from '../alert/write-alert.ts'
import { chainsText } from '../control-list/view.ts'

import { fetchAll } from './paged-list.ts'
import { noteReadFirst } from './read-first.ts'

/** What a command can name by its id, by the end of its id as lists show it, or by its name. */
export interface ThingKind<T> {
  /** `alert`. */
  readonly noun: string
  /** `alerts`. */
  readonly plural: string
  /** `alert list`. */
  readonly list: string
  /** At most `MOST` of them. */
  read(context: Context): Promise<{ readonly things: readonly T[]; readonly isAll: boolean }>
  idOf(thing: T): string
  /** Its name or address; '' where it has none. */
  nameOf(thing: T): string
  /** What people know it by. */
  describe(thing: T): string
}

/** So many are read to find one: 10 requests. */
const MOST = 10_000

export const alertKind: ThingKind<Alert> = {
  noun: 'alert',
  plural: 'alerts',
  list: 'alert list',
  async read(context) {
    const client = await context.client()
    return { things: (await client.call('listAlerts', withAdditions)).alerts, isAll: true }
  },
  idOf: ({ alertId }) => alertId,
  nameOf: ({ alertName }) => alertName,
  describe: ({ alertName }) => alertName,
}

export const destinationKind: ThingKind<Destination> = {
  noun: 'destination',
  plural: 'destinations',
  list: 'destination list',
  async read(context) {
    const client = await context.client()
    return { things: await client.call('listDestinations', withAdditions), isAll: true }
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  describe: ({ name, channel }) => `${name} (${channel})`,
}

export const monitorKind: ThingKind<MonitoredAddress> = {
  noun: 'monitored address',
  plural: 'monitored addresses',
  list: 'monitor list',
  async read(context) {
    const client = await context.client()
    const page = await fetchAll((query) => client.call('listMonitors', { query, ...withAdditions }), {}, MOST)
    return { things: page.content, isAll: page.totalElements <= page.content.length }
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  describe: ({ address, chainId, name }) => `${address} on ${chainName(chainId)}${name === '' ? '' : ` (${name})`}`,
}

export const entryKind: ThingKind<Entry> = {
  noun: 'control list entry',
  plural: 'control list entries',
  list: 'control-list list',
  async read(context) {
    const client = await context.client()
    const page = await fetchAll((query) => client.call('listControlLists', { query }), {}, MOST)
    return { things: page.content, isAll: page.totalElements <= page.content.length }
  },
  idOf: ({ id }) => id,
  nameOf: ({ address }) => address,
  describe: ({ type, address, productType, chainIds }) =>
    `${type} ${address} for ${productType} on ${chainsText(chainIds)}`,
}

export const keyKind: ThingKind<KeyRecord> = {
  noun: 'key',
  plural: 'keys',
  list: 'keys list',
  async read(context) {
    const { keys } = await context.local()
    return { things: await keys.list(), isAll: true }
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name ?? '',
  describe: ({ name, kind, hint }) => `${name === null ? '' : `${name}, `}${kind} ${hint}`,
}

/**
 * The one thing that `given` names.
 * @throws WardenError `not-found`, or `refused` with the candidates where it names several
 */
export async function findThing<T>(context: Context, kind: ThingKind<T>, given: string): Promise<T> {
  const found = await match(context, kind, given)
  if (found !== undefined) return found
  throw new WardenError({
    kind: 'not-found',
    code: 'not-found',
    message: `there is no ${kind.noun} ${JSON.stringify(given)}`,
    try: `txwarden ${kind.list}`,
  })
}

/** Its id; of a whole id nothing is read. What names nothing is left for the service to answer. */
export async function idOfThing<T>(context: Context, kind: ThingKind<T>, given: string): Promise<string> {
  if (isWholeId(given)) return given
  const found = await match(context, kind, given)
  return found === undefined ? given : kind.idOf(found)
}

export async function idsOfThings<T>(
  context: Context,
  kind: ThingKind<T>,
  given: readonly string[],
): Promise<readonly string[]> {
  return Promise.all(given.map((each) => idOfThing(context, kind, each)))
}

export interface Target {
  readonly id: string
  /** What people know it by, where it was read. */
  readonly description?: string
}

/** What is about to be removed: before the confirmation, each is read to be named in full. */
export async function findTargets<T>(
  context: Context,
  kind: ThingKind<T>,
  given: readonly string[],
): Promise<readonly Target[]> {
  if (!asksToConfirm(context) && given.every(isWholeId)) return given.map((id) => ({ id }))
  await noteReadFirst(context)
  const read = await kind.read(context)
  return given.map((each) => {
    const found = matchIn(context, kind, each, read)
    return found === undefined ? { id: each } : { id: kind.idOf(found), description: kind.describe(found) }
  })
}

/** "alert 01a2… (Losses)"; of several a line each on stderr, before the question. */
export async function targetsText<T>(
  context: Context,
  { noun, plural }: ThingKind<T>,
  targets: readonly Target[],
): Promise<string> {
  const [first] = targets
  if (first && targets.length === 1)
    return `${noun} ${withoutUrlSecrets(first.id)}${first.description === undefined ? '' : ` (${first.description})`}`
  if (asksToConfirm(context))
    for (const { id, description = '' } of targets) await context.note(`  ${withoutUrlSecrets(id)}  ${description}`)
  return `${targets.length} ${plural}`
}

function isWholeId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

async function match<T>(context: Context, kind: ThingKind<T>, given: string): Promise<T | undefined> {
  return matchIn(context, kind, given, await kind.read(context))
}

/**
 * A script must name the same thing tomorrow: without somebody at a terminal the end of an id is not enough, for
 * another thing may end in the same way by then.
 */
function matchIn<T>(
  context: Context,
  kind: ThingKind<T>,
  given: string,
  { things, isAll }: { things: readonly T[]; isAll: boolean },
): T | undefined {
  const whole = things.find((thing) => kind.idOf(thing) === given)
  if (whole !== undefined) return whole
  const named = things.filter((thing) => isSameName(kind.nameOf(thing), given))
  const ending = isShortId(given) ? things.filter((thing) => kind.idOf(thing).endsWith(given.toLowerCase())) : []
  if (!context.canAsk && named.length === 0 && ending.length > 0)
    throw refusedError(`${JSON.stringify(given)} is the end of an id`, {
      details: ['Short ids work only on a terminal. Pass the whole id or the name.'],
      try: `txwarden ${kind.list}`,
    })
  const found = context.canAsk ? [...new Set([...named, ...ending])] : named
  if (found.length > 1) throw ambiguous(kind, given, found)
  // Another one with the same name or end may be among those that were not read.
  if (found.length === 1 && !isAll)
    throw refusedError(`there are more than ${MOST.toLocaleString('en-US')} ${kind.plural}: use the whole id`, {
      try: `txwarden ${kind.list} --wide`,
    })
  return found[0]
}

/** Addresses are the same in any case. */
function isSameName(name: string, given: string): boolean {
  const address = addressOf(given)
  return address === undefined ? name === given : name.toLowerCase() === address
}

/** What is found among the newest of a list that is not read to its end. */
export type ShownKind<T> = Pick<ThingKind<T>, 'plural' | 'list' | 'idOf' | 'describe'> & {
  newest(context: Context): Promise<readonly T[]>
}

/**
 * The id of one of the newest things from the end that a table shows, for a command that only reads. In a script, and for
 * anything else, what was given.
 */
export async function shownId<T>(context: Context, kind: ShownKind<T>, given: string): Promise<string> {
  const end = given.replace(/^…/, '').toLowerCase()
  if (!context.canAsk || isWholeId(end) || !isShortId(end) || end.length < SHOWN_ID) return given
  const found = (await kind.newest(context)).filter((thing) => kind.idOf(thing).endsWith(end))
  if (found.length > 1) throw ambiguous(kind, given, found)
  return found[0] === undefined ? given : kind.idOf(found[0])
}

function ambiguous<T>(
  { plural, list, idOf, describe }: Pick<ThingKind<T>, 'plural' | 'list' | 'idOf' | 'describe'>,
  given: string,
  found: readonly T[],
): WardenError {
  return refusedError(`${JSON.stringify(given)} names ${found.length} ${plural}: use the whole id`, {
    details: found.slice(0, SHOWN).map((thing) => `${idOf(thing)}  ${describe(thing)}`),
    try: `txwarden ${list} --wide`,
  })
}

const SHOWN = 10
