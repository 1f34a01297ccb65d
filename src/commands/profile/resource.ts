import { resource } from '../../cli/resource/resource.ts'
import { defaultDatabaseOf, type Paths } from '../../config/paths.ts'
import { keyKinds } from '../../config/profiles/key-origin.ts'
import { type Profile, profileNamed, profileNames } from '../../config/profiles/profile-file.ts'

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
    keys: keyKinds.filter((kind) => profile[`${kind}-key`] !== undefined),
  }
}

/** "remote service https://…", "local service, database …". */
export function placeOf({ kind, address, managementAddress }: ProfileRow): string {
  if (kind === 'local') return `local service, database ${address}`
  return `remote service ${address}${managementAddress === null ? '' : `, management at ${managementAddress}`}`
}

export const profiles = resource<ProfileRow>({
  command: 'profile',
  noun: 'profile',
  isConfigured: true,
  async list(context) {
    const { file, paths } = context.resolveInput()
    return profileNames(file).map((name) => rowOf(name, profileNamed(file, name), false, paths))
  },
  idOf: ({ name }) => name,
  about: ({ kind, address }) => (kind === 'local' ? 'local service' : address),
  view: {
    columns: [
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
      {
        field: 'active',
        header: '',
        importance: 9,
        leads: true,
        show: (row) => (row.active ? '*' : ' '),
        paint: (text, _, paint) => paint.good(text),
      },
    ],
  },
})
