import { defineCommand } from '../../cli/define.ts'

export const localPath = defineCommand({
  name: 'local path',
  summary: 'Print where the local database is',
  description: 'The path alone, for scripts. The file is made by the first command that needs it.',
  requests: false,
  examples: [{ command: 'txwarden local path' }],
  async run(context) {
    context.requireLocal()
    const { database } = context.configuration()
    await context.out.record(
      { path: database },
      { columns: [{ field: 'path', header: 'PATH' }] },
      ({ path }) => `${path}\n`,
    )
  },
})
