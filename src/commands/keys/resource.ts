import { resource } from '../../cli/resource/resource.ts'
import type { KeyRecord } from '../../service/index.ts'

export const apiKeys = resource<KeyRecord>({
  command: 'keys',
  noun: 'key',
  list: async (context) => (await context.local()).keys.list(),
  isWhole: true,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name ?? '',
  describe: ({ name, kind, hint }) => `${name === null ? '' : `${name}, `}${kind} ${hint}`,
  offers: 'names',
  about: ({ kind, hint }) => `${kind} ${hint}`,
  isOffered: ({ revokedAt }) => revokedAt === null,
  view: {
    columns: [
      { field: 'hint', header: 'KEY', importance: 9 },
      { field: 'kind', header: 'KIND', importance: 7 },
      {
        field: 'revokedAt',
        header: 'STATE',
        importance: 8,
        show: (row, when) => (row.revokedAt === null ? 'active' : `revoked ${when(row.revokedAt)}`),
        paint: (text, row, paint) => (row.revokedAt === null ? paint.good(text) : paint.dim(text)),
      },
      { field: 'lastUsedAt', header: 'LAST USED', show: (row, when) => when(row.lastUsedAt) || 'never' },
      { field: 'createdAt', header: 'CREATED', kind: 'time', importance: 4 },
      { field: 'id', header: 'ID', kind: 'id', importance: 8, paint: (text, _, paint) => paint.dim(text) },
      { field: 'name', header: 'NAME', importance: 9, leads: true },
    ],
  },
})
