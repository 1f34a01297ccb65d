import type { View } from '../../cli/output/view.ts'
import { defaultDatabaseOf, type Paths } from '../../config/paths.ts'
import type { Profile } from '../../config/profiles/profile-file.ts'

export interface ProfileRow {
  readonly name: string
  /** Selected by flag, environment or `profile use`. */
  readonly active: boolean
  readonly kind: 'local' | 'remote'
  /** Base URL of a remote service, database of a local one. */
  readonly address: string
  readonly managementAddress: string | null
  /** Whether every change requires typing its name. */
  readonly protected: boolean
  /** Kinds of its stored API keys. */
  readonly keys: readonly string[]
}

export function rowOf(name: string, profile: Profile, active: boolean, paths: Paths): ProfileRow {
  const base = profile['base-url']
  return {
    name,
    active,
    kind: base === undefined ? 'local' : 'remote',
    address: base ?? profile.database ?? defaultDatabaseOf(name, paths),
    managementAddress: profile['management-url'] ?? null,
    protected: profile.protected === 'true',
    keys: (['validation', 'management'] as const).filter((kind) => profile[`${kind}-key`] !== undefined),
  }
}

/** "remote service https://…", "local service, database …". */
export function placeOf({ kind, address, managementAddress }: ProfileRow): string {
  if (kind === 'local') return `local service, database ${address}`
  return `remote service ${address}${managementAddress === null ? '' : `, management at ${managementAddress}`}`
}

export const profileView: View<ProfileRow> = {
  columns: [
    {
      field: 'active',
      header: '',
      importance: 9,
      show: (row) => (row.active ? '*' : ' '),
      paint: (text, _, paint) => paint.good(text),
    },
    {
      field: 'name',
      header: 'PROFILE',
      importance: 9,
      paint: (text, row, paint) => (row.active ? paint.bold(text) : text),
    },
    { field: 'kind', header: 'KIND', importance: 7 },
    { field: 'address', header: 'ADDRESS OR DATABASE', importance: 8 },
    { field: 'managementAddress', header: 'MANAGEMENT', importance: 4 },
    { field: 'protected', header: 'PROTECTED', importance: 6, show: (row) => (row.protected ? 'yes' : '') },
    { field: 'keys', header: 'KEYS', show: (row) => row.keys.join(', ') },
  ],
}
