import type { PolicyGiven } from '../../api/schemas/policy.ts'
import { namesOf, unnamedText } from '../../api/schemas/policy-names.ts'
import { counted } from '../../api/text/amounts.ts'
import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { loadDefinedChains } from '../../cli/input/check-values.ts'
import type { Client } from '../../client/client.ts'
import type { ContractFileTools } from '../../service/index.ts'
import { feedCatalogue } from '../intel/resource.ts'
import { noteReadFirst } from '../steps/read-first.ts'
import { type CurrentObject, readCurrent } from './current.ts'
import { checkObjects, type DesiredObject } from './desired.ts'
import { readDocuments } from './documents.ts'
import { kinds, type ManifestKind, managedKinds } from './kinds.ts'
import { lockPathOf, readManaged } from './managed-file.ts'
import { locationText, type ManifestError, throwErrors } from './manifest-error.ts'
import { type ManifestPlan, type PlanInput, planChanges } from './plan.ts'
import { isFolder, readSources } from './sources.ts'
import type { Variables } from './variables.ts'

type FunctionsOfContract = Parameters<ContractFileTools['functionProblems']>[0]

export interface ManifestInput {
  readonly file: string
  readonly prune?: boolean | undefined
  readonly envAllow?: readonly string[] | undefined
  readonly sendSecrets?: boolean | undefined
  /** The only kind that is read and written; absent: all. */
  readonly only?: ManifestKind
  /** Secrets whose variables are not set are not compared; otherwise they are errors. */
  readonly keepsUnset?: boolean
}

export interface LoadedPlan extends Pick<PlanInput, 'desired' | 'current' | 'managed'> {
  readonly plan: ManifestPlan
  /** Undefined for a manifest from stdin. */
  readonly lockPath: string | undefined
}

/** Reads and checks the manifest, then compares it with the service. */
export async function loadPlan(context: Context, input: ManifestInput): Promise<LoadedPlan> {
  if (input.prune && input.file === '-')
    throw usageError('--prune needs a file or a folder: the list of managed objects is stored next to it')
  await noteReadFirst(context)
  const desired = await readDesired(context, input)
  if (desired.length === 0) await context.note(`! ${input.file === '-' ? 'stdin' : input.file} has no objects.`)
  const { file, only } = input
  // What --prune may delete is for a manifest of all kinds.
  const lockPath = only === undefined ? lockPathOf(file, file !== '-' && (await isFolder(file))) : undefined
  const managed = lockPath === undefined ? [] : await readManaged(lockPath, serviceName(context))
  // Refused before the first change.
  const additions = desired.filter(({ kind, members }) => managedKinds[kind].isAddition(members))
  const needed = new Set(additions.map(({ kind }) => kind))
  const current = await readCurrent(context, needed, only === undefined ? kinds : [only])
  throwErrors(await unknownFeeds(context, desired, current))
  const plan = planChanges({
    desired,
    current,
    managed,
    prune: input.prune === true,
    sendSecrets: input.sendSecrets === true,
  })
  throwErrors(plan.errors)
  await noteRemaining(context, plan)
  await noteUnnamed(context, desired)
  return { plan, desired, current, managed, lockPath }
}

/** Name of the service in the lock file, the same on every machine. */
export function serviceName(context: Context): string {
  const { addresses, profile } = context.configuration()
  return addresses ? addresses.management.href.replace(/\/$/, '') : `local/${profile}`
}

