import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/usage.ts'
import { noteReadFirst } from '../read-first.ts'
import { readDocuments } from './documents.ts'
import { type Existing, readExisting } from './existing.ts'
import { placeText, refuseFaults } from './fault.ts'
import { lockPathOf, type Managed, readManaged } from './managed-file.ts'
import { type Plan, planChanges } from './plan.ts'
import { isFolder, readSources } from './sources.ts'
import type { Variables } from './variables.ts'
import { check, type Wanted } from './wanted.ts'

export interface ManifestInput {
  readonly file: string
  readonly prune?: boolean | undefined
  readonly envAllow?: readonly string[] | undefined
  readonly sendSecrets?: boolean | undefined
}

export interface Loaded {
  readonly plan: Plan
  readonly wanted: readonly Wanted[]
  readonly existing: readonly Existing[]
  readonly managed: readonly Managed[]
  /** Undefined: the manifest came on stdin, and nothing can stand beside it. */
  readonly lockPath: string | undefined
}

/** What a manifest would change. Everything that is wrong with it is told before the service is asked at all. */
export async function loadPlan(context: Context, input: ManifestInput): Promise<Loaded> {
  if (input.prune && input.file === '-')
    throw usageError('--prune needs a file or a folder: what is managed stands in a file beside it')
  await noteReadFirst(context)
  const wanted = await readWanted(context, input)
  const lockPath = lockPathOf(input.file, input.file !== '-' && (await isFolder(input.file)))
  const managed = lockPath === undefined ? [] : await readManaged(lockPath, serviceName(context))
  const existing = await readExisting(await context.client())
  const plan = planChanges({
    wanted,
    existing,
    managed,
    prune: input.prune === true,
    sendSecrets: input.sendSecrets === true,
  })
  refuseFaults(plan.faults)
  await sayWhatIsLeft(context, plan)
  return { plan, wanted, existing, managed, lockPath }
}

/** How the lock file calls the service: alike on every machine. */
export function serviceName(context: Context): string {
  const { addresses, profile } = context.configuration()
  return addresses ? addresses.management.href.replace(/\/$/, '') : `local/${profile}`
}

async function readWanted(context: Context, { file, envAllow = [] }: ManifestInput): Promise<readonly Wanted[]> {
  const { addresses, values } = context.configuration()
  const variables: Variables = {
    env: context.env,
    allowed: envAllow,
    ownKeys: [values['validation-key'].value, values['management-key'].value].filter((key) => key !== undefined),
  }
  const read = (await readSources(context, file)).map(readDocuments)
  const checked = check(
    read.flatMap(({ written }) => written),
    variables,
    addresses !== undefined,
  )
  refuseFaults([...read.flatMap(({ faults }) => faults), ...checked.faults])
  for (const { place, message } of checked.notices)
    await context.note(`${placeText(place)} ${message}; sent unchanged.`)
  return checked.wanted
}

async function sayWhatIsLeft(context: Context, { left, uncompared }: Plan): Promise<void> {
  if (left.length > 0)
    await context.note(
      `${left.length === 1 ? '1 object is' : `${left.length} objects are`} no longer in the manifest and stay${left.length === 1 ? 's' : ''}: ${left
        .slice(0, 3)
        .map(({ kind, identity }) => `${kind} ${identity}`)
        .join(', ')}${left.length > 3 ? ', …' : ''}. --prune deletes them.`,
    )
  for (const { kind, identity, members } of uncompared)
    await context.note(
      `${members.join(' and ')} of ${kind} ${identity}: only ${members.length === 1 ? 'its mask' : 'their masks'} can be compared; ${members.length === 1 ? 'it fits' : 'they fit'}`,
    )
  if (uncompared.length > 0)
    await context.note('A secret that was changed may still fit: txwarden apply --send-secrets sends them all again.')
}
