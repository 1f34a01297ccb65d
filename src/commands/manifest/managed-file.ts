import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refusal, type WardenError } from '../../shared/errors.ts'
import { writeWhole } from '../../shared/files/whole-file.ts'
import { isRecord, parseJson } from '../../shared/json/json.ts'
import { findJsonFault } from '../../shared/json/strict-json.ts'
import { kinds, type ManifestKind } from './kinds.ts'

/** An object that a manifest created, or described when it was applied. */
export interface Managed {
  readonly kind: ManifestKind
  readonly id: string
  /** As in the manifest: an object that was renamed elsewhere is no longer managed. */
  readonly identity: string
}

export const LOCK_SUFFIX = '.lock.json'

/** The list of what --prune may delete is next to the manifest, to be committed with it. It has no secrets. */
export function lockPathOf(path: string, isFolder: boolean): string | undefined {
  if (path === '-') return undefined
  return isFolder ? join(path, `txwarden${LOCK_SUFFIX}`) : `${path.replace(/\.(?:ya?ml|json)$/i, '')}${LOCK_SUFFIX}`
}

/** The managed objects of a service; none without a file. */
export async function readManaged(path: string, service: string): Promise<readonly Managed[]> {
  return (await readServices(path))[service] ?? []
}

/** Replaces the managed objects of one service. Returns whether the file changed. */
export async function writeManaged(path: string, service: string, managed: readonly Managed[]): Promise<boolean> {
  const services = await readServices(path)
  const text = textOf({ ...services, [service]: sorted(managed) })
  if (text === textOf(services)) return false
  writeWhole(path, text, { replace: true })
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
  // A service that is listed twice would lose objects that --prune may delete.
  const fault = value === undefined ? undefined : findJsonFault(text)
  if (fault) throw brokenLockFile(path, `${fault.text} (line ${fault.line})`)
  const services = isRecord(value) && value.version === 1 ? value.services : undefined
  if (!isRecord(services) || !Object.values(services).every((list) => Array.isArray(list) && list.every(isManaged)))
    throw brokenLockFile(path, 'does not have the shape of a lock file of txwarden')
  return services as Services
}

function brokenLockFile(path: string, fault: string): WardenError {
  return refusal('broken-lock-file', `${path} ${fault}`, {
    details: ['It lists what --prune may delete. Restore it, or remove it to start with no managed objects.'],
  })
}

function isManaged(value: unknown): value is Managed {
  return (
    isRecord(value) &&
    kinds.some((kind) => kind === value.kind) &&
    typeof value.id === 'string' &&
    typeof value.identity === 'string'
  )
}

/** One object per line, for readable diffs. */
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

function sorted(managed: readonly Managed[]): Managed[] {
  const order = ({ kind, identity, id }: Managed) => `${kinds.indexOf(kind)}\n${identity}\n${id}`
  return [...managed].sort((a, b) => (order(a) < order(b) ? -1 : 1))
}
