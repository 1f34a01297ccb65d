import { defineCommand } from '../../cli/define.ts'
import { profileFilePath } from '../../config/profile-file.ts'

export const configPath = defineCommand({
  name: 'config path',
  summary: 'Print where the configuration file is',
  description: 'The path alone, for scripts; works where the file is broken, too. All is below TXWARDEN_HOME when set.',
  requests: false,
  examples: [{ command: 'txwarden config path' }],
  async run(context) {
    await context.out.record(
      { path: profileFilePath(context.paths) },
      { columns: [{ field: 'path', header: 'PATH' }] },
      ({ path }) => `${path}\n`,
    )
  },
})
