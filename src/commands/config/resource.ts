import { resource } from '../../cli/resource/resource.ts'
import { type Setting, settings } from '../../config/settings.ts'

export const settingNames = resource<Setting>({
  command: 'config',
  noun: 'setting',
  isConfigured: true,
  list: async () => settings,
  idOf: ({ name }) => name,
  about: ({ description }) => description,
  view: { columns: [] },
})
