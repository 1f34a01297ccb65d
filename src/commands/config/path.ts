import { defineCommand } from '../../cli/define.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { profileFilePath } from '../../config/profiles/profile-file.ts'

export const configPath = defineCommand({
  name: 'config path',
  summary: 'Print the path of the configuration file',
  description:
    'Prints only the path, for scripts, even when the file is invalid. With TXWARDEN_HOME, all files are below it.',
  requests: false,
  examples: [{ command: 'txwarden config path' }],
  async run(context) {
    await context.out.record(
      { path: profileFilePath(context.paths) },
      { columns: plainColumns('path') },
      ({ path }) => `${path}\n`,
    )
  },
})