/** Reads and checks a manifest. @throws WardenError with file and line of each error */
export async function readDesired(
  context: Context,
  { file, envAllow = [], only, keepsUnset }: ManifestInput,
): Promise<readonly DesiredObject[]> {
  const { addresses, values } = context.configuration()
  const variables: Variables = {
    env: context.env,
    allowed: envAllow,
    keepsUnset,
    ownKeys: [values['validation-key'].value, values['management-key'].value].filter((key) => key !== undefined),
  }
  const read = (await readSources(context, file)).map(readDocuments)
  const objects = read.flatMap((each) => each.objects)
  const others = objects.filter(({ kind }) => only !== undefined && kind !== only)
  await loadDefinedChains(context)
  const checked = checkObjects(
    objects.filter((each) => !others.includes(each)),
    variables,
    addresses !== undefined,
  )
  throwErrors([
    ...read.flatMap(({ errors }) => errors),
    ...others.map(({ kind, location }) => ({
      location: location(['kind']),
      message: `kind: ${kind} is not ${only}: txwarden apply -f takes every kind`,
    })),
    ...checked.errors,
    ...(await contractErrors(context, checked.desired)),
  ])
  for (const { location, message } of checked.notices)
    await context.note(`${locationText(location)} ${message}; sent unchanged.`)
  return checked.desired
}

/** What the service would refuse of the functions of contracts. */
async function contractErrors(context: Context, desired: readonly DesiredObject[]): Promise<ManifestError[]> {
  const contracts = desired.filter(({ kind }) => kind === 'contract')
  if (contracts.length === 0) return []
  const { functionProblems } = await context.contractFiles()
  return contracts.flatMap(({ members, location }) =>
    functionProblems(members.functions as FunctionsOfContract).map(({ path, message }) => ({
      location: location(path),
      message: `${path.join('.')} ${message}`,
    })),
  )
}

/** Feeds that the catalogue of the service does not have. */
async function unknownFeeds(
  context: Context,
  desired: readonly DesiredObject[],
  current: readonly CurrentObject[],
): Promise<ManifestError[]> {
  const enabled = new Set(current.filter(({ kind }) => kind === 'feed').map(({ identity }) => identity))
  const fresh = desired.filter(({ kind, identity }) => kind === 'feed' && !enabled.has(identity))
  if (fresh.length === 0) return []
  const names = (await feedCatalogue(context)).content.map(({ name }) => name)
  return fresh
    .filter(({ identity }) => !names.includes(identity))
    .map(({ identity, location }) => ({
      location: location(['source']),
      message: `source ${JSON.stringify(identity)} is not in the catalogue: ${names.join(', ')}`,
    }))
}

/** Kinds of objects that give an address a name. */
const naming: readonly ManifestKind[] = ['name', 'safe', 'monitor', 'contract']

/** Names in policies that no address has: they are stored, and stand for no one. */
async function noteUnnamed(context: Context, desired: readonly DesiredObject[]): Promise<void> {
  const lower = (name: unknown) => String(name).toLowerCase()
  const known = new Set(desired.filter(({ kind }) => naming.includes(kind)).map(({ members }) => lower(members.name)))
  const hasName = async (client: Client, name: string) => {
    if (known.has(lower(name))) return true
    const { content } = await client.call('findNames', { query: { name } })
    return content.some((found) => lower(found.name) === lower(name))
  }
  for (const { kind, identity, members } of desired) {
    if (kind !== 'policy') continue
    for (const { clause, names } of namesOf(members as PolicyGiven)) {
      const unnamed: string[] = []
      for (const name of names) if (!(await hasName(await context.client(), name))) unnamed.push(name)
      if (unnamed.length > 0) await context.note(`! policy ${identity} ${clause}: ${unnamedText(unnamed)}`)
    }
  }
}

async function noteRemaining(context: Context, { remaining, uncompared }: ManifestPlan): Promise<void> {
  if (remaining.length > 0)
    await context.note(
      `${counted(remaining.length, 'object is', 'objects are')} no longer in the manifest and stay${remaining.length === 1 ? 's' : ''}: ${remaining
        .slice(0, 3)
        .map(({ kind, identity }) => `${kind} ${identity}`)
        .join(', ')}${remaining.length > 3 ? ', …' : ''}. --prune deletes them.`,
    )
  if (uncompared.length > 0)
    await context.note(
      `! Not compared, or by the mask only: the secrets of ${uncompared.map(({ kind, identity }) => `${kind} ${identity}`).join(', ')}. txwarden apply --send-secrets sends every secret again.`,
    )
}
