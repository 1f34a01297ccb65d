import { MAX_PAGE_SIZE } from '../../api/page-size.ts'
import { chainName } from '../../api/text/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import { notFoundError, refusedError } from '../../cli/errors/usage.ts'
import { maybeChainIdOf } from '../../cli/input/check-values.ts'
import { isShortId, SHOWN_ID } from '../../cli/output/short-id.ts'
import { asksToConfirm } from '../../cli/prompts/confirm.ts'
import { type ListPage, pageOf, type Resource } from '../../cli/resource/resource.ts'
import { withoutUrlSecrets } from '../../cli/url-secrets.ts'
import type { WardenError } from '../../shared/errors.ts'
import { addressOf } from '../../shared/json/evm-json.ts'
import { ifOffered } from './addition.ts'
import { readAll } from './paged-list.ts'
import { noteReadFirst } from './read-first.ts'

/** So many are read to find one: 10 requests. */
const MOST = 10_000

/** Which things of a kind are searched. */
export interface Search<T> {
  isMeant(thing: T): boolean
  /** After the name in an error: " on base". */
  readonly where: string
}

/** Those on the chain that a command names with --chain; without it, those on every chain. */
export async function onChain<T extends { readonly chainId: string }>(
  context: Context,
  chain: string | undefined,
): Promise<Search<T>> {
  const chainId = await maybeChainIdOf(context, chain)
  return {
    isMeant: (thing) => chainId === undefined || thing.chainId === chainId,
    where: chainId === undefined ? '' : ` on ${chainName(chainId)}`,
  }
}

/**
 * The one thing that `given` names; of several a person at a terminal chooses one.
 * @throws WardenError `not-found`, or `refused` with the candidates where it names several
 */
export async function findThing<T>(context: Context, kind: Resource<T>, given: string, search?: Search<T>): Promise<T> {
  const found = await match(context, kind, given, search)
  if (found !== undefined) return found
  throw notFound(kind, given, search)
}

/** Its id; of a whole id nothing is read. What names nothing is left for the service to answer. */
export async function idOfThing<T>(
  context: Context,
  kind: Resource<T>,
  given: string,
  search?: Search<T>,
): Promise<string> {
  if (isWholeId(given) && !isNarrowed(search)) return given
  const found = await match(context, kind, given, search)
  if (found !== undefined) return kind.idOf(found)
  if (isNarrowed(search)) throw notFound(kind, given, search)
  return given
}

export async function idsOfThings<T>(
  context: Context,
  kind: Resource<T>,
  given: readonly string[],
): Promise<readonly string[]> {
  const ids: string[] = []
  // One after the other: each may ask.
  for (const each of given) ids.push(await idOfThing(context, kind, each))
  return ids
}

export interface FoundTarget {
  readonly id: string
  /** What people know it by, where it was read. */
  readonly description?: string
}

/** What is about to be removed: before the confirmation, each is read to be named in full. */
export async function findTargets<T>(
  context: Context,
  kind: Resource<T>,
  given: readonly string[],
  search?: Search<T>,
): Promise<readonly FoundTarget[]> {
  if (!asksToConfirm(context) && !isNarrowed(search) && given.every(isWholeId)) return given.map((id) => ({ id }))
  await noteReadFirst(context)
  const read = await readAll(context, kind, MOST)
  const targets = new Map<string, FoundTarget>()
  for (const each of given) {
    const found = await matchIn(context, kind, each, read, { search, orAll: true })
    // No one is asked about what is not there. Of more things than were read, the service knows.
    const readAllOfThem = !read.totalIsAtLeast && read.content.length >= read.totalElements
    if (found.length === 0 && (isNarrowed(search) || (asksToConfirm(context) && readAllOfThem)))
      throw notFound(kind, each, search)
    if (found.length === 0) targets.set(each, { id: each })
    for (const thing of found)
      targets.set(kind.idOf(thing), { id: kind.idOf(thing), description: kind.describe(thing) })
  }
  return [...targets.values()]
}

function isNarrowed<T>(search: Search<T> | undefined): boolean {
  return search !== undefined && search.where !== ''
}

