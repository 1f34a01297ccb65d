import { defineCommand } from '../../cli/define.ts'
import { plainColumns } from '../../cli/output/view.ts'

export const localPath = defineCommand({
  name: 'local path',
  summary: 'Print the path of the local database',
  description: 'Prints only the path, for scripts. The first command that needs the file creates it.',
  requests: false,
  examples: [{ command: 'txwarden local path' }],
  async run(context) {
    context.requireLocal()
    const { database } = context.configuration()
    await context.out.record({ path: database }, { columns: plainColumns('path') }, ({ path }) => `${path}\n`)
  },
})
