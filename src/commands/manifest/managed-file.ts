import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WardenError } from '../../shared/errors.ts'
import { isRecord, parseJson } from '../../shared/json.ts'
import { type Kind, kinds } from './kind-names.ts'

/** An object that a manifest made, or described when it was applied. */
export interface Managed {
  readonly kind: Kind
  readonly id: string
  /** As the manifest calls it: renamed by hand, it is somebody else's. */
  readonly identity: string
}

export const LOCK_ENDING = '.lock.json'

/** What --prune may delete stands beside the manifest, so that it can be committed with it: ids, no secrets. */
export function lockPathOf(path: string, isFolder: boolean): string | undefined {
  if (path === '-') return undefined
  return isFolder ? join(path, `txwarden${LOCK_ENDING}`) : `${path.replace(/\.(?:ya?ml|json)$/i, '')}${LOCK_ENDING}`
}

/** What was managed on a service; nothing where there is no file yet. */
export async function readManaged(path: string, service: string): Promise<readonly Managed[]> {
  return (await readServices(path))[service] ?? []
}

/** Writes what is managed on a service, what others have stays. Says whether that changed the file. */
export async function writeManaged(path: string, service: string, managed: readonly Managed[]): Promise<boolean> {
  const services = await readServices(path)
  const text = textOf({ ...services, [service]: inOrder(managed) })
  if (text === textOf(services)) return false
  const beside = `${path}.${process.pid}`
  await writeFile(beside, text)
  await rename(beside, path)
  return true
}

type Services = Readonly<Record<string, readonly Managed[]>>

async function readServices(path: string): Promise<Services> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return {}
  const value = parseJson(text)
  const services = isRecord(value) && value.version === 1 ? value.services : undefined
  if (!isRecord(services) || !Object.values(services).every((list) => Array.isArray(list) && list.every(isManaged)))
    throw new WardenError({
      kind: 'refused',
      code: 'broken-lock-file',
      message: `${path} does not have the shape of a lock file of txwarden`,
      details: ['It says what --prune may delete. Restore it, or move it away: then nothing is managed yet.'],
    })
  return services as Services
}

function isManaged(value: unknown): value is Managed {
  return (
    isRecord(value) &&
    kinds.some((kind) => kind === value.kind) &&
    typeof value.id === 'string' &&
    typeof value.identity === 'string'
  )
}

/** One object a line, so that a review shows what came and went. */
function textOf(services: Services): string {
  const blocks = Object.entries(services)
    .filter(([, managed]) => managed.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([service, managed]) => {
      const lines = managed.map(({ kind, identity, id }) => `      ${JSON.stringify({ kind, identity, id })}`)
      return `    ${JSON.stringify(service)}: [\n${lines.join(',\n')}\n    ]`
    })
  return `{\n  "version": 1,\n  "services": {${blocks.length === 0 ? '' : `\n${blocks.join(',\n')}\n  `}}\n}\n`
}

function inOrder(managed: readonly Managed[]): Managed[] {
  const order = ({ kind, identity, id }: Managed) => `${kinds.indexOf(kind)}\n${identity}\n${id}`
  return [...managed].sort((a, b) => (order(a) < order(b) ? -1 : 1))
}