/** "alert 01a2… (Losses)"; of several a line each on stderr, before the question. */
export async function targetsText<T>(
  context: Context,
  { noun, plural }: Resource<T>,
  targets: readonly FoundTarget[],
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

async function match<T>(
  context: Context,
  kind: Resource<T>,
  given: string,
  search?: Search<T>,
): Promise<T | undefined> {
  const [found] = await matchIn(context, kind, given, await readAll(context, kind, MOST), { search })
  return found
}

interface Matching<T> {
  readonly search?: Search<T> | undefined
  /** Whether a person may choose all of several. */
  readonly orAll?: true
}

/**
 * A script must name the same thing tomorrow: without somebody at a terminal the end of an id is not enough, for
 * another thing may end in the same way by then.
 */
async function matchIn<T>(
  context: Context,
  kind: Resource<T>,
  given: string,
  { content, totalElements, totalIsAtLeast }: ListPage<T>,
  { search, orAll }: Matching<T>,
): Promise<readonly T[]> {
  const things = search ? content.filter(search.isMeant) : content
  const whole = things.find((thing) => kind.idOf(thing) === given)
  if (whole !== undefined) return [whole]
  const named = things.filter((thing) => isNamed(kind, thing, given))
  const end = endOf(given)
  const ending = isShortId(end) ? things.filter((thing) => kind.idOf(thing).endsWith(end)) : []
  if (!context.canAsk && named.length === 0 && ending.length > 0)
    throw refusedError(`${JSON.stringify(given)} is the end of an id`, {
      details: ['Short ids work only on a terminal. Pass the whole id or the name.'],
      try: `txwarden ${kind.command} list`,
    })
  const found = context.canAsk ? [...new Set([...named, ...ending])] : named
  if (found.length > 1) return chosen(context, kind, given, found, { search, orAll })
  // Another one with the same name or end may be among those that were not read.
  if (found.length === 1 && (totalIsAtLeast || content.length < totalElements))
    throw refusedError(`there are more than ${MOST.toLocaleString('en-US')} ${kind.plural}: use the whole id`, {
      try: `txwarden ${kind.command} list --wide`,
    })
  return found
}

/** The end of an id as a table shows it: "…3b4edb". */
function endOf(given: string): string {
  return given.replace(/^…/, '').toLowerCase()
}

/** Addresses are the same in any case. */
function isNamed<T>(kind: Resource<T>, thing: T, given: string): boolean {
  const address = addressOf(given)
  if (address === undefined) return kind.nameOf(thing) === given
  return [kind.nameOf(thing), kind.addressOf(thing)].some((name) => name.toLowerCase() === address)
}

/**
 * The id of one of the newest things from the end that a table shows. Where it is the end of none, or the service has no
 * list, what was given.
 * @throws WardenError `refused` in a script
 */
export async function shownId<T>(context: Context, kind: Resource<T>, given: string): Promise<string> {
  const end = endOf(given)
  if (isWholeId(end) || !isShortId(end) || end.length < SHOWN_ID) return given
  const newest = kind.list(context, { size: MAX_PAGE_SIZE }).then((listed) => pageOf(listed).content)
  const [found] = await matchIn(context, kind, given, pageOf(await ifOffered(newest)), {})
  return found === undefined ? given : kind.idOf(found)
}

/** A person chooses; a script, and one that said --yes, gets the list. */
async function chosen<T>(
  context: Context,
  kind: Resource<T>,
  given: string,
  found: readonly T[],
  { search, orAll }: Matching<T>,
): Promise<readonly T[]> {
  const { plural, command, idOf, describe } = kind
  const names = `${JSON.stringify(given)} names ${found.length} ${plural}`
  if (!asksToConfirm(context))
    throw refusedError(`${names}: ${search ? 'add --chain, or ' : ''}use the whole id`, {
      details: found.slice(0, SHOWN).map((thing) => `${idOf(thing)}  ${describe(thing)}`),
      try: `txwarden ${command} list --wide`,
    })
  const prompt = await context.prompt()
  const choices = found.map((thing) => ({
    value: [thing] as readonly T[],
    name: describe(thing),
    description: idOf(thing),
  }))
  const all = { value: found, name: `all ${found.length}` }
  return prompt.select({ message: `${names}: which?`, choices: orAll ? [...choices, all] : choices })
}

function notFound<T>(kind: Resource<T>, given: string, search: Search<T> | undefined): WardenError {
  return notFoundError(
    `there is no ${kind.noun} ${JSON.stringify(given)}${search?.where ?? ''}`,
    `txwarden ${kind.command} list`,
  )
}

const SHOWN = 10
