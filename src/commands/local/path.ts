import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/usage.ts'

export const localPath = defineCommand({
  name: 'local path',
  summary: 'Print where the local database is',
  description: 'The path alone, for scripts. The file is made by the first command that needs it.',
  examples: [{ command: 'txwarden local path' }],
  async run(context) {
    const { addresses, database, profile } = context.configuration()
    if (addresses)
      throw usageError(`this is about the local service, and profile ${profile} is a remote one`, {
        try: 'txwarden profile list',
      })
    await context.out.record(
      { path: database },
      { columns: [{ field: 'path', header: 'PATH' }] },
      ({ path }) => `${path}\n`,
    )
    return undefined
  },
})
